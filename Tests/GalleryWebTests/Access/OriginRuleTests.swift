import HTTPTypes
import Testing

@testable import GalleryWeb

@Suite("Allowed origins")
struct OriginRuleTests {
    private func isTaken(
        _ origin: String?, site: String? = nil, host: String = "127.0.0.1:8080",
        isSecure: Bool = false, takesOpaque: Bool = false, takesShares: Bool = false
    ) throws -> Bool {
        var options = ServerOptions()
        options.baseURL = "https://photos.example.org"
        var headers = HTTPFields()
        headers[.origin] = origin
        headers[named: "Sec-Fetch-Site"] = site
        let route = Route(
            .post, "/", for: .anyone, acceptsOpaqueOrigins: takesOpaque, acceptsShares: takesShares
        ) { _, _ in .text("") }
        do throws(Problem) {
            try HostRule(options).checkOrigin(
                headers, Client(address: "", isSecure: isSecure, host: host), for: route)
            return true
        } catch {
            #expect(error.status == .forbidden)
            return false
        }
    }

    @Test("requests from the server's own pages and from programs are accepted")
    func takesItsOwnPagesAndPrograms() throws {
        #expect(try isTaken(nil))
        #expect(try isTaken("http://127.0.0.1:8080"))
        #expect(try isTaken("http://LOCALHOST", host: "localhost:80"))
        #expect(try isTaken("https://[::1]:8443", host: "[::1]:8443", isSecure: true))
        #expect(try isTaken("https://photos.example.org", host: "127.0.0.1:8080"))
        #expect(try isTaken("http://127.0.0.1:8080", site: "same-origin"))
        #expect(try isTaken(nil, site: "none"))
    }

    @Test(
        "other origins are rejected",
        arguments: [
            "null", "http://127.0.0.1:8081", "https://127.0.0.1:8080", "http://localhost:8080",
            "http://evil.example", "http://127.0.0.1:8080.evil.example", "file://",
            "127.0.0.1:8080",
            "http://photos.example.org", "",
        ])
    func refusesOtherOrigins(origin: String) throws {
        #expect(try !isTaken(origin))
        #expect(try !isTaken(origin, site: "none"))
        #expect(try !isTaken(origin, site: "cross-site"))
    }

    @Test("pages without an origin are accepted only by routes that allow it")
    func takesPagesThatTellNoOriginWhereARouteDoes() throws {
        #expect(try isTaken("null", takesOpaque: true))
        #expect(try !isTaken("null", site: "cross-site", takesOpaque: true))
        #expect(try !isTaken("null, null", takesOpaque: true))
        #expect(try !isTaken("http://evil.example", takesOpaque: true))
    }

    @Test("files that apps share are accepted only from the browser itself")
    func takesSharesOfTheBrowserItself() throws {
        #expect(try isTaken("null", site: "none", takesShares: true))
        #expect(try !isTaken("null", site: "none", takesOpaque: true))
        for site in [nil, "cross-site", "same-site"] {
            #expect(try !isTaken("null", site: site, takesShares: true))
        }
        #expect(try !isTaken("http://evil.example", site: "none", takesShares: true))
    }

    @Test(
        "requests from other sites are rejected",
        arguments: ["same-site", "cross-site", "Same-Origin", "", "same-origin, cross-site"])
    func refusesOtherSites(site: String) throws {
        #expect(try !isTaken(nil, site: site))
        #expect(try !isTaken("http://127.0.0.1:8080", site: site))
    }
}
