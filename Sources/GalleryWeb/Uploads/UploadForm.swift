import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Synchronization

/// The pictures of one request in a form, which are stored together when the form is complete.
struct UploadForm {
    /// The maximum number of parts.
    private static let maximumParts = 1000
    /// The maximum size of a text, in bytes.
    private static let maximumTextBytes = 1024
    /// The number of bytes that are read of a picture that is too long, so that the other pictures
    /// of the form can follow, in bytes.
    private static let maximumExcess = 64 << 20

    /// The result for a file.
    struct Item: Sendable {
        /// The name that the user's device sent.
        let name: String
        /// The photo; nil if the file was refused.
        var outcome: PictureUpload.Outcome?
        /// The reason why the file was refused.
        var refusal: Problem?
    }

    private enum Field {
        case file, text(String), other
    }

    /// The results so far, one for each file.
    private(set) var items: [Item] = []
    /// The pictures, in the order of the items; nil for those that are too long.
    private var pictures: [ArrivingPicture?] = []
    private var texts: [String: [UInt8]]
    private var field = Field.other
    private var excess = 0
    private var upload: PictureUpload
    private let maximumBytes: Int

    /// Receives the form of a request and stores its pictures.
    ///
    /// - Returns: the results, and the number of the step for `undo`; nil if nothing was stored.
    /// - Throws: 400 for a malformed form; 413; 415 for another media type; 422 without a file or
    ///   for an invalid album; 507.
    static func receive(
        _ request: WebRequest, _ site: Site
    ) async throws -> (items: [Item], step: Int64?) {
        let account = try request.uploader
        let type = request.headers[.contentType]
        guard var parser = MultipartParser(contentType: type, maximumParts: maximumParts) else {
            throw WebRequest.wrongType("multipart/form-data")
        }
        let length = request.headers[.contentLength].flatMap { Int64($0) } ?? 0
        try site.gallery.uploads.checkSpace(for: length)
        let maximum = site.options.maximumUploadBytes
        var form = UploadForm(
            try await site.gallery.uploads.begin(by: account, upTo: maximum), upTo: maximum,
            ["album": request.parameter("album"), "group": request.parameter("group")])
        do {
            for try await piece in try request.pieces(upTo: .max) {
                for event in try parser.read(piece) { try await form.take(event) }
            }
            try parser.finish()
            try await form.store(account, site)
        } catch {
            await form.upload.end()
            throw error
        }
        await form.upload.end()
        return (form.items, form.upload.step.number)
    }

    private init(_ upload: PictureUpload, upTo maximumBytes: Int, _ texts: [String: String?]) {
        self.upload = upload
        self.maximumBytes = maximumBytes
        self.texts = texts.compactMapValues { $0.map { Array($0.utf8) } }
    }

    private mutating func take(_ event: MultipartParser.Event) async throws {
        switch event {
        case .part("file", let fileName):
            items.append(Item(name: fileName ?? ""))
            pictures.append(upload.next())
            field = .file
        case .part(let name, _):
            let isKnown = ["album", "group"].contains(name) && texts[name] == nil
            field = isKnown ? .text(name) : .other
            if isKnown { texts[name] = [] }
        case .bytes(let bytes): try await take(bytes)
        case .end:
            if case .file = field {
                // A form can have many pictures: only the current one is in memory.
                try await pictures[pictures.count - 1]?.flush()
                if items.last?.name == "", pictures.last??.byteCount == 0 {
                    // The form of a page in which no file was chosen.
                    items.removeLast()
                    pictures.removeLast()
                }
            }
            field = .other
        }
    }

    private mutating func take(_ bytes: [UInt8]) async throws {
        let last = pictures.count - 1
        switch field {
        case .text(let name):
            texts[name]?.append(contentsOf: bytes)
            guard texts[name]?.count ?? 0 <= Self.maximumTextBytes else {
                throw WebRequest.tooLong(Self.maximumTextBytes)
            }
        case .file where pictures[last] != nil:
            do { try await pictures[last]?.write(bytes) } catch let error as GalleryError {
                guard error.isTooLong else { throw error }
                items[last].refusal = Problem(error)
                pictures[last] = nil
                excess = 0
            }
        case .file, .other:
            excess += bytes.count
            guard excess <= Self.maximumExcess else { throw WebRequest.tooLong(maximumBytes) }
        }
    }

