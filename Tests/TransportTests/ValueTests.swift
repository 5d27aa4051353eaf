import Basics
import Testing

@testable import Transport

@Suite("Values and rules")
struct ValueTests {
    @Test(
        "host rules match hosts and ports",
        arguments: [
            ("flickr.com", "FLICKR.com", 443, true), ("flickr.com", "flickr.com.", 80, true),
            ("flickr.com", "www.flickr.com", 443, false),
            ("flickr.com", "notflickr.com", 80, false),
            ("*.flickr.com", "a.b.Flickr.com", 443, true), ("*.flickr.com", "flickr.com", 1, false),
            ("*.flickr.com", "evilflickr.com", 1, false), ("127.0.0.1:80", "127.0.0.1", 80, true),
            ("127.0.0.1:80", "127.0.0.1", 81, false), ("[::1]:80", "::1", 80, true),
            ("::1", "::1", 9, true), ("[::1]", "::1", 9, true), ("*.a.b:8", "c.a.b", 8, true),
            ("*.a.b:8", "c.a.b", 9, false), ("*", "any", 80, false), ("", "", 80, false),
            ("a:x", "a", 80, false), (" a.b ", "a.b", 80, true),
        ])
    func hosts(rule: String, host: String, port: Int, isAllowed: Bool) {
        #expect(AllowedHosts([rule]).contains(host: host, port: port) == isAllowed)
    }

    @Test(
        "the single host of a URL matches requests to that URL",
        arguments: [
            ("http://127.1/a", "127.0.0.1", 80), ("http://a.b:81/", "a.b", 81),
            ("http://xn--bcher-kva.example/", "xn--bcher-kva.example", 80),
            ("https://[::1]:443/", "::1", 443),
        ])
    func onlyHost(url: String, host: String, port: Int) {
        let hosts = AllowedHosts(onlyHostOf: url)
        #expect(hosts.contains(host: host, port: port))
        #expect(!hosts.contains(host: "other." + host, port: port))
    }

    @Test(
        "a whole list has 60 seconds plus one per 2,000 bytes, at most 300",
        arguments: [(150, 65), (1_000, 122), (1_900, 301), (100_000, 301)])
    func overdue(rate: Int, end: Int) {
        var stall = StallDetector(timeout: 15, minimumRate: 100)
        stall.begin(at: 0)
        // A request that is still being sent has no late response.
        stall.record(rate, at: 1)
        stall.touch(at: 500)
        #expect(!stall.isOverdue(at: 500))
        let overdue = (0..<1_000).first { second in
            stall.record(rate, at: 500 + Double(second))
            return stall.isOverdue(at: 500 + Double(second))
        }
        #expect(overdue == end)
    }

    @Test("a list allows each of its hosts, and an empty one allows none")
    func several() {
        let hosts = AllowedHosts(["a", "b"])
        #expect(hosts.contains(host: "a", port: 1) && hosts.contains(host: "b", port: 1))
        #expect(!AllowedHosts([]).contains(host: "a", port: 1))
    }

    @Test(
        "URLs are redacted",
        arguments: [
            ("https://a/b?api_key=1&x=2", "https://a/b?api_key=…&x=2"),
            (
                "https://a/b?API%5FKEY=1&oauth_signature=s%3D#t",
                "https://a/b?API%5FKEY=…&oauth_signature=…"
            ),
            ("http://user:pass@a/b", "http://…@a/b"), ("no url?secret=1", "no url?secret=…"),
            ("http://a/\u{1B}[2J", "http://a/?[2J"), ("http://a/?api_key", "http://a/?api_key"),
            (
                "http://a/photoserver/postphoto/roger/pass/dog",
                "http://a/photoserver/postphoto/roger/…"
            ),
            ("http://a/x//PostPhoto//roger/pa%2Fss/b/c", "http://a/x//PostPhoto//roger/…"),
            ("/%70ostphoto/roger/pass", "/%70ostphoto/roger/…"),
            ("http://a/postphoto/roger", "http://a/postphoto/roger"),
        ])
    func redaction(url: String, shown: String) {
        #expect(URLRedaction.redact(url) == shown)
    }

    @Test(
        "hosts are read as curl reads them",
        arguments: [
            ("HTTP://Example.COM/a b", "http", "example.com", 80),
            ("https://example.com", "https", "example.com", 443),
            ("http://2130706433:8080/", "http", "127.0.0.1", 8080),
            ("http://[::1]:81/", "http", "::1", 81),
            ("http://ex%61mple.com/", "http", "example.com", 80),
        ])
    func urls(text: String, scheme: String, host: String, port: Int) throws {
        let url = try #require(HTTPURL(text))
        #expect(url.origin == WebOrigin(scheme: scheme, WebHost(name: host, port: port)))
    }

