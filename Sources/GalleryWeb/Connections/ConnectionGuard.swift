import Basics
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Supervises one connection: it enforces timeouts, rejects ambiguous requests, makes truncated
/// responses detectable and closes the connection.
///
/// It follows the HTTP/1 decoder in the pipeline and sees requests and responses as they are on the
/// wire. Hummingbird provides none of this; when it closes a connection itself, it does so after
/// the last byte written here.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request that needs a response.
    private struct PendingRequest {
        var closes: Bool
        var isOld: Bool
        /// True if the head of its response was written.
        var hasAnswer = false
    }

    private let limits: ConnectionLimits
    /// Requests whose responses are incomplete, oldest first.
    private var pending: [PendingRequest] = []
    /// True between a response and the first byte of the next request.
    private var isIdle = false
    /// The start of the current wait for the client.
    private var since = NIODeadline.now()
    /// True if the body of the last request is incomplete.
    private var isReading = false
    /// The number of bytes missing from that body; nil if its length is unknown.
    private var remaining: Int?
    /// The number of bytes of the body received so far, and the time spent waiting for them.
    private var received = 0
    private var waited = TimeAmount.zero
    /// True if the server has requested bytes; otherwise the server is slow, not the client.
    private var wantsBytes = false
    private var hasReadPart = false
    /// The number of bytes of the last request's body that arrived after its response.
    private var unread = 0
    /// The number of writes that the client has not accepted, and the time it last accepted one.
    private var writes = 0
    private var taken = NIODeadline.now()
    /// True if the connection closes after the current response.
    private var isClosing = false
    /// True if further input is discarded.
    private var discardsInput = false
    private(set) var hasInputEnded = false
    /// True if the first bytes of the next response were sent early; see `DisconnectWatcher`.
    var hasSentBeginning = false
    /// True if the connection closes when the client has accepted all writes.
    private var isEnding = false
    private var clock: RepeatedTask?

    /// Creates the guard of a new connection.
    ///
    /// - Parameter isAccepted: false if there are too many connections, which closes this one
    ///   immediately.
    init(_ limits: ConnectionLimits, isAccepted: Bool) {
        self.limits = limits
        isClosing = !isAccepted
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { clock?.cancel() }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        clock?.cancel()
        clock = nil
        context.fireChannelInactive()
    }

    private func start(_ context: ChannelHandlerContext) {
        guard clock == nil else { return }
        if isClosing { return context.close(promise: nil) }
        since = .now()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        clock = context.eventLoop.scheduleRepeatedTask(
            initialDelay: limits.tick, delay: limits.tick
        ) { _ in
            let (watch, context) = bound.value
            watch.look(context)
        }
    }

    // MARK: Requests

    func read(context: ChannelHandlerContext) {
        if !wantsBytes {
            wantsBytes = true
            if isReading { since = .now() }
        }
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        hasReadPart = true
        if discardsInput { return discardPart(part, context) }
        switch part {
        case .head(let head): begin(RequestHeadRule.inOriginForm(head), context)
        case .body(let bytes):
            waited = waited + (NIODeadline.now() - since)
            received += bytes.readableBytes
            since = .now()
            remaining = remaining.map { $0 - bytes.readableBytes }
            if pending.isEmpty { unread += bytes.readableBytes }
            if unread > limits.unreadBytes { return context.close(promise: nil) }
            context.fireChannelRead(data)
        case .end:
            isReading = false
            since = .now()
            context.fireChannelRead(data)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        wantsBytes = false
        // The bytes received do not form a complete head yet.
        if !hasReadPart, pending.isEmpty, !isReading, isIdle {
            isIdle = false
            since = .now()
        }
        let isUnderstood = hasReadPart
        hasReadPart = false
        context.fireChannelReadComplete()
        guard isEnding, discardsInput, isReading else { return }
        // Input that is not HTTP produces no parts, so the maximum size of a read is counted.
        if !isUnderstood { unread += 1 << 16 }
        if unread > limits.unreadBytes { return context.close(promise: nil) }
        // No other handler reads discarded input.
        context.read()
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        do throws(Problem) { try RequestHeadRule.check(head) } catch {
            return refuse(error, context)
        }
        pending.append(PendingRequest(closes: !head.isKeepAlive, isOld: head.version.minor == 0))
        isReading = true
        remaining = head.headers.first(name: "content-length").flatMap { Int($0) }
        unread = 0
        (received, waited) = (0, .zero)
        since = .now()
        context.fireChannelRead(wrapInboundOut(.head(head)))
        if head.headers.first(name: "expect")?.lowercased() == "100-continue" {
            sendContinue(context)
        }
    }

    /// Sends `100 Continue` unless the request was rejected meanwhile.
    private func sendContinue(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: limits.leave) {
            let (watch, context) = bound.value
            guard watch.isReading, watch.pending.count == 1,
                watch.pending.first?.hasAnswer == false,
                !watch.discardsInput, context.channel.isActive
            else { return }
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(watch.wrapOutboundOut(.head(head)), promise: nil)
        }
    }

    private func discardPart(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        if case .body(let bytes) = part { unread += bytes.readableBytes }
        if case .end = part { isReading = false }
        guard pending.isEmpty, writes == 0 else { return }
        if unread > limits.unreadBytes || !isReading { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else {
            context.fireErrorCaught(error)
            return context.close(promise: nil)
        }
        let problem =
            error == .headerOverflow
            ? Problem(.requestHeaderFieldsTooLarge, "the header fields are too long or too many")
            : Problem(.badRequest, "malformed HTTP request")
        refuse(problem, context)
    }

    /// Rejects further input when the next request, or the rest of the current one, is unreadable.
    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        guard !discardsInput else { return }
        discardsInput = true
        isClosing = true
        if isReading, !pending.isEmpty {
            context.fireErrorCaught(problem)
        } else if pending.isEmpty, !isReading {
            // The remaining input is read and discarded.
            isReading = true
            pending.append(PendingRequest(closes: true, isOld: false))
            for part in problem.parts {
                write(context: context, data: wrapOutboundOut(part), promise: nil)
            }
        } else if pending.isEmpty {
            context.close(promise: nil)
        }
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            guard !pending.isEmpty else { return context.write(data, promise: promise) }
            pending[0].hasAnswer = true
            let isTooMuch = isReading && pending.count == 1 && (remaining ?? 0) > limits.unreadBytes
            // HTTP/1.0 has no chunked encoding, so the end of the connection marks the end of the
            // body.
            let isEndless =
                pending[0].isOld && !head.headers.contains(name: "content-length")
                && head.status.mayHaveResponseBody
            if isEndless { head.version = .http1_0 }
            if isTooMuch || isEndless || isClosing || pending[0].closes
                || head.headers["connection"].contains(where: { $0.lowercased() == "close" })
            {
                pending[0].closes = true
                head.headers.replaceOrAdd(name: "connection", value: "close")
            } else if pending[0].isOld {
                head.headers.replaceOrAdd(name: "connection", value: "keep-alive")
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(.byteBuffer(var bytes)):
            while bytes.readableBytes > 1 << 16, let piece = bytes.readSlice(length: 1 << 16) {
                let taken = note(context, nil)
                context.write(wrapOutboundOut(.body(.byteBuffer(piece))), promise: taken)
            }
            context.write(
                wrapOutboundOut(.body(.byteBuffer(bytes))), promise: note(context, promise))
        case .body: context.write(data, promise: note(context, promise))
        case .end:
            let ends = !pending.isEmpty && (pending[0].closes || isClosing)
            let promise = note(context, promise)
            if !pending.isEmpty { pending.removeFirst() }
            if pending.isEmpty {
                isIdle = true
                since = .now()
                unread = 0
            }
            if ends {
                discardsInput = true
                isClosing = true
                isEnding = true
                context.writeAndFlush(data, promise: promise)
            } else {
                context.write(data, promise: promise)
            }
        }
    }

    /// Counts a write until the client has accepted it.
    private func note(
        _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) -> EventLoopPromise<Void> {
        let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
        if writes == 0 { taken = .now() }
        writes += 1
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        promise.futureResult.whenComplete { _ in
            let (watch, context) = bound.value
            watch.writes -= 1
            watch.taken = .now()
            if watch.writes == 0, watch.isEnding { watch.end(context) }
        }
        return promise
    }

    /// Closes a connection after its last response was accepted.
    ///
    /// If the client is still sending, only the output is closed at first; otherwise the client's
    /// system could discard the response unread.
    private func end(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        if isReading, !hasInputEnded {
            since = .now()
            context.close(mode: .output, promise: nil)
            context.read()
        } else {
            context.close(promise: nil)
        }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // The output is closed after the last response, but the client may not have accepted all of
        // it.
        guard mode == .output, writes > 0 || isEnding else {
            return context.close(mode: mode, promise: promise)
        }
        isClosing = true
        discardsInput = true
        isEnding = true
        promise?.succeed()
    }

    // MARK: Time

    private func look(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        if writes > 0 {
            if now - taken > limits.answer { context.close(promise: nil) }
        } else if discardsInput {
            if now - since > limits.head, pending.isEmpty { context.close(promise: nil) }
        } else if isReading {
            guard wantsBytes, now - since > limits.body || isTooSlow(at: now) else { return }
            if pending.first.map({ $0.hasAnswer }) ?? true { return context.close(promise: nil) }
            refuse(Problem(.requestTimeout, "timed out waiting for the request body"), context)
        } else if pending.isEmpty {
            if now - since > (isIdle ? limits.idle : limits.head) { context.close(promise: nil) }
        }
    }

    /// Returns true if the body arrives so slowly that the client seems to keep the connection busy
    /// on purpose.
    private func isTooSlow(at now: NIODeadline) -> Bool {
        let time = waited + (now - since)
        return time > limits.slowBody
            && Int64(received) < limits.bodyRate * (time.nanoseconds / 1_000_000_000)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent:
            // The server is shutting down: pending requests are completed, and no new ones are
            // accepted.
            isClosing = true
            if pending.isEmpty, writes == 0 { context.close(promise: nil) }
        case ChannelEvent.inputClosed:
            hasInputEnded = true
            context.fireUserInboundEventTriggered(event)
            if pending.isEmpty, writes == 0 { context.close(promise: nil) }
        default: context.fireUserInboundEventTriggered(event)
        }
    }
}

