import NIOCore

/// A request received over a connection.
package struct LoopbackRequest: Sendable {
    /// The number of its connection, from 0.
    package let connection: Int
    /// The number of the request at the server, from 0.
    package var number: Int
    /// The method.
    package let method: String
    /// The path and query, or the whole URL if the client uses the server as a proxy.
    package let target: String
    /// The header lines in their order.
    package let headers: [(name: String, value: String)]
    /// The body.
    package var body: [UInt8]

    /// The value of a header, compared without case; nil if it is missing.
    package subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// Splits the bytes of one connection into requests.
struct LoopbackRequestReader {
    private let connection: Int
    private var bytes: [UInt8] = []

    init(connection: Int) {
        self.connection = connection
    }

    mutating func receive(_ buffer: ByteBuffer) {
        bytes.append(contentsOf: buffer.readableBytesView)
    }

    /// The next complete request, with a body of the length in its header.
    mutating func next() -> LoopbackRequest? {
        let end = Array("\r\n\r\n".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else {
            return nil
        }
        let lines = String(decoding: bytes[..<start], as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (String(line[..<colon]), String(value))
        }
        let length = headers.first { $0.name.lowercased() == "content-length" }
            .flatMap { Int($0.value) }
        let bodyStart = start + end.count
        guard bytes.count >= bodyStart + (length ?? 0) else { return nil }
        let body = Array(bytes[bodyStart..<(bodyStart + (length ?? 0))])
        bytes.removeFirst(bodyStart + body.count)
        return LoopbackRequest(
            connection: connection, number: 0, method: String(words[0]), target: String(words[1]),
            headers: headers, body: body)
    }
}
