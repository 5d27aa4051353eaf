import Glibc

/// Locks, which end when the file is closed, whatever ends its program.
extension Descriptor {
    /// Linux's number for open file description locks: they hold against other descriptors in the same
    /// process too.
    ///
    /// Source: Linux `include/uapi/asm-generic/fcntl.h`, F_OFD_SETLK.
    private static let setLock: Int32 = 37

    /// Locks the file against everybody else who locks it.
    ///
    /// - Parameter waiting: whether to wait for one who has the lock.
    /// - Returns: false where another one has it.
    /// - Throws: what flock(2) says, such as `ENOLCK` of a file system that knows no locks.
    package func lock(waiting: Bool) throws(FileError) -> Bool {
        do throws(FileError) {
            try SystemCall.retrying(path) { flock(number, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) }
            return true
        } catch {
            if error.number == EWOULDBLOCK { return false }
            throw error
        }
    }

    /// Locks one byte of the file, which need not be there, against everybody else who locks it.
    ///
    /// - Returns: false where another one has it.
    /// - Throws: what fcntl(2) says.
    package func lockByte(at offset: Int64) throws(FileError) -> Bool {
        do throws(FileError) {
            try setLock(Int16(F_WRLCK), at: offset)
            return true
        } catch {
            if error.number == EAGAIN || error.number == EACCES { return false }
            throw error
        }
    }

    /// Gives the lock on a byte back.
    package func unlockByte(at offset: Int64) throws(FileError) {
        try setLock(Int16(F_UNLCK), at: offset)
    }

    private func setLock(_ type: Int16, at offset: Int64) throws(FileError) {
        var range = Glibc.flock()
        range.l_type = type
        range.l_whence = Int16(SEEK_SET)
        range.l_start = off_t(offset)
        range.l_len = 1
        try SystemCall.retrying(path) { fcntl(number, Descriptor.setLock, &range) }
    }
}