extension Problem {
    /// The response to a request that was rejected before routing.
    fileprivate var parts: [HTTPServerResponsePart] {
        var answer = json
        SecurityHeaders.add(to: &answer)
        let body = ByteBuffer(bytes: document.compact)
        return [.head(HTTPResponseHead(answer.head)), .body(.byteBuffer(body)), .end(nil)]
    }
}

/// Timeouts and limits per connection and client.
struct ConnectionLimits: Sendable {
    /// The time limit for a request's head, measured from the start of the connection or, for later
    /// requests, from the head's first byte.
    var head = TimeAmount.seconds(15)
    /// The time limit for an idle connection between a response and the next request.
    var idle = TimeAmount.seconds(60)
    /// The time limit for a stalled request body.
    var body = TimeAmount.seconds(30)
    /// The time for which a body may arrive at any rate, and the minimum average rate after that,
    /// in bytes per second.
    var slowBody = TimeAmount.seconds(60)
    var bodyRate: Int64 = 1024
    /// The time limit for a response that the client does not read.
    var answer = TimeAmount.seconds(60)
    /// The delay before `100 Continue` is sent, so that a rejection that does not need the body is
    /// sent first.
    var leave = TimeAmount.milliseconds(100)
    /// The maximum number of body bytes read after the response.
    var unreadBytes = 256 << 10
    /// The maximum total size of a request's header fields, in bytes.
    var headBytes = 32 << 10
    /// The maximum number of header fields in a request.
    var headFields = 100
    /// The maximum number of connections.
    var connections = 4096
    /// The maximum number of connections per household: an IPv4 address, or the first 64 bits of an
    /// IPv6 address.
    ///
    /// The local machine and trusted proxies, which represent many clients, are exempt.
    var connectionsByAddress = 256

