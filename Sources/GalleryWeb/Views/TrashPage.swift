import Gallery
import GalleryModel
import Hummingbird

extension GalleryPage {
    /// The number of photos per page.
    private static let size = 60

    /// Renders the page of photos in the trash, newest first; blocks for a few milliseconds.
    ///
    /// - Throws: 400 for an invalid cursor.
    func trash() throws -> Response {
        let frame = PageFrame(.trash, for: request, site)
        let cursor = try request.cursor(DatedCursor.init(text:))
        let found = try gallery.trash.list(after: cursor, limit: Self.size + 1)
        let photos = found.prefix(Self.size)
        let count = try gallery.count(
            PhotoQuery([.everything], filter: try gallery.filter("is:trashed")))
        var values: [String: Any] = [
            "count": language.say("count.photos", count: count), "isEmpty": count == 0,
            "isBehindTheLast": count > 0 && photos.isEmpty, "hasPhotos": !photos.isEmpty,
            "canChange": frame.isOwner,
            "allText": language.say(
                found.count <= Self.size && cursor == nil
                    ? "trash.restore-all" : "trash.restore-page"),
            "trashed": photos.map(trashed),
        ]
        request.addPages("/trash", after: found, size: Self.size, to: &values) {
            DatedCursor(trashed: $0)?.text
        }
        return .html(try frame.page("trash", language.say("trash.title"), values), for: request)
    }

    private func trashed(_ photo: Photo) -> [String: Any] {
        var tile = tile(of: photo)
        tile["photoID"] = photo.id.rawValue
        tile["since"] = photo.dateTrashed.map(language.moment)
        return tile
    }
}
