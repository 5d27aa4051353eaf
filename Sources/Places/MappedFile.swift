import Basics
import GalleryModel
import Glibc

/// A file mapped into memory for reading; it unmaps the file when it goes.
///
/// The length is read once, at opening, and nothing beyond it is ever touched. A file that another
/// program writes into or cuts while it is mapped is outside what a program can guard against
/// without a copy: reading behind the new end ends the process (SIGBUS). Installing replaces the file
/// by a rename, which leaves the mapped one as it was.
// Invariant: the mapped bytes are read-only, and they stay mapped as long as the value lives.
struct MappedFile: ~Copyable, @unchecked Sendable {
    /// The bytes; valid as long as the value lives.
    let bytes: UnsafeRawBufferPointer

    /// Maps a regular file that has at least one byte.
    ///
    /// Throws: `cannotOpen` with the system's error number, `notAnIndex` for an empty file.
    init(path: BytePath) throws(PlacesError) {
        // Without O_NONBLOCK a named pipe would wait for its writer.
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw .cannotOpen(path, errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotOpen(path, errno: errno) }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .cannotOpen(path, errno: isFolder ? EISDIR : EINVAL)
        }
        guard status.st_size > 0 else { throw .notAnIndex(path) }
        let length = Int(status.st_size)
        let start = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let start, start != MAP_FAILED else { throw .cannotOpen(path, errno: errno) }
        bytes = UnsafeRawBufferPointer(start: start, count: length)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}

extension UnsafeRawBufferPointer {
    // The callers have checked that the bytes are there.
    func integer16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    func integer32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    func signed32(at offset: Int) -> Int32 { Int32(bitPattern: integer32(at: offset)) }

    func integer64(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
