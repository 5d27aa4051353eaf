import Basics
import Gallery
import GalleryModel
import HTTPTypes

/// The form with the user's information about a photo, for browsers without scripts.
enum PhotoForm {
    static let route = Route(.post, "/photos/{photo}", for: .members, nil) { request, site in
        let fields = try await request.form()
        let gallery = site.gallery
        let photo = try await offload {
            let photo = try PhotoRoutes.photo(request, in: gallery)
            _ = try PhotoChangeRoutes.changeable([photo.id], in: gallery)
            return photo
        }
        var batch = PhotoBatch()
        batch.metadata = try PhotoPatch.change(patch(fields, of: photo))
        if !batch.metadata.isEmpty {
            _ = try await gallery.metadata.change(
                [photo.id], batch, command: "set",
                check: PhotoChangeRoutes.check(fields["version"], in: gallery))
        }
        return .seeOther(request.address)
    }

    /// The fields and their values for a photo, without those that are not known.
    static func values(of photo: Photo) -> [String: Any] {
        let place = photo.coordinate.map { "\($0.latitude), \($0.longitude)" }
        return [
            "title": photo.title ?? "", "description": photo.caption ?? "",
            "tags": photo.tags.joined(separator: ", "),
            "rating": photo.rating.map { "\(max($0, 0))" } ?? "0",
            "date": TakenClock(photo)?.exact ?? "", "place": place ?? "",
            "isFavorite": photo.isFavorite,
        ]
    }

    /// Returns the fields that differ from the values of a photo, as the body of a PATCH.
    private static func patch(
        _ fields: [String: String], of photo: Photo
    ) throws(Problem) -> BodyMembers {
        let values = values(of: photo)
        var members: [JSONMember] = []
        func changed(_ name: String) -> String? {
            guard let text = fields[name]?.replacing("\r\n", with: "\n") else { return nil }
            return text == values[name] as? String ? nil : text
        }
        if let text = changed("title") { members.append(("title", text)) }
        if let text = changed("description") { members.append(("description", text)) }
        if let text = changed("tags") {
            let tags = text.split(separator: ",").filter { !$0.allSatisfy(\.isWhitespace) }
            members.append(("tags", tags.map(String.init)))
        }
        if let text = changed("rating") { members.append(("rating", Int(text))) }
        let isFavorite = fields["favorite"] != nil
        if isFavorite != photo.isFavorite { members.append(("favorite", isFavorite)) }
        if let text = changed("date") {
            // Browsers omit seconds of zero.
            members.append(("takenAt", text.isEmpty ? nil : text.count == 16 ? text + ":00" : text))
        }
        if let text = changed("place") {
            let place = Coordinate(text: text.filter { $0 != " " })
            guard text.isEmpty || place != nil else {
                throw Problem(
                    .unprocessableContent, invalid: "place", text,
                    expected: .say("expected.position"))
            }
            let location = place.map {
                JSONValue([("latitude", $0.latitude), ("longitude", $0.longitude)])
            }
            members.append(("location", location))
        }
        return try BodyMembers(JSONValue(members), PhotoPatch.names, refusal: .unprocessableContent)
    }
}
