import Foundation

/// Serves the photo-share protocol: `/photoserver/userlist`, `/userphotos/{id}`, `/photo/{id}`.
struct ShareEndpoint: Sendable {
    /// The prefix of all paths.
    static let prefix = "/photoserver/"

    let sharing: FakeSharing
    let pictureBytes: Int

    func answer(_ request: FakeRequest) -> FakeAnswer {
        guard request.method == "GET" || request.method == "HEAD" else {
            return Self.problem("there is no such request")
        }
        if let text = sharing.texts[request.path] {
            return FakeAnswer(type: "application/json", text: text)
        }
        let parts = request.path.dropFirst(Self.prefix.count).split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false
        ).map(String.init)
        switch (parts.first, parts.dropFirst().first) {
        case ("userlist", nil): return list(sharing.people.map { ($0.name, $0.id) })
        case ("userphotos", let id?):
            guard let person = sharing.people.first(where: { $0.id == id }) else {
                return Self.problem("no user with id \(id)")
            }
            return list(person.photos.map { ($0.name, $0.id) })
        case ("photo", let id?):
            guard let photo = sharing.people.flatMap(\.photos).first(where: { $0.id == id }) else {
                return Self.problem("no photo with id \(id)")
            }
            var answer = FakeAnswer(
                type: "image/jpeg",
                body: photo.picture ?? PictureBytes.make(shared: id, atLeast: pictureBytes))
            ByteRange.apply(request.headers, to: &answer)
            return answer
        default: return Self.problem("there is no such request")
        }
    }

    /// Any problem is 404 with a sentence.
    static func problem(_ sentence: String) -> FakeAnswer {
        FakeAnswer(status: 404, type: "text/plain; charset=utf-8", text: sentence)
    }

    private func list(_ rows: [(name: String?, id: String)]) -> FakeAnswer {
        let texts = rows.map { row in
            let name = row.name.map(ShareEndpoint.quoted) ?? "null"
            let id = sharing.writesNumbers ? row.id : ShareEndpoint.quoted(row.id)
            return "{\"name\":\(name),\"id\":\(id)}"
        }
        return FakeAnswer(
            type: "application/json", text: "[" + texts.joined(separator: ",") + "]")
    }

    private static func quoted(_ text: String) -> String {
        guard let data = try? JSONEncoder().encode(text) else { return "\"\"" }
        return String(decoding: data, as: UTF8.self)
    }
}
