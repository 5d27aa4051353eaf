import Foundation
import GalleryModel
import Imaging
import TestSupport
import Testing

/// Photos by other people, which are not part of the project: the environment variable
/// GALLERY_TEST_DATA names the folder that contains `photos`.
private let photoFolder = ProcessInfo.processInfo.environment["GALLERY_TEST_DATA"].map {
    URL(filePath: $0).appending(path: "photos")
}

/// Reproducible pseudorandom numbers. Source: https://prng.di.unimi.it/splitmix64.c
private struct Mutations: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31
    }
}

@Suite("MetadataTransfer with unusual files")
struct MetadataTransferHostileTests {
    private static func copy(
        _ source: [UInt8], _ rules: MetadataTransfer.Rules = .init(), packet: [UInt8]? = nil
    ) throws -> [UInt8] {
        try MetadataTransfer().transferring(
            from: source, to: TinyPictures.jpeg(), rules: rules, width: 8, height: 8, packet: packet
        )
    }

    private static func read(_ bytes: [UInt8]) throws -> PictureMetadata {
        try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
    }

    private static func titled(_ title: String, keywords: [String] = []) -> [UInt8] {
        let items = keywords.map { "<rdf:li>\($0)</rdf:li>" }.joined()
        return TinyPictures.xmp(
            """
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(title)</rdf:li></rdf:Alt></dc:title>
            <dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>
            """)
    }

    @Test("bytes without metadata give a copy without metadata")
    func nothing() throws {
        for source in [[], Array("hello".utf8), FixturePictures.gif, TinyPictures.jpeg()]
            as [[UInt8]]
        {
            #expect(try Self.copy(source).count == TinyPictures.jpeg().count)
        }
    }

    @Test("a copy of another type or a damaged one is rejected")
    func refused() {
        #expect {
            try MetadataTransfer().transferring(
                from: TinyPictures.jpeg(), to: FixturePictures.tiff, rules: .init(), width: 1,
                height: 1)
        } throws: {
            "\($0)".contains("files of type TIFF cannot be written; render the copy as JPEG")
        }
        #expect(throws: ImagingError.self) {
            try MetadataTransfer().transferring(
                from: TinyPictures.jpeg(), to: [0xFF, 0xD8, 0xFF], rules: .init(), width: 1,
                height: 1)
        }
    }

    @Test("a packet with its own prefixes does not affect later copies")
    func prefixes() throws {
        let good = TinyPictures.jpeg(xmp: Self.titled("title"))
        let rules = MetadataTransfer.Rules.title
        let before = try Self.copy(good, rules)
        #expect(try Self.read(before).title == "title")
        let evil = String(decoding: Self.titled("evil"), as: UTF8.self)
            .replacingOccurrences(of: "http://purl.org/dc/", with: "http://example.org/dc/")
        _ = try Self.copy(TinyPictures.jpeg(xmp: Array(evil.utf8)), .everything)
        #expect(try Data(Self.copy(good, rules)) == Data(before))
    }

    @Test("damaged originals give a complete copy")
    func damaged() throws {
        var random = Mutations(state: 42)
        let good = try MetadataWriter().applying(
            {
                var metadata = PictureMetadata()
                metadata.title = "title"
                metadata.caption = "description"
                metadata.tags = ["a", "b"]
                metadata.coordinate = Coordinate(latitude: 48.8566, longitude: 2.3522)
                return metadata
            }(), to: TinyPictures.jpeg())
        for round in 0..<300 {
            var bytes = good
            for _ in 0...(round % 8) {
                bytes[Int.random(in: 2..<bytes.count, using: &random)] = .random(in: 0...255)
            }
            if round % 5 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            for rules in [MetadataTransfer.Rules(), .everything] {
                let made = try Self.copy(bytes, rules)
                #expect(made.withUnsafeBytes { PictureIntegrity.damage(.jpeg, $0) } == nil)
            }
        }
    }

    @Test("text in place of a number or after the end of a text is not copied")
    func hidden() throws {
        let note = Array("HIDDENSERIAL".utf8) + [UInt8](repeating: 0x41, count: 100)
        let model = Array("Model\0HIDDENNAME\0".utf8)
        var tiff = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        tiff += [0, 2, 0x01, 0x10, 0, 2, 0, 0, 0, UInt8(model.count), 0, 0, 0, 56]
        tiff += [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38, 0, 0, 0, 0]
        tiff += [
            0, 1, 0x92, 0x07, 0, 7, 0, 0, 0, UInt8(note.count), 0, 0, 0, UInt8(56 + model.count),
        ]
        tiff += [0, 0, 0, 0] + model + note
        let segment = TinyPictures.segment(0xE1, Array("Exif".utf8) + [0, 0] + tiff)
        let source = TinyPictures.jpeg(segments: [segment])
        let words = ["HIDDENSERIAL", "HIDDENNAME"]
        #expect(try ByteSearch(Self.copy(source, .everything)).found(words) == words)
        for rules in [MetadataTransfer.Rules(), .camera] {
            let made = try Self.copy(source, rules)
            #expect(ByteSearch(made).found(words) == [])
            #expect(try Self.read(made).model == (rules.contains(.camera) ? "Model" : nil))
        }
    }

    @Test("metadata too large for a JPEG is reduced to its essential parts")
    func tooLarge() throws {
        let history = String(repeating: "<rdf:li>an event</rdf:li>", count: 6000)
        let packet = TinyPictures.xmp(
            "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>kept</rdf:li></rdf:Alt></dc:title>"
                + "<photoshop:DocumentAncestors><rdf:Bag>\(history)</rdf:Bag>"
                + "</photoshop:DocumentAncestors>")
        let source = try MetadataWriter().applying(PictureMetadata(), to: TinyPictures.png())
        let made = try MetadataTransfer().transferring(
            from: source, to: TinyPictures.jpeg(), rules: .everything, width: 8, height: 8,
            packet: packet)
        #expect(try Self.read(made).title == "kept")
    }

    @Test(
        "camera photos lose their positions and serial numbers",
        .enabled(
            if: photoFolder.map { FileManager.default.fileExists(atPath: $0.path) } ?? false,
            "GALLERY_TEST_DATA names no folder of photos"),
        .enabled(if: Exiftool.isInstalled, "needs exiftool on the PATH"))
    func photos() throws {
        let folder = try #require(photoFolder)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var count = 0
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension.lowercased() == "jpg" else { continue }
            let bytes = Array(try Data(contentsOf: file))
            guard let before = try? Self.read(bytes) else { continue }
            count += 1
            let made = try Self.copy(bytes)
            let after = try Self.read(made)
            #expect(after.coordinate == nil && after.positionText == nil)
            #expect(after.make == nil && after.model == nil && after.lens == nil)
            #expect(after.iso == before.iso && after.exposureTime == before.exposureTime)
            #expect(after.fNumber == before.fNumber && after.focalLength == before.focalLength)
            let named = try Self.read(Self.copy(bytes, .camera))
            #expect(named.make == before.make && named.model == before.model)
            #expect(after.dateTimeOriginal == before.dateTimeOriginal)
            let said = try Exiftool.says(
                about: made, ending: "jpg",
                [
                    "-a", "-u", "-G1", "-s", "-validate", "-error", "-GPS*", "-*Serial*",
                    "-MakerNotes:*",
                ])
            let lines = said.split(separator: "\n").filter { !$0.contains("Validate") }
            #expect(lines.isEmpty, "\(file.lastPathComponent): \(said)")
            _ = try Self.copy(bytes, .everything)
        }
        #expect(count > 0)
    }
}
