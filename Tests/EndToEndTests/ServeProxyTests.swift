import Foundation
import Glibc
import TestSupport
import Testing

@Suite("gallery serve behind nginx")
struct ServeProxyTests {
    private static let requests = [
        "POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 50\r\n\r\n"
            + "abcd",
        "POST /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "POST /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        "POST /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding:\r\n chunked\r\n\r\n"
            + "0\r\n\r\n",
        "POST /healthz HTTP/1.1\nHost: localhost\nContent-Length: 4\n\nabcd",
        "POST /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "4\nabcd\r\n0\r\n\r\n",
        "POST /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "4;a=\r\nabcd\r\n0\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60\r\n\r\n",
        "GET /healthz HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Content-Length\r\n"
            + "Content-Length: 40\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\rGET /hidden HTTP/1.1\r\n\r\n",
    ]

    @Test("no client gets another's response, whatever is sent before", arguments: requests)
    func smuggling(_ sent: String) throws {
        let gallery = try GalleryProgram(environment: ["GALLERY_SERVE_LOG": "text"])
        defer { gallery.remove() }
        let scene = try ServeScene(gallery)
        let nginx = try Self.nginx(scene)
        defer { nginx.remove() }
        // The bytes after the first request are a second request or the body of the first, but
        // never the start of the next client's.
        let hidden = "GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for _ in 0..<3 {
            // Smuggled bytes may leave the connection open without further data.
            _ = try Self.exchange(sent + hidden, port: nginx.port, milliseconds: 300)
            let answer = try Self.exchange(
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                port: nginx.port)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK"), "\(answer)")
            #expect(answer.hasSuffix("ok"), "\(answer)")
        }
        #expect(try scene.stop().status == 0)
    }

    @Test("the configuration in docs/serving.md works")
    func documented() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let password = gallery.folder.appendingPathComponent("password")
        try Data("correct horse battery\n".utf8).write(to: password)
        let scene = try ServeScene(
            gallery, "--base-url", "https://photos.example.org", "--password-file", password.path)
        let nginx = try ServerProgram.nginx { folder, port in
            try Self.documentedServer
                .replacingOccurrences(of: "listen 443", with: "listen 127.0.0.1:\(port)")
                .replacingOccurrences(
                    of: "/etc/letsencrypt/live/photos.example.org/fullchain.pem",
                    with: "\(folder)/certificate.pem"
                )
                .replacingOccurrences(
                    of: "/etc/letsencrypt/live/photos.example.org/privkey.pem",
                    with: "\(folder)/key.pem"
                )
                .replacingOccurrences(
                    of: "http://127.0.0.1:8080", with: scene.address)
        }
        defer { nginx.remove() }
        let result = try scene.curl(
            "--insecure", "--http2", "--resolve", "photos.example.org:\(nginx.port):127.0.0.1",
            "--write-out", " %{http_version} %{http_code}",
            "https://photos.example.org:\(nginx.port)/healthz")
        #expect(result.text == "ok 2 200", "\(result.errors)")
        #expect(try scene.stop().status == 0)
    }

    @Test(
        "the systemd unit is valid",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze"),
            "systemd-analyze is not installed"))
    func unit() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let program = try GalleryProgram.executable.path
        let unit = Self.root.appendingPathComponent("tools/gallery.service")
        let text = try String(contentsOf: unit, encoding: .utf8)
            .replacingOccurrences(of: "/usr/local/bin/gallery", with: program)
        try Data(text.utf8).write(to: gallery.folder.appendingPathComponent("gallery.service"))
        let result = try gallery.shell(
            "XDG_RUNTIME_DIR=$PWD systemd-analyze --user verify ./gallery.service")
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.errors.contains("gallery.service"), "\(result.errors)")
    }

    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static var documentedServer: String {
        get throws {
            let page = try String(
                contentsOf: root.appendingPathComponent("docs/serving.md"), encoding: .utf8)
            let block = try #require(page.components(separatedBy: "```nginx\n").dropFirst().first)
            return try #require(block.components(separatedBy: "```").first)
        }
    }

    private static func nginx(_ scene: ServeScene) throws -> ServerProgram {
        try ServerProgram.nginx { _, port in
            """
            upstream gallery { server 127.0.0.1:\(scene.port); keepalive 4; }
            server {
                listen 127.0.0.1:\(port);
                location / {
                    proxy_pass http://gallery;
                    proxy_http_version 1.1;
                    proxy_set_header Host $host;
                    proxy_set_header Connection "";
                }
            }
            """
        }
    }

    /// The received bytes until the other side closes or sends nothing more.
    private static func exchange(
        _ sent: String, port: Int, milliseconds: Int = 30_000
    ) throws -> String {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var patience = timeval(
            tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        let bytes = Array(sent.utf8)
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            all += buffer.prefix(count)
        }
        return String(decoding: all, as: UTF8.self)
    }
}