    /// The interval between checks of a connection: an eighth of the shortest timeout.
    var tick: TimeAmount {
        .nanoseconds(max(min(head, idle, body, answer).nanoseconds / 8, 1_000_000))
    }
}

/// Checks that a request's head is unambiguous, since a head that two programs interpret
/// differently allows request smuggling.
///
/// Source: RFC 9112, sections 3.2, 6.1 and 11.2.
enum RequestHeadRule {
    /// Checks the head of a request.
    ///
    /// - Throws: 400 with a description of the error.
    static func check(_ head: HTTPRequestHead) throws(Problem) {
        guard head.version.major == 1 else {
            throw Problem(.badRequest, "unsupported HTTP version: expected 1.0 or 1.1")
        }
        guard head.method != .CONNECT else {
            throw Problem(.badRequest, "this server does not support CONNECT")
        }
        for (name, value) in head.headers {
            guard !name.isEmpty, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
            else {
                throw Problem(
                    .badRequest, "a header field has no name or contains a control character")
            }
        }
        let hosts = head.headers["host"].count
        guard hosts == 1 || hosts == 0 && head.version.minor == 0 else {
            throw Problem(.badRequest, "expected exactly one 'Host' header")
        }
        let lengths = head.headers["content-length"]
        let codings = head.headers["transfer-encoding"]
        guard lengths.count + codings.count <= 1 else {
            throw Problem(.badRequest, "the length of the body is specified more than once")
        }
        if let length = lengths.first, !length.utf8.allSatisfy(\.isDigit) {
            throw Problem(.badRequest, "the length of the body is not a number")
        }
        if let coding = codings.first {
            guard coding.lowercased() == "chunked", head.version.minor > 0 else {
                throw Problem(.badRequest, "unsupported transfer encoding: expected 'chunked'")
            }
        }
    }

    /// Converts a request target in absolute form to origin form; the URL's host replaces the
    /// `Host` header.
    ///
    /// Source: RFC 9112, section 3.2.2.
    static func inOriginForm(_ head: HTTPRequestHead) -> HTTPRequestHead {
        guard !head.uri.hasPrefix("/"), let mark = head.uri.firstRange(of: "://") else {
            return head
        }
        let rest = head.uri[mark.upperBound...]
        let host = rest.prefix { !"/?#".contains($0) }
        let path = rest[host.endIndex...]
        var plain = head
        plain.headers.replaceOrAdd(name: "host", value: String(host))
        plain.uri = path.hasPrefix("/") ? String(path) : "/\(path)"
        return plain
    }
}
