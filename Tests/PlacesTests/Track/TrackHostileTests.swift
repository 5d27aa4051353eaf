import GalleryModel
import Places
import Testing

@Suite("TrackReader with hostile files")
struct TrackHostileTests {
    private static func failure(_ text: String) -> TrackError? {
        do throws(TrackError) {
            _ = try TrackReader().read(bytes: Array(text.utf8), name: "walk.gpx")
            return nil
        } catch {
            return error
        }
    }

    private static let point = GPXText.point("1", "2", "2024-05-01T08:15:30Z")

    @Test("entities are neither expanded nor loaded")
    func entities() {
        let bomb = (1...30).map { #"<!ENTITY e\#($0) "&e\#($0 - 1);&e\#($0 - 1);">"# }.joined()
        for declaration in [
            #"<!DOCTYPE gpx [<!ENTITY e0 "x">\#(bomb)]>"#,
            #"<!DOCTYPE gpx [<!ENTITY e30 SYSTEM "file:///etc/passwd">]>"#,
            #"<!DOCTYPE gpx SYSTEM "http://127.0.0.1:1/gpx.dtd">"#,
        ] {
            let text =
                declaration
                + "<gpx><name>&e30;</name><trk><trkseg>\(Self.point)</trkseg></trk></gpx>"
            #expect(Self.failure(text) == .documentType("walk.gpx"))
        }
        #expect(
            Self.failure("<gpx><name>&e30;</name></gpx>")
                == .damaged("walk.gpx", reason: "damaged at line 1: undefined entity"))
    }

    @Test("depth, markup and names are limited, and points read before the limit count")
    func bounds() throws {
        let deep = String(repeating: "<a>", count: 1_000_000)
        let long = "<a b=\"" + String(repeating: "x", count: 5 << 20) + "\"/>"
        let remark = "<!--" + String(repeating: "x", count: 5 << 20) + "-->"
        let names = (0..<100_000).map { "<a\($0)/>" }.joined()
        let attributes = "<a " + (0..<10_000).map { "a\($0)='' " }.joined() + "/>"
        let cases = [
            (deep, "elements are nested more than 64 deep"),
            (long, "a piece of markup is longer than 1048576 bytes"),
            (remark, "a piece of markup is longer than 1048576 bytes"),
            (names, "more than 4096 distinct names"),
            (attributes, "more than 4096 distinct names"),
        ]
        for (markup, reason) in cases {
            let text =
                "<gpx><trk><trkseg>\n\(Self.point)\n\(markup)\(Self.point)</trkseg></trk></gpx>"
            let track = try TrackReader().read(bytes: Array(text.utf8), name: "walk.gpx")
            #expect(track.points.count == 1)
            #expect(track.damage == "damaged at line 3: \(reason)")
        }
        #expect(
            Self.failure(deep.replacing("<a>", with: "<gpx>", maxReplacements: 1))
                == .damaged(
                    "walk.gpx", reason: "damaged at line 1: elements are nested more than 64 deep"))
    }

    @Test("long text outside numbers and times costs nothing")
    func longText() throws {
        let text = String(repeating: "lorem ipsum ", count: 500_000)
        let bytes = GPXText.file(["<desc>\(text)</desc>", Self.point])
        #expect(try TrackReader().read(bytes: bytes, name: "walk.gpx").points.count == 1)
    }

    @Test("2,000 random mutations of a file never crash, and their points are all in range")
    func mutations() {
        let original = GPXText.file(
            (10..<40).map {
                GPXText.point("48.\($0)", "-2.\($0)", "2024-05-01T08:15:\($0)Z", ele: "\($0).5")
            })
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let at = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[at] = .random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: at)
                case 2: bytes.insert(contentsOf: bytes[at...].prefix(40), at: at)
                default: bytes.replaceSubrange(at..<min(at + 20, bytes.count), with: [0x3C])
                }
            }
            guard let track = try? TrackReader().read(bytes: bytes, name: "walk.gpx") else {
                continue
            }
            #expect(!track.points.isEmpty)
            #expect(track.points.allSatisfy { $0.time.isFinite })
            #expect(track.segments.map(\.count).reduce(0, +) == track.points.count)
            let matcher = TrackMatcher([track])
            for point in track.points { #expect(matcher.match(point.time).match != nil) }
        }
    }
}
