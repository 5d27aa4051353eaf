import Glibc

/// A file mapped into memory for reading; it unmaps the file when it goes.
///
/// The length is read once, at opening, and nothing beyond it is ever touched. A file that another
/// program writes into or cuts while it is mapped is outside what a program can guard against
/// without a copy: reading behind the new end ends the process (SIGBUS). Installing replaces the file
/// by a rename, which leaves the mapped one as it was.
// Invariant: the mapped bytes are read-only, and they stay mapped as long as the value lives.
package struct MappedFile: ~Copyable, @unchecked Sendable {
    /// The bytes; valid as long as the value lives.
    package let bytes: UnsafeRawBufferPointer

    /// Maps a regular file.
    ///
    /// - Throws: the system's error; `EISDIR` for a folder, `EINVAL` for what else is no regular file,
    ///   `ENODATA` for one without bytes.
    package init(path: BytePath) throws(FileError) {
        let file = try Descriptor.file(path)
        let length = try file.status().byteCount
        guard length > 0 else { throw FileError(path: path, number: ENODATA) }
        let start = mmap(nil, length, PROT_READ, MAP_PRIVATE, file.number, 0)
        guard let start, start != MAP_FAILED else { throw FileError(path: path, number: errno) }
        bytes = UnsafeRawBufferPointer(start: start, count: length)
    }

    deinit {
        munmap(UnsafeMutableRawBufferPointer(mutating: bytes).baseAddress, bytes.count)
    }
}
