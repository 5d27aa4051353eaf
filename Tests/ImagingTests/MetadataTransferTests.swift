import Foundation
import GalleryModel
import Imaging
import Testing

@Suite(
    "MetadataTransfer",
    .enabled(if: Exiftool.isInstalled, "needs exiftool (libimage-exiftool-perl) on the PATH"))
struct MetadataTransferTests {
    typealias Rules = MetadataTransfer.Rules

    /// Names of picture types, which determine how a picture is made.
    static let targets = ["jpg", "png", "webp"]
    /// exiv2 0.27 does not find exiftool's additions to the tiny HEIC.
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

    /// The rationals of the source's EXIF position that occur in no other tag.
    private static func fractions(of source: [UInt8]) throws -> [String] {
        let text = try #require(try read(source).positionText)
        return text.split { $0 == " " || $0 == "," }.map(String.init).filter { part in
            let numbers = part.split(separator: "/").compactMap { Int($0) }
            return numbers.count == 2 && numbers[0] > 1000
        }
    }

    /// The given words that a file reveals: as bytes, to exiftool and to this program.
    private static func revealed(_ words: [String], by bytes: [UInt8], _ ending: String) throws
        -> Set<
            String
        >
    {
        var revealed = Set(ByteSearch(bytes).found(words))
        let said = try Exiftool.says(
            about: bytes, ending: ending, ["-a", "-u", "-U", "-ee", "-G1", "-s", "-b"])
        revealed.formUnion(ByteSearch(Array(said.utf8)).found(words))
        // PNG compresses its texts: also search a JPEG with the same metadata.
        let plain = try MetadataTransfer().transferring(
            from: bytes, to: TellingPicture.blank(), rules: .everything, width: 64, height: 48)
        return revealed.union(ByteSearch(plain).found(words))
    }

    @Test(
        "a private copy reveals no names, texts, places or serial numbers",
        arguments: targets)
    func privateCopy(target: String) throws {
        let secrets =
            TellingPicture.serials + TellingPicture.names + TellingPicture.places
            + TellingPicture.words + TellingPicture.others
        let fractions = try Self.fractions(of: TellingPicture.jpeg)
        #expect(!fractions.isEmpty)
        // The original contains the secrets.
        let searched = ByteSearch(TellingPicture.jpeg)
        #expect(searched.found(secrets) == secrets)
        #expect(searched.found(fractions: fractions) == fractions)
        for ending in Self.sources {
            let bytes = try Self.copy(Rules(), from: Self.source(ending), to: target)
            let revealed = try Self.revealed(secrets, by: bytes, target)
            #expect(revealed == [], "\(ending) to \(target)")
            #expect(ByteSearch(bytes).found(fractions: fractions) == [])
            let all = try Exiftool.says(about: bytes, ending: target, ["-a", "-G1", "-s"])
            for group in ["GPS", "IFD1", "XMP-xmpMM", "XMP-mwg-rs", "XMP-MP", "MakerNotes"] {
                #expect(!all.contains("[\(group)]"), "\(ending) to \(target): \(all)")
            }
        }
    }

    @Test(
        "a private copy keeps the date and the exposure",
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
        #expect(read.title == nil && read.caption == nil && read.tags == [])
        #expect(read.rating == nil)
        #expect(read.orientation == 1)
        #expect(read.coordinate == nil && read.faceRegions.isEmpty)
        let camera = try Self.read(Self.copy(Rules.camera, to: target))
        #expect(camera.make == "Maker" && camera.model == "Model 1" && camera.lens == "35mm f/2")
        #expect(camera.rating == nil && camera.exposureTime == 0.004)
        let tags = try Self.read(Self.copy(Rules.tags, to: target))
        #expect(tags.rating == 4 && tags.make == nil)
    }

