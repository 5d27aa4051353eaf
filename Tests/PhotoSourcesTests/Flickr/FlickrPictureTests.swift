import Basics
import Foundation
import GalleryModel
import Testing

@testable import PhotoSources

@Suite("Pictures")
struct FlickrPictureTests {
    private static let host = "https://live.staticflickr.com"
    private static let base = #""id":"7","server":"65535","secret":"ab12","media":"photo""#

    private static func url(_ fields: String, _ size: PictureSize) -> String? {
        var details = PhotoDetails(origin: .flickr, originID: "7")
        details.rawJSON = "{\(fields)}"
        let client = ScriptedFlickr { _, _ in .init(body: "") }.client()
        return client.picture(of: details, size: size)?.url
    }

    @Test(
        "Flickr's own URL wins over a derived one, and a smaller photo has a smaller picture",
        arguments: [
            (
                base + #","url_m":"https://a.test/m.jpg""#, PictureSize.medium,
                "https://a.test/m.jpg"
            ),
            (base + #","url_q":"https://a.test/q.jpg""#, .thumbnail, "https://a.test/q.jpg"),
            (base + #","url_n":"https://a.test/n.jpg""#, .small, "https://a.test/n.jpg"),
            (base, .thumbnail, host + "/65535/7_ab12_t.jpg"),
            (base, .small, host + "/65535/7_ab12_m.jpg"),
            (base, .medium, host + "/65535/7_ab12.jpg"),
            (base, .large, host + "/65535/7_ab12_b.jpg"),
            (base, .original, nil),
            (
                base + #","url_s":"https://a.test/s.jpg","url_z":"https://a.test/z.jpg""#, .large,
                "https://a.test/z.jpg"
            ),
            (
                base + #","url_s":"https://a.test/s.jpg","url_h":"https://a.test/h.jpg""#, .medium,
                "https://a.test/s.jpg"
            ),
            (
                base
                    + #","url_s":"https://a.test/s.jpg","url_o":"https://a.test/o.png","o_width":"640","o_height":480"#,
                .large, "https://a.test/o.png"
            ),
            (
                base
                    + #","url_s":"https://a.test/s.jpg","url_o":"https://a.test/o.png","width_o":9000,"height_o":1"#,
                .large, "https://a.test/s.jpg"
            ),
            (base + #","url_k":"https://a.test/k.jpg""#, .original, nil),
            (base + #","url_o":"https://a.test/o.jpg""#, .original, "https://a.test/o.jpg"),
            (
                base + #","originalsecret":"cd34","originalformat":"png""#, .original,
                host + "/65535/7_cd34_o.png"
            ),
            (base + #","originalsecret":"cd34","originalformat":"../x""#, .original, nil),
            (
                base + #","url_m":"http://farm9.staticflickr.com/1/7_ab.jpg""#, .medium,
                "https://farm9.staticflickr.com/1/7_ab.jpg"
            ),
            (
                base + #","url_m":"http://127.0.0.1:80/7_ab.jpg""#, .medium,
                "http://127.0.0.1:80/7_ab.jpg"
            ),
            (base + #","url_m":"file:///etc/passwd""#, .medium, host + "/65535/7_ab12.jpg"),
            (base + #","url_m":null"#, .medium, host + "/65535/7_ab12.jpg"),
            (#""id":"7","server":"0","secret":"ab","media":"video""#, .medium, nil),
            (#""id":"7","server":"31337","secret":"ab","media":"video""#, .medium, nil),
            (
                #""id":"7","server":"0","secret":"ab","media":"video","url_m":"https://a.test/31337/v.jpg""#,
                .medium, "https://a.test/31337/v.jpg"
            ),
            (#""id":"7","server":"1/../2","secret":"ab""#, .medium, nil),
            (#""id":"7","server":"1","secret":"a?b""#, .medium, nil), (#""id":"7""#, .medium, nil),
        ] as [(String, PictureSize, String?)])
    func sources(fields: String, size: PictureSize, expected: String?) {
        #expect(Self.url(fields, size) == expected)
    }

    @Test("details without raw JSON have no picture")
    func noRawJSON() {
        let client = ScriptedFlickr { _, _ in .init(body: "") }.client()
        #expect(
            client.picture(of: PhotoDetails(origin: .flickr, originID: "7"), size: .small) == nil)
    }

    private static func download(
        _ flickr: ScriptedFlickr, url: String = host + "/1/7_ab.jpg",
        _ body: (_ part: BytePath) throws -> Void
    ) async throws -> Result<PictureOutcome, any Error> {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let part = BytePath(folder.path).appending("7.jpg.part")
        let source = PictureSource(url: url)
        let result: Result<PictureOutcome, any Error>
        do { result = .success(try await flickr.client().download(source, to: part)) } catch {
            result = .failure(error)
        }
        try body(part)
        return result
    }

    private static func exists(_ path: BytePath) -> Bool {
        FileManager.default.fileExists(atPath: path.string ?? "")
    }

    @Test("the file contains the whole picture")
    func whole() async throws {
        let flickr = ScriptedFlickr { _, _ in .init(body: "JPEG!") }
        let result = try await Self.download(flickr) { #expect(Self.exists($0)) }
        guard case .downloaded(let file) = try result.get() else {
            Issue.record("no download: \(result)")
            return
        }
        #expect(file.byteCount == 5 && file.fileType == "JPEG")
        #expect(flickr.requestedURLs == [Self.host + "/1/7_ab.jpg"])
    }

    @Test("a damaged picture is fetched again, and the second one kept")
    func secondAttempt() async throws {
        let flickr = ScriptedFlickr { _, count in .init(body: count == 1 ? "JPE" : "JPEG!") }
        let result = try await Self.download(flickr) { #expect(Self.exists($0)) }
        #expect(throws: Never.self) { try result.get() }
        #expect(flickr.requests.count == 2)
    }

    @Test(
        "content that is not a picture is a failure and leaves no file",
        arguments: [
            ("<html>429</html>", "is HTML or XML instead of a picture: '<html>429</html>'"),
            (#"{"stat":"fail"}"#, #"is JSON instead of a picture: '{"stat":"fail"}'"#),
            ("", "is empty"), ("JPE", "is damaged: NotWhole()"),
        ])
    func noPicture(body: String, problem: String) async throws {
        let flickr = ScriptedFlickr { _, _ in .init(body: body) }
        let result = try await Self.download(flickr) { #expect(!Self.exists($0)) }
        let error = #expect(throws: PictureError.self) { try result.get() }
        #expect(error == PictureError(url: Self.host + "/1/7_ab.jpg", problem: problem))
        #expect(flickr.requests.count == 3)
    }

    @Test(
        "placeholders and removed pictures are unavailable, not failed",
        arguments: [
            ScriptedFlickr.Answer(body: "GIF89a", finalURL: host + "/photo_unavailable.gif"),
            ScriptedFlickr.Answer(body: "x", finalURL: host + "/images/video_unavailable_l.png?x"),
            ScriptedFlickr.Answer(status: 404, body: "Not Found"),
            ScriptedFlickr.Answer(status: 410, body: "Gone"),
        ])
    func unavailable(answer: ScriptedFlickr.Answer) async throws {
        let flickr = ScriptedFlickr { _, _ in answer }
        let result = try await Self.download(flickr) { #expect(!Self.exists($0)) }
        guard case .unavailable = try result.get() else {
            Issue.record("not unavailable: \(result)")
            return
        }
        #expect(flickr.requests.count == 1)
    }

    @Test("a refusal is a failure and is retried later")
    func refused() async throws {
        let flickr = ScriptedFlickr { _, _ in .init(status: 403, body: "no") }
        // The message contains the whole URL.
        let url = Self.host + "/1/7_ab.jpg?" + String(repeating: "a", count: 200)
        let result = try await Self.download(flickr, url: url) { #expect(!Self.exists($0)) }
        let error = #expect(throws: PictureError.self) { try result.get() }
        #expect(error == PictureError(url: url, problem: "cannot be fetched: HTTP 403"))
    }
}
