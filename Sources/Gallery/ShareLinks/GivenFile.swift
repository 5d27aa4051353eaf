import Basics

/// An open file that a share link gives; closed when the value goes.
package final class GivenFile: Sendable {
    /// A name for it, without a person's words.
    package let name: String
    /// The type of its bytes as exiftool names it, such as `JPEG`.
    package let fileType: String
    /// What no other file has, 64 hexadecimal digits.
    package let identity: String
    /// How many bytes there are.
    package let byteCount: Int

    private let read: @Sendable (UnsafeMutableRawBufferPointer, Int) throws -> Void

    init(
        name: String, fileType: String, identity: String, byteCount: Int,
        read: @escaping @Sendable (UnsafeMutableRawBufferPointer, Int) throws -> Void
    ) {
        self.name = name
        self.fileType = fileType
        self.identity = identity
        self.byteCount = byteCount
        self.read = read
    }

    /// Fills a buffer with the bytes from an offset on; blocks until they are read.
    ///
    /// - Throws: `notFound` and `inputOutput` where the file is not what it was: what the buffer holds by then is not
    ///   of it.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws {
        try read(buffer, offset)
    }
}

/// An open file that was made for a link.
final class MadeFile: Sendable {
    private let file: Descriptor
    /// The length in bytes.
    let byteCount: Int

    /// Opens a file.
    ///
    /// - Throws: what open(2) says.
    init(_ path: BytePath) throws(FileError) {
        file = try Descriptor.file(path, for: .reading, .noFollow)
        byteCount = try file.status().byteCount
    }

    /// Fills a buffer with the bytes from an offset on.
    ///
    /// - Throws: `inputOutput` where they cannot be read.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(GalleryError) {
        let count: Int
        do throws(FileError) { count = try file.read(into: buffer, at: offset) } catch {
            throw GalleryError(.inputOutput, "cannot read \(error)")
        }
        guard count == buffer.count else {
            throw GalleryError(.inputOutput, "'\(file.path.escaped)' is shorter than it was")
        }
    }
}
