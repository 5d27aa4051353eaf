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
    private var descriptor: Int32 = -1
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

    deinit { closeDescriptor() }

    /// Picks up what an earlier process left; anything that cannot be resumed counts as nothing.
    ///
    /// - Throws: The `errno` where the path is a link, a folder or cannot be opened.
    func open() throws(SystemError) {
        closeDescriptor()
        size = 0
        record = nil
        isRecordStored = false
        if let bytes = try? FileBytes.read(recordPath, maximumBytes: PartRecord.maximumBytes) {
            record = PartRecord(bytes: bytes)
            isRecordStored = true
        }
        do throws(SystemError) {
            descriptor = try FileBytes.open(path, O_RDWR)
        } catch  where error.number == ENOENT {
            return
        }
        size = try FileBytes.length(descriptor)
        isHashed = size == 0
    }

    /// The validator to resume a URL with; nil where there is nothing of this URL to resume.
    func validator(for url: HTTPURL) -> String? {
        guard descriptor >= 0, size > 0, let record, record.isOf(url) else { return nil }
        return record.validator
    }

    /// Hashes what is on disk, once; needed before a transfer resumes.
    func rehash() throws(SystemError) {
        guard !isHashed else { return }
        var fresh = SHA256Hasher()
        var offset: Int64 = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        while offset < size {
            let count = try FileBytes.read(into: buffer, from: descriptor, at: offset)
            // The file may have grown or shrunk since it was opened: only `size` bytes count.
            let used = min(Int64(count), size - offset)
            guard used > 0 else { throw SystemError(number: EIO) }
            fresh.update(UnsafeRawBufferPointer(rebasing: buffer[..<Int(used)]))
            offset += used
        }
        hasher = fresh
        isHashed = true
    }

    /// Makes the file empty for an answer that starts at its beginning.
    func restart(url: HTTPURL, headers: HTTPHeaders) throws(SystemError) {
        // The old record must be gone before the bytes change, or a crash would pair them wrongly.
        removeRecord()
        if descriptor < 0 { descriptor = try FileBytes.open(path, O_RDWR | O_CREAT) }
        guard ftruncate(descriptor, 0) == 0 else { throw SystemError(number: errno) }
        size = 0
        hasher = SHA256Hasher()
        isHashed = true
        record = PartRecord(url: url, headers: headers)
    }

    /// Appends bytes of the answer and hashes them.
    func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        try FileBytes.write(bytes, to: descriptor, at: size)
        hasher.update(bytes)
        size += Int64(bytes.count)
        if size >= PartFile.recordThreshold { storeRecord() }
    }

    /// Ends a complete file: closes it, removes the record and returns the hash.
    func finish() -> FileDigest {
        closeDescriptor()
        removeRecord()
        return hasher.digest
    }

    /// Ends a failed transfer: keeps what can be resumed, removes what cannot.
    func suspend() {
        guard descriptor >= 0, size > 0, record != nil else { return discard() }
        storeRecord()
    }

    /// Removes the file and its record.
    func discard() {
        removeRecord()
        closeDescriptor()
        path.withCString { _ = unlink($0) }
        size = 0
    }

    private func storeRecord() {
        guard !isRecordStored, let record else { return }
        // A record that cannot be written costs the resumption alone, never the download.
        guard let target = try? FileBytes.open(recordPath, O_WRONLY | O_CREAT | O_TRUNC) else {
            return
        }
        defer { close(target) }
        record.bytes.withUnsafeBytes { bytes in
            if (try? FileBytes.write(bytes, to: target, at: 0)) != nil { isRecordStored = true }
        }
    }

    private func removeRecord() {
        record = nil
        guard isRecordStored else { return }
        recordPath.withCString { _ = unlink($0) }
        isRecordStored = false
    }

    private func closeDescriptor() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
