import Foundation
import Glibc
import TestSupport
import Testing

@Suite("gallery serve")
struct ServeTests {
    @Test("the server prints one line once it listens, answers, and ends with 0")
    func listens() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        for signal in [SIGTERM, SIGINT] {
            let scene = try ServeScene(gallery)
            #expect(try scene.curl("URL/healthz").text == "ok")
            scene.running.signal(signal)
            let result = try scene.running.wait()
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.text == "listening on \(scene.address)\n")
            #expect(result.errors == "")
        }
    }

    @Test("the server listens on IPv6 and prints the address in brackets")
    func version6() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let scene = try ServeScene(gallery, "--host", "::1")
        #expect(scene.address.hasPrefix("http://[::1]:"))
        #expect(try scene.curl("--globoff", "URL/healthz").text == "ok")
        #expect(try scene.stop().status == 0)
    }

    @Test(
        "an invalid option is reported with its reason",
        arguments: [
            (["--port", "65536"], 64, "invalid --port '65536': expected 0 to 65535"),
            (["--port", "-1"], 64, "--port"),
            (
                ["--port", "0", "--host", "203.0.113.1", "--base-url", "x"], 64,
                "invalid --base-url"
            ),
            (["--tls-certificate", "a.pem"], 64, "must be given together"),
            (
                ["--tls-certificate", "a.pem", "--tls-key", "b.pem"], 78,
                "cannot use the certificate 'a.pem': No such file or directory"
            ),
        ] as [([String], Int32, String)])
    func wrongOptions(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let result = try gallery.start(["serve"] + arguments).wait()
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.text == "")
    }

    @Test("a port used by another program is reported")
    func portTaken() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let scene = try ServeScene(gallery)
        let result = try gallery.run("serve", "--port", scene.port)
        #expect(result.status == 74)
        #expect(
            result.errors
                == "gallery: cannot listen on 127.0.0.1:\(scene.port): port is in use: "
                + "choose a free one with --port 0\n")
        #expect(try scene.stop().status == 0)
    }

    @Test("requests are logged on request, without secrets", arguments: ["text", "json"])
    func accessLog(_ format: String) throws {
        let gallery = try GalleryProgram(environment: ["GALLERY_SERVE_LOG": format])
        defer { gallery.remove() }
        let scene = try ServeScene(gallery)
        #expect(try scene.curl("URL/healthz?token=geheim").status == 0)
        let result = try scene.stop()
        #expect(result.errors.contains("/healthz?token=***"), "\(result.errors)")
        #expect(!result.errors.contains("geheim"))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test("stopping the server under load loses and truncates no response")
    func stopsUnderLoad() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let scene = try ServeScene(gallery)
        let list = gallery.folder.appendingPathComponent("list")
        let one = "url = \"\(scene.address)/api/v1/openapi.json\"\noutput = /dev/null\n"
        try Data(String(repeating: one, count: 3000).utf8).write(to: list)
        let load = try gallery.start(
            [
                "--silent", "--parallel", "--parallel-max", "16", "--noproxy", "*", "--config",
                list.path, "--write-out", "%{http_code} %{exitcode} %{size_download}\\n",
            ], executable: URL(fileURLWithPath: "/usr/bin/curl"))
        while load.text.isEmpty, load.isRunning { usleep(1000) }
        let stopped = Date()
        #expect(try scene.stop().status == 0)
        #expect(Date().timeIntervalSince(stopped) < 6)
        let lines = Set(try load.wait().text.split(separator: "\n"))
        // A response is complete or missing: refused, or closed before its first byte.
        for line in lines {
            let parts = line.split(separator: " ")
            let isWhole = parts[0] == "200" && parts[1] == "0"
            #expect(
                isWhole || parts[0] == "000" && ["7", "52", "56"].contains(parts[1]), "\(line)")
        }
        #expect(lines.count { $0.hasPrefix("200 0 ") } == 1, "\(lines)")
    }

    @Test("a second signal ends the server at once")
    func secondSignal() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let scene = try ServeScene(gallery)
        // A request whose body never arrives keeps it running.
        let client = try gallery.start(
            [
                "-c",
                "exec 3<>/dev/tcp/127.0.0.1/\(scene.port); printf 'POST /sign-in HTTP/1.1\\r\\n"
                    + "Host: localhost\\r\\nContent-Type: application/x-www-form-urlencoded\\r\\n"
                    + "Content-Length: 9\\r\\n\\r\\n' >&3; echo sent; cat <&3",
            ], executable: URL(fileURLWithPath: "/bin/bash"))
        while client.text.isEmpty, client.isRunning { usleep(1000) }
        scene.running.signal(SIGTERM)
        scene.running.signal(SIGINT)
        let result = try scene.running.wait()
        #expect([0, 130, 143].contains(result.status), "\(result.errors)")
        client.signal(SIGKILL)
        _ = try client.wait()
    }

    @Test(
        "the server shows a catalog on a read-only medium",
        .enabled(if: geteuid() == 0, "only root may mount"))
    func readOnlyMedium() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let server = try ServeScene(
            scene.gallery,
            shell: """
                exec unshare -m bash -c 'mount --bind "$0" "$0" && \
                mount -o remount,bind,ro "$0" && exec gallery serve --read-only --port 0' \
                "$GALLERY_CATALOG"
                """)
        #expect(try server.curl("URL/healthz").text == "ok")
        let photos = try server.curl("URL/api/v1/photos").object()
        #expect((photos["items"] as? [Any])?.count == 1)
        let write = try server.curl(
            "--request", "DELETE", "--write-out", "%{http_code}", "--output", "/dev/null",
            "URL/api/v1/photos/1")
        #expect(["403", "404", "405"].contains(write.text))
        let result = try server.stop()
        #expect(result.status == 0, "\(result.errors)")
    }
}
