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
            values["results"] = [
                "added": language.say("upload.added", count: items.count { $0.isNew }),
                "items": items.map(row),
            ]
        }
        return .html(try frame.page("upload", language.say("nav.upload"), values), for: request)
    }

    private func row(_ item: UploadForm.Item) -> [String: Any] {
        var row: [String: Any] = ["fileName": item.name]
        row["photoAddress"] = item.outcome.map { "/photos/\($0.photo)" }
        if let outcome = item.outcome, outcome.isTrashed {
            row["reason"] = language.say("upload.trashed")
            row["photoAddress"] = nil
        } else if item.outcome != nil {
            row["reason"] = language.say(item.isNew ? "upload.new" : "upload.present")
        } else {
            let key =
                switch item.refusal?.status {
                case .unsupportedMediaType: "upload.wrong-type"
                case .contentTooLarge: "upload.too-large"
                case .unprocessableContent: "upload.damaged"
                default: "upload.failed"
                }
            row["reason"] = language.say(key)
            row["isRefused"] = true
        }
        return row
    }
}

extension UploadForm.Item {
    /// True if the gallery did not have the photo before.
    fileprivate var isNew: Bool { outcome?.isNew == true }
}
