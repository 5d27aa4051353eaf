import Basics
import HTTPTypes
import Testing

@testable import GalleryWeb

@Suite("Forwarded addresses")
struct ForwardedAddressTests {
    private func client(
        _ headers: [(String, String)], from address: String, baseURL: String? = nil,
        host: String = "127.0.0.1:8080"
    ) throws -> Client {
        var options = ServerOptions()
        options.trustedProxies = ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"].compactMap {
            IPNetwork(text: $0)
        }
        options.baseURL = baseURL
        var fields = HTTPFields()
        for (name, value) in headers {
            fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        return ForwardedAddress(options).client(fields, address: address, host: host)
    }

    @Test(
        "the client's address is read from the right of X-Forwarded-For",
        arguments: [
            (["203.0.113.9"], "203.0.113.9"),
            (["6.6.6.6, 203.0.113.9"], "203.0.113.9"),
            (["6.6.6.6", "203.0.113.9, 10.1.2.3"], "203.0.113.9"),
            (["203.0.113.9:4711"], "203.0.113.9"), (["[2001:db9::1]:4711"], "2001:db9::1"),
            (["10.9.9.9, 10.1.2.3"], "10.9.9.9"), (["unknown"], "127.0.0.1"),
            (["203.0.113.9, unknown, 10.1.2.3"], "10.1.2.3"), ([" , "], "127.0.0.1"),
            ([], "127.0.0.1"),
        ])
    func readsFromTheRight(values: [String], address: String) throws {
        let client = try client(values.map { ("X-Forwarded-For", $0) }, from: "127.0.0.1")
        #expect(client.address == address)
    }

    @Test("forwarded headers from untrusted addresses are ignored")
    func believesNobodyElse() throws {
        let client = try client(
            [
                ("X-Forwarded-For", "127.0.0.1"), ("X-Forwarded-Host", "evil.example"),
                ("X-Forwarded-Proto", "https"),
            ], from: "192.0.2.1")
        #expect(
            client == Client(address: "192.0.2.1", isSecure: false, host: "127.0.0.1:8080"))
    }

    @Test("host and scheme are taken from a trusted proxy")
    func takesHostAndSchemeOfTheProxy() throws {
        let client = try client(
            [("X-Forwarded-Host", "photos.lan"), ("X-Forwarded-Proto", "HTTPS")], from: "10.0.0.1")
        #expect(client == Client(address: "10.0.0.1", isSecure: true, host: "photos.lan"))
    }

    @Test(
        "a host that matches the base URL overrides the forwarded host",
        arguments: [
            ("photos.example.org", "localhost", "photos.example.org"),
            ("PHOTOS.example.org:80", "evil.example", "PHOTOS.example.org:80"),
            ("127.0.0.1:8080", "photos.example.org", "photos.example.org"),
            ("evil.example", "localhost", "localhost"),
        ])
    func leavesAHostThatTheProxyPassedOn(host: String, said: String, taken: String) throws {
        let client = try client(
            [("X-Forwarded-Host", said)], from: "10.0.0.1", baseURL: "http://photos.example.org",
            host: host)
        #expect(client.host == taken)
    }

    @Test("requests to an HTTPS base URL are secure")
    func isSecureUnderAnEncryptedBaseURL() throws {
        for (host, isSecure) in [
            ("photos.example.org", true), ("photos.example.org:443", true),
            ("127.0.0.1:8080", false), ("photos.example.org:8080", false),
        ] {
            let client = try client(
                [], from: "192.0.2.1", baseURL: "https://photos.example.org", host: host)
            #expect(client.isSecure == isSecure, "\(host)")
        }
    }
}
