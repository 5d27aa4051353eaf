import FakeFlickr
import Foundation

/// The raw response of a server: every byte, and how the connection ended.
struct RawResponse: Sendable {
    enum Ending: Equatable, Sendable {
        /// The server closed the connection in order.
        case closed
        /// The server reset the connection.
        case reset
        /// No data arrived for a while, and the connection stayed open.
        case quiet
        /// The body reached its declared length; reading stopped there.
        case complete
    }

    var head = ""
    var body: [UInt8] = []
    var ending = Ending.closed

    var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }

    var text: String { String(decoding: body, as: UTF8.self) }

    subscript(header name: String) -> String? {
        // "\r\n" is one Character, so lines are split at it.
        for line in head.split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == name.lowercased() {
                return parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        return nil
    }
}

struct RawClientError: Error {
    let message: String
}

/// A client on plain sockets, which shows what a library would hide.
struct RawClient: Sendable {
    private let port: UInt16

    init(_ fakeFlickr: FakeFlickrServer) {
        port = UInt16(fakeFlickr.baseURL.split(separator: ":").last ?? "") ?? 0
    }

    /// Sends one request on a new connection.
    ///
    /// - Parameters:
    /// - readsPastEnd: Reads past the declared length, until the connection ends or is quiet.
    /// - quiet: Milliseconds after which an open connection counts as quiet.
    func send(
        _ target: String, method: String = "GET", headers: [String: String] = [:],
        body: String = "", readsPastEnd: Bool = false, quiet: Int = 5_000
    ) async throws -> RawResponse {
        var request = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        for (name, value) in headers { request += "\(name): \(value)\r\n" }
        if !body.isEmpty { request += "Content-Length: \(body.utf8.count)\r\n" }
        let bytes = Array((request + "\r\n" + body).utf8)
        let hasBody = method != "HEAD"
        // Sockets block and need their own thread.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try exchange(
                            bytes, hasBody: hasBody, readsPastEnd: readsPastEnd, quiet: quiet)
                    })
            }
        }
    }

    private func exchange(
        _ request: [UInt8], hasBody: Bool, readsPastEnd: Bool, quiet: Int
    ) throws -> RawResponse {
        let socket = try connect(quiet: quiet)
        defer { close(socket) }
        guard request.withUnsafeBytes({ write(socket, $0.baseAddress, $0.count) }) == request.count
        else { throw RawClientError(message: "cannot write the request: errno \(errno)") }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if !readsPastEnd, let response = complete(received, hasBody: hasBody) {
                return response
            }
            let count = read(socket, &buffer, buffer.count)
            if count > 0 {
                received += buffer[..<count]
                continue
            }
            var response = split(received)
            switch (count, errno) {
            case (0, _): response.ending = .closed
            case (_, EAGAIN): response.ending = .quiet
            case (_, ECONNRESET): response.ending = .reset
            case (_, let code): throw RawClientError(message: "cannot read: errno \(code)")
            }
            return response
        }
    }

    private func connect(quiet: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: quiet / 1000, tv_usec: quiet % 1000 * 1000)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard outcome == 0 else {
            close(descriptor)
            throw RawClientError(message: "cannot connect to port \(port): errno \(errno)")
        }
        return descriptor
    }

    private func complete(_ received: [UInt8], hasBody: Bool) -> RawResponse? {
        var response = split(received)
        guard !response.head.isEmpty else { return nil }
        let declared = response[header: "Content-Length"].flatMap { Int($0) } ?? 0
        let length = hasBody ? declared : 0
        guard response.body.count >= length else { return nil }
        response.body = Array(response.body.prefix(length))
        response.ending = .complete
        return response
    }

    private func split(_ received: [UInt8]) -> RawResponse {
        let mark = Array("\r\n\r\n".utf8)
        guard let end = Data(received).range(of: Data(mark)) else { return RawResponse() }
        return RawResponse(
            head: String(decoding: received[..<end.lowerBound], as: UTF8.self),
            body: Array(received[end.upperBound...]))
    }
}
