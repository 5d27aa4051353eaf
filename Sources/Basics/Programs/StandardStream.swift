import Glibc

/// A stream that the process inherited; it is never closed.
package struct StandardStream: Sendable {
    /// Standard input.
    package static let input = StandardStream(STDIN_FILENO, "standard input")
    /// Standard output.
    package static let output = StandardStream(STDOUT_FILENO, "standard output")
    /// Standard error.
    package static let error = StandardStream(STDERR_FILENO, "standard error")

    /// Opens `/dev/null` for each standard stream that the caller closed.
    ///
    /// Otherwise the next file opened would take its number, and a message could overwrite the
    /// database. Output streams are opened read-only, so that writing to a closed output fails as
    /// it should.
    package static func openMissing() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    private let number: Int32
    private let name: BytePath

    /// Creates a stream for a descriptor.
    ///
    /// - Parameters:
    ///   - number: the descriptor number.
    ///   - name: the name used in errors.
    package init(_ number: Int32, _ name: String) {
        self.number = number
        self.name = BytePath(name)
    }

    /// True if the stream is a terminal.
    package var isTerminal: Bool { isatty(number) == 1 }

    /// Reads the bytes available; a pipe delivers them in parts.
    ///
    /// - Returns: At most `limit` bytes; empty at the end.
    /// - Throws: The error of read(2).
    package func readSome(atMost limit: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = try SystemCall.retrying(name) { read(number, &bytes, limit) }
        bytes.removeLast(limit - count)
        return bytes
    }

    /// Reads to the end or until `limit` bytes are read.
    ///
    /// - Throws: The error of read(2).
    package func bytes(atMost limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let some = try readSome(atMost: min(limit - bytes.count, 1 << 16))
            if some.isEmpty { break }
            bytes += some
        }
        return bytes
    }

    /// Writes all bytes.
    ///
    /// - Parameter waits: whether to wait if the stream is non-blocking and not ready.
    /// - Throws: The error of write(2).
    package func write(_ bytes: [UInt8], waits: Bool) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do throws(FileError) {
                let count = try SystemCall.retrying(name) {
                    rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
                }
                guard count > 0 else { throw FileError(path: name, number: ENOSPC) }
                rest = rest.dropFirst(count)
            } catch {
                guard waits, error.number == EAGAIN else { throw error }
                var other = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                poll(&other, 1, -1)
            }
        }
    }
}
