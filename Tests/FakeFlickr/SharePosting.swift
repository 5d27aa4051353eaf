/// Receives uploads of the photo-share protocol:
/// `/photoserver/postphoto/{name}/{password}/{photo}`, or without the password if a header contains
/// a token.
enum SharePosting {
    static func answer(_ request: FakeRequest, _ sharing: inout FakeSharing) -> FakeAnswer {
        let parts = request.parts.dropFirst().map(\.self)
        guard parts.first == "postphoto", (3...4).contains(parts.count), let name = parts.last
        else {
            return ShareEndpoint.problem("there is no such request")
        }
        let person = parts[1]
        let isKnown =
            if parts.count == 4 {
                sharing.passwords[person] == parts[2]
            } else {
                sharing.tokens[person].map { "Bearer \($0)" } == request.headers["authorization"]
            }
        guard isKnown else { return ShareEndpoint.problem("wrong name or password") }
        if let refusal = sharing.refusals[name] { return ShareEndpoint.problem(refusal) }
        guard request.headers["content-type"] == "image/jpeg", !request.body.isEmpty else {
            return ShareEndpoint.problem("this is no picture")
        }
        let ids = sharing.people.flatMap(\.photos).compactMap { Int($0.id) }
        let id = "\((ids.max() ?? 0) + 1)"
        let photo = FakeSharing.Photo(id: id, name: name, picture: request.body)
        if let index = sharing.people.firstIndex(where: { $0.name == person }) {
            sharing.people[index].photos.append(photo)
        } else {
            sharing.people.append(
                .init(id: "\(sharing.people.count + 1)", name: person, photos: [photo]))
        }
        return FakeAnswer(type: "application/json", text: "{\"id\":\"\(id)\"}")
    }
}
