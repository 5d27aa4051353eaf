import Foundation
import GalleryModel
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Counts and times requests, for the log and for `/metrics`.
final class ServerMetrics: Sendable {
    /// A kind of request that is counted by itself: few enough that no client can make them many.
    struct Kind: Hashable, Sendable {
        /// The template of the route; empty where there was none.
        var route: String
        /// The method, `other` for one that no route has.
        var method: String
        /// The first digit of the status.
        var statusClass: Int
    }

    /// What is known of the requests of a kind.
    struct Series: Sendable {
        /// How many there were.
        var count = 0
        /// How many of them were timed: all but streams of events.
        var timed = 0
        /// How long all of them took, in seconds.
        var seconds = 0.0
        /// How many took at most as long as each limit of `limits`, and longer than the one before.
        var buckets = [Int](repeating: 0, count: ServerMetrics.limits.count)
    }

    /// The limits of the histogram, in seconds.
    static let limits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// Bodies beyond this length, and those of unknown length, are counted while they are sent; shorter ones
    /// are sent at once, and counted before.
    private static let shortBody = 256 << 10

    /// When the server started.
    let started = ContinuousClock.now

    private let series = Mutex<[Kind: Series]>([:])
    private let running = Atomic<Int>(0)
    private let streaming = Atomic<Int>(0)
    private let sent = Atomic<Int>(0)
    private let log: AccessLog?

    /// Makes counters at zero.
    init(_ options: ServerOptions) {
        log = options.accessLog
    }

    /// What was counted of each kind of request.
    var counted: [Kind: Series] { series.withLock { $0 } }
    /// How many requests are under way.
    var inFlight: Int { running.load(ordering: .relaxed) }
    /// How many streams of events are open.
    var eventStreams: Int { streaming.load(ordering: .relaxed) }
    /// How many bytes of bodies were sent.
    var bytes: Int { sent.load(ordering: .relaxed) }
    /// How many lines the log left out.
    var droppedLines: Int { log?.dropped ?? 0 }

    /// Notes that a request came: `observe` notes its answer.
    func begin() { running.add(1, ordering: .relaxed) }

    /// Notes an answer, once its last byte was taken or its connection broke.
    ///
    /// - Parameters:
    ///   - route: the template of the route; nil where there was none.
    ///   - start: when the request came.
    /// - Returns: the answer to send.
    func observe(
        _ answer: Response, to request: Request, route: String?, principal: Principal,
        client: Client, since start: ContinuousClock.Instant
    ) -> Response {
        let isStream = answer.headers[.contentType]?.hasPrefix("text/event-stream") ?? false
        let exchange = Exchange(
            kind: Kind(
                route: route ?? "", method: ServerMetrics.name(request.method),
                statusClass: answer.status.code / 100),
            start: start, isStream: isStream,
            entry: log == nil
                ? nil
                : AccessEntry(
                    time: Int64(Date().timeIntervalSince1970), client: client.address,
                    name: ServerMetrics.name(principal), method: request.method.rawValue,
                    address: AccessEntry.withoutSecrets(request.head.path ?? ""),
                    status: answer.status.code, bytes: 0, milliseconds: 0))
        if let length = answer.body.contentLength, length <= ServerMetrics.shortBody {
            finish(exchange, bytes: length)
            return answer
        }
        if isStream { streaming.add(1, ordering: .relaxed) }
        var answer = answer
        let body = answer.body
        answer.body = ResponseBody(contentLength: body.contentLength) { [self] writer in
            let count = ByteCounter()
            defer {
                if isStream { streaming.subtract(1, ordering: .relaxed) }
                finish(exchange, bytes: count.value)
            }
            try await body.write(CountedWriter(inner: writer, count: count))
        }
        return answer
    }

    private struct Exchange: Sendable {
        var kind: Kind
        var start: ContinuousClock.Instant
        var isStream: Bool
        var entry: AccessEntry?
    }

    private func finish(_ exchange: Exchange, bytes: Int) {
        running.subtract(1, ordering: .relaxed)
        sent.add(bytes, ordering: .relaxed)
        let seconds = (ContinuousClock.now - exchange.start).seconds
        series.withLock { series in
            series[exchange.kind, default: Series()].note(exchange.isStream ? nil : seconds)
        }
        guard var entry = exchange.entry else { return }
        entry.bytes = bytes
        entry.milliseconds = seconds * 1000
        log?.note(entry)
    }

    private static func name(_ method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .head, .post, .put, .patch, .delete, .options: method.rawValue
        default: "other"
        }
    }

    private static func name(_ principal: Principal) -> String {
        principal.name.isEmpty ? principal.role?.rawValue ?? "" : principal.name
    }
}

extension ServerMetrics.Series {
    /// Adds a request; how long a stream of events took tells nothing.
    fileprivate mutating func note(_ seconds: Double?) {
        count += 1
        guard let seconds else { return }
        timed += 1
        self.seconds += seconds
        if let bucket = ServerMetrics.limits.firstIndex(where: { seconds <= $0 }) {
            buckets[bucket] += 1
        }
    }
}

extension Duration {
    /// The time in seconds.
    fileprivate var seconds: Double {
        let parts = components
        return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    }
}

/// A number of bytes that a body's writer and its end share.
private final class ByteCounter: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func add(_ count: Int) { number.add(count, ordering: .relaxed) }
}

/// Counts what was taken.
private struct CountedWriter: ResponseBodyWriter {
    var inner: any ResponseBodyWriter
    let count: ByteCounter

    mutating func write(_ buffer: ByteBuffer) async throws {
        try await inner.write(buffer)
        count.add(buffer.readableBytes)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await inner.finish(trailingHeaders)
    }
}
