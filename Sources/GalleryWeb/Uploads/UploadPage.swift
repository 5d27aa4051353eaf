import Gallery
import HTTPTypes
import Hummingbird

extension GalleryPage {
    /// Renders the page for adding photos: a form, which scripts replace by a queue.
    ///
    /// - Parameter items: the results of the form that was sent; empty before.
    func upload(_ items: [UploadForm.Item] = []) throws -> Response {
        guard !site.isReadOnly else { throw Problem(.forbidden, say: "error.read-only") }
        let frame = PageFrame(.upload, for: request, site)
        let album = request.filled("album")
        var values: [String: Any] = [
            "target": album.map { language.say("upload.to-album", ["album": $0]) }
                ?? language.say("upload.to-camera"),
            "hasAlbum": album != nil, "album": album ?? "",
        ]
        if !items.isEmpty {
            let added = items.count { $0.outcome?.isNew == true }
            values["results"] = [
                "added": language.say("upload.added", count: added), "items": items.map(row),
            ]
        }
        return .html(try frame.page("upload", language.say("nav.upload"), values), for: request)
    }

    private func row(_ item: UploadForm.Item) -> [String: Any] {
        let outcome = item.outcome
        let key =
            if let outcome {
                outcome.isTrashed
                    ? "upload.trashed" : outcome.isNew ? "upload.new" : "upload.present"
            } else {
                switch item.refusal?.status {
                case .unsupportedMediaType: "upload.wrong-type"
                case .contentTooLarge: "upload.too-large"
                case .unprocessableContent: "upload.damaged"
                default: "upload.failed"
                }
            }
        var row: [String: Any] = [
            "fileName": item.name, "reason": language.say(key), "isRefused": outcome == nil,
        ]
        if let outcome, !outcome.isTrashed { row["photoAddress"] = "/photos/\(outcome.photo)" }
        return row
    }
}
