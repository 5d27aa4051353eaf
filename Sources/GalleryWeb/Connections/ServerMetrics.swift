import Foundation
import Gallery
import GalleryModel
import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Counts and times requests, for the log and for `/metrics`.
final class ServerMetrics: Sendable {
    /// The labels of a counter, with few distinct values so that clients cannot create many
    /// counters.
    struct Kind: Hashable, Sendable {
        /// The template of the route; empty without a matching route.
        var route: String
        /// The method; `other` for methods without a route.
        var method: String
        /// The first digit of the status.
        var statusClass: Int
    }

    /// The statistics of one kind of request.
    struct Series: Sendable {
        /// The number of requests.
        var count = 0
        /// The number of timed requests: all except event streams.
        var timed = 0
        /// The total duration, in seconds.
        var seconds = 0.0
        /// The number of requests per histogram bucket: up to each limit of `limits` and above the
        /// previous one.
        var buckets = [Int](repeating: 0, count: ServerMetrics.limits.count)
    }

    /// The upper bounds of the histogram buckets, in seconds.
    static let limits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// Longer bodies and those of unknown length are counted while they are sent; shorter ones are
    /// sent in one piece and counted in advance.
    private static let shortBody = 256 << 10

    /// The start time of the server.
    let started = ContinuousClock.now

    private let series = Mutex<[Kind: Series]>([:])
    private let running = Atomic<Int>(0)
    private let streaming = Atomic<Int>(0)
    private let sent = Atomic<Int>(0)
    private let log: AccessLog?

    /// Creates counters at zero.
    init(_ options: ServerOptions) {
        log = options.accessLog
    }

    /// The statistics by kind of request.
    var counted: [Kind: Series] { series.withLock { $0 } }
    /// The number of requests in progress.
    var inFlight: Int { running.load(ordering: .relaxed) }
    /// The number of open event streams.
    var eventStreams: Int { streaming.load(ordering: .relaxed) }
    /// The number of body bytes sent.
    var bytes: Int { sent.load(ordering: .relaxed) }
    /// The number of lines dropped by the access log.
    var droppedLines: Int { log?.dropped ?? 0 }

    /// Counts the start of a request; `observe` counts its response.
    func begin() { running.add(1, ordering: .relaxed) }

    /// Counts a response when its last byte is accepted or its connection fails.
    ///
    /// - Parameters:
    ///   - route: the template of the route; nil without a matching route.
    ///   - start: the start time of the request.
    /// - Returns: the response to send.
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
    /// Adds a request; the duration of an event stream is meaningless and passed as nil.
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
    /// The duration in seconds.
    fileprivate var seconds: Double {
        let parts = components
        return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    }
}

/// A byte count shared by a body's writer and its completion handler.
private final class ByteCounter: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func add(_ count: Int) { number.add(count, ordering: .relaxed) }
}

/// Counts the bytes written.
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

/// The `/metrics` route for monitoring.
enum MetricRoutes {
    static let all = [
        Route(.get, "/metrics", for: .owners, nil) { _, site in
            .bytes(Array(await text(site).utf8), type: MetricsText.type)
        }
    ]

    private static func text(_ site: Site) async -> String {
        var text = MetricsText()
        requests(site.metrics, &text)
        let metrics = site.metrics
        text.single(
            "gallery_http_requests_in_flight", .gauge, "Requests in progress.",
            Double(metrics.inFlight))
        text.single(
            "gallery_http_response_bytes_total", .counter, "Bytes of response bodies.",
            Double(metrics.bytes))
        text.single(
            "gallery_event_streams", .gauge, "Open event streams.",
            Double(metrics.eventStreams))
        text.single(
            "gallery_jobs", .gauge, "Waiting and running jobs.", Double(await site.jobs.count))
        text.single(
            "gallery_sessions", .gauge, "Sessions used since the server started.",
            Double(site.credentials.sessionCount))
        text.single(
            "gallery_connections", .gauge, "Open connections.", Double(site.connections.count))
        text.single(
            "gallery_connections_refused_total", .counter,
            "Connections closed immediately because there were too many.",
            Double(site.connections.refused))
        text.single(
            "gallery_log_lines_dropped_total", .counter,
            "Access log lines dropped because the reader was too slow.",
            Double(metrics.droppedLines))
        process(metrics, &text)
        return text.text
    }

    private static func requests(_ metrics: ServerMetrics, _ text: inout MetricsText) {
        let counted = metrics.counted.sorted {
            ($0.key.route, $0.key.method, $0.key.statusClass)
                < ($1.key.route, $1.key.method, $1.key.statusClass)
        }
        func labels(_ kind: ServerMetrics.Kind) -> [(name: String, value: String)] {
            [
                ("route", kind.route), ("method", kind.method),
                ("status", "\(kind.statusClass)xx"),
            ]
        }
        text.family("gallery_http_requests_total", .counter, "Completed requests.")
        for (kind, series) in counted {
            text.add("gallery_http_requests_total", labels(kind), Double(series.count))
        }
        let name = "gallery_http_request_duration_seconds"
        text.family(name, .histogram, "Request duration up to the last byte of the response.")
        for (kind, series) in counted {
            var below = 0
            for (limit, count) in zip(ServerMetrics.limits, series.buckets) {
                below += count
                text.add("\(name)_bucket", labels(kind) + [("le", "\(limit)")], Double(below))
            }
            let all = Double(series.timed)
            text.add("\(name)_bucket", labels(kind) + [("le", "+Inf")], all)
            text.add("\(name)_sum", labels(kind), series.seconds)
            text.add("\(name)_count", labels(kind), all)
        }
    }

    private static func process(_ metrics: ServerMetrics, _ text: inout MetricsText) {
        let uptime = ContinuousClock.now - metrics.started
        text.single(
            "gallery_uptime_seconds", .gauge, "Seconds since the server started.",
            Double(uptime.components.seconds))
        if let memory = residentBytes {
            text.single(
                "process_resident_memory_bytes", .gauge, "Resident memory of the process.",
                Double(memory))
        }
        text.family("gallery_build_info", .gauge, "Version of the program.")
        text.add("gallery_build_info", [("version", PhotoGallery.version)], 1)
    }

    /// The resident memory of the process; the second number in the file, in pages.
    private static var residentBytes: Int? {
        guard let text = FileManager.default.contents(atPath: "/proc/self/statm") else {
            return nil
        }
        let numbers = String(decoding: text, as: UTF8.self).split(separator: " ")
        return numbers.count > 1 ? Int(numbers[1]).map { $0 * Int(getpagesize()) } : nil
    }
}

/// Builds a text in the Prometheus exposition format.
///
/// Source: https://prometheus.io/docs/instrumenting/exposition_formats/, "Text-based format",
/// 0.0.4.
struct MetricsText {
    /// The media type of the text.
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// The type of a metric.
    enum Kind: String {
        /// Only increases.
        case counter
        /// Increases and decreases.
        case gauge
        /// Counts per bucket.
        case histogram
    }

    /// Begins a metric family.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a sample to the current family.
    mutating func add(
        _ name: String, _ labels: [(name: String, value: String)] = [], _ value: Double
    ) {
        let shown = labels.map { "\($0.name)=\"\(MetricsText.escaped($0.value))\"" }
        let braces = shown.isEmpty ? "" : "{\(shown.joined(separator: ","))}"
        let whole = value.rounded() == value && abs(value) < 1e15
        text += "\(name)\(braces) \(whole ? String(Int64(value)) : String(value))\n"
    }

    /// Adds a family with a single sample.
    mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        family(name, kind, help)
        add(name, [], value)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
            "\n", with: "\\n")
    }
}
