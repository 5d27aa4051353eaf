import Export
import Foundation
import GalleryModel
import Testing

@Suite("Places in XMP sidecars")
struct XMPPlaceTests {
    private static func sidecar(
        _ change: (inout Photo) -> Void = { _ in }
    ) -> [UInt8] {
        var photo = SamplePhotos.full.photo
        change(&photo)
        return XMPSidecar.bytes(
            for: photo, faces: [], storedWidth: 500, storedHeight: 375, orientation: 1)
    }

    private static func lines(_ bytes: [UInt8], _ parts: [String]) -> [Substring] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .map { $0.drop { $0 == " " } }
            .filter { line in parts.contains { line.hasPrefix("<" + $0) } }
    }

    private static let places = [
        "photoshop:City", "photoshop:State", "photoshop:Country", "Iptc4xmpCore:",
    ]

    private struct Answer: Decodable {
        let City: String?
        let State: String?
        let Country: String?
        let CountryCode: String?
        let GPSLatitude: Double
        let GPSLongitude: Double
        let GPSAltitude: Double?
    }

    private static func read(_ bytes: [UInt8]) throws -> Answer {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "dog.jpg.xmp").path(percentEncoded: false)
        try Data(XMPSidecar.sealed(bytes)).write(to: URL(filePath: file))
        let answer = try Tool.exiftool.run(["-n", "-j", file])
        #expect(answer.status == 0, "\(answer.errors)")
        #expect(answer.errors.isEmpty)
        let answers = try JSONDecoder().decode([Answer].self, from: answer.output)
        return try #require(answers.first)
    }

    @Test("a place is written with its names, and a home is not")
    func names() {
        #expect(
            Self.lines(Self.sidecar(), Self.places) == [
                "<Iptc4xmpCore:Location>Icaraí</Iptc4xmpCore:Location>",
                "<photoshop:City>Niterói, &quot;RJ&quot;</photoshop:City>",
                "<photoshop:State>Rio de Janeiro</photoshop:State>",
                "<photoshop:Country>Brazil</photoshop:Country>",
                "<Iptc4xmpCore:CountryCode>BR</Iptc4xmpCore:CountryCode>",
            ])
        let home = Self.sidecar {
            $0.details.coordinate = nil
            $0.location?.source = .home
        }
        #expect(Self.lines(home, Self.places + ["exif:GPS"]).isEmpty)
        let sea = Self.sidecar { $0.location?.place = Place() }
        #expect(Self.lines(sea, Self.places).isEmpty)
    }

    @Test("a track's position is written instead of the photo's")
    func track() {
        let bytes = Self.sidecar { SamplePhotos.place(&$0, onTrackAt: 48.5, -4.25) }
        #expect(
            Self.lines(bytes, ["exif:GPS"]) == [
                "<exif:GPSVersionID>2.3.0.0</exif:GPSVersionID>",
                "<exif:GPSLatitude>48,30.00N</exif:GPSLatitude>",
                "<exif:GPSLongitude>4,15.00W</exif:GPSLongitude>",
            ])
    }

    @Test("a sealed sidecar with a place is recognized, and a changed one is not")
    func seal() {
        let sealed = XMPSidecar.sealed(Self.sidecar())
        #expect(XMPSidecar.isSealed(sealed))
        let changed = String(decoding: sealed, as: UTF8.self)
            .replacing("<photoshop:Country>Brazil<", with: "<photoshop:Country>France<")
        #expect(!XMPSidecar.isSealed(Array(changed.utf8)))
    }

    @Test(
        "exiftool reads the place and the position",
        .enabled(
            if: Tool.exiftool.isInstalled, "needs exiftool (libimage-exiftool-perl) on the PATH"))
    func exiftool() throws {
        let answer = try Self.read(Self.sidecar())
        #expect(answer.City == "Niterói, \"RJ\"" && answer.State == "Rio de Janeiro")
        #expect(answer.Country == "Brazil" && answer.CountryCode == "BR")
        #expect(abs(answer.GPSLatitude - -22.951916) < 1e-9)
        #expect(abs(answer.GPSLongitude - -43.210487) < 1e-9)
        #expect(answer.GPSAltitude == -1.88)

        let coarse = try Self.read(
            Self.sidecar { $0 = PositionPrivacy.coarse(kilometers: 5).applied(to: $0) })
        let middle = try #require(SamplePhotos.full.photo.coordinate).coarsened(toGridOf: 5)
        #expect(abs(coarse.GPSLatitude - middle.latitude) < 1e-9)
        #expect(abs(coarse.GPSLongitude - middle.longitude) < 1e-9)
        #expect(coarse.GPSAltitude == nil)
    }
}
