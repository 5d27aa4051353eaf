import Foundation
import GalleryModel
import Imaging
import Testing

@testable import Gallery

@Suite("names and places in shared photos")
struct ShareNameTests {
    /// Where it is told that Anastazja Examplowski is in the picture.
    enum Source: CaseIterable {
        case region, person, hierarchy, keyword, sidecar, catalog
    }

    /// Texts in which she stands.
    private static let texts = """
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Anastazja</rdf:li></rdf:Alt></dc:title>
        <dc:description><rdf:Alt><rdf:li xml:lang="x-default">AnastazjaExamplowski’s boat</rdf:li>
        </rdf:Alt></dc:description>
        <dc:subject><rdf:Bag><rdf:li>anastazja</rdf:li><rdf:li>EXAMPLOWSKI</rdf:li>
        <rdf:li>anastazjaexamplowski</rdf:li>%@</rdf:Bag></dc:subject>
        <dc:creator><rdf:Seq><rdf:li>Bob Maker</rdf:li></rdf:Seq></dc:creator>
        <lr:hierarchicalSubject><rdf:Bag><rdf:li>Family|Anastazja</rdf:li></rdf:Bag>
        </lr:hierarchicalSubject>
        <photoshop:Headline>Examplowski, Anastazja at the sea</photoshop:Headline>
        <Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">anastazja_examplowski
        swims</rdf:li></rdf:Alt></Iptc4xmpCore:AltTextAccessibility>
        """

    private static let region = """
        <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
        <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Anastazja Examplowski</mwg-rs:Name>
        <mwg-rs:Type>Face</mwg-rs:Type><mwg-rs:Area stArea:x="0.25" stArea:y="0.25" stArea:w="0.2"
         stArea:h="0.2" stArea:unit="normalized"/></rdf:li></rdf:Bag></mwg-rs:RegionList>
        </mwg-rs:Regions>
        """

    private static let person = """
        <Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Anastazja Examplowski</rdf:li></rdf:Bag>
        </Iptc4xmpExt:PersonInImage>
        """

    private static let hierarchy = """
        <digiKam:TagsList><rdf:Seq><rdf:li>Personen/Anastazja Examplowski/Kids</rdf:li></rdf:Seq>
        </digiKam:TagsList>
        """

