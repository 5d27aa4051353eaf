import Basics
import HTTPTypes
import Testing

@testable import GalleryWeb

@Suite("Allowed hosts")
struct HostRuleTests {
    private func status(_ host: String?, _ options: ServerOptions) -> Int {
        do throws(Problem) {
            try HostRule(options).check(Client(address: "", isSecure: false, host: host))
            return 200
        } catch { return error.status.code }
    }

    private var home: ServerOptions {
        var options = ServerOptions()
        options.hosts = ["nas.local", "cam.local:8443", "*.example.net"]
        options.baseURL = "https://photos.example.org:8443/gallery"
        return options
    }

    @Test(
        "the server's own hosts are accepted",
        arguments: [
            "127.0.0.1", "127.0.0.1:8080", "127.0.0.9:1", "[::1]", "[::1]:8080", "localhost",
            "LOCALHOST:8080", "localhost.", "nas.local", "NAS.local:9", "cam.local:8443",
            "a.example.net", "photos.example.org", "photos.example.org:8443", "[::ffff:127.0.0.1]",
        ])
    func takesItsOwnNames(host: String) {
        #expect(status(host, home) == 200)
    }

    @Test(
        "other hosts are rejected",
        arguments: [
            "192.168.1.2", "0.0.0.0", "0.0.0.0:8080", "[::]", "example.com", "evil.example:8080",
            "localhost.evil.example", "evillocalhost", "127.0.0.1.nip.io", "cam.local",
            "cam.local:80",
            "example.net", "evilexample.net", "2130706433", "127.1", "org",
            "nas.local.evil.example",
        ])
    func refusesOthers(host: String) {
        #expect(status(host, home) == 421)
    }

    @Test(
        "malformed hosts are rejected",
        arguments: [
            nil, "", ":8080", "[::1", "::1", "a b", "a@127.0.0.1", "127.0.0.1:", "127.0.0.1:0",
            "127.0.0.1:65536", "127.0.0.1:8080:8080", "[localhost]", "a/b", "a,b", "[fe80::1%eth0]",
            "é.local",
        ])
    func refusesWhatIsNoHost(host: String?) {
        #expect(status(host, home) == 400)
    }

    @Test("an invalid name of the server matches nothing")
    func ignoresInvalidNames() {
        var options = ServerOptions()
        options.hosts = ["exa mple.com", " example.net "]
        options.baseURL = "https://é.example/"
        #expect(status("example.com", options) == 421)
        #expect(status("example.net", options) == 200)
        #expect(WebOrigin("https://é.example/") == nil)
        #expect(WebOrigin("https://example.com?a")?.host == "example.com")
    }

    @Test("any IP address is accepted if the server listens to other machines")
    func takesAnyAddressWhereItListensToOthers() {
        var options = ServerOptions()
        options.host = "0.0.0.0"
        options.password = "correct horse"
        #expect(status("192.168.1.2:8080", options) == 200)
        #expect(status("[2001:db8::1]", options) == 200)
        #expect(status("evil.example", options) == 421)
        options.host = "gallery.lan"
        #expect(status("gallery.lan:8080", options) == 200)
    }
}
