import Foundation
import GalleryModel
import Imaging
import Testing

@Suite(
    "MetadataTransfer",
    .enabled(if: Exiftool.isInstalled, "needs exiftool (libimage-exiftool-perl) on the PATH"))
struct MetadataTransferTests {
    typealias Rules = MetadataTransfer.Rules

    /// Names of picture types, which say how a picture is made.
    static let targets = ["jpg", "png", "webp"]
    /// exiftool's additions to the tiny HEIC are none that exiv2 0.27 finds.
    static let sources = ["jpg", "png", "webp", "tif"]

    private static func rendered(_ ending: String) throws -> [UInt8] {
        switch ending {
        case "png": TinyPictures.png()
        case "webp": FixturePictures.webp
        default: try TellingPicture.blank(width: 40, height: 30)
        }
    }

    private static func source(_ ending: String) throws -> [UInt8] {
        let blank: [UInt8]
        switch ending {
        case "png": blank = TinyPictures.png()
        case "webp": blank = FixturePictures.webp
        case "tif": blank = FixturePictures.tiff
        default: return TellingPicture.jpeg
        }
        return try Exiftool.changed(blank, ending: ending, [], copyingFrom: TellingPicture.jpeg)
    }

    private static func copy(
        _ rules: Rules, from source: [UInt8] = TellingPicture.jpeg, to ending: String = "jpg",
        packet: String? = nil
    ) throws -> [UInt8] {
        try MetadataTransfer().transferring(
            from: source, to: rendered(ending), rules: rules, width: 40, height: 30,
            packet: packet.map(TinyPictures.xmp))
    }

    private static func read(_ bytes: [UInt8]) throws -> PictureMetadata {
        try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
    }

    /// The rationals of the source's EXIF position that no other tag has.
    private static func fractions(of source: [UInt8]) throws -> [String] {
        let text = try #require(try read(source).positionText)
        return text.split { $0 == " " || $0 == "," }.map(String.init).filter { part in
            let numbers = part.split(separator: "/").compactMap { Int($0) }
            return numbers.count == 2 && numbers[0] > 1000
        }
    }

    /// What of the words in their lists a file tells, as bytes, to exiftool and to this program.
    private static func told(_ words: [String], by bytes: [UInt8], _ ending: String) throws -> Set<
        String
    > {
        var told = Set(ByteSearch(bytes).found(words))
        let said = try Exiftool.says(
            about: bytes, ending: ending, ["-a", "-u", "-U", "-ee", "-G1", "-s", "-b"])
        told.formUnion(ByteSearch(Array(said.utf8)).found(words))
        // PNG deflates what it holds: look at it in a JPEG as well.
        let plain = try MetadataTransfer().transferring(
            from: bytes, to: TellingPicture.blank(), rules: .everything, width: 64, height: 48)
        return told.union(ByteSearch(plain).found(words))
    }

    @Test(
        "a private copy tells nobody's name or words, no place and no serial number",
        arguments: targets)
    func privateCopy(target: String) throws {
        let secrets =
            TellingPicture.serials + TellingPicture.names + TellingPicture.places
            + TellingPicture.words + TellingPicture.others
        let fractions = try Self.fractions(of: TellingPicture.jpeg)
        #expect(!fractions.isEmpty)
        // What is looked for is there before.
        let searched = ByteSearch(TellingPicture.jpeg)
        #expect(searched.found(secrets) == secrets)
        #expect(searched.found(fractions: fractions) == fractions)
        for ending in Self.sources {
            let bytes = try Self.copy(Rules(), from: Self.source(ending), to: target)
            let told = try Self.told(secrets, by: bytes, target)
            #expect(told == [], "\(ending) to \(target)")
            #expect(ByteSearch(bytes).found(fractions: fractions) == [])
            let all = try Exiftool.says(about: bytes, ending: target, ["-a", "-G1", "-s"])
            for group in ["GPS", "IFD1", "XMP-xmpMM", "XMP-mwg-rs", "XMP-MP", "MakerNotes"] {
                #expect(!all.contains("[\(group)]"), "\(ending) to \(target): \(all)")
            }
        }
    }

