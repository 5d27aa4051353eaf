import Gallery
import GalleryCommands
import GalleryModel
import Testing

@Suite("Values for the options of gallery edit")
struct EditTextTests {
    @Test("a crop is four lengths, all in pixels or all in percent; none removes it")
    func crop() throws {
        #expect(
            try EditText.crop("120, 80,640,480")
                == .pixels(FaceRectangle(x: 120, y: 80, width: 640, height: 480)))
        #expect(
            try EditText.crop("10%,10%,80%,80.5%")
                == .fractions(RelativeRectangle(x: 0.1, y: 0.1, width: 0.8, height: 0.805)))
        #expect(
            try EditText.crop("0%,0%,100%,100%")
                == .fractions(RelativeRectangle(x: 0, y: 0, width: 1, height: 1)))
        #expect(try EditText.crop("None") == .removed)
    }

    @Test(
        "an invalid crop is refused and quoted, with the expected form",
        arguments: [
            ("", "left, top, width"), ("1,2,3", "left, top, width"),
            ("1,2,3,4,5", "left, top, width"), ("a,b,c,d", "left, top, width"),
            ("nan,0,1,1", "left, top, width"), ("inf,0,1,1", "left, top, width"),
            ("-5,0,10,10", "left, top, width"), ("0,0,0,10", "left, top, width"),
            ("0,0,10,-1", "left, top, width"),
            ("10%,10%,80,80", "all numbers in pixels, or all in percent"),
            ("50%,0%,60%,10%", "left plus width, and top plus height, of at most 100%"),
            ("0%,50%,10%,51%", "left plus width, and top plus height, of at most 100%"),
        ])
    func wrongCrop(text: String, expected: String) {
        let message = EditTextTests.message { () throws(GalleryError) in
            _ = try EditText.crop(text)
        }
        #expect(message.hasPrefix("invalid --crop '\(text)': expected \(expected)"), "\(message)")
    }

    @Test("a center is a point in pixels or percent within the picture")
    func center() throws {
        #expect(try EditText.center("800,600") == .pixels(FacePoint(x: 800, y: 600)))
        #expect(try EditText.center("50%,40%") == .fractions(RelativePoint(x: 0.5, y: 0.4)))
        #expect(try EditText.center("none") == .removed)
        for text in ["1", "1,2,3", "-1,5", "101%,0%", "x,y", "5%,5"] {
            #expect(throws: GalleryError.self) { try EditText.center(text) }
        }
    }

    @Test("a rotation is in quarter turns clockwise; negative ones are counterclockwise")
    func rotation() throws {
        let given = ["0", "90", "180", "270", "360", "-90", "-180", "-270", "none"]
        #expect(try given.map(EditText.rotation) == [0, 90, 180, 270, 0, 270, 180, 90, 0])
        let message = EditTextTests.message { () throws(GalleryError) in
            _ = try EditText.rotation("45")
        }
        #expect(message.contains("use --straighten for other angles"))
        #expect(throws: GalleryError.self) { try EditText.rotation("450") }
        #expect(throws: GalleryError.self) { try EditText.rotation("9e1") }
    }

    @Test("straightening, zoom and sides have their ranges")
    func ranges() throws {
        #expect(try EditText.straightening("-2.5") == -2.5)
        #expect(try EditText.straightening("none") == 0)
        #expect(throws: GalleryError.self) { try EditText.straightening("45.1") }
        #expect(throws: GalleryError.self) { try EditText.straightening("nan") }
        #expect(try EditText.zoom("1.5") == 1.5)
        #expect(try EditText.zoom("250%") == 2.5)
        #expect(try EditText.zoom("none") == 1)
        #expect(throws: GalleryError.self) { try EditText.zoom("0.5") }
        #expect(throws: GalleryError.self) { try EditText.zoom("101") }
        #expect(try EditText.side("640", of: "--resize") == .pixels(640))
        #expect(try EditText.side("none", of: "--square") == .removed)
        let message = EditTextTests.message { () throws(GalleryError) in
            _ = try EditText.side("0", of: "--resize")
        }
        #expect(message == "invalid --resize '0': expected 1 to 65500 pixels")
    }

    @Test("effects keep their order; an unknown one names the nearest")
    func effects() throws {
        let effects = try EditText.effects(["noir:0.8", "Vignette"])
        #expect(effects == [AppliedEffect(.noir, intensity: 0.8), AppliedEffect(.vignette)])
        #expect(try EditText.effects(["none"]).isEmpty)
        #expect(try EditText.effects([]).isEmpty)
        let unknown = EditTextTests.message { () throws(GalleryError) in
            _ = try EditText.effects(["sepa"])
        }
        #expect(
            unknown
                == "unknown effect 'sepa'; did you mean 'sepia'? see 'gallery effects --list'")
        let intensity = EditTextTests.message { () throws(GalleryError) in
            _ = try EditText.effects(["noir:80"])
        }
        #expect(
            intensity
                == "invalid --effect 'noir:80': expected an intensity from 0 to 1, such as noir:0.8"
        )
        #expect(throws: GalleryError.self) { try EditText.effects(["none", "noir"]) }
        #expect(throws: GalleryError.self) {
            try EditText.effects(Array(repeating: "noir", count: 33))
        }
    }

    /// The message of the error that a body throws; empty without an error.
    private static func message(_ body: () throws(GalleryError) -> Void) -> String {
        do throws(GalleryError) { try body() } catch {
            return error.kind == .usage ? error.message : "\(error.kind)"
        }
        return ""
    }
}
