internal import CFileSystem
import Dispatch
package import Glibc

/// An open file, closed on deinitialization.
///
/// Calls interrupted by a signal are retried, and short reads and writes are continued. Child
/// processes do not inherit descriptors (`O_CLOEXEC`).
package struct Descriptor: ~Copyable, Sendable {
    /// The access mode of an open file.
    package enum Access: Int32, Sendable {
        /// Read only: `O_RDONLY`.
        case reading = 0
        /// Write only: `O_WRONLY`.
        case writing = 1
        /// Read and write: `O_RDWR`.
        case both = 2
    }

    /// Flags of open(2).
    package struct Options: OptionSet, Sendable {
        /// The flags as passed to open(2).
        package let rawValue: Int32

        /// Creates options from flags.
        package init(rawValue: Int32) { self.rawValue = rawValue }

        /// Creates the file if it does not exist.
        package static let create = Options(rawValue: O_CREAT)
        /// Creates the file; fails if it exists.
        package static let new = Options(rawValue: O_CREAT | O_EXCL)
        /// Truncates the file.
        package static let truncate = Options(rawValue: O_TRUNC)
        /// Fails if the last path component is a symbolic link.
        package static let noFollow = Options(rawValue: O_NOFOLLOW)
        /// Never blocks; opening a pipe would otherwise wait for the other end.
        package static let nonBlocking = Options(rawValue: O_NONBLOCK)
        /// Does not make a terminal the controlling terminal of the process.
        package static let noTerminal = Options(rawValue: O_NOCTTY)
        /// Fails if the path is not a folder.
        package static let folder = Options(rawValue: O_DIRECTORY)
        /// Creates a file without a name in the folder at the path; no other program can open it by
        /// a path.
        ///
        /// Source: linux/fcntl.h, O_TMPFILE, which is not in Swift's Glibc module.
        package static let unnamed = Options(rawValue: 0o20000000 | O_DIRECTORY)
        /// Leaves the access time unchanged; only the file's owner can request this.
        ///
        /// Source: linux/fcntl.h, O_NOATIME, which is not in Swift's Glibc module.
        package static let noAccessTime = Options(rawValue: 0o1000000)
    }

    /// The path used in errors, usually the one passed to open(2).
    package let path: BytePath
    /// The descriptor number, valid for the lifetime of the value.
    package let number: Int32
    /// True once `lock` acquired the lock on the file.
    private var isLocked = false

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - permissions: permissions of a new file; restricted by the umask.
    ///   - name: the path used in errors if it differs from `path`, such as the final path of an
    ///     incomplete file.
    /// - Throws: The error of open(2).
    package init(
        _ path: BytePath, for access: Access = .reading, _ options: Options = [],
        permissions: mode_t = 0, errorPath name: BytePath? = nil
    ) throws(FileError) {
        let flags = access.rawValue | options.rawValue | O_CLOEXEC
        self.path = name ?? path
        number = try SystemCall.retrying(name ?? path) {
            path.withCString { open($0, flags, permissions) }
        }
    }

    /// Takes ownership of a descriptor opened by a system call.
    ///
    /// - Throws: The error of the call if it returns -1.
    init(errorPath name: BytePath, opening: () -> Int32) throws(FileError) {
        path = name
        number = try SystemCall.retrying(name, opening)
    }

    /// Opens a regular file.
    ///
    /// Opening never blocks, so a pipe without a writer cannot hang the caller.
    ///
    /// - Throws: The error of open(2); `EISDIR` for a folder, `EINVAL` for other special files.
    package static func file(
        _ path: BytePath, for access: Access = .reading, _ options: Options = [],
        permissions: mode_t = 0
    ) throws(FileError) -> Descriptor {
        let opened = try Descriptor(
            path, for: access, options.union(.nonBlocking), permissions: permissions)
        switch try opened.status().kind {
        case .file: return opened
        case .folder: throw FileError(path: path, number: EISDIR)
        case .link, .special: throw FileError(path: path, number: EINVAL)
        }
    }

    /// Opens a folder for locking, syncing or listing.
    package init(folder path: BytePath) throws(FileError) {
        try self.init(path, for: .reading, .folder)
    }

    deinit {
        // A child process that was forked but has not called exec(2) yet still has the descriptor,
        // and with it the lock.
        if isLocked { flock(number, LOCK_UN) }
        close(number)
    }
}

extension Descriptor {
    /// The block size for reading whole files, in bytes.
    private static let blockLength = 256 << 10

    /// Returns the current metadata of the file.
    package func status() throws(FileError) -> FileStatus { try FileStatus(of: number, path) }

    /// A path to this open file, for libraries that open files themselves; valid for the lifetime of
    /// the value.
    package var descriptorPath: BytePath { BytePath("/proc/self/fd/\(number)") }