    @Test(
        "a private copy keeps when and how it was taken",
        arguments: targets)
    func kept(target: String) throws {
        let read = try Self.read(Self.copy(Rules(), to: target))
        #expect(read.warnings == [])
        #expect(read.make == nil && read.model == nil && read.lens == nil)
        #expect(read.exposureTime == 0.004 && read.fNumber == 5.6 && read.iso == 200)
        #expect(read.focalLength == 35)
        #expect(read.dateTimeOriginal == "2024:05:01 10:15:30")
        #expect(read.offsetTimeOriginal == "-03:30" && read.subSecTimeOriginal == "25")
        #expect(read.creator == nil && read.copyright == nil)
        #expect(read.title == nil && read.description == nil && read.keywords == [])
        #expect(read.rating == nil)
        #expect(read.orientation == 1)
        #expect(read.coordinate == nil && read.faceRegions.isEmpty)
        let camera = try Self.read(Self.copy(Rules(keepsCamera: true), to: target))
        #expect(camera.make == "Maker" && camera.model == "Model 1" && camera.lens == "35mm f/2")
        #expect(camera.rating == nil && camera.exposureTime == 0.004)
        let tags = try Self.read(Self.copy(Rules(keepsTags: true), to: target))
        #expect(tags.rating == 4 && tags.make == nil)
    }

    @Test("what is asked for goes along, and nothing else with it", arguments: targets)
    func asked(target: String) throws {
        let (serials, names, places) = (
            TellingPicture.serials, TellingPicture.names, TellingPicture.places
        )
        let all =
            serials + names + places + TellingPicture.words + TellingPicture.others
        let withPlace = try Self.copy(Rules(keepsLocation: true), to: target)
        let position = try #require(try Self.read(withPlace).coordinate)
        #expect(abs(position.latitude - 48.8566123) < 1e-7 && position.altitude == 35.5)
        let toldPlaces = try Self.told(all, by: withPlace, target)
        #expect(toldPlaces == Set(places))
        // Serial numbers in a maker's notes stay away.
        let withSerials = try Self.copy(Rules(keepsSerials: true), to: target)
        let toldSerials = try Self.told(all, by: withSerials, target)
        #expect(toldSerials == Set(serials.dropLast()))
        // Names in regions of the original, and in words that were not asked for, stay behind.
        let withNames = try Self.copy(Rules(keepsNames: true), to: target)
        let toldNames = try Self.told(all, by: withNames, target)
        #expect(toldNames == ["Cleo Vance", "OWNERNAME Roger Roe"])
        let words = Rules(
            keepsTitle: true, keepsDescription: true, keepsTags: true, keepsCredit: true)
        let toldWords = try Self.told(
            TellingPicture.words, by: Self.copy(words, to: target), target)
        #expect(toldWords == Set(TellingPicture.words))
    }

    @Test(
        "a copy that keeps everything is upright, of its own size and without old pictures",
        arguments: sources)
    func everything(source: String) throws {
        let bytes = try Self.copy(.everything, from: Self.source(source))
        let secrets =
            TellingPicture.serials.dropLast() + TellingPicture.names + TellingPicture.places
        let told = try Self.told(Array(secrets), by: bytes, "jpg")
        #expect(told == Set(secrets))
        let read = try Self.read(bytes)
        #expect(read.orientation == 1 && read.width == 40 && read.height == 30)
        #expect(read.faceRegions.isEmpty)
        let said = try Exiftool.says(about: bytes, ending: "jpg", ["-a", "-G1", "-s", "-n"])
        #expect(!said.contains("[IFD1]") && !said.contains("Thumbnail"))
        #expect(!said.contains("Region"))
        let sizes = said.split(separator: "\n").filter {
            $0.contains("ExifImageWidth") || $0.contains("[XMP-tiff]      ImageWidth")
        }
        #expect(sizes.count >= 2 && sizes.allSatisfy { $0.hasSuffix(": 40") }, "\(sizes)")
        #expect(ByteSearch(bytes).found(["MAKERSERIAL55555"]) == ["MAKERSERIAL55555"])
    }

