/// A response as bytes on the connection, complete or changed by a fault below HTTP.
struct Delivery: Sendable {
    /// The state of the connection after the last byte.
    enum Ending: Sendable {
        case keepOpen
        case close
        /// Sends nothing more and leaves the connection open.
        case stall
        /// Resets the connection.
        case reset
    }

    /// The status line and header fields with the empty line; empty if none are sent.
    var head = ""
    var body: ArraySlice<UInt8>
    var ending: Ending
    var bytesPerSecond: Int?
    /// The status that was sent; 0 if none was.
    var status: Int

    init(_ answer: FakeAnswer, isHead: Bool, keepsAlive: Bool, fault: FakeFault?) {
        var declared = answer.body.count
        var sendsHead = true
        body = isHead ? [] : answer.body[...]
        ending = keepsAlive ? .keepOpen : .close
        status = answer.status
        switch fault {
        case .stallBeforeHeaders:
            sendsHead = false
            ending = .stall
        case .stallInBody(let bytes):
            body = body.prefix(max(0, bytes))
            ending = .stall
        case .reset(let bytes):
            sendsHead = bytes > 0
            body = body.prefix(max(0, bytes))
            ending = .reset
        case .truncate(let bytes):
            body = body.prefix(max(0, bytes))
            ending = .close
        case .wrongContentLength(let offset):
            declared = max(0, declared + offset)
            ending = offset > 0 ? .stall : .close
        case .slow(let rate): bytesPerSecond = max(1, rate)
        default: break
        }
        guard sendsHead else {
            body = []
            status = 0
            return
        }
        head = "HTTP/1.1 \(answer.status) \(FakeAnswer.reason(answer.status))\r\n"
        for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
        if answer.status != 304 { head += "Content-Length: \(declared)\r\n" }
        // A regular close is announced; a close by a fault is not.
        if !keepsAlive { head += "Connection: close\r\n" }
        head += "\r\n"
    }
}
