import Basics
import GalleryModel
import Glibc

/// Holds the names in one folder, sorted by their bytes.
///
/// The names lie in one run of bytes, so that a folder of 100,000 files costs a few megabytes.
struct FolderListing {
    /// What the folder says an entry is, which saves asking about each.
    enum Kind: UInt8 {
        case file, folder, special
        /// A symbolic link, or a file system that does not tell.
        case unknown
    }

    private struct Entry {
        var offset: UInt32
        var length: UInt16
        var kind: Kind
    }

    /// The folder itself.
    let identity: FileIdentity
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    private var next = 0

    /// Reads a folder; `.` and `..` are left out.
    init(_ path: BytePath) throws(SystemError) {
        let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, let folder = fdopendir(descriptor) else {
            let code = errno
            close(descriptor)
            throw SystemError(code: code)
        }
        defer { closedir(folder) }
        identity = FileIdentity(status)
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                if errno != 0 { throw SystemError(code: errno) }
                break
            }
            append(entry)
        }
        let all = bytes
        entries.sort { left, right in
            all[FolderListing.range(left)].lexicographicallyPrecedes(
                all[FolderListing.range(right)])
        }
    }

    /// The next name and its kind; nil at the end.
    mutating func popFirst() -> (name: BytePath, kind: Kind)? {
        guard next < entries.count else { return nil }
        let entry = entries[next]
        next += 1
        return (BytePath(bytes: bytes[FolderListing.range(entry)]), entry.kind)
    }

    private static func range(_ entry: Entry) -> Range<Int> {
        Int(entry.offset)..<(Int(entry.offset) + Int(entry.length))
    }

    private mutating func append(_ entry: UnsafeMutablePointer<dirent>) {
        // The record holds its name behind its fixed fields, longer than the struct declares.
        guard let field = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
        let start = UnsafeRawPointer(entry) + field
        let name = UnsafeRawBufferPointer(
            start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
        if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { return }
        let kind: Kind =
            switch Int(entry.pointee.d_type) {
            case Int(DT_REG): .file
            case Int(DT_DIR): .folder
            case Int(DT_LNK), Int(DT_UNKNOWN): .unknown
            default: .special
            }
        entries.append(
            Entry(
                offset: UInt32(truncatingIfNeeded: bytes.count), length: UInt16(name.count),
                kind: kind))
        bytes.append(contentsOf: name)
    }
}