    @Test("exiftool finds nothing to complain about", arguments: targets)
    func valid(target: String) throws {
        let asked = Rules(
            keepsLocation: true, keepsCamera: true, keepsSerials: true, keepsNames: true,
            keepsTitle: true, keepsDescription: true, keepsTags: true, keepsCredit: true)
        for rules in [Rules(), asked] {
            let said = try Exiftool.says(
                about: Self.copy(rules, to: target), ending: target,
                ["-validate", "-warning", "-error", "-a"])
            // exiv2 0.27 has an address of its own for Microsoft's names and puts EXIF into PNG as
            // ImageMagick does.
            let lines = said.split(separator: "\n").filter {
                !$0.contains("MicrosoftPhoto") && !$0.contains("Raw profile type exif")
            }
            #expect(lines.allSatisfy { $0.hasPrefix("Validate") }, "\(said)")
        }
    }

    @Test("the pixels stay as they are")
    func pixels() throws {
        let rendered = try Self.rendered("jpg")
        let bytes = try Self.copy(.everything)
        let scan = try #require(Data(rendered).range(of: Data([0xFF, 0xDB])))
        #expect(Data(bytes).range(of: Data(rendered[scan.lowerBound...])) != nil)
        #expect(bytes.withUnsafeBytes { PictureIntegrity.check(.jpeg, $0) } == .complete)
    }

    @Test("a packet's properties win, in EXIF and IPTC as well, but not over places that are kept")
    func packet() throws {
        let packet = """
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">New title</rdf:li></rdf:Alt></dc:title>
            <dc:subject><rdf:Bag><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Bag></dc:subject>
            <dc:creator><rdf:Seq><rdf:li>Ana</rdf:li><rdf:li>Ben</rdf:li></rdf:Seq></dc:creator>
            <photoshop:City>Elsewhere</photoshop:City><xmp:Rating>2</xmp:Rating>
            <exif:GPSLatitude>33,30.5S</exif:GPSLatitude>
            <exif:GPSLongitude>151,12.25E</exif:GPSLongitude>
            """
        for rules in [Rules(), Rules.everything] {
            let bytes = try Self.copy(rules, packet: packet)
            let read = try Self.read(bytes)
            #expect(read.title == "New title" && read.keywords == ["one", "two"])
            #expect(read.creator == "Ana; Ben" && read.rating == 2)
            let position = try #require(read.coordinate)
            #expect(abs(position.latitude + 33.5083333) < 1e-6)
            #expect(abs(position.longitude - 151.2041667) < 1e-6)
            let said = try Exiftool.says(
                about: bytes, ending: "jpg",
                [
                    "-a", "-G0", "-s", "-n", "-City", "-GPSLatitude", "-Title", "-ObjectName",
                    "-Keywords", "-Artist", "-By-line",
                ])
            #expect(!said.contains("48.85") && !said.contains("gate"))
            #expect(said.contains("Elsewhere") == !rules.keepsLocation)
            #expect(said.contains("Lutetia") == rules.keepsLocation)
            #expect(said.contains("[EXIF]          GPSLatitude                     : 33.508333"))
            // Where nothing of the original's IPTC goes along, none is begun.
            #expect(
                said.contains("[IPTC]          Keywords                        : one, two")
                    == rules.keepsEverything)
            #expect(said.contains("[EXIF]          Artist                          : Ana; Ben"))
            let old = try Self.fractions(of: TellingPicture.jpeg)
            #expect(ByteSearch(bytes).found(fractions: old) == [])
        }
    }

    @Test("copies made at the same time are the same")
    func concurrent() async throws {
        let expected = try Self.copy(Rules())
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<16 { group.addTask { try Self.copy(Rules()) } }
            for try await bytes in group { #expect(Data(bytes) == Data(expected)) }
        }
    }
}
