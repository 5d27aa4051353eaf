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
    /// The statistics of requests with the same labels.
    struct Series: Sendable {
        /// The number of requests.
        var count = 0
        /// The total duration of all requests but event streams, in seconds.
        var seconds = 0.0
        /// The number of these requests per histogram bucket: up to each limit of `limits` and
        /// above the previous one, and last above all limits.
        var buckets = [Int](repeating: 0, count: ServerMetrics.limits.count + 1)
    }

    /// The upper bounds of the histogram buckets, in seconds.
    static let limits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// Longer bodies and those of unknown length are counted while they are sent; shorter ones are
    /// sent in one piece and counted in advance.
    private static let shortBody = 256 << 10

    /// The start time of the server.
    let started = ContinuousClock.now

    private let series = Mutex<[String: Series]>([:])
    private let running = Atomic<Int>(0)
    private let streaming = Atomic<Int>(0)
    private let sent = Atomic<Int>(0)
    private let log: AccessLog?

    /// Creates counters at zero.
    init(_ options: ServerOptions) { log = options.accessLog }

    /// The statistics by labels: route, method and class of the status, which have few distinct
    /// values so that clients cannot create many counters.
    var counted: [String: Series] { series.withLock { $0 } }
    /// The number of requests in progress.
    var inFlight: Int { running.load(ordering: .relaxed) }
    /// The number of open event streams.
    var eventStreams: Int { streaming.load(ordering: .relaxed) }
    /// The number of body bytes sent.
    var bytes: Int { sent.load(ordering: .relaxed) }

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
        let (method, address) = (request.method, request.head.path ?? "")
        let (status, time) = (answer.status.code, Int64(Date().timeIntervalSince1970))
        let isStream = answer.headers[.contentType]?.hasPrefix("text/event-stream") ?? false
        let finish = { @Sendable [self] (bytes: Int) in
            running.subtract(1, ordering: .relaxed)
            sent.add(bytes, ordering: .relaxed)
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let name = ServerMetrics.methods.contains(method) ? method.rawValue : "other"
            let labels = "route=\"\(route ?? "")\",method=\"\(name)\",status=\"\(status / 100)xx\""
            series.withLock { $0[labels, default: Series()].note(isStream ? nil : seconds) }
            log?.note(
                AccessEntry(
                    time: time, client: client.address,
                    name: principal.name.isEmpty ? principal.role?.rawValue ?? "" : principal.name,
                    method: method.rawValue, address: AccessEntry.withoutSecrets(address),
                    status: status, bytes: bytes, milliseconds: seconds * 1000))
        }
        if let length = answer.body.contentLength, length <= ServerMetrics.shortBody {
            finish(length)
            return answer
        }
        if isStream { streaming.add(1, ordering: .relaxed) }
        var answer = answer
        let body = answer.body
        answer.body = ResponseBody(contentLength: body.contentLength) { [self] writer in
            let count = ByteCounter()
            defer {
                if isStream { streaming.subtract(1, ordering: .relaxed) }
                finish(count.value.load(ordering: .relaxed))
            }
            try await body.write(CountedWriter(inner: writer, count: count))
        }
        return answer
    }

    /// The methods that are counted by name.
    private static let methods: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .patch, .delete, .options,
    ]
}

extension ServerMetrics.Series {
    /// Adds a request; the duration of an event stream is meaningless and passed as nil.
    fileprivate mutating func note(_ seconds: Double?) {
        count += 1
        guard let seconds else { return }
        self.seconds += seconds
        let limits = ServerMetrics.limits
        buckets[limits.firstIndex { seconds <= $0 } ?? limits.count] += 1
    }
}

/// A byte count shared by a body's writer and its completion handler.
private final class ByteCounter: Sendable {
    let value = Atomic<Int>(0)
}

/// Counts the bytes written.
private struct CountedWriter: ResponseBodyWriter {
    var inner: any ResponseBodyWriter
    let count: ByteCounter

    mutating func write(_ buffer: ByteBuffer) async throws {
        try await inner.write(buffer)
        count.value.add(buffer.readableBytes, ordering: .relaxed)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await inner.finish(trailingHeaders)
    }
}

/// The `/metrics` route for monitoring.
///
/// Source: https://prometheus.io/docs/instrumenting/exposition_formats/, "Text-based format",
/// 0.0.4.
enum MetricRoutes {
    static let all = [
        Route(.get, "/metrics", for: .owners, nil) { _, site in
            .bytes(Array(await text(site).utf8), type: "text/plain; version=0.0.4; charset=utf-8")
        }
    ]

    private static func text(_ site: Site) async -> String {
        let metrics = site.metrics
        let duration = "gallery_http_request_duration_seconds"
        let counted = metrics.counted.sorted { $0.key < $1.key }
        var text = head("gallery_http_requests_total", "counter", "Completed requests.")
        for (labels, series) in counted {
            text += "gallery_http_requests_total{\(labels)} \(series.count)\n"
        }
        text += head(duration, "histogram", "Request duration up to the last byte of the response.")
        for (labels, series) in counted {
            var below = 0
            let limits = ServerMetrics.limits.map { "\($0)" } + ["+Inf"]
            for (limit, count) in zip(limits, series.buckets) {
                below += count
                text += "\(duration)_bucket{\(labels),le=\"\(limit)\"} \(below)\n"
            }
            text += "\(duration)_sum{\(labels)} \(number(series.seconds))\n"
            text += "\(duration)_count{\(labels)} \(below)\n"
        }
        let connections = site.connections
        let uptime = (ContinuousClock.now - metrics.started).components.seconds
        let values: [(name: String, help: String, value: Int?)] = [
            ("gallery_http_requests_in_flight", "Requests in progress.", metrics.inFlight),
            ("gallery_http_response_bytes_total", "Bytes of response bodies.", metrics.bytes),
            ("gallery_event_streams", "Open event streams.", metrics.eventStreams),
            ("gallery_jobs", "Waiting and running jobs.", await site.jobs.count),
            (
                "gallery_sessions", "Sessions used since the server started.",
                site.credentials.sessionCount
            ),
            ("gallery_connections", "Open connections.", connections.count),
            (
                "gallery_connections_refused_total",
                "Connections closed immediately because there were too many.", connections.refused
            ),
            (
                "gallery_log_lines_dropped_total",
                "Access log lines dropped because the reader was too slow.",
                site.options.accessLog?.dropped ?? 0
            ),
            ("gallery_uptime_seconds", "Seconds since the server started.", Int(uptime)),
            ("process_resident_memory_bytes", "Resident memory of the process.", residentBytes),
        ]
        for (name, help, value) in values {
            guard let value else { continue }
            let kind = name.hasSuffix("_total") ? "counter" : "gauge"
            text += head(name, kind, help) + "\(name) \(value)\n"
        }
        return text + head("gallery_build_info", "gauge", "Version of the program.")
            + "gallery_build_info{version=\"\(PhotoGallery.version)\"} 1\n"
    }

    /// Formats a number; whole ones without a decimal point.
    private static func number(_ value: Double) -> String {
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    private static func head(_ name: String, _ kind: String, _ help: String) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    /// The resident memory of the process; the second number in the file, in pages.
    private static var residentBytes: Int? {
        let text = FileManager.default.contents(atPath: "/proc/self/statm") ?? Data()
        let numbers = String(decoding: text, as: UTF8.self).split(separator: " ")
        return numbers.count > 1 ? Int(numbers[1]).map { $0 * Int(getpagesize()) } : nil
    }
}
