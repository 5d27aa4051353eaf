import Foundation
import Gallery
import Glibc
import Hummingbird

/// What a machine that watches the server asks for.
enum MetricRoutes {
    static let all = [
        Route(.get, "/metrics", for: .owners) { _, site in
            .bytes(Array(await text(site).utf8), type: MetricsText.type)
        }
    ]

    private static func text(_ site: Site) async -> String {
        var text = MetricsText()
        requests(site.metrics, &text)
        let metrics = site.metrics
        text.single(
            "gallery_http_requests_in_flight", .gauge, "Requests that are being answered.",
            Double(metrics.inFlight))
        text.single(
            "gallery_http_response_bytes_total", .counter, "Bytes of answers' bodies.",
            Double(metrics.bytes))
        text.single(
            "gallery_event_streams", .gauge, "Open streams of changes.",
            Double(metrics.eventStreams))
        text.single(
            "gallery_jobs", .gauge, "Jobs that wait or run.", Double(await site.jobs.count))
        text.single(
            "gallery_sessions", .gauge, "Sessions that were used since the server started.",
            Double(site.credentials.sessionCount))
        text.single(
            "gallery_connections", .gauge, "Open connections.", Double(site.connections.count))
        text.single(
            "gallery_connections_refused_total", .counter,
            "Connections that were closed at once because there were too many.",
            Double(site.connections.refused))
        text.single(
            "gallery_log_lines_dropped_total", .counter,
            "Lines that the access log left out because its reader was behind.",
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
        text.family("gallery_http_requests_total", .counter, "Answered requests.")
        for (kind, series) in counted {
            text.add("gallery_http_requests_total", labels(kind), Double(series.count))
        }
        let name = "gallery_http_request_duration_seconds"
        text.family(name, .histogram, "How long requests took, to the last byte of the answer.")
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
                "process_resident_memory_bytes", .gauge, "Memory that the process holds.",
                Double(memory))
        }
        text.family("gallery_build_info", .gauge, "The program's version.")
        text.add("gallery_build_info", [("version", PhotoGallery.version)], 1)
    }

    /// What the system says that the process holds: the second number, in pages.
    private static var residentBytes: Int? {
        guard let text = FileManager.default.contents(atPath: "/proc/self/statm") else {
            return nil
        }
        let numbers = String(decoding: text, as: UTF8.self).split(separator: " ")
        return numbers.count > 1 ? Int(numbers[1]).map { $0 * Int(getpagesize()) } : nil
    }
}
