import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Synchronization

/// An upload of the tus protocol, as its file in the catalog describes it.
struct TusUpload: Codable, Sendable {
    /// The name in its address, a UUID.
    let id: String
    /// The account that sends it; 0 for the owner without one.
    let account: Int64
    /// The length of the file in bytes.
    let length: Int
    /// The header `Upload-Metadata`, as sent.
    let metadata: String
    /// The name of the file.
    let name: String
    /// The name of the album that also gets the photo.
    let album: String?
    /// The group of uploads that are one step for `undo`.
    let group: String?
    /// The offset from which bytes are received whose checksum has not been compared yet.
    var unchecked: Int?

    /// The photo, and the number of the step for `undo`; nil until the picture is stored.
    var outcome: PictureUpload.Outcome?
    var step: Int64?
    /// The number of bytes received.
    var offset = 0
    /// The time when the upload is removed.
    var expires = Date()
    /// The number of the request that continues it.
    var turn = 0

    private enum CodingKeys: CodingKey {
        case id, account, length, metadata, name, album, group, unchecked
    }
}

/// The unfinished uploads of the tus protocol; methods block.
///
/// They are files of the folder `uploads` in the catalog, so that another server continues them.
/// An upload has two files: `ID.json` describes it, and `ID.part` has the bytes received so far.
/// The length of the second one is the offset.
final class TusUploads: Sendable {
    /// The maximum number of unfinished uploads of a user.
    static let maximumCount = 100
    /// The number of results that are kept for clients that lost their connection.
    private static let maximumResults = 1000

    private struct State {
        /// The number of the last request for each upload; earlier ones no longer write.
        var turns: [String: Int] = [:]
        /// The uploads whose pictures are being stored.
        var storing: Set<String> = []
        /// The latest complete uploads, oldest first.
        var finished: [TusUpload] = []
    }

    private let folder: BytePath
    private let gallery: PhotoGallery
    private let options: ServerOptions
    private let state = Mutex(State())
    private let creation = Mutex<Void>(())

    /// Creates the store; the folder is created with the first upload.
    init(_ gallery: PhotoGallery, _ options: ServerOptions) {
        folder = gallery.path.appending("uploads")
        (self.gallery, self.options) = (gallery, options)
    }

    // MARK: - The protocol