    @Test("requested data is copied, and only that", arguments: targets)
    func requested(target: String) throws {
        let (serials, names, places) = (
            TellingPicture.serials, TellingPicture.names, TellingPicture.places
        )
        let all =
            serials + names + places + TellingPicture.words + TellingPicture.others
        let withPlace = try Self.copy(Rules.location, to: target)
        let position = try #require(try Self.read(withPlace).coordinate)
        #expect(abs(position.latitude - 48.8566123) < 1e-7 && position.altitude == 35.5)
        let revealedPlaces = try Self.revealed(all, by: withPlace, target)
        #expect(revealedPlaces == Set(places))
        // Serial numbers in maker notes are never copied.
        let withSerials = try Self.copy(Rules.serials, to: target)
        let revealedSerials = try Self.revealed(all, by: withSerials, target)
        #expect(revealedSerials == Set(serials.dropLast()))
        // Names in the original's regions and in texts that were not requested are removed.
        let withNames = try Self.copy(Rules.names, to: target)
        let revealedNames = try Self.revealed(all, by: withNames, target)
        #expect(revealedNames == ["Cleo Vance", "OWNERNAME Roger Roe"])
        let words = Rules([.title, .description, .tags, .credit])
        let revealedWords = try Self.revealed(
            TellingPicture.words, by: Self.copy(words, to: target), target)
        #expect(revealedWords == Set(TellingPicture.words))
    }

    @Test(
        "a copy that keeps everything is upright, with its own size and no old thumbnails",
        arguments: sources)
    func everything(source: String) throws {
        let bytes = try Self.copy(.everything, from: Self.source(source))
        let secrets =
            TellingPicture.serials.dropLast() + TellingPicture.names + TellingPicture.places
        let revealed = try Self.revealed(Array(secrets), by: bytes, "jpg")
        #expect(revealed == Set(secrets))
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

    @Test("exiftool validates the copies without complaints", arguments: targets)
    func valid(target: String) throws {
        let requested = Rules([
            .location, .camera, .serials, .names, .title, .description, .tags, .credit,
        ])
        for rules in [Rules(), requested] {
            let said = try Exiftool.says(
                about: Self.copy(rules, to: target), ending: target,
                ["-validate", "-warning", "-error", "-a"])
            // exiv2 0.27 has its own URL for Microsoft's names and puts EXIF into PNG as
            // ImageMagick does.
            let lines = said.split(separator: "\n").filter {
                !$0.contains("MicrosoftPhoto") && !$0.contains("Raw profile type exif")
            }
            #expect(lines.allSatisfy { $0.hasPrefix("Validate") }, "\(said)")
        }
    }

    @Test("pixels are unchanged")
    func pixels() throws {
        let rendered = try Self.rendered("jpg")
        let bytes = try Self.copy(.everything)
        let scan = try #require(Data(rendered).range(of: Data([0xFF, 0xDB])))
        #expect(Data(bytes).range(of: Data(rendered[scan.lowerBound...])) != nil)
        #expect(bytes.withUnsafeBytes { PictureIntegrity.damage(.jpeg, $0) } == nil)
    }

    @Test("a packet's properties take precedence, also in EXIF and IPTC, except over kept places")
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
            #expect(read.title == "New title" && read.tags == ["one", "two"])
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
            #expect(said.contains("Elsewhere") == !rules.contains(.location))
            #expect(said.contains("Lutetia") == rules.contains(.location))
            #expect(said.contains("[EXIF]          GPSLatitude                     : 33.508333"))
            // Without any IPTC data of the original, none is created.
            #expect(
                said.contains("[IPTC]          Keywords                        : one, two")
                    == (rules == .everything))
            #expect(said.contains("[EXIF]          Artist                          : Ana; Ben"))
            let old = try Self.fractions(of: TellingPicture.jpeg)
            #expect(ByteSearch(bytes).found(fractions: old) == [])
        }
    }

    @Test("a copy that keeps everything has only the hierarchies of its own keywords")
    func hierarchies() throws {
        let bytes = try Self.copy(
            .everything,
            packet: "<dc:subject><rdf:Bag><rdf:li>tree</rdf:li></rdf:Bag></dc:subject>")
        #expect(try Self.read(bytes).tags == ["tree"])
        let said = try Exiftool.says(
            about: bytes, ending: "jpg",
            ["-a", "-G1", "-s", "-HierarchicalSubject", "-TagsList", "-LastKeywordXMP"])
        #expect(said.contains("Nature|Tree") && said.contains("Nature/Tree"))
        #expect(!said.contains("Dora") && !said.contains("Egon") && !said.contains("Gallia"))
    }

    @Test("concurrent copies are identical")
    func concurrent() async throws {
        let expected = try Self.copy(Rules())
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<16 { group.addTask { try Self.copy(Rules()) } }
            for try await bytes in group { #expect(Data(bytes) == Data(expected)) }
        }
    }
}
