import Foundation
import NIOCore
import NIOHTTP1

/// Serves one connection: reads requests and writes responses as bytes, so that faults can change
/// them.
///
/// Requests received while another is being answered are queued (pipelining).
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private static let bodyLimit = 16 << 20

    private let state: FakeState
    private let responder: FakeResponder
    private let latency: TimeAmount
    private let number: Int
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var waiting: [(request: FakeRequest, keepsAlive: Bool)] = []
    private var current: FakeState.Ticket?

    init(state: FakeState, responder: FakeResponder, latencyMilliseconds: Int) {
        self.state = state
        self.responder = responder
        latency = .milliseconds(Int64(max(0, latencyMilliseconds)))
        number = state.nextConnection()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
            if head.headers["expect"].contains(where: { $0.lowercased() == "100-continue" }) {
                write("HTTP/1.1 100 Continue\r\n\r\n", context)
            }
        case .body(let part):
            body += part.readableBytesView
            if body.count > Self.bodyLimit { context.close(promise: nil) }
        case .end:
            guard let head else { return }
            let headers = Dictionary(
                head.headers.map { ($0.name.lowercased(), $0.value) },
                uniquingKeysWith: { first, _ in first })
            let request = FakeRequest(
                method: head.method.rawValue, target: head.uri, headers: headers, body: body)
            waiting.append((request, head.isKeepAlive))
            self.head = nil
            answerNext(context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        waiting = []
        finish()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Invalid HTTP cannot be answered, and a client's reset needs no response.
        context.close(promise: nil)
    }

    private func answerNext(_ context: ChannelHandlerContext) {
        guard current == nil, !waiting.isEmpty else { return }
        let (request, keepsAlive) = waiting.removeFirst()
        let ticket = state.begin(request, connection: number)
        current = ticket
        guard latency > .nanoseconds(0) else {
            answer(ticket, keepsAlive: keepsAlive, context)
            return
        }
        context.eventLoop.assumeIsolated().scheduleTask(in: latency) {
            guard context.channel.isActive else { return }
            self.answer(ticket, keepsAlive: keepsAlive, context)
        }
    }

    private func answer(
        _ ticket: FakeState.Ticket, keepsAlive: Bool, _ context: ChannelHandlerContext
    ) {
        let answer = responder.answer(ticket)
        let delivery = Delivery(
            answer, isHead: ticket.request.method == "HEAD", keepsAlive: keepsAlive,
            fault: ticket.fault)
        state.record(ticket, status: delivery.status, bytes: delivery.body.count)
        if let rate = delivery.bytesPerSecond {
            write(delivery.head, context)
            drip(delivery.body, rate: rate, delivery.ending, context)
            return
        }
        var buffer = context.channel.allocator.buffer(
            capacity: delivery.head.utf8.count + delivery.body.count)
        buffer.writeString(delivery.head)
        buffer.writeBytes(delivery.body)
        send(buffer, then: delivery.ending, context)
    }

    private func send(
        _ buffer: ByteBuffer, then ending: Delivery.Ending, _ context: ChannelHandlerContext
    ) {
        let sent = context.writeAndFlush(wrapOutboundOut(buffer))
        switch ending {
        case .stall: break
        case .keepOpen:
            finish()
            answerNext(context)
        case .close: sent.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        case .reset:
            sent.assumeIsolated().whenComplete { _ in self.reset(context) }
        }
    }

    /// Sends a body in small pieces: twenty per second, or one byte at a time at lower rates.
    private func drip(
        _ rest: ArraySlice<UInt8>, rate: Int, _ ending: Delivery.Ending,
        _ context: ChannelHandlerContext
    ) {
        let piece = max(1, rate / 20)
        let buffer = ByteBuffer(bytes: rest.prefix(piece))
        guard rest.count > piece else {
            send(buffer, then: ending, context)
            return
        }
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
        let pause = TimeAmount.nanoseconds(Int64(piece) * 1_000_000_000 / Int64(rate))
        context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
            guard context.channel.isActive else { return }
            self.drip(rest.dropFirst(piece), rate: rate, ending, context)
        }
    }

    private func write(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }

    /// Closes with RST: a socket that lingers for 0 seconds is reset instead of shut down.
    ///
    /// Source: POSIX.1-2017, System Interfaces, 2.10.16 (SO_LINGER).
    private func reset(_ context: ChannelHandlerContext) {
        guard let options = context.channel as? any SocketOptionProvider else {
            context.close(promise: nil)
            return
        }
        options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }

    private func finish() {
        guard let ticket = current else { return }
        current = nil
        state.end(ticket)
    }
}
