import Basics
import GalleryModel
import Glibc

/// Owns the unfinished file of a download, its running hash and its record.
///
/// Invariant behind `@unchecked Sendable`: at any time either the transfer's own task (through the
/// file thread) or curl's thread uses it, never both. The exchange's continuation hands it over.
/// Invariant: after `rehash()` or `restart(…)`, `hasher` has seen the first `size` bytes.
final class PartFile: @unchecked Sendable {
    /// The bytes after which the record is written while the transfer still runs, so that a killed
    /// process can resume.
    ///
    /// Smaller files are not worth the extra file.
    private static let recordThreshold: Int64 = 262_144

    private let path: BytePath
    private let recordPath: BytePath
    private var file: Descriptor?
    private var hasher = SHA256Hasher()
    private var isHashed = false
    private var record: PartRecord?
    private var isRecordStored = false
    /// The bytes on disk that belong to the answer.
    private(set) var size: Int64 = 0

    init(path: BytePath) {
        self.path = path
        recordPath = BytePath(bytes: path.bytes + Array(".meta".utf8))
    }

    /// Picks up what an earlier process left; anything that cannot be resumed counts as nothing.
    ///
    /// - Throws: The `errno` where the path is a link, a folder or cannot be opened.
    func open() throws(FileError) {
        file = nil
        size = 0
        record = nil
        isRecordStored = false
        if let bytes = try? PartFile.open(recordPath).bytes(atMost: PartRecord.maximumBytes) {
            record = PartRecord(bytes: bytes)
            isRecordStored = true
        }
        let found: Descriptor
        do throws(FileError) { found = try PartFile.open(path, for: .both) } catch {
            if error.number == ENOENT { return }
            throw error
        }
        size = Int64(try found.status().byteCount)
        isHashed = size == 0
        file = consume found
    }

    /// The validator to resume a URL with; nil where there is nothing of this URL to resume.
    func validator(for url: HTTPURL) -> String? {
        guard isOpen, size > 0, let record, record.isOf(url) else { return nil }
        return record.validator
    }

    /// Hashes what is on disk, once; needed before a transfer resumes.
    func rehash() throws(FileError) {
        guard !isHashed else { return }
        var fresh = SHA256Hasher()
        var offset: Int64 = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        while offset < size {
            let count = try read(into: buffer, at: Int(offset))
            // The file may have grown or shrunk since it was opened: only `size` bytes count.
            let used = min(Int64(count), size - offset)
            guard used > 0 else { throw FileError(path: path, number: EIO) }
            fresh.update(UnsafeRawBufferPointer(rebasing: buffer[..<Int(used)]))
            offset += used
        }
        hasher = fresh
        isHashed = true
    }

    /// Makes the file empty for an answer that starts at its beginning.
    func restart(url: HTTPURL, headers: HTTPHeaders) throws(FileError) {
        // The old record must be gone before the bytes change, or a crash would pair them wrongly.
        removeRecord()
        if !isOpen { file = try PartFile.open(path, for: .both, .create) }
        try file?.truncate(to: 0)
        size = 0
        hasher = SHA256Hasher()
        isHashed = true
        record = PartRecord(url: url, headers: headers)
    }

    /// Appends bytes of the answer and hashes them.
    func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        guard isOpen else { throw FileError(path: path, number: EBADF) }
        try file?.write(bytes, at: Int(size))
        hasher.update(bytes)
        size += Int64(bytes.count)
        if size >= PartFile.recordThreshold { storeRecord() }
    }

    /// Ends a complete file: closes it, removes the record and returns the hash.
    func finish() -> FileDigest {
        file = nil
        removeRecord()
        return hasher.digest
    }

    /// Ends a failed transfer: keeps what can be resumed, removes what cannot.
    func suspend() {
        guard isOpen, size > 0, record != nil else { return discard() }
        storeRecord()
    }

    /// Removes the file and its record.
    func discard() {
        removeRecord()
        file = nil
        path.remove()
        size = 0
    }

    private func storeRecord() {
        guard !isRecordStored, let record else { return }
        // A record that cannot be written costs the resumption alone, never the download.
        isRecordStored = (try? PartFile.store(record, at: recordPath)) != nil
    }

    private static func store(_ record: PartRecord, at path: BytePath) throws(FileError) {
        let file = try open(path, for: .writing, [.create, .truncate])
        try file.write(record.bytes)
    }

    private func removeRecord() {
        record = nil
        guard isRecordStored else { return }
        recordPath.remove()
        isRecordStored = false
    }

    private var isOpen: Bool { file != nil }

    private func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(FileError) -> Int {
        guard isOpen else { throw FileError(path: path, number: EBADF) }
        return try file?.read(into: buffer, at: offset) ?? 0
    }

    /// Opens a regular file without following a link at its end and without blocking on a pipe.
    ///
    /// One that is made is readable as the umask allows: what was downloaded is nobody's secret.
    ///
    /// - Throws: The `errno`; `EINVAL` for what is no regular file.
    private static func open(
        _ path: BytePath, for access: Descriptor.Access = .reading,
        _ options: Descriptor.Options = []
    ) throws(FileError) -> Descriptor {
        try Descriptor.file(
            path, for: access, options.union(.noFollow),
            permissions: NewFile.standardPermissions)
    }
}