    /// Reads the bytes available, up to the size of the buffer; a pipe delivers them in parts.
    ///
    /// - Returns: The number of bytes read; 0 at the end of the file.
    package func readSome(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        try SystemCall.retrying(path) { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// Reads the bytes available, up to a number; none at the end of the file.
    package func readSome(atMost limit: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = try SystemCall.retrying(path) { Glibc.read(number, &bytes, limit) }
        bytes.removeLast(limit - count)
        return bytes
    }

    /// Reads until the buffer is full or the file ends.
    ///
    /// - Parameter offset: where to begin, without a change of the file position; nil for the
    ///   current position.
    /// - Returns: The number of bytes read.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int? = nil
    ) throws(FileError) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let length =
                if let offset {
                    try SystemCall.retrying(path) {
                        pread(number, rest.baseAddress, rest.count, off_t(offset + count))
                    }
                } else { try readSome(into: rest) }
            if length == 0 { break }
            count += length
        }
        return count
    }

    /// Reads up to `limit` bytes, as `read(into:at:)` does; fewer if the file ends earlier.
    package func bytes(atMost limit: Int, at offset: Int? = nil) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            do throws(FileError) {
                count = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            } catch { failure = error }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Passes the bytes of the whole file to `body`, 256 KiB at a time; the file position is
    /// unchanged.
    package func forEachBlockOfFile(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        var buffer = [UInt8](repeating: 0, count: Descriptor.blockLength)
        var offset = 0
        while true {
            let count = try buffer.withUnsafeMutableBytes { try read(into: $0, at: offset) }
            if count == 0 { return }
            try body(buffer.prefix(count))
            offset += count
        }
    }

    /// Indicates whether a regular file has the same bytes; the file positions are unchanged.
    package func hasSameBytes(as other: borrowing Descriptor) throws(FileError) -> Bool {
        let (own, its) = (try status(), try other.status())
        guard own.byteCount == its.byteCount, its.kind == .file else { return false }
        let length = Descriptor.blockLength
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * length, alignment: 16)
        defer { buffer.deallocate() }
        let left = UnsafeMutableRawBufferPointer(rebasing: buffer[..<length])
        let right = UnsafeMutableRawBufferPointer(rebasing: buffer[length...])
        var offset = 0
        while true {
            let count = try read(into: left, at: offset)
            guard try other.read(into: right, at: offset) == count else { return false }
            if count == 0 { return true }
            guard left.prefix(count).elementsEqual(right.prefix(count)) else { return false }
            offset += count
        }
    }
}

extension Descriptor {
    /// Linux's ioctl number for sharing the blocks of another file.
    ///
    /// Source: linux/fs.h, FICLONE, _IOW(0x94, 9, int).
    private static let shareBlocks: UInt = 0x4004_9409

    /// Writes all bytes.
    ///
    /// - Parameter offset: where to begin, without a change of the file position; nil for the
    ///   current position.
    /// - Throws: The error of write(2); `ENOSPC` if it writes nothing without an error.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int? = nil) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = try SystemCall.retrying(path) {
                offset.map { pwrite(number, rest.baseAddress, rest.count, off_t($0 + done)) }
                    ?? Glibc.write(number, rest.baseAddress, rest.count)
            }
            guard count > 0 else { throw FileError(path: path, number: ENOSPC) }
            done += count
        }
    }

    /// Writes all bytes of an array at the current position.
    ///
    /// - Throws: Same as `write(_:at:)` of memory.
    package func write(_ bytes: [UInt8]) throws(FileError) { try write(bytes[...]) }

    /// Writes all bytes of a part of an array at the current position.
    ///
    /// - Throws: Same as `write(_:at:)` of memory.
    package func write(_ bytes: ArraySlice<UInt8>) throws(FileError) {
        try bytes.span.bytes.withUnsafeBytes { memory throws(FileError) in try write(memory) }
    }

    /// Shares the blocks of another file, if the file system supports it.
    ///
    /// - Returns: True if the file now has the same contents.
    package func clone(_ source: borrowing Descriptor) -> Bool {
        ioctl(number, Descriptor.shareBlocks, source.number) == 0
    }

    /// Truncates the file, or extends it with zeros.
    package func truncate(to byteCount: Int) throws(FileError) {
        try SystemCall.retrying(path) { ftruncate(number, off_t(byteCount)) }
    }

    /// Sets the permissions, regardless of the umask.
    package func setPermissions(_ permissions: mode_t) throws(FileError) {
        try SystemCall.retrying(path) { fchmod(number, permissions) }
    }

    /// Syncs the file to the disk, so that a power failure cannot leave it incomplete; does nothing
    /// if the file is not on a disk.
    package func sync() throws(FileError) {
        _ = try SystemCall.succeeds(path, except: [EINVAL, EROFS]) { fsync(number) }
    }

    /// Syncs the whole file system that contains the file or folder.
    ///
    /// - Parameter requiresDisk: whether to fail if the file is not on a disk.
    package func syncFileSystem(requiresDisk: Bool = false) throws(FileError) {
        let offDisk = requiresDisk ? [] : [EINVAL, ENOSYS, EROFS]
        _ = try SystemCall.succeeds(path, except: offDisk) { gallery_syncfs(number) }
    }
}

