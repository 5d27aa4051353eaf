import Basics
import GalleryModel
import Glibc

/// Carries the `errno` of a system call that failed.
struct SystemError: Error {
    /// The `errno`.
    let number: Int32
}

/// Reads and writes through descriptors, over interruptions and short counts.
enum FileBytes {
    /// Opens a regular file without following a link at its end and without blocking on a pipe.
    ///
    /// One that is made is readable as the umask allows: what was downloaded is nobody's secret.
    ///
    /// - Throws: The `errno`; `EINVAL` for what is no regular file.
    static func open(_ path: BytePath, _ flags: Int32) throws(SystemError) -> Int32 {
        let all = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let descriptor = path.withCString { Glibc.open($0, all, 0o644) }
        guard descriptor >= 0 else { throw SystemError(number: errno) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw SystemError(number: EINVAL)
        }
        return descriptor
    }

    /// The length of an open file in bytes.
    static func length(_ descriptor: Int32) throws(SystemError) -> Int64 {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw SystemError(number: errno) }
        return Int64(facts.st_size)
    }

    /// Writes all bytes at an offset.
    static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int64
    ) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError(number: count < 0 ? errno : EIO) }
            done += count
        }
    }

    /// Fills a buffer from an offset on and returns how many bytes there were.
    static func read(
        into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int64
    ) throws(SystemError) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + done)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError(number: errno) }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Reads the first bytes of a file, also of one in `/proc` that claims to be empty.
    static func read(_ path: BytePath, maximumBytes: Int) throws(SystemError) -> [UInt8] {
        let descriptor = try open(path, O_RDONLY)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: maximumBytes)
        var outcome: Result<Int, SystemError> = .success(0)
        bytes.withUnsafeMutableBytes { buffer in
            do throws(SystemError) {
                outcome = .success(try read(into: buffer, from: descriptor, at: 0))
            } catch {
                outcome = .failure(error)
            }
        }
        return Array(bytes.prefix(try outcome.get()))
    }
}
