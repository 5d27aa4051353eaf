import Foundation
import Glibc
import TestSupport
import Testing

@Suite("gallery serve with a certificate")
struct ServeEncryptionTests {
    /// Makes a certificate and its key.
    private func makeCertificate(_ gallery: GalleryProgram, _ name: String) throws {
        let result = try gallery.start(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-keyout", "key.pem.new", "-out", "chain.pem.new", "-subj", "/CN=\(name)",
                "-addext", "subjectAltName=IP:127.0.0.1",
            ], executable: URL(fileURLWithPath: "/usr/bin/openssl")
        ).wait()
        #expect(result.status == 0)
        _ = try gallery.shell("mv key.pem.new key.pem; mv chain.pem.new chain.pem")
    }

    private func subject(_ scene: ServeScene) throws -> String {
        try scene.gallery.shell(
            "openssl s_client -connect 127.0.0.1:\(scene.port) </dev/null 2>/dev/null "
                + "| openssl x509 -noout -subject"
        ).text
    }

    @Test(
        "the server encrypts, loads a new pair without a restart, and keeps the old one if invalid"
    )
    func certificate() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        try makeCertificate(gallery, "first")
        let scene = try ServeScene(
            gallery, "--tls-certificate", "chain.pem", "--tls-key", "key.pem")
        #expect(scene.address.hasPrefix("https://127.0.0.1:"))
        let file = gallery.folder.appendingPathComponent("chain.pem").path
        #expect(try scene.curl("--cacert", file, "URL/healthz").text == "ok")
        #expect(try scene.curl("URL/healthz").status == 60)
        let old = try scene.curl("--cacert", file, "--tls-max", "1.1", "URL/healthz")
        #expect(old.status == 35)
        #expect(try subject(scene).contains("first"))

        try makeCertificate(gallery, "second")
        try eventually { try subject(scene).contains("second") }
        #expect(try scene.curl("--cacert", file, "URL/healthz").text == "ok")

        _ = try gallery.shell("openssl ecparam -genkey -name prime256v1 -noout -out key.pem")
        try eventually {
            _ = try subject(scene)
            return scene.running.complaints.contains("keeping the previous certificate")
        }
        #expect(try subject(scene).contains("second"))
        let result = try scene.stop()
        #expect(result.status == 0)
        #expect(
            result.errors.contains(
                "cannot use the key 'key.pem': it does not match the certificate 'chain.pem'"))
    }

    @Test("errors in the certificate or key are reported at the start")
    func mistakes() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        try makeCertificate(gallery, "first")
        _ = try gallery.shell(
            "openssl ecparam -genkey -name prime256v1 -noout -out other.pem; echo no >text.pem\n"
                + "for bits in 1024 2048; do openssl req -x509 -newkey rsa:$bits -nodes "
                + "-keyout rsa$bits.key -out rsa$bits.pem -subj /CN=rsa 2>/dev/null; done\n"
                + "cat chain.pem rsa2048.pem | head -n -1 >cut.pem\n"
                + "(cat chain.pem; sed '3s/./*/' rsa2048.pem) >damaged.pem")
        for (chain, key, message) in [
            ("chain.pem", "other.pem", "does not match the certificate"),
            ("rsa2048.pem", "key.pem", "does not match the certificate"),
            ("cut.pem", "key.pem", "certificate 'cut.pem': no PEM certificate found"),
            ("damaged.pem", "key.pem", "certificate 'damaged.pem': no PEM certificate found"),
            (
                "rsa1024.pem", "rsa1024.key",
                "cannot use the certificate 'rsa1024.pem': ee key too small"
            ),
            ("text.pem", "key.pem", "cannot use the certificate 'text.pem'"),
            ("chain.pem", "text.pem", "cannot use the key 'text.pem'"),
            ("chain.pem", "none.pem", "cannot use the key 'none.pem': No such file"),
        ] {
            let result = try gallery.run(
                "serve", "--port", "0", "--tls-certificate", chain, "--tls-key", key)
            #expect(result.status == 78, "\(result.errors)")
            #expect(result.errors.contains(message), "\(result.errors)")
        }
    }

    /// Waits until a condition holds; the server checks its files once a second.
    private func eventually(_ holds: () throws -> Bool) throws {
        let deadline = Date() + 60
        while Date() < deadline {
            if try holds() { return }
            usleep(100_000)
        }
        Issue.record("it did not come to hold")
    }
}