    @Test(
        "invalid URLs are rejected",
        arguments: [
            "", "a", "//a/b", "ftp://a/", "http://", "http://a:99999/", "http://a@b/",
            "javascript:1", "http://a\u{0}b/", "http://a b/",
        ])
    func notURLs(text: String) {
        #expect(HTTPURL(text) == nil)
    }

    @Test(
        "content ranges are read",
        arguments: [
            ("bytes 0-9/10", true), ("Bytes 5-9/*", true), ("bytes */10", false),
            ("bytes 9-5/10", false), ("bytes 0-10/10", false), ("bytes -1-5/10", false),
            ("items 0-9/10", false), ("bytes 0-9", false), ("", false),
            ("bytes 0-99999999999999999999/*", false),
        ])
    func contentRanges(text: String, isRange: Bool) {
        #expect((ContentRange(text) != nil) == isRange)
    }

    @Test("the error of a missing library names its package")
    func missingLibrary() {
        let error = TransportError(.missingLibrary, url: "http://a/", detail: "no such file")
        #expect(!error.isTransient && !error.mayHaveActed)
        #expect(
            error.message == "the library libcurl.so.4 is missing (no such file); "
                + "install the Debian package libcurl4")
    }

    @Test("delays double up to the limit, respect the server and end")
    func policy() {
        let policy = RetryPolicy(retries: 6)
        let waits = (1...6).map { policy.wait(failures: $0, retryAfter: nil, random: 0.5) }
        #expect(waits == [0.25, 0.5, 1, 2, 4, 4])
        #expect(policy.wait(failures: 7, retryAfter: nil, random: 0) == nil)
        #expect(policy.wait(failures: 1, retryAfter: 9, random: 0.9) == 9)
        #expect(policy.wait(failures: 1, retryAfter: 0, random: 0.5) == 0.25)
        #expect(policy.wait(failures: 1, retryAfter: 600, random: 0) == 600)
    }

    @Test("a transfer stalls without bytes or below the rate, and not before it starts")
    func stalls() {
        var stall = StallDetector(timeout: 15, minimumRate: 100)
        #expect(!stall.isStalled(at: 1_000))
        stall.begin(at: 1_000)
        #expect(!stall.isStalled(at: 1_014.9))
        #expect(stall.isStalled(at: 1_015))
        stall.record(10, at: 1_014)
        #expect(!stall.isStalled(at: 1_016))
        for second in 15..<30 { stall.record(150, at: 1_000 + Double(second)) }
        #expect(!stall.isStalled(at: 1_030))
        for second in 30..<50 { stall.record(10, at: 1_000 + Double(second)) }
        #expect(stall.isStalled(at: 1_049))
    }

    @Test("a fast transfer that stops or crawls is abandoned within 20 s")
    func stallsInTime() {
        for rate in [0, 1, 50] {
            var stall = StallDetector(timeout: 15, minimumRate: 100)
            stall.begin(at: 0)
            for tenth in 0..<300 { stall.record(100_000, at: Double(tenth) / 10) }
            var second = 30.0
            while !stall.isStalled(at: second), second < 100 {
                second += 0.5
                if rate > 0 { stall.record(rate / 2, at: second) }
            }
            #expect(second > 40 && second < 50)
        }
    }

    @Test("proxies and certificates are chosen as the curl tool chooses them")
    func environment() {
        let network = NetworkEnvironment([
            "http_proxy": "http://p:1", "HTTP_PROXY": "http://cgi:1", "HTTPS_PROXY": "http://q:1",
            "all_proxy": "http://r:1", "NO_PROXY": "a,b", "CURL_CA_BUNDLE": "",
            "SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/d",
        ])
        #expect(network.proxy(scheme: "http") == "http://p:1")
        #expect(network.proxy(scheme: "https") == "http://q:1")
        #expect(network.noProxy == "a,b")
        #expect(network.certificateFile == "/f")
        #expect(network.certificateDirectory == "/d")
        let capitals = NetworkEnvironment(["HTTP_PROXY": "http://cgi:1", "ALL_PROXY": "http://r:1"])
        #expect(capitals.proxy(scheme: "http") == "http://r:1")
        let bundle = NetworkEnvironment(["CURL_CA_BUNDLE": "/b", "SSL_CERT_FILE": "/f"])
        #expect(bundle.certificateFile == "/b")
        #expect(NetworkEnvironment([:]).proxy(scheme: "https") == "")
    }
}
