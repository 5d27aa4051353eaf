import Foundation
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@Suite("Metrics")
struct MetricsTests {
    private static let stream = Route(.get, "/try/{thing}", for: .anyone) { _, _ in
        Response(
            status: .ok,
            body: ResponseBody { writer in
                for _ in 0..<10 { try await writer.write(ByteBuffer(string: "0123456789")) }
                try await writer.finish(nil)
            })
    }

    @Test("requests are counted by route")
    func countsRequestsByTheirRoute() async throws {
        let scene = try WebScene()
        try await RouterClient.run(scene.server([Self.stream])) { client in
            for path in ["/healthz", "/healthz", "/try/one", "/try/two", "/nothing"] {
                _ = try await client.execute(uri: path, method: .get)
            }
            let answer = try await client.execute(uri: "/metrics", method: .get)
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            let lines = Set(String(buffer: answer.body).split(separator: "\n").map(String.init))
            let name = "gallery_http_requests_total"
            #expect(lines.contains("\(name){route=\"/healthz\",method=\"GET\",status=\"2xx\"} 2"))
            #expect(
                lines.contains("\(name){route=\"/try/{thing}\",method=\"GET\",status=\"2xx\"} 2"))
            #expect(lines.contains("\(name){route=\"\",method=\"GET\",status=\"4xx\"} 1"))
            #expect(lines.contains("gallery_http_requests_in_flight 1"))
            #expect(lines.contains("gallery_build_info{version=\"0.1.0\"} 1"))
            #expect(lines.contains("gallery_event_streams 0"))
            #expect(lines.contains("gallery_jobs 0"))
            #expect(lines.contains("gallery_sessions 0"))
            #expect(lines.contains { $0.hasPrefix("gallery_uptime_seconds ") })
            let histogram = "gallery_http_request_duration_seconds"
            let labels = "route=\"/healthz\",method=\"GET\",status=\"2xx\""
            #expect(lines.contains("\(histogram)_bucket{\(labels),le=\"+Inf\"} 2"))
            #expect(lines.contains("\(histogram)_count{\(labels)} 2"))
            let memory = lines.first { $0.hasPrefix("process_resident_memory_bytes ") }
            #expect(memory.flatMap { Int($0.split(separator: " ")[1]) } ?? 0 > 1 << 20)
        }
    }

    @Test("bytes are counted as they are sent")
    func countsBytesAsTheyAreSent() async throws {
        let scene = try WebScene()
        let server = scene.server([Self.stream])
        try await RouterClient.run(server) { client in
            _ = try await client.execute(uri: "/try/one", method: .get)
            _ = try await client.execute(uri: "/healthz", method: .get)
        }
        #expect(server.site.metrics.bytes == 102)
        #expect(server.site.metrics.inFlight == 0)
    }

    @Test("unknown methods are counted together")
    func keepsStrangeMethodsTogether() async throws {
        let scene = try WebScene()
        let server = scene.server([])
        try await RouterClient.run(server) { client in
            for name in ["FOO", "BAR", "BAZ"] {
                let method = try #require(HTTPRequest.Method(rawValue: name))
                _ = try await client.execute(uri: "/healthz", method: method)
            }
        }
        let labels = server.site.metrics.counted.keys
        #expect(!labels.isEmpty && labels.allSatisfy { $0.contains("method=\"other\"") })
    }
}
