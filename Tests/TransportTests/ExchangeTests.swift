import Foundation
import TestSupport
import Testing
import Transport

@Suite("A single exchange")
struct ExchangeTests {
    @Test("a response has its status, headers, body and byte count")
    func plainAnswer() async throws {
        try await withServer { _ in
            .text("hello", [("X-Colour", "blue"), ("x-colour", "red")])
        } test: { server, transport in
            let response = try await transport.response(for: .local(server.url("/a?b=c")))
            #expect(response.status == 200)
            #expect(response.body == Data("hello".utf8))
            #expect(response.byteCount == 5)
            #expect(response.headers["x-COLOUR"] == "blue")
            let colors = response.headers.fields.filter { $0.name.lowercased() == "x-colour" }
            #expect(colors.map(\.value) == ["blue", "red"])
            #expect(server.requests.count == 1)
            #expect(response.sha256 == nil)
            #expect(response.effectiveURL == server.url("/a?b=c"))
            #expect(server.requests[0]["User-Agent"] == "gallery-test")
            #expect(server.requests[0].target == "/a?b=c")
            #expect(try #require(server.requests[0]["Accept-Encoding"]).contains("gzip"))
        }
    }

    @Test("two requests share one connection")
    func keepAlive() async throws {
        try await withServer {
            .text("\($0.number)")
        } test: { server, transport in
            _ = try await transport.response(for: .local(server.url("/1")))
            let second = try await transport.response(for: .local(server.url("/2")))
            #expect(second.body == Data("1".utf8))
            #expect(server.connectionCount == 1)
        }
    }

    @Test("a POST sends its body, length and type once, without Expect: 100-continue")
    func post() async throws {
        try await withServer { _ in
            .text("ok")
        } test: { server, transport in
            let body = pattern(5_000)
            _ = try await transport.response(
                for: .local(
                    server.url("/up"), method: .post(body: body, contentType: "image/jpeg"),
                    headers: ["X-One": "1", "X-None": ""]))
            let request = try #require(server.requests.first)
            #expect(request.method == "POST")
            #expect(request.body == body)
            #expect(request["Content-Type"] == "image/jpeg")
            #expect(request["X-One"] == "1")
            #expect(request["X-None"] == "")
            #expect(request["Expect"] == nil)
        }
    }

    @Test("a POST may have no body")
    func emptyPost() async throws {
        try await withServer { _ in
            .text("ok")
        } test: { server, transport in
            _ = try await transport.response(
                for: .local(server.url("/"), method: .post(body: [], contentType: "text/plain")))
            #expect(server.requests[0]["Content-Length"] == "0")
        }
    }

    @Test("an interim response is skipped")
    func interim() async throws {
        try await withServer { _ in
            let hints = LoopbackReply.head(103, [("Link", "</a.css>")])
            return LoopbackReply([.bytes(hints)] + LoopbackReply.text("real").steps)
        } test: { server, transport in
            let response = try await transport.response(for: .local(server.url("/")))
            #expect(response.status == 200)
            #expect(response.body == Data("real".utf8))
            #expect(response.headers["Link"] == nil)
        }
    }

    @Test("a compressed response is unpacked")
    func gzip() async throws {
        let text = Array("a text that was packed".utf8)
        try await withServer { _ in
            .answer(200, [("Content-Encoding", "gzip")], body: GzipStream.stored(text))
        } test: { server, transport in
            let response = try await transport.response(for: .local(server.url("/")))
            #expect(response.body == Data(text))
        }
    }

    @Test("a status such as 404 is a response with a body, without retries")
    func notFound() async throws {
        try await withServer { _ in
            .text("gone", status: 404)
        } test: { server, transport in
            let response = try await transport.response(for: .local(server.url("/")))
            #expect(response.status == 404)
            #expect(response.body == Data("gone".utf8))
            #expect(server.requests.count == 1)
        }
    }

    @Test("proxies come from the given environment, except for hosts listed there")
    func proxy() async throws {
        let proxy = try await LoopbackServer { _ in .text("from the proxy") }
        var configuration = TransportConfiguration.test
        configuration.environment = ["http_proxy": proxy.url(""), "no_proxy": "127.0.0.1"]
        try await withServer(configuration) { _ in
            .text("direct")
        } test: { server, transport in
            let near = try await transport.response(for: .local(server.url("/near")))
            #expect(near.body == Data("direct".utf8))
            let far = try await transport.response(
                for: TransferRequest(
                    url: "http://photos.invalid/far", maximumBytes: 100,
                    hosts: AllowedHosts(["photos.invalid"])))
            #expect(far.body == Data("from the proxy".utf8))
            #expect(proxy.requests.map(\.target) == ["http://photos.invalid/far"])
        }
        await proxy.close()
    }
}
