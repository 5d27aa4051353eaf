import Foundation
import GalleryModel
import TestSupport
import Testing
import Transport

/// Needs the `openssl` program to create a certificate and serve with it.
@Suite(
    "TLS", .timeLimit(.minutes(1)),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"),
        "needs /usr/bin/openssl (openssl)"))
struct TLSTests {
    @Test("an untrusted certificate is rejected at once, and CURL_CA_BUNDLE makes it trusted")
    func certificates() async throws {
        try await withFolder { folder in
            let certificate = "\(folder)/certificate.pem"
            let key = "\(folder)/key.pem"
            try ChildProcess.run(
                "openssl",
                [
                    "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out",
                    certificate, "-subj", "/CN=localhost", "-addext",
                    "subjectAltName=IP:127.0.0.1",
                ])
            let server = try ChildProcess(
                "openssl",
                ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"])
            defer { server.signal(SIGTERM) }
            // It prints `ACCEPT 127.0.0.1:PORT` once it listens.
            let accepts = #/ACCEPT .*:([0-9]+)\n/#
            while server.text.firstMatch(of: accepts) == nil, server.isRunning { usleep(1_000) }
            let port = try #require(server.text.firstMatch(of: accepts)?.output.1)
            let request = TransferRequest.local("https://127.0.0.1:\(port)/")

            let attempts = Counter()
            let wary = HTTPTransport(configuration: .test)
            let refused = await code {
                try await wary.response(for: request, willAttempt: { attempts.increment() })
            }
            await wary.close()
            #expect(refused == .tls)
            #expect(attempts.value == 1)

            var configuration = TransportConfiguration.test
            configuration.environment = ["CURL_CA_BUNDLE": certificate]
            let trusting = HTTPTransport(configuration: configuration)
            let response = try await trusting.response(for: request)
            await trusting.close()
            #expect(response.status == 200)
            #expect(String(decoding: response.body, as: UTF8.self).contains("s_server"))
        }
    }
}
