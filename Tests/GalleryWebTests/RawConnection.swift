import Foundation
import Glibc
import Testing

/// A connection that sends any bytes, unlike gallery's own clients.
final class RawConnection: Sendable {
    struct Failure: Error {
        let number: Int32
    }

    private let descriptor: Int32

    /// Connects to a local port.
    init(_ port: Int, receiveBuffer: Int? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        if let receiveBuffer {
            var size = Int32(receiveBuffer)
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        // A server that neither responds nor reads fails the test instead of blocking it.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(
                descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            let number = errno
            close(descriptor)
            throw Failure(number: number)
        }
    }

    deinit { close(descriptor) }

    /// Sends text; a peer that stops reading is not a failure.
    func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends bytes.
    ///
    /// - Returns: true if the peer accepted them.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else {
                if errno == EAGAIN { Issue.record("nobody reads what is sent") }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Closes the sending side.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads up to the end of the connection; a reset counts as the end.
    func readToEnd() throws -> String {
        var all: [UInt8] = []
        while true {
            let some = try read()
            if some.isEmpty { return String(decoding: all, as: UTF8.self) }
            all += some
        }
    }

    /// Reads until a text was received.
    func read(until text: String) throws -> String {
        var all: [UInt8] = []
        while true {
            let some = try read()
            all += some
            let read = String(decoding: all, as: UTF8.self)
            if some.isEmpty || read.contains(text) { return read }
        }
    }

    private func read() throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count < 0 {
            if errno == ECONNRESET { return [] }
            throw Failure(number: errno)
        }
        return Array(bytes.prefix(count))
    }
}
