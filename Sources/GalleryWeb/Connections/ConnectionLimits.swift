import NIOCore

/// How patient the server is with who connects, and how much it takes from one.
struct ConnectionLimits: Sendable {
    /// How long the first request's head may take from the connection's start, and a later one's from its first
    /// byte.
    var head = TimeAmount.seconds(15)
    /// How long a connection may lie idle between an answer and the next request.
    var idle = TimeAmount.seconds(60)
    /// How long a request's body may stand still.
    var body = TimeAmount.seconds(30)
    /// How long an answer may stand still that its reader does not take.
    var answer = TimeAmount.seconds(60)
    /// How long a client that waits for leave to send its body waits before it gets it, so that a refusal that
    /// needs no body comes first.
    var leave = TimeAmount.milliseconds(100)
    /// How many bytes of a request's body are read once it is answered.
    var unreadBytes = 256 << 10
    /// How many bytes all header fields of a request may have.
    var headBytes = 32 << 10
    /// How many header fields a request may have.
    var headFields = 100
    /// How many connections there may be.
    var connections = 4096
    /// How many of them one address may have.
    ///
    /// The machine itself and trusted proxies, which speak for many, may have all.
    var connectionsByAddress = 256

    /// How often a connection is looked at: an eighth of the shortest time.
    var tick: TimeAmount {
        .nanoseconds(max(min(head, idle, body, answer).nanoseconds / 8, 1_000_000))
    }
}
