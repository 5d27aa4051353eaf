import FakeFlickr
import Foundation
import Testing

@Suite("Network and HTTP faults")
struct FaultTests {
    private static let world = FakeWorld(seed: 6, photos: 30)
    private static let path = world.photos[0].picturePath(PictureVariant.small)

    /// The picture received by a raw client with a fault, and the complete one.
    private func answer(
        _ fault: FakeFault, readsPastEnd: Bool = true, quiet: Int = 10_000
    ) async throws -> (RawResponse, honest: [UInt8]) {
        try await FakeFlickrServer.with(
            Self.world, faults: [FaultRule(fault, endpoint: .picture, times: 1)]
        ) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let seen = try await client.send(Self.path, readsPastEnd: readsPastEnd, quiet: quiet)
            let honest = try await client.send(Self.path)
            #expect(honest.status == 200)
            #expect(fakeFlickr.requests()[0].fault != nil && fakeFlickr.requests()[1].fault == nil)
            return (seen, honest.body)
        }
    }

    @Test("stallBeforeHeaders sends nothing and keeps the connection open")
    func stallBeforeHeaders() async throws {
        let (seen, _) = try await answer(.stallBeforeHeaders, quiet: 300)
        #expect(seen.ending == .quiet && seen.head.isEmpty && seen.body.isEmpty)
    }

    @Test("stallInBody sends the header and some bytes, and keeps the connection open")
    func stallInBody() async throws {
        let (seen, honest) = try await answer(.stallInBody(afterBytes: 100), quiet: 1000)
        #expect(seen.ending == .quiet && seen.status == 200)
        #expect(seen.body == Array(honest.prefix(100)))
        #expect(seen[header: "Content-Length"] == String(honest.count))
    }

    @Test(
        "reset ends the connection with RST, before the header or in the body", arguments: [0, 50])
    func reset(bytes: Int) async throws {
        let (seen, honest) = try await answer(.reset(afterBytes: bytes))
        #expect(seen.ending == .reset)
        #expect(seen.head.isEmpty == (bytes == 0))
        #expect(seen.body == Array(honest.prefix(bytes)))
    }

    @Test("truncate closes in order before the declared length")
    func truncate() async throws {
        let (seen, honest) = try await answer(.truncate(afterBytes: 70))
        #expect(seen.ending == .closed && seen.body == Array(honest.prefix(70)))
        #expect(seen[header: "Content-Length"] == String(honest.count))
    }

    @Test("wrongContentLength declares more or less than it sends", arguments: [-40, 40])
    func wrongContentLength(offset: Int) async throws {
        let (seen, honest) = try await answer(
            .wrongContentLength(offset: offset), quiet: offset < 0 ? 10_000 : 1000)
        #expect(seen[header: "Content-Length"] == String(honest.count + offset))
        #expect(seen.body == honest)
        #expect(seen.ending == (offset < 0 ? .closed : .quiet))
    }

    @Test("slow sends the whole body at most at the specified rate")
    func slow() async throws {
        let start = ContinuousClock.now
        let (seen, honest) = try await answer(
            .slow(bytesPerSecond: 4_000), readsPastEnd: false, quiet: 5_000)
        let length = Double(honest.count)
        #expect(seen.ending == .complete && seen.body == honest)
        #expect(ContinuousClock.now - start >= .seconds(length / 4_000 * 0.6))
    }

    @Test("status returns the specified status and Retry-After")
    func status() async throws {
        let (limited, _) = try await answer(
            .status(429, retryAfter: "Fri, 31 Dec 1999 23:59:59 GMT"), readsPastEnd: false)
        #expect(limited.status == 429)
        #expect(limited[header: "Retry-After"] == "Fri, 31 Dec 1999 23:59:59 GMT")
        #expect(limited.text.contains("<h1>429 Too Many Requests</h1>"))
        let (plain, _) = try await answer(.status(503, retryAfter: nil), readsPastEnd: false)
        #expect(plain.status == 503 && plain[header: "Retry-After"] == nil)
    }

    @Test("placeholderRedirect and redirect lead elsewhere, and the placeholder is a GIF")
    func redirects() async throws {
        let (placeholder, _) = try await answer(.placeholderRedirect, readsPastEnd: false)
        #expect(placeholder.status == 302)
        #expect(placeholder[header: "Location"]?.hasSuffix("/photo_unavailable.gif") == true)
        let (other, _) = try await answer(.redirect(to: "http://example.org/"), readsPastEnd: false)
        #expect(other[header: "Location"] == "http://example.org/")
    }

    @Test("html200 and wrongType send other content under the picture's name")
    func wrongTypes() async throws {
        let (page, _) = try await answer(.html200, readsPastEnd: false)
        #expect(page.status == 200 && page.text.hasPrefix("<!DOCTYPE html>"))
        #expect(page[header: "Content-Type"]?.hasPrefix("text/html") == true)
        let (png, _) = try await answer(.wrongType(.png), readsPastEnd: false)
        #expect(png.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let (html, _) = try await answer(.wrongType(.html), readsPastEnd: false)
        #expect(html.text.hasPrefix("<!DOCTYPE html>"))
        #expect(html[header: "Content-Type"] == "image/jpeg")
    }

    @Test("missingEnd is complete HTTP, but the JPEG has no end")
    func missingEnd() async throws {
        let (seen, honest) = try await answer(.missingEnd, readsPastEnd: false)
        #expect(seen.ending == .complete && seen.status == 200)
        #expect(seen.body == Array(honest.dropLast(24)))
        #expect(seen[header: "Content-Length"] == String(seen.body.count))
    }
}
