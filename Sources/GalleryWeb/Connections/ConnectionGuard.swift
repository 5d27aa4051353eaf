import Basics
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTP1

/// Watches over one connection: how long each step takes, that a request means the same to everybody, that an
/// answer arrives whole or visibly not, and when the connection is over.
///
/// It stands behind the decoder of HTTP/1 and sees requests and answers as they are on the wire. Hummingbird
/// has none of this; where it closes a connection itself, it does so after the last byte that is written here.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request that is to be answered.
    private struct Asked {
        var closes: Bool
        var isOld: Bool
        /// Whether the head of its answer was written.
        var hasAnswer = false
    }

    /// What the client is to do next, where nothing is to be answered.
    private enum Waiting {
        case begin, next
        case endOfHead
    }

    private let limits: ConnectionLimits
    /// Requests whose answer is not written yet, the first one first.
    private var asked: [Asked] = []
    private var waiting = Waiting.begin
    /// Since when the client is waited for.
    private var since = NIODeadline.now()
    /// Whether the body of the last request is not over.
    private var isReading = false
    /// How much of that body there is still to come; nil where it does not say.
    private var remaining: Int?
    /// Whether bytes are asked for: where they are not, the server is behind and not the client.
    private var wantsBytes = false
    private var hasReadPart = false
    /// Bytes of the last request's body that came after its answer.
    private var unread = 0
    /// Writes that the client has not taken yet, and when it took the last one.
    private var writes = 0
    private var taken = NIODeadline.now()
    /// Whether the connection ends with the answer under way.
    private var isClosing = false
    /// Whether what still comes is thrown away.
    private var isDeaf = false
    private var hasInputEnded = false
    /// Whether the connection is to be closed once the client has taken everything.
    private var isEnding = false
    private var clock: RepeatedTask?

    /// Makes a guard of a new connection.
    ///
    /// - Parameter isWelcome: false where there is no room for it: it is closed at once.
    init(_ limits: ConnectionLimits, isWelcome: Bool) {
        self.limits = limits
        isClosing = !isWelcome
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
        if isDeaf { return throwAway(part, context) }
        switch part {
        case .head(let head): begin(head, data, context)
        case .body(let bytes):
            since = .now()
            remaining = remaining.map { $0 - bytes.readableBytes }
            if asked.isEmpty { unread += bytes.readableBytes }
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
        // Bytes that do not make a head yet.
        if !hasReadPart, asked.isEmpty, !isReading, case .next = waiting {
            waiting = .endOfHead
            since = .now()
        }
        let isUnderstood = hasReadPart
        hasReadPart = false
        context.fireChannelReadComplete()
        guard isEnding, isDeaf, isReading else { return }
        // What is no HTTP any more makes no parts: as much as one read may bring is counted.
        if !isUnderstood { unread += 1 << 16 }
        if unread > limits.unreadBytes { return context.close(promise: nil) }
        // Nobody else asks for what is thrown away.
        context.read()
    }

    private func begin(
        _ head: HTTPRequestHead, _ data: NIOAny, _ context: ChannelHandlerContext
    ) {
        do throws(Problem) { try RequestHeadRule.check(head) } catch {
            return refuse(error, context)
        }
        asked.append(Asked(closes: !head.isKeepAlive, isOld: head.version.minor == 0))
        isReading = true
        remaining = head.headers.first(name: "content-length").flatMap { Int($0) }
        unread = 0
        since = .now()
        context.fireChannelRead(data)
        if head.headers.first(name: "expect")?.lowercased() == "100-continue" {
            giveLeave(context)
        }
    }

    /// Lets a client send its body unless it was refused meanwhile.
    private func giveLeave(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: limits.leave) {
            let (watch, context) = bound.value
            guard watch.isReading, watch.asked.count == 1, watch.asked.first?.hasAnswer == false,
                !watch.isDeaf, context.channel.isActive
            else { return }
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(watch.wrapOutboundOut(.head(head)), promise: nil)
        }
    }

    private func throwAway(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        if case .body(let bytes) = part { unread += bytes.readableBytes }
        if case .end = part { isReading = false }
        guard asked.isEmpty, writes == 0 else { return }
        if unread > limits.unreadBytes || !isReading { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else {
            context.fireErrorCaught(error)
            return context.close(promise: nil)
        }
        let isLong = error == .headerOverflow
        refuse(
            isLong
                ? Problem(
                    .requestHeaderFieldsTooLarge, "the header fields are too long or too many")
                : Problem(.badRequest, "the request is no well-formed HTTP"), context)
    }

    /// Takes nothing more of a connection whose next request, or the rest of the last, cannot be read.
    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        guard !isDeaf else { return }
        isDeaf = true
        isClosing = true
        if isReading, !asked.isEmpty {
            context.fireErrorCaught(problem)
        } else if asked.isEmpty, !isReading {
            // What the client sends behind it is to be read, and not understood.
            isReading = true
            asked.append(Asked(closes: true, isOld: false))
            for part in problem.parts {
                write(context: context, data: wrapOutboundOut(part), promise: nil)
            }
        } else if asked.isEmpty {
            context.close(promise: nil)
        }
    }

    // MARK: Answers

    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            guard !asked.isEmpty else { return context.write(data, promise: promise) }
            asked[0].hasAnswer = true
            let isTooMuch = isReading && asked.count == 1 && (remaining ?? 0) > limits.unreadBytes
            if isTooMuch || isClosing || asked[0].closes
                || head.headers["connection"].contains(where: { $0.lowercased() == "close" })
            {
                asked[0].closes = true
                head.headers.replaceOrAdd(name: "connection", value: "close")
            } else if asked[0].isOld {
                head.headers.replaceOrAdd(name: "connection", value: "keep-alive")
            }
            // Whom chunks mean nothing to reads to the end of the connection.
            if asked[0].isOld, !head.headers.contains(name: "content-length"),
                head.status.mayHaveResponseBody
            {
                asked[0].closes = true
                head.version = .http1_0
                head.headers.replaceOrAdd(name: "connection", value: "close")
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
            let ends = !asked.isEmpty && (asked[0].closes || isClosing)
            let promise = note(context, promise)
            if !asked.isEmpty { asked.removeFirst() }
            if asked.isEmpty {
                waiting = .next
                since = .now()
                unread = 0
            }
            if ends {
                isDeaf = true
                isClosing = true
                isEnding = true
                context.writeAndFlush(data, promise: promise)
            } else {
                context.write(data, promise: promise)
            }
        }
    }

    /// Counts a write until the client has taken it.
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

    /// Closes a connection whose last answer was taken.
    ///
    /// Where the client still sends, it first learns that nothing more comes: closed at once, its system could
    /// throw the answer away unread.
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
        // Whoever has nothing more to say closes the output; the client may not have taken all of it yet.
        guard mode == .output, writes > 0 || isEnding else {
            return context.close(mode: mode, promise: promise)
        }
        isClosing = true
        isDeaf = true
        isEnding = true
        promise?.succeed()
    }

    // MARK: Time

    private func look(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        if writes > 0 {
            if now - taken > limits.answer { context.close(promise: nil) }
        } else if isDeaf {
            if now - since > limits.head, asked.isEmpty { context.close(promise: nil) }
        } else if isReading {
            guard wantsBytes, now - since > limits.body else { return }
            if asked.first.map({ $0.hasAnswer }) ?? true { return context.close(promise: nil) }
            refuse(Problem(.requestTimeout, "the body of the request stands still"), context)
        } else if asked.isEmpty {
            let limit =
                switch waiting {
                case .begin, .endOfHead: limits.head
                case .next: limits.idle
                }
            if now - since > limit { context.close(promise: nil) }
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent:
            // The server is to stop: what is asked is answered, what is not begun does not begin.
            isClosing = true
            if asked.isEmpty, writes == 0 { context.close(promise: nil) }
        case ChannelEvent.inputClosed:
            hasInputEnded = true
            context.fireUserInboundEventTriggered(event)
            if asked.isEmpty, writes == 0 { context.close(promise: nil) }
        default: context.fireUserInboundEventTriggered(event)
        }
    }
}

extension Problem {
    /// The answer of a connection whose request did not get as far as the routes.
    fileprivate var parts: [HTTPServerResponsePart] {
        var answer = json
        SecurityHeaders.add(to: &answer)
        let body = ByteBuffer(bytes: document.compact)
        var headers = HTTPHeaders()
        for field in answer.headers {
            headers.add(name: field.name.rawName, value: field.value)
        }
        let head = HTTPResponseHead(
            version: .http1_1,
            status: HTTPResponseStatus(
                statusCode: status.code, reasonPhrase: status.reasonPhrase),
            headers: headers)
        return [.head(head), .body(.byteBuffer(body)), .end(nil)]
    }
}
