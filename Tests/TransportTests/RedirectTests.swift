import Foundation
import TestSupport
import Testing

@testable import Transport

@Suite("Redirects", .timeLimit(.minutes(1)))
struct RedirectTests {
    @Test("a rule with an IPv6 address allows only that address, also after redirects")
    func addressOfIPv6() async throws {
        let server = try await LoopbackServer(host: "::1") { request in
            switch request.target {
            case "/first": .redirect(to: "http://\(request["Host"] ?? "")/second")
            case "/second": .redirect(to: "third")
            default: .text(request["Host"] ?? "")
            }
        }
        let transport = HTTPTransport(configuration: .test)
        let address = server.url("/first", host: "[::1]")
        for rule in ["[::1]", "::1", "[::1]:\(server.port)"] {
            let response = try await transport.response(
                for: TransferRequest(url: address, maximumBytes: 100, hosts: AllowedHosts([rule])))
            #expect(server.requests.suffix(3).map(\.target) == ["/first", "/second", "/third"])
            #expect(response.effectiveURL == server.url("/third", host: "[::1]"))
            #expect(response.body == Data("[::1]:\(server.port)".utf8))
        }
        let refused = await code {
            try await transport.response(
                for: TransferRequest(
                    url: address, maximumBytes: 100, hosts: AllowedHosts(["[::2]", "[::1]:1"])))
        }
        #expect(refused == .hostNotAllowed)
        await transport.close()
        await server.close()
    }

    @Test("five redirects are followed, absolute and relative, and the final URL is known")
    func five() async throws {
        try await withServer { request in
            let step = Int(request.target.dropFirst()) ?? 0
            if step == 5 { return .text("here") }
            let next = step == 2 ? "http://\(request["Host"] ?? "")/3" : "/\(step + 1)"
            return .redirect([301, 302, 303, 307, 308][step], to: next)
        } test: { server, transport in
            let response = try await transport.response(for: .local(server.url("/0")))
            #expect(response.body == Data("here".utf8))
            #expect(response.effectiveURL == server.url("/5"))
            #expect(server.requests.map(\.target) == (0...5).map { "/\($0)" })
        }
    }

    @Test("the sixth redirect ends the transfer, also in a loop")
    func six() async throws {
        try await withServer { _ in
            .redirect(to: "/again")
        } test: { server, transport in
            let failed = await code { try await transport.response(for: .local(server.url("/"))) }
            #expect(failed == .tooManyRedirects)
            #expect(server.requests.count == 6)
        }
    }

    @Test("a request that follows no redirects returns the redirect")
    func notFollowed() async throws {
        try await withServer { _ in
            .redirect(307, to: "/again")
        } test: { server, transport in
            var request = TransferRequest.local(server.url("/"))
            request.followsRedirects = false
            let response = try await transport.response(for: request)
            #expect(response.status == 307 && response.effectiveURL == server.url("/"))
            #expect(server.requests.count == 1)
        }
    }

    @Test("a redirect to a host that is not allowed is rejected and not followed")
    func foreignHost() async throws {
        let other = try await LoopbackServer { _ in .text("secret") }
        try await withServer { _ in
            .redirect(to: other.url("/", host: "localhost"))
        } test: { server, transport in
            let failed = await code { try await transport.response(for: .local(server.url("/"))) }
            #expect(failed == .redirectRefused)
            #expect(server.requests.count == 1)
            #expect(other.requests.isEmpty)
        }
        await other.close()
    }

    @Test(
        "a redirect to another scheme or without a URL is rejected",
        arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "http://", "http://a:b@127.0.0.1/"])
    func otherScheme(location: String) async throws {
        try await withServer { _ in
            .redirect(to: location)
        } test: { server, transport in
            let failed = await code { try await transport.response(for: .local(server.url("/"))) }
            #expect(failed == .redirectRefused)
        }
    }

    @Test("the caller's headers are sent only to the same server")
    func headers() async throws {
        let other = try await LoopbackServer { _ in .text("other") }
        try await withServer { request in
            switch request.target {
            case "/near": .redirect(to: "/there")
            case "/far": .redirect(to: other.url("/"))
            default: .text("there")
            }
        } test: { server, transport in
            for path in ["/near", "/far"] {
                _ = try await transport.response(
                    for: .local(server.url(path), headers: ["Authorization": "OAuth x"]))
            }
            let there = server.requests.first { $0.target == "/there" }
            #expect(there?["Authorization"] == "OAuth x")
            #expect(other.requests.map { $0["Authorization"] } == [nil])
        }
        await other.close()
    }

    @Test("a POST becomes a GET after 302 and stays a POST after 307")
    func post() async throws {
        try await withServer { request in
            switch request.target {
            case "/302": .redirect(302, to: "/end")
            case "/307": .redirect(307, to: "/end")
            default: .text("\(request.method) \(request.body.count)")
            }
        } test: { server, transport in
            let post = TransferRequest.Method.post(body: [1, 2, 3], contentType: "text/plain")
            let found = try await transport.response(for: .local(server.url("/302"), method: post))
            #expect(found.body == Data("GET 0".utf8))
            let kept = try await transport.response(for: .local(server.url("/307"), method: post))
            #expect(kept.body == Data("POST 3".utf8))
        }
    }

    @Test("redirects from https to http are rejected, and from http to https may be followed")
    func downgrade() throws {
        let request = TransferRequest(
            url: "", maximumBytes: 1, hosts: AllowedHosts(["a.example", "b.example"]))
        let secure = try #require(HTTPURL("https://a.example/x"))
        let plain = try #require(HTTPURL("http://a.example/x"))
        let follow = { (origin: HTTPURL, location: String) throws -> Redirect in
            try Redirect(
                from: origin, status: 302, location: location, method: .get, request: request)
        }
        #expect(throws: TransportError.self) { try follow(secure, "http://a.example/y") }
        #expect(throws: TransportError.self) { try follow(secure, "HTTP://b.example/y") }
        let upgraded = try follow(plain, "https://a.example/y")
        #expect(!upgraded.keepsHeaders)
        let sideways = try follow(secure, "//b.example/y")
        #expect(sideways.url.text == "https://b.example/y")
        let query = try follow(secure, "?q=1#top")
        #expect(query.url.text == "https://a.example/x?q=1")
    }

    @Test("a body is not forwarded to another server")
    func bodyElsewhere() throws {
        let request = TransferRequest(
            url: "", maximumBytes: 1, hosts: AllowedHosts(["a.example", "b.example"]))
        let origin = try #require(HTTPURL("https://a.example/x"))
        #expect(throws: TransportError.self) {
            try Redirect(
                from: origin, status: 308, location: "https://b.example/",
                method: .post(body: [1], contentType: "text/plain"), request: request)
        }
    }
}
