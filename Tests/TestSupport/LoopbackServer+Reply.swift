/// The steps of a scripted server after a request.
package struct LoopbackReply: Sendable {
    /// An action of the server.
    package enum Step: Sendable {
        /// Sends bytes.
        case bytes([UInt8])
        /// Sends bytes again and again until the client hangs up.
        case endless([UInt8])
        /// Waits for a gate.
        case wait(Gate)
        /// Opens a gate, so that a test knows the server's progress.
        case open(Gate)
        /// Closes the connection cleanly.
        case close
        /// Resets the connection.
        case reset
    }

    /// The steps in their order.
    ///
    /// After the last one the connection stays open for more requests.
    package var steps: [Step]

    /// Creates a reply from steps.
    package init(_ steps: [Step]) {
        self.steps = steps
    }

    /// A well-formed response with its length.
    package static func answer(
        _ status: Int = 200, _ headers: [(String, String)] = [], body: some Sequence<UInt8> = []
    ) -> LoopbackReply {
        let body = Array(body)
        let head = head(status, headers + [("Content-Length", String(body.count))])
        return LoopbackReply([.bytes(head + body)])
    }

    /// A well-formed response with a text body.
    package static func text(
        _ text: String, status: Int = 200, _ headers: [(String, String)] = []
    ) -> LoopbackReply {
        answer(status, headers, body: Array(text.utf8))
    }

    /// A redirect.
    package static func redirect(_ status: Int = 302, to location: String) -> LoopbackReply {
        answer(status, [("Location", location)])
    }

    /// A response that sends fewer bytes than its declared length, then continues with other steps.
    package static func partial(
        _ status: Int = 200, _ headers: [(String, String)] = [], length: Int,
        body: some Sequence<UInt8>, then steps: [Step]
    ) -> LoopbackReply {
        let head = head(status, headers + [("Content-Length", String(length))])
        return LoopbackReply([.bytes(head + Array(body))] + steps)
    }

    /// The bytes of a status line and headers, blank line included.
    package static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
        var text = "HTTP/1.1 \(status) Scripted\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        return Array((text + "\r\n").utf8)
    }

    /// The bytes of one chunk of a chunked body; an empty one ends the body.
    package static func chunk(_ body: some Sequence<UInt8>) -> [UInt8] {
        let body = Array(body)
        return Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8)
    }
}