    /// Stores the pictures of the complete form.
    private mutating func store(_ account: Account?, _ site: Site) async throws {
        guard !items.isEmpty else { throw Problem(.unprocessableContent, say: "error.no-file") }
        var texts: [String: String] = [:]
        for (name, bytes) in self.texts {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw Problem(.badRequest, "the field '\(name)' is not UTF-8")
            }
            if !text.isEmpty { texts[name] = text }
        }
        let album = texts["album"]
        upload.album = try await offload { try album.map { try site.album($0) } }
        upload.step = try site.uploadSteps.step(of: texts["group"], by: account)
        for (index, picture) in pictures.enumerated() {
            guard let picture else { continue }
            do {
                items[index].outcome = try await upload.store(picture, named: items[index].name)
            } catch {
                let refusal = Problem(refusing: error)
                // The photos that are stored remain.
                guard refusal != nil || upload.step.number != nil else { throw error }
                items[index].refusal = refusal ?? Problem(error)
            }
        }
    }
}

extension UploadForm.Item {
    /// The item of the response.
    var json: JSONValue {
        JSONValue([
            ("name", name),
            ("status", outcome.map { $0.isNew ? "new" : "present" } ?? "refused"),
            ("photo", outcome?.photo.rawValue), ("isTrashed", outcome?.isTrashed ?? false),
            ("error", refusal?.withoutFiles.detail),
        ])
    }
}

extension Problem {
    /// Creates the problem for a file that is refused because of its content; nil for any other
    /// error.
    init?(refusing error: any Error) {
        guard let error = error as? GalleryError else { return nil }
        switch error.kind {
        case .badInput where error.isTooLong: self.init(error)
        case .badInput where error.isWrongType: self.init(.unsupportedMediaType, error.message)
        case .badInput, .usage, .notAllowed: self.init(.unprocessableContent, error.message)
        default: return nil
        }
    }
}

extension WebRequest {
    /// The account that adds the photos of the request; nil for the owner without one.
    ///
    /// - Throws: 403 for users without permission to add photos.
    var uploader: Account? {
        get throws(Problem) {
            try principal.checkMayPublish()
            return principal.account
        }
    }
}

extension GalleryUploads {
    /// Checks that bytes fit on the disk.
    ///
    /// - Throws: 507.
    func checkSpace(for bytes: Int64) throws(Problem) {
        guard bytes <= freeBytes else {
            throw Problem(.insufficientStorage, say: "error.full-disk")
        }
    }
}

extension Site {
    /// Returns the album that an upload names.
    ///
    /// - Throws: 422 for an invalid one.
    func album(_ name: String) throws -> SectionReference {
        do { return try gallery.uploads.album(named: name) } catch {
            throw Problem(refusing: error) ?? Problem(error)
        }
    }
}

/// The steps for `undo` of uploads that belong together by a name of the client: such as files that
/// a user dropped, which are sent one by one.
///
/// A step is forgotten when there are too many, and when the server ends; later uploads then begin
/// another one.
final class UploadSteps: Sendable {
    private static let maximumCount = 500
    private let steps = Mutex<[(key: String, step: UndoStep)]>([])

    /// Returns the step of a group, or a new one without a name.
    ///
    /// - Throws: 422 for an invalid name.
    func step(of group: String?, by account: Account?) throws(Problem) -> UndoStep {
        guard let group else { return UndoStep("upload") }
        guard group.wholeMatch(of: /[A-Za-z0-9-]{1,64}/) != nil else {
            throw Problem(
                .unprocessableContent, invalid: "group", group,
                expected: .say("expected.group"))
        }
        let key = "\(account?.id ?? 0) \(group)"
        return steps.withLock { steps in
            if let known = steps.first(where: { $0.key == key }) { return known.step }
            if steps.count >= Self.maximumCount { steps.removeFirst() }
            let step = UndoStep("upload")
            steps.append((key, step))
            return step
        }
    }
}