    private static func packet(_ properties: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/">
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
         xmlns:dc="http://purl.org/dc/elements/1.1/"
         xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
         xmlns:digiKam="http://www.digikam.org/ns/1.0/"
         xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
         xmlns:exif="http://ns.adobe.com/exif/1.0/"
         xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
         xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
         xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
         xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#">
        \(properties)
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    /// A JPEG with an XMP packet.
    static func picture(_ properties: String) throws -> [UInt8] {
        let jpeg = try EditPictures.jpeg(width: 300, height: 200)
        let content = Array(("http://ns.adobe.com/xap/1.0/\0" + packet(properties)).utf8)
        let length = content.count + 2
        return jpeg.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + content
            + jpeg.dropFirst(2)
    }

    private static func photo(_ source: Source, in scene: EditScene) async throws -> Photo {
        let keyword = source == .keyword ? "<rdf:li>People/Anastazja Examplowski</rdf:li>" : ""
        var properties = texts.replacingOccurrences(of: "%@", with: keyword)
        switch source {
        case .region: properties += region
        case .person: properties += person
        case .hierarchy: properties += hierarchy
        case .sidecar:
            try Data(packet(person).utf8).write(
                to: URL(filePath: scene.folder + "/camera/anastazja_boat.xmp"))
        case .keyword, .catalog: break
        }
        let photo = try await scene.importing(picture(properties), as: "anastazja_boat.jpg")
        if source == .catalog {
            let box = FaceRectangle(x: 20, y: 16, width: 40, height: 50)
            try scene.gallery.addFace(box, to: photo, name: "Anastazja Examplowski")
        }
        return try scene.again(photo)
    }

    private static func found(in bytes: [UInt8]) -> [String] {
        let text = String(decoding: bytes.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self).lowercased()
        return ["stazja", "examplow"].filter(text.contains)
    }

    @Test(
        "a person named in one place is named in no other of what is given away",
        arguments: Source.allCases)
    func everywhere(source: Source) async throws {
        try await EditScene.with { scene async throws in
            let photo = try await Self.photo(source, in: scene)
            let original = try #require(scene.bytes("camera/anastazja_boat.jpg"))
            #expect(Self.found(in: original).count == 2)
            let folder = try await scene.gallery.share([photo], to: .folder(scene.path("out")))
            #expect(folder.photos.map(\.name) == ["boat.jpg"])
            for name in scene.names(in: "out") {
                #expect(Self.found(in: try #require(scene.bytes("out/\(name)"))) == [], "\(name)")
            }
            let credits = String(
                decoding: try #require(scene.bytes("out/CREDITS.txt")), as: UTF8.self)
            #expect(credits == "boat.jpg: Photo by Bob Maker\n")
            let copy = try #require(scene.bytes("out/boat.jpg"))
            let metadata = try copy.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
            #expect(metadata.title == nil)
            #expect(metadata.keywords == [])
            #expect(metadata.description == "boat")
            #expect(metadata.faceRegions.isEmpty)
            let text = String(decoding: copy.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self)
            #expect(text.contains("at the sea") && text.contains("swims"))
            _ = try await scene.gallery.share([photo], to: .zip(scene.path("a.zip")))
            #expect(Self.found(in: try #require(scene.bytes("a.zip"))) == [])
            var mail = ShareMail()
            mail.path = scene.path("a.eml")
            _ = try await scene.gallery.share([photo], to: .mail(mail))
            let message = Data(try #require(scene.bytes("a.eml")))
            #expect(Self.found(in: try ShareMailTests.decoded(message)) == [])
            #expect(String(decoding: message, as: UTF8.self).contains("Subject: boat.jpg\r\n"))
        }
    }

    @Test("keywords about places stay behind with the position, and go along with it")
    func places() async throws {
        let properties = """
            <photoshop:City>Kyoto</photoshop:City>
            <dc:subject><rdf:Bag><rdf:li>Places/Japan</rdf:li><rdf:li>kyoto</rdf:li>
            <rdf:li>geo:lat=35.01</rdf:li></rdf:Bag></dc:subject>
            <lr:hierarchicalSubject><rdf:Bag><rdf:li>Travel|Kyoto</rdf:li></rdf:Bag>
            </lr:hierarchicalSubject>
            <exif:GPSLatitude>35,0.7N</exif:GPSLatitude><exif:GPSLongitude>135,46.1E</exif:GPSLongitude>
            """
        try await EditScene.with { scene async throws in
            let photo = try await scene.importing(Self.picture(properties), as: "Kyoto-gate.jpg")
            for name in ["a.jpg", "a.png", "a.webp"] {
                _ = try await scene.gallery.share([photo], to: .file(scene.path(name)))
                let copy = try #require(scene.bytes(name))
                let text = String(decoding: copy.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self)
                #expect(!text.lowercased().contains("kyoto") && !text.contains("Japan"), "\(name)")
                let metadata = try copy.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
                #expect(metadata.keywords == [] && metadata.coordinate == nil, "\(name)")
            }
            var options = ShareOptions()
            options.positions = .exact
            let kept = try await scene.gallery.share(
                [photo], to: .folder(scene.path("out")), options: options)
            #expect(kept.photos.map(\.name) == ["Kyoto-gate.jpg"])
            let copy = try #require(scene.bytes("out/Kyoto-gate.jpg"))
            let metadata = try copy.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
            #expect(
                metadata.keywords.contains("kyoto") && metadata.keywords.contains("Places/Japan"))
            #expect(metadata.coordinate != nil)
            // The city that the file names, not the one that an index has there.
            #expect(
                String(decoding: copy.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self)
                    .contains("<photoshop:City>Kyoto") || copy.contains("photoshop:City=\"Kyoto\""))
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool {
        Data(self).range(of: Data(text.utf8)) != nil
    }
}