    /// Calls methods on a background thread; their errors contain no paths.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (TusUploads) throws -> Value
    ) async throws -> Value {
        try await offload { [self] in
            do { return try body(self) } catch let error as FileError {
                throw GalleryError(
                    .inputOutput, "the upload cannot be written: \(error.reason)",
                    systemError: error.number)
            }
        }
    }

    /// Adds an upload without bytes.
    ///
    /// - Throws: 429 if the user has too many unfinished uploads; 507 if the unfinished uploads do
    ///   not fit on the disk; `FileError`.
    func create(_ upload: TusUpload) throws {
        try creation.withLock { _ in
            let unfinished = sweep()
            let own = unfinished.filter { $0.account == upload.account }
            let bytes = own.reduce(upload.length) { $0 + $1.length }
            guard own.count < Self.maximumCount, bytes <= 16 * options.maximumUploadBytes else {
                throw Problem(
                    .tooManyRequests, say: "error.many-uploads", headers: [.retryAfter: "60"])
            }
            let missing = unfinished.reduce(upload.length) { $0 + $1.length - $1.offset }
            try gallery.uploads.checkSpace(for: Int64(missing))
            do throws(FileError) { try folder.makeFolder(0o700) } catch {
                guard error.number == EEXIST else { throw error }
            }
            try save(upload)
            _ = try Descriptor(
                part(upload.id), for: .writing, [.new, .noFollow], permissions: NewFile.ownerOnly)
        }
    }

    /// Returns an upload and begins the turn of a request, which ends those of earlier ones: the
    /// server may not have noticed that their connections are closed.
    ///
    /// - Throws: 404 if it does not exist or belongs to another user; 410 if it has expired;
    ///   `FileError`.
    func open(_ id: String, by account: Account?) throws -> TusUpload {
        let finished = state.withLock { $0.finished.last { $0.id == id } }
        guard let found = finished ?? read(id), found.account == account?.id ?? 0 else {
            throw Problem(.notFound, say: "error.no-upload")
        }
        if finished != nil { return found }
        guard found.expires > Date() else {
            remove(id)
            throw Problem(.gone, say: "error.no-upload")
        }
        var upload = found
        upload.turn = state.withLock { state in
            state.turns[id, default: 0] += 1
            return state.turns[id] ?? 0
        }
        var file = try Descriptor(part(id), for: .both, .noFollow)
        _ = try file.lock(waiting: true)
        if let unchecked = upload.unchecked {
            // These bytes cannot be checked any more.
            try file.truncate(to: unchecked)
            upload.unchecked = nil
            try save(upload)
        }
        upload.offset = try file.status().byteCount
        return upload
    }

    /// Appends bytes at the offset of an upload.
    ///
    /// - Throws: 409 if another request continues the upload; 507 if the bytes do not fit on the
    ///   disk; `FileError`.
    func append(_ bytes: [UInt8], to upload: TusUpload) throws {
        try gallery.uploads.checkSpace(for: Int64(bytes.count))
        var file = try Descriptor(part(upload.id), for: .writing, .noFollow)
        _ = try file.lock(waiting: true)
        let isLast = state.withLock { $0.turns[upload.id, default: 0] == upload.turn }
        guard isLast, try file.status().byteCount == upload.offset else {
            throw Problem(.conflict, say: "error.upload-offset")
        }
        try bytes.span.bytes.withUnsafeBytes { memory throws(FileError) in
            try file.write(memory, at: upload.offset)
        }
    }

    /// Removes the bytes after an offset.
    func truncate(_ upload: TusUpload, to offset: Int) throws {
        try Descriptor(part(upload.id), for: .writing, .noFollow).truncate(to: offset)
    }

    /// Writes the description of an upload.
    func save(_ upload: TusUpload) throws {
        try AtomicFile.replace(
            info(upload.id), with: Array(try JSONText.encode(upload).utf8),
            permissions: NewFile.ownerOnly, syncs: false, followsLink: false)
    }

    /// Removes an upload.
    func remove(_ id: String) {
        removeFiles(id)
        state.withLock { $0.finished.removeAll { $0.id == id } }
    }

    private func removeFiles(_ id: String) {
        info(id).remove()
        part(id).remove()
        state.withLock { $0.turns[id] = nil }
    }

    // MARK: - The end of an upload

    /// Stores the picture of a complete upload, and returns the upload with the outcome; a refused
    /// one is removed.
    ///
    /// - Throws: 413, 415 and 422 for a refused picture; 423 if another request is storing it; 507
    ///   and 503, after which the request can be repeated.
    func store(
        _ upload: TusUpload, by account: Account?, _ site: Site
    ) async throws -> TusUpload {
        guard state.withLock({ $0.storing.insert(upload.id).inserted }) else {
            throw Problem(.locked, say: "error.upload-locked", headers: [.retryAfter: "1"])
        }
        defer { state.withLock { _ = $0.storing.remove(upload.id) } }
        // Another request may have stored it meanwhile.
        let finished = state.withLock { $0.finished.last { $0.id == upload.id } }
        if let finished { return finished }
        guard try await offload({ self.read(upload.id) })?.offset == upload.length else {
            throw Problem(.conflict, say: "error.upload-offset")
        }
        var picture = try await site.gallery.uploads.begin(
            by: account, upTo: options.maximumUploadBytes)
        let outcome: PictureUpload.Outcome
        do {
            picture.album = try await offload { try upload.album.map { try site.album($0) } }
            picture.step = try site.uploadSteps.step(of: upload.group, by: account)
            outcome = try await picture.store(file: part(upload.id), named: upload.name)
        } catch {
            await picture.end()
            guard let refusal = Problem(refusing: error) ?? error as? Problem,
                refusal.status.code < 500
            else { throw error }
            try await offload { self.remove(upload.id) }
            throw refusal
        }
        await picture.end()
        var stored = upload
        (stored.outcome, stored.step) = (outcome, picture.step.number)
        stored.offset = upload.length
        state.withLock { [stored] state in
            if state.finished.count >= Self.maximumResults { state.finished.removeFirst() }
            state.finished.append(stored)
        }
        try await offload { self.removeFiles(upload.id) }
        return stored
    }

    /// Stores the complete uploads that a server left when it ended, and removes expired ones.
    func tidy(_ site: Site) async {
        let complete = try? await offload { self.sweep().filter { $0.offset == $0.length } }
        // If the accounts cannot be read, the uploads wait.
        guard let complete, let accounts = try? await offload({ try self.gallery.accounts.list() })
        else { return }
        for upload in complete where upload.unchecked == nil {
            let account = accounts.first { $0.id == upload.account }
            guard upload.account == 0 || account?.role ?? .viewer >= .member else {
                try? await offload { self.remove(upload.id) }
                continue
            }
            let sender = Principal(role: account?.role ?? .owner, name: "", account: account)
            _ = try? await store(upload, by: account, site.seen(by: sender))
        }
    }

    /// Removes expired uploads, and returns the others.
    private func sweep() -> [TusUpload] {
        let now = Date()
        var unfinished: [TusUpload] = []
        for name in folder.children() {
            let id = String(decoding: name.bytes.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
            if let upload = read(id) {
                if upload.expires <= now {
                    remove(id)
                } else if name.bytes.suffix(5).elementsEqual(".json".utf8) {
                    unfinished.append(upload)
                }
            } else if expiry(changed: folder.appending(name).status?.modified ?? 0) <= now {
                // A server was killed before it wrote the other file.
                folder.appending(name).remove()
            }
        }
        return unfinished
    }

    private func expiry(changed nanoseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(nanoseconds) / 1e9) + options.uploadLifetime
    }

    // MARK: - Files

    /// Reads the description of an upload, its offset and the time when it expires; nil if it does
    /// not exist.
    private func read(_ id: String) -> TusUpload? {
        guard UUID(uuidString: id) != nil, id == id.lowercased(),
            let bytes = try? info(id).contents(atMost: 1 << 20),
            var upload = try? JSONText.decode(TusUpload.self, from: bytes)
        else { return nil }
        guard let file = part(id).status else { return nil }
        upload.offset = file.byteCount
        upload.expires = expiry(changed: max(file.modified, info(id).status?.modified ?? 0))
        return upload
    }

    private func info(_ id: String) -> BytePath { folder.appending("\(id).json") }
    private func part(_ id: String) -> BytePath { folder.appending("\(id).part") }
}

extension HTTPResponse.Status {
    /// The resource is locked (RFC 4918).
    static let locked = HTTPResponse.Status(code: 423, reasonPhrase: "Locked")
    /// The checksum of the tus protocol does not match.
    static let checksumMismatch = HTTPResponse.Status(code: 460, reasonPhrase: "Checksum Mismatch")
}
