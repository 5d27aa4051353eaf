package import Basics
import Glibc
package import Imaging

/// Owns the descriptor of a file that is being imported.
struct SourceFile: ~Copyable {
    let file: Descriptor
    /// The file's status when it was opened.
    let status: FileStatus

    /// Opens a regular file for reading, without updating its access time if permitted.
    init(_ path: BytePath) throws(CameraError) {
        let opened = try SourceFile.translating { () throws(FileError) in
            try SourceFile.open(path)
        }
        let facts = try SourceFile.translating { () throws(FileError) in try opened.status() }
        guard facts.kind == .file else {
            throw facts.kind == .folder ? .unreadable(path, errno: EISDIR) : .notAFile(path)
        }
        file = opened
        status = facts
    }

    private static func translating<Value: ~Copyable>(
        _ body: () throws(FileError) -> Value
    ) throws(CameraError) -> Value {
        do throws(FileError) { return try body() } catch {
            // Opening a socket fails.
            throw error.number == ENXIO ? .notAFile(error.path) : error.cameraError
        }
    }

    private static func open(_ path: BytePath) throws(FileError) -> Descriptor {
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        let options: Descriptor.Options = [.nonBlocking, .noTerminal]
        do throws(FileError) {
            return try Descriptor(path, for: .reading, options.union(.noAccessTime))
        } catch {
            guard error.number == EPERM else { throw error }
        }
        return try Descriptor(path, for: .reading, options)
    }

    var path: BytePath { file.path }

    /// Length in bytes when the file was opened.
    var byteCount: Int { status.byteCount }

    /// A path to this very file, even if its own path now refers to another.
    var descriptorPath: BytePath { file.descriptorPath }

    /// Runs work for reading the file; its errors become those of this file.
    borrowing func reading<Value: ~Copyable>(
        _ work: () throws(FileError) -> Value
    ) throws(CameraError) -> Value {
        do throws(FileError) { return try work() } catch {
            throw .unreadable(path, errno: error.number)
        }
    }

    /// Reads until the buffer is full; throws if the file ends before.
    borrowing func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CameraError) {
        let count = try reading { () throws(FileError) in try file.read(into: buffer) }
        guard count == buffer.count else { throw .changed(path) }
    }

    /// Reads from the current position to the end, as of when the file was opened.
    borrowing func bytes() throws(CameraError) -> [UInt8] {
        try reading { () throws(FileError) in try file.bytes(atMost: byteCount) }
    }

    /// Throws if the file has changed since it was opened.
    borrowing func checkUnchanged() throws(CameraError) {
        let now = try reading { () throws(FileError) in try file.status() }
        guard now.byteCount == byteCount, now.modified == status.modified else {
            throw .changed(path)
        }
    }
}

/// The reason why a file or folder cannot be imported.
package enum CameraError: Error, Hashable, Sendable {
    /// The path does not exist or is a dangling symbolic link.
    case missing(BytePath)
    /// The file or folder cannot be read: path and system error number.
    case unreadable(BytePath, errno: Int32)
    /// The path is a device, pipe or socket.
    case notAFile(BytePath)
    /// The file has no bytes.
    case empty(BytePath)
    /// The file's type is not supported yet.
    case unsupported(BytePath, PictureFormat)
    /// The file was named like a picture, or requested as one, but is not a picture.
    case notAPicture(BytePath, PictureFormat)
    /// The picture is damaged, for the given reason.
    case damaged(BytePath, reason: String)
    /// The file changed while it was being read.
    case changed(BytePath)
    /// The copy cannot be written: path and system error number.
    case cannotCopy(to: BytePath, errno: Int32)
}

extension CameraError {
    /// The path that the error is about.
    package var path: BytePath {
        switch self {
        case .missing(let path), .unreadable(let path, _), .notAFile(let path), .empty(let path),
            .unsupported(let path, _), .notAPicture(let path, _), .damaged(let path, _),
            .changed(let path), .cannotCopy(let path, _):
            path
        }
    }
}

extension CameraError: CustomStringConvertible {
    /// The message: the escaped path, the cause and the next step.
    package var description: String { "'\(path.escaped)' \(cause)" }

    /// The message without the path, for output that already shows it.
    package var cause: String {
        switch self {
        case .missing: "does not exist; check the name and whether its disk is mounted"
        case .unreadable(_, let code): "cannot be read: \(SystemMessage.text(code))"
        case .notAFile: "is a device, pipe or socket, not a picture file"
        case .empty: "is empty (0 bytes)"
        case .unsupported(_, .unknown): "is not a picture"
        case .unsupported(_, let format) where format.isPicture:
            "is of type \(format.exiftoolName), which is not yet supported"
        case .unsupported(_, let format): "is of type \(format.exiftoolName), not a picture"
        case .damaged(_, let reason): "is damaged: \(reason); copy it from the camera again"
        case .notAPicture(_, .unknown):
            "is not a picture; skip it, or copy it from the camera again"
        case .notAPicture(_, let format):
            "is of type \(format.exiftoolName), not a picture; skip it, or copy it from the "
                + "camera again"
        case .changed: "changed while it was being read; import it again once it is complete"
        case .cannotCopy(_, let code): "cannot be written: \(SystemMessage.text(code))"
        }
    }
}

extension FileError {
    /// The import error for a path that could not be read.
    var cameraError: CameraError { isMissing ? .missing(path) : .unreadable(path, errno: number) }
}

extension SourceStamp {
    /// Examines a file and its sidecars.
    ///
    /// - Parameter folder: the file's folder, if already known.
    /// - Throws: `missing` or `unreadable`.
    package init(of path: BytePath, in folder: DiskFolder? = nil) throws(CameraError) {
        let dateSeen = SourceStamp.now
        let status: FileStatus
        do throws(FileError) { status = try FileStatus(path) } catch { throw error.cameraError }
        self.init(
            path: path, byteCount: Int64(status.byteCount), modified: status.modified,
            inode: Int64(bitPattern: status.identity.inode),
            sidecar: SidecarFiles.stamp(beside: path),
            folder: (folder ?? DiskFolder(path.parent))?.text ?? "", changed: status.changed,
            dateSeen: dateSeen)
    }
}
