import Basics
import Catalog
import Foundation
import GalleryModel
import Glibc

/// Copies a picture out of the catalog: complete or not at all, sharing blocks where the file system
/// can.
struct FileCopy {
    /// The result of a copy.
    enum Outcome {
        /// The file was written.
        case copied
        /// A file with the same bytes was there.
        case present
        /// A file with other bytes is there; nothing was written.
        case occupied
    }

    /// Linux's ioctl number for sharing a file's blocks with another.
    ///
    /// Source: linux/fs.h, FICLONE.
    private static let shareBlocks: UInt = 0x4004_9409

    /// Copies a picture; folders on the way are made.
    ///
    /// Nobody may read the copy who may not read the picture.
    /// Every copy goes to the disk before it gets its name. One that a power cut tore would be a file with
    /// other bytes to every later export, and would keep the name from the picture for good.
    ///
    /// - Throws: `FileError`; `PictureAbsence` where somebody writes to the picture meanwhile.
    static func copy(
        from picture: borrowing VerifiedPicture, to target: BytePath
    ) throws -> Outcome {
        let source = picture.path
        let input = picture.descriptor
        if let outcome = try found(picture, at: target) { return outcome }
        guard lseek(input, 0, SEEK_SET) == 0 else { throw FileError(path: source, number: errno) }
        try target.parent.makeFolders()
        let part = target.parent.appending(
            BytePath(bytes: Array(".gallery-\(UUID().uuidString).part".utf8)))
        let mode = permissions(of: picture)
        let output = part.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
        guard output >= 0 else { throw FileError(path: target, number: errno) }
        do {
            defer { close(output) }
            if ioctl(output, shareBlocks, input) != 0 {
                try forEachBlock(of: input, source) { block in try write(block, to: output, target)
                }
            }
            try picture.checkUnchanged()
            try NewFile.sync(output, target)
        } catch {
            _ = part.withCString { unlink($0) }
            throw error
        }
        if try NewFile.rename(part, to: target) { return .copied }
        return try found(picture, at: target) ?? .occupied
    }

    /// What has a picture's name already, held against the picture's open file; nil where nothing can be
    /// opened.
    private static func found(
        _ picture: borrowing VerifiedPicture, at target: BytePath
    ) throws -> Outcome? {
        let there = target.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard there >= 0 else { return nil }
        defer { close(there) }
        let input = picture.descriptor
        guard lseek(input, 0, SEEK_SET) == 0 else {
            throw FileError(path: picture.path, number: errno)
        }
        guard try isSame(input, there, picture.path, target) else { return .occupied }
        // The bytes that it is the same as must be the picture's.
        try picture.checkUnchanged()
        return .present
    }

    /// The permissions of a file that is made of a picture, which the umask narrows.
    ///
    /// Who may read the picture may read it, and its owner may write it.
    static func permissions(of picture: borrowing VerifiedPicture) -> mode_t {
        var status = stat()
        guard fstat(picture.descriptor, &status) == 0 else { return NewFile.ownerOnly }
        return NewFile.ownerOnly | status.st_mode & 0o444
    }

    /// Whether two files have the same bytes.
    static func isSame(_ left: BytePath, _ right: BytePath) throws -> Bool {
        let first = left.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard first >= 0 else { throw FileError(path: left, number: errno) }
        defer { close(first) }
        let second = right.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard second >= 0 else { throw FileError(path: right, number: errno) }
        defer { close(second) }
        return try isSame(first, second, left, right)
    }

    private static func isSame(
        _ left: Int32, _ right: Int32, _ leftPath: BytePath, _ rightPath: BytePath
    ) throws -> Bool {
        var leftStatus = stat()
        var rightStatus = stat()
        guard fstat(left, &leftStatus) == 0 else { throw FileError(path: leftPath, number: errno) }
        guard fstat(right, &rightStatus) == 0 else {
            throw FileError(path: rightPath, number: errno)
        }
        guard leftStatus.st_size == rightStatus.st_size, rightStatus.st_mode & S_IFMT == S_IFREG
        else {
            return false
        }
        var isSame = true
        var other = [UInt8](repeating: 0, count: 1 << 18)
        try forEachBlock(of: left, leftPath) { block in
            guard isSame else { return }
            var filled = 0
            while filled < block.count {
                let count = other.withUnsafeMutableBytes {
                    read(right, $0.baseAddress?.advanced(by: filled), block.count - filled)
                }
                if count < 0 { throw FileError(path: rightPath, number: errno) }
                if count == 0 { break }
                filled += count
            }
            isSame = filled == block.count && block.elementsEqual(other.prefix(filled))
        }
        return isSame
    }

    /// Hands out a file's bytes from where it stands on, 256 KiB at a time.
    static func forEachBlock(
        of descriptor: Int32, _ path: BytePath, _ body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(path: path, number: errno) }
            if count == 0 { return }
            try body(buffer.prefix(count))
        }
    }

    /// Writes all of the bytes; `path` is for the message.
    static func write(
        _ block: ArraySlice<UInt8>, to descriptor: Int32, _ path: BytePath
    ) throws(FileError) {
        var rest = block
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError(path: path, number: errno) }
            rest = rest.dropFirst(count)
        }
    }
}
