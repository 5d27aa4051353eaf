import Basics
import Foundation
import Glibc

/// Owns the unfinished file of a download, its running hash and its record.
///
/// `@unchecked Sendable`. Invariant: at any time either the transfer's task (through the file
/// thread) or curl's thread uses it, never both; the exchange's continuation transfers ownership.
/// After `open()` or `restart(…)`, `hasher` has seen exactly the first `size` bytes of a file that
/// can be resumed.
final class PartFile: @unchecked Sendable {
    /// The size in bytes from which the record is written while the transfer is running, so that a
    /// killed process can resume.
    ///
    /// Smaller files are not worth an extra file.
    private static let recordThreshold: Int64 = 262_144

    private let path: BytePath
    private let recordPath: BytePath
    private var file: Descriptor?
    private var hasher = SHA256Hasher()
    private var record: PartRecord?
    private var isRecordStored = false
    /// The number of bytes on disk that belong to the response.
    private(set) var size: Int64 = 0

    init(path: BytePath) {
        self.path = path
        recordPath = BytePath(bytes: path.bytes + Array(".meta".utf8))
    }

    /// Opens the file left by an earlier process, once; a file that cannot be resumed counts as
    /// empty.
    ///
    /// - Throws: the `errno` if the path is a link or a folder, or cannot be opened.
    func open() throws(FileError) {
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
        file = consume found
        // Bytes that cannot be read are replaced.
        if record != nil, (try? hash()) == nil { record = nil }
    }

    /// Returns the validator to resume a URL with; nil if no part of this URL is stored.
    func validator(for url: HTTPURL) -> String? {
        guard isOpen, size > 0, let record,
            record.urlDigest == FileDigest(of: url.text).hexadecimal
        else { return nil }
        return record.validator
    }

    /// Hashes the bytes on disk.
    private func hash() throws(FileError) {
        var offset: Int64 = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        while offset < size {
            let count = try file?.read(into: buffer, at: Int(offset)) ?? 0
            // The file may have grown or shrunk since it was opened: only `size` bytes count.
            let used = min(Int64(count), size - offset)
            guard used > 0 else { throw FileError(path: path, number: EIO) }
            hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<Int(used)]))
            offset += used
        }
    }

    /// Truncates the file for a response that starts at the beginning.
    func restart(url: HTTPURL, headers: HTTPHeaders) throws(FileError) {
        // The old record is removed before the bytes change; otherwise a crash could pair it with
        // other bytes.
        removeRecord()
        if !isOpen { file = try PartFile.open(path, for: .both, .create) }
        try file?.truncate(to: 0)
        size = 0
        hasher = SHA256Hasher()
        record = PartRecord(url: url, headers: headers)
    }

    /// Appends bytes of the response and hashes them.
    func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        guard isOpen else { throw FileError(path: path, number: EBADF) }
        try file?.write(bytes, at: Int(size))
        hasher.update(bytes)
        size += Int64(bytes.count)
        if size >= PartFile.recordThreshold { storeRecord() }
    }

    /// Closes a complete file, removes the record and returns the hash.
    func finish() -> FileDigest {
        file = nil
        removeRecord()
        return hasher.digest
    }

    /// Ends a failed transfer: keeps the file if it can be resumed, removes it otherwise.
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
        // Without a record the file cannot be resumed, but the download still succeeds.
        let isStored: Void? = try? PartFile.open(recordPath, for: .writing, [.create, .truncate])
            .write(record.bytes)
        isRecordStored = isStored != nil
    }

    private func removeRecord() {
        record = nil
        guard isRecordStored else { return }
        recordPath.remove()
        isRecordStored = false
    }

    private var isOpen: Bool { file != nil }

    /// Opens a regular file without following a link at the end of the path and without blocking on
    /// a pipe.
    ///
    /// The umask applies to new files: downloaded pictures are not secret.
    ///
    /// - Throws: the `errno`; `EINVAL` if the path is not a regular file.
    private static func open(
        _ path: BytePath, for access: Descriptor.Access = .reading,
        _ options: Descriptor.Options = []
    ) throws(FileError) -> Descriptor {
        try Descriptor.file(
            path, for: access, options.union(.noFollow), permissions: NewFile.standardPermissions)
    }
}

/// Describes the download that an unfinished file belongs to; stored beside it as `<path>.meta`.
struct PartRecord: Codable, Sendable, Hashable {
    /// The SHA-256 of the final URL, because the URL may contain secrets.
    let urlDigest: String
    /// The value for `If-Range`: a strong entity tag or a date.
    let validator: String
    /// Identifies the boot of the machine in which the record was written.
    ///
    /// The bytes are not synced, so after a machine crash some may be missing in the middle of the
    /// file. A record is valid only until the next boot.
    let bootID: String

    /// Creates a record; nil if the response has no validator for resuming.
    init?(url: HTTPURL, headers: HTTPHeaders) {
        guard let validator = PartRecord.validator(headers) else { return nil }
        self.validator = validator
        urlDigest = FileDigest(of: url.text).hexadecimal
        bootID = PartRecord.currentBootID
    }

    /// Reads a record; nil if it is incomplete, from another boot, or cannot be sent.
    init?(bytes: [UInt8]) {
        guard bytes.count <= PartRecord.maximumBytes,
            let record = try? JSONText.decode(PartRecord.self, from: bytes),
            record.bootID == PartRecord.currentBootID,
            HTTPHeaders(dictionaryLiteral: ("If-Range", record.validator)).isSendable,
            !record.validator.isEmpty
        else { return nil }
        self = record
    }

    /// The record in its stored form.
    var bytes: [UInt8] { (try? JSONText.encode(self)).map { Array($0.utf8) } ?? [] }

    /// The size limit for reading a record, in bytes.
    static let maximumBytes = 16_384

    /// Returns the strong entity tag, or else the modification date if it is strong: a file
    /// modified within a second of the response may change again under the same date.
    ///
    /// Source: RFC 9110, sections 8.8.2.2 and 13.1.5.
    private static func validator(_ headers: HTTPHeaders) -> String? {
        if let tag = headers["ETag"], tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count > 2,
            tag.utf8.count <= 1_024
        {
            return tag
        }
        guard let text = headers["Last-Modified"], let modified = HTTPDate.seconds(text) else {
            return nil
        }
        if let date = headers["Date"].flatMap({ HTTPDate.seconds($0) }), date < modified + 1 {
            return nil
        }
        return text
    }

    /// Identifies the current boot; empty if the system does not report it.
    ///
    /// Source: https://docs.kernel.org/admin-guide/sysctl/kernel.html#random
    private static let currentBootID: String = {
        let path = BytePath("/proc/sys/kernel/random/boot_id")
        let bytes = (try? Descriptor(path).bytes(atMost: 64)) ?? []
        return String(decoding: bytes, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }()
}
