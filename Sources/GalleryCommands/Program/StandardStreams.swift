import Glibc

/// Looks after descriptors 0, 1 and 2.
enum StandardStreams {
    /// Opens `/dev/null` where the caller closed a standard stream.
    ///
    /// Otherwise the next file opened would take its number, and a message could land in the
    /// database. What is read-only makes a write to a closed output fail, as it should.
    static func fillGaps() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}