/// Locks, released when the file is closed or the process ends.
extension Descriptor {
    /// Linux's command number for open file description locks, which also exclude other descriptors
    /// in the same process.
    ///
    /// Source: Linux `include/uapi/asm-generic/fcntl.h`, F_OFD_SETLK.
    private static let setLock: Int32 = 37

    /// Acquires an exclusive lock on the file.
    ///
    /// - Parameter waiting: whether to wait for the current holder.
    /// - Returns: False if the lock is held elsewhere.
    /// - Throws: The error of flock(2), such as `ENOLCK` if the file system does not support locks.
    package mutating func lock(waiting: Bool) throws(FileError) -> Bool {
        isLocked = try SystemCall.succeeds(path, except: [EWOULDBLOCK]) {
            flock(number, waiting ? LOCK_EX : LOCK_EX | LOCK_NB)
        }
        return isLocked
    }

    /// Acquires an exclusive lock on one byte of the file; the byte may be past the end.
    ///
    /// - Returns: False if the lock is held elsewhere.
    /// - Throws: The error of fcntl(2).
    package func lockByte(at offset: Int64) throws(FileError) -> Bool {
        try SystemCall.succeeds(path, except: [EAGAIN, EACCES]) {
            setLock(Int16(F_WRLCK), at: offset)
        }
    }

    /// Releases the lock on a byte.
    package func unlockByte(at offset: Int64) throws(FileError) {
        try SystemCall.retrying(path) { setLock(Int16(F_UNLCK), at: offset) }
    }

    private func setLock(_ type: Int16, at offset: Int64) -> Int32 {
        var range = Glibc.flock()
        range.l_type = type
        range.l_whence = Int16(SEEK_SET)
        range.l_start = off_t(offset)
        range.l_len = 1
        return fcntl(number, Descriptor.setLock, &range)
    }
}

/// System calls with error handling.
enum SystemCall {
    /// Performs a call for a path and retries it when a signal interrupts it.
    ///
    /// Not for `close`, which on Linux releases the descriptor even when interrupted: close(2),
    /// "Notes".
    ///
    /// - Throws: The `errno` of a call that returned a negative number.
    @discardableResult
    static func retrying<Count: SignedInteger>(
        _ path: BytePath, _ call: () -> Count
    ) throws(FileError) -> Count {
        while true {
            let count = call()
            if count >= 0 { return count }
            let number = errno
            if number != EINTR { throw FileError(path: path, number: number) }
        }
    }

    /// Performs a call as `retrying` does.
    ///
    /// - Returns: False if the call fails with one of the given numbers.
    /// - Throws: Any other `errno`.
    static func succeeds(
        _ path: BytePath, except numbers: [Int32], _ call: () -> Int32
    ) throws(FileError) -> Bool {
        do throws(FileError) {
            try retrying(path, call)
            return true
        } catch {
            if numbers.contains(error.number) { return false }
            throw error
        }
    }
}

/// A file mapped into memory for reading, unmapped on deinitialization.
///
/// The length is read once, on opening; bytes past it are never accessed. If another process
/// truncates the file while it is mapped, reading past the new end ends the process (SIGBUS), which
/// only a copy could prevent. Installing an index renames a new file into place and leaves the
/// mapped one intact.
// Invariant: the mapped bytes are read-only and stay mapped for the lifetime of the value.
package struct MappedFile: ~Copyable, @unchecked Sendable {
    /// The bytes, valid for the lifetime of the value.
    package let bytes: UnsafeRawBufferPointer

    /// Maps a regular file.
    ///
    /// - Throws: The system's error; `EISDIR` for a folder, `EINVAL` for other special files,
    ///   `ENODATA` for an empty file.
    package init(path: BytePath) throws(FileError) {
        let file = try Descriptor.file(path)
        let length = try file.status().byteCount
        guard length > 0 else { throw FileError(path: path, number: ENODATA) }
        let start = mmap(nil, length, PROT_READ, MAP_PRIVATE, file.number, 0)
        extendLifetime(file)
        guard let start, start != MAP_FAILED else { throw FileError(path: path, number: errno) }
        bytes = UnsafeRawBufferPointer(start: start, count: length)
    }

    /// Runs work that reads the bytes once or a few times, and releases their memory meanwhile:
    /// reading a page again takes it from the system's cache.
    package func releasingMemory<Value, Failure: Error>(
        _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let (address, count) = (UInt(bitPattern: bytes.baseAddress), bytes.count)
        let queue = DispatchQueue(label: "mapped file")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        // Walking over segments maps 64 KiB each time, several gigabytes per second.
        timer.schedule(deadline: .now(), repeating: .milliseconds(2), leeway: .nanoseconds(0))
        timer.setEventHandler {
            madvise(UnsafeMutableRawPointer(bitPattern: address), count, MADV_DONTNEED)
        }
        timer.activate()
        defer {
            timer.cancel()
            // The bytes stay mapped until the last call is over.
            queue.sync {}
        }
        return try work()
    }

    deinit {
        munmap(UnsafeMutableRawBufferPointer(mutating: bytes).baseAddress, bytes.count)
    }
}
