import Basics
import Glibc

/// Owns the descriptor of a file that is being imported.
struct SourceFile: ~Copyable {
    let file: Descriptor
    /// The facts when it was opened.
    let status: FileStatus

    /// Opens a regular file for reading, without changing its time of last access where allowed.
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
            // Sockets cannot be opened at all.
            throw error.number == ENXIO ? .notAFile(error.path) : error.cameraError
        }
    }

    private static func open(_ path: BytePath) throws(FileError) -> Descriptor {
        // Without O_NONBLOCK opening a pipe would wait for a writer.
        let options: Descriptor.Options = [.nonBlocking, .noTerminal]
        do throws(FileError) {
            return try Descriptor(path, for: .reading, options.union(.noAccessTime))
        } catch {
            guard error.number == EPERM else { throw error }
        }
        return try Descriptor(path, for: .reading, options)
    }

    var path: BytePath { file.path }

    /// The file's length in bytes when it was opened.
    var byteCount: Int { status.byteCount }

    /// When the file was last changed, in nanoseconds since 1970-01-01 UTC.
    var modificationNanoseconds: Int64 { status.modified }

    /// A path that leads to this very file, even when its own path no longer does.
    var descriptorPath: BytePath { file.descriptorPath }

    /// Reads until the buffer is full or the file ends; returns how many bytes were read.
    borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(CameraError) -> Int {
        do throws(FileError) { return try file.read(into: buffer) } catch {
            throw .unreadable(path, errno: error.number)
        }
    }

    /// The bytes from where the file stands to its end, as it was when it was opened.
    borrowing func bytes() throws(CameraError) -> [UInt8] {
        do throws(FileError) { return try file.bytes(atMost: byteCount) } catch {
            throw .unreadable(path, errno: error.number)
        }
    }

    /// Throws where the file has changed since it was opened.
    borrowing func checkUnchanged(bytesRead: Int) throws(CameraError) {
        let now: FileStatus
        do throws(FileError) { now = try file.status() } catch {
            throw .unreadable(path, errno: error.number)
        }
        guard now.byteCount == byteCount, bytesRead == byteCount, now.modified == status.modified
        else { throw .changed(path) }
    }
}
