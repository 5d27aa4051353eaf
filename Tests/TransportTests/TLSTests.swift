import Foundation
import GalleryModel
import Testing
import Transport

/// Needs the `openssl` program to make a certificate and to serve with it.
@Suite(
    "TLS", .timeLimit(.minutes(1)),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"),
        "needs /usr/bin/openssl (openssl)"))
struct TLSTests {
    @Test("a certificate nobody vouches for is refused at once; CURL_CA_BUNDLE vouches for it")
    func certificates() async throws {
        try await withFolder { folder in
            let certificate = "\(folder)/certificate.pem"
            let key = "\(folder)/key.pem"
            let maker = try openssl([
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out",
                certificate, "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
            ])
            // Reading until its end waits for the program to be done.
            _ = try maker.output.readToEnd()
            let server = try openssl([
                "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www",
            ])
            defer { server.process.terminate() }
            let port = try #require(try listeningPort(server.output))
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

private func openssl(_ arguments: [String]) throws -> (process: Process, output: FileHandle) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return (process, pipe.fileHandleForReading)
}

/// The port in the line `ACCEPT 127.0.0.1:PORT`, which s_server prints when it is ready.
private func listeningPort(_ output: FileHandle) throws -> Int? {
    var text = ""
    while let data = try output.read(upToCount: 1), !data.isEmpty {
        text += String(decoding: data, as: UTF8.self)
        guard text.hasSuffix("\n"), let line = text.split(separator: "\n").last else { continue }
        if line.hasPrefix("ACCEPT "), let port = line.split(separator: ":").last {
            return Int(port)
        }
    }
    return nil
}
