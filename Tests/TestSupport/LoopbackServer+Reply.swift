/// What a scripted server does after a request, step by step.
package struct LoopbackReply: Sendable {
    /// One thing the server does.
    package enum Step: Sendable {
        /// Sends bytes.
        case bytes([UInt8])
        /// Sends bytes again and again until the client hangs up.
        case endless([UInt8])
        /// Waits until a gate is open.
        case wait(Gate)
        /// Opens a gate, so that a test knows how far the server is.
        case open(Gate)
        /// Closes the connection in order.
        case close
        /// Resets the connection.
        case reset
    }

    /// The steps in their order.
    ///
    /// After the last one the connection stays open for more requests.
    package var steps: [Step]

    /// Makes a reply of steps.
    package init(_ steps: [Step]) {
        self.steps = steps
    }

    /// A well-formed answer with its length.
    package static func answer(
        _ status: Int = 200, _ headers: [(String, String)] = [], body: some Sequence<UInt8> = []
    ) -> LoopbackReply {
        let body = Array(body)
        let head = head(status, headers + [("Content-Length", String(body.count))])
        return LoopbackReply([.bytes(head + body)])
    }

    /// A well-formed answer with a text for a body.
    package static func text(
        _ text: String, status: Int = 200, _ headers: [(String, String)] = []
    ) -> LoopbackReply {
        answer(status, headers, body: Array(text.utf8))
    }

    /// A redirect.
    package static func redirect(_ status: Int = 302, to location: String) -> LoopbackReply {
        answer(status, [("Location", location)])
    }

    /// An answer that tells one length and sends fewer bytes, then goes on with other steps.
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
