internal import CFileSystem
package import Glibc

extension Descriptor {
    /// Linux's ioctl number for sharing a file's blocks with another.
    ///
    /// Source: linux/fs.h, FICLONE, _IOW(0x94, 9, int).
    private static let shareBlocks: UInt = 0x4004_9409

    /// Writes all of the bytes where the file stands.
    ///
    /// - Throws: what write(2) says; `ENOSPC` where it takes nothing and does not say why.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = try SystemCall.retrying(path) {
                Glibc.write(number, rest.baseAddress, rest.count)
            }
            guard count > 0 else { throw FileError(path: path, number: ENOSPC) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Writes all of the bytes where the file stands.
    ///
    /// - Throws: as `write(_:)` of memory.
    package func write(_ bytes: some Collection<UInt8>) throws(FileError) {
        try Descriptor.withBytes(of: bytes) { memory throws(FileError) in try write(memory) }
    }

    /// Writes all of the bytes from an offset on; where the file stands stays.
    ///
    /// - Throws: as `write(_:)` of memory.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = try SystemCall.retrying(path) {
                pwrite(number, rest.baseAddress, rest.count, off_t(offset + done))
            }
            guard count > 0 else { throw FileError(path: path, number: ENOSPC) }
            done += count
        }
    }

    /// Makes the file share another one's blocks, where the file system can.
    ///
    /// - Returns: whether it has the other one's bytes now.
    package func clone(_ source: borrowing Descriptor) -> Bool {
        ioctl(number, Descriptor.shareBlocks, source.number) == 0
    }

    /// Cuts the file off, or fills it up with zeros.
    package func truncate(to byteCount: Int) throws(FileError) {
        try SystemCall.retrying(path) { ftruncate(number, off_t(byteCount)) }
    }

    /// Gives the file permissions, whatever the umask.
    package func setPermissions(_ permissions: mode_t) throws(FileError) {
        try SystemCall.retrying(path) { fchmod(number, permissions) }
    }

    /// Brings the file to the disk, so that no name stands for half of it after a power cut; does nothing
    /// where there is no disk behind it.
    package func sync() throws(FileError) {
        do throws(FileError) { try SystemCall.retrying(path) { fsync(number) } } catch {
            guard error.number == EINVAL || error.number == EROFS else { throw error }
        }
    }

    /// Brings everything that was written to the file system of the file or folder to the disk.
    ///
    /// - Parameter isDiskNeeded: whether it is an error that there is no disk behind it.
    package func syncFileSystem(isDiskNeeded: Bool = false) throws(FileError) {
        do throws(FileError) { try SystemCall.retrying(path) { gallery_syncfs(number) } } catch {
            guard !isDiskNeeded, [EINVAL, ENOSYS, EROFS].contains(error.number) else { throw error }
        }
    }

    private static func withBytes(
        of bytes: some Collection<UInt8>,
        _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
    ) throws(FileError) {
        var failure: FileError?
        func call(_ memory: UnsafeRawBufferPointer) {
            do throws(FileError) { try body(memory) } catch { failure = error }
        }
        let isDone: Void? = bytes.withContiguousStorageIfAvailable {
            call(UnsafeRawBufferPointer($0))
        }
        if isDone == nil { Array(bytes).withUnsafeBytes(call) }
        if let failure { throw failure }
    }
}
