import Glibc

/// A stream that the process was given: it is not opened and never closed.
package struct StandardStream: Sendable {
    /// Standard input.
    package static let input = StandardStream(STDIN_FILENO, "standard input")
    /// Standard output.
    package static let output = StandardStream(STDOUT_FILENO, "standard output")
    /// Standard error.
    package static let error = StandardStream(STDERR_FILENO, "standard error")

    /// Opens `/dev/null` for each of the three that the caller closed.
    ///
    /// Otherwise the next file opened would take its number, and a message could land in the
    /// database. What is read-only makes a write to a closed output fail, as it should.
    package static func openMissing() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    private let number: Int32
    private let name: BytePath

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - number: the system's number of it.
    ///   - name: what errors call it.
    package init(_ number: Int32, _ name: String) {
        self.number = number
        self.name = BytePath(name)
    }

    /// Whether a person sits at it.
    package var isTerminal: Bool { isatty(number) == 1 }

    /// Reads what there is: a pipe brings some at a time.
    ///
    /// - Returns: at most so many bytes; none at the end.
    /// - Throws: what read(2) says.
    package func readSome(atMost limit: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = try SystemCall.retrying(name) { read(number, &bytes, limit) }
        bytes.removeLast(limit - count)
        return bytes
    }

    /// Reads on to the end, or until there are so many bytes.
    ///
    /// - Throws: what read(2) says.
    package func bytes(atMost limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let some = try readSome(atMost: min(limit - bytes.count, 1 << 16))
            if some.isEmpty { break }
            bytes += some
        }
        return bytes
    }

    /// Writes all of the bytes.
    ///
    /// - Parameter waits: whether to wait where the other side, which does not block, is behind.
    /// - Throws: what write(2) says.
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
