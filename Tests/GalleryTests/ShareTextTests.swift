import Foundation
import GalleryModel
import Imaging
import Testing

import Gallery

@Suite("Personal texts in shared photos")
struct ShareTextTests {
    /// The place of the text that names Anastazja Examplowski as the subject or creator.
    enum Source: String, CaseIterable {
        case title, headline, description, alternative, extended, keyword, hierarchy, levels, label
        case creator, rights, credit, terms, person, region, sidecar, catalog, fileName
        case source, instructions, comment, country, number, date, maker, lens

        /// The option that includes it; nil if no option does.
        var option: WritableKeyPath<ShareOptions, Bool>? {
            switch self {
            case .title, .headline: \.keepsTitle
            case .description, .alternative, .extended, .comment: \.keepsDescription
            case .keyword, .hierarchy, .levels, .label: \.keepsTags
            case .creator, .rights, .credit, .terms: \.keepsCredit
            case .person, .region, .sidecar, .catalog: \.keepsNames
            case .maker, .lens: \.keepsCamera
            case .fileName, .source, .instructions, .country, .number, .date: nil
            }
        }

        /// The XMP with the text; empty if the text is elsewhere.
        var properties: String {
            switch self {
            case .title: "<dc:title>\(Self.text)</dc:title>"
            case .headline: "<photoshop:Headline>\(Self.name)</photoshop:Headline>"
            case .description: "<dc:description>\(Self.text)</dc:description>"
            case .alternative:
                "<Iptc4xmpCore:AltTextAccessibility>\(Self.text)</Iptc4xmpCore:AltTextAccessibility>"
            case .extended:
                "<Iptc4xmpCore:ExtDescrAccessibility>\(Self.text)</Iptc4xmpCore:ExtDescrAccessibility>"
            case .keyword: "<dc:subject>\(Self.list)</dc:subject>"
            case .hierarchy: "<lr:hierarchicalSubject>\(Self.list)</lr:hierarchicalSubject>"
            case .levels: "<digiKam:TagsList>\(Self.list)</digiKam:TagsList>"
            case .label: "<xmp:Label>\(Self.name)</xmp:Label>"
            case .creator: "<dc:creator>\(Self.list)</dc:creator>"
            case .rights: "<dc:rights>\(Self.text)</dc:rights>"
            case .credit: "<photoshop:Credit>\(Self.name)</photoshop:Credit>"
            case .terms: "<xmpRights:UsageTerms>\(Self.text)</xmpRights:UsageTerms>"
            case .person: "<Iptc4xmpExt:PersonInImage>\(Self.list)</Iptc4xmpExt:PersonInImage>"
            case .region: Self.face
            case .source: "<dc:source>https://example.org/?who=\(Self.name)</dc:source>"
            case .instructions: "<photoshop:Instructions>\(Self.name)</photoshop:Instructions>"
            case .comment: "<exif:UserComment>\(Self.text)</exif:UserComment>"
            case .country: "<photoshop:Country>\(Self.name)</photoshop:Country>"
            case .number:
                "<exif:FNumber>\(Self.name)</exif:FNumber><xmp:Rating>\(Self.name)</xmp:Rating>"
            case .date: "<xmp:CreateDate>\(Self.name)</xmp:CreateDate>"
            case .maker: "<tiff:Make>\(Self.name)</tiff:Make>"
            case .lens: "<aux:Lens>\(Self.name)</aux:Lens>"
            case .sidecar, .catalog, .fileName: ""
            }
        }

        static let name = "Anastazja Examplowski"
        private static let text =
            "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(name)</rdf:li></rdf:Alt>"
        private static let list = "<rdf:Bag><rdf:li>\(name)</rdf:li></rdf:Bag>"
        private static let face = """
            <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
            <rdf:li rdf:parseType="Resource"><mwg-rs:Name>\(name)</mwg-rs:Name>
            <mwg-rs:Type>Face</mwg-rs:Type><mwg-rs:Area stArea:x="0.25" stArea:y="0.25"
             stArea:w="0.2" stArea:h="0.2" stArea:unit="normalized"/></rdf:li></rdf:Bag>
            </mwg-rs:RegionList></mwg-rs:Regions>
            """
    }

    private static func packet(_ properties: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/">
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
         xmlns:dc="http://purl.org/dc/elements/1.1/"
         xmlns:xmp="http://ns.adobe.com/xap/1.0/"
         xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
         xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
         xmlns:digiKam="http://www.digikam.org/ns/1.0/"
         xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
         xmlns:exif="http://ns.adobe.com/exif/1.0/"
         xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
         xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
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

    /// A photo with the text in one place, and the bytes of that place.
    private static func photo(
        _ source: Source, in scene: EditScene
    ) async throws -> (photo: Photo, reported: [UInt8]) {
        let name = source == .fileName ? "Anastazja_Examplowski.jpg" : "sea.jpg"
        var reported = try picture(source.properties)
        if source == .sidecar {
            let sidecar = Data(packet(Source.person.properties).utf8)
            try sidecar.write(to: URL(filePath: scene.folder + "/camera/sea.xmp"))
            reported = Array(sidecar)
        }
        let photo = try await scene.importing(picture(source.properties), as: name)
        if source == .fileName { reported = Array(name.utf8) }
        if source == .catalog {
            let box = FaceRectangle(x: 20, y: 16, width: 40, height: 50)
            try scene.gallery.faces.add(box, to: photo, name: Source.name)
            reported = Array(Source.name.utf8)
        }
        return (try scene.again(photo), reported)
    }

    private static func found(in bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self).lowercased()
        return text.contains("stazja") || text.contains("examplow")
    }

    @Test(
        "personal texts are removed by every kind of sharing, in any language",
        arguments: Source.allCases)
    func unasked(source: Source) async throws {
        try await EditScene.with { scene async throws in
            let (photo, reported) = try await Self.photo(source, in: scene)
            // The original contains the text.
            #expect(Self.found(in: reported))
            let folder = try await scene.gallery.shares.send(
                .photos([photo]), to: .folder(scene.path("out")))
            #expect(folder.photos.map(\.name) == ["undated-\(photo.id).jpg"])
            // A file of credits is missing, as the photo has none.
            #expect(scene.names(in: "out") == ["undated-\(photo.id).jpg"])
            let copy = try #require(scene.bytes("out/undated-\(photo.id).jpg"))
            #expect(!Self.found(in: copy))
            _ = try await scene.gallery.shares.send(.photos([photo]), to: .zip(scene.path("a.zip")))
            #expect(!Self.found(in: try #require(scene.bytes("a.zip"))))
            var mail = ShareMail()
            mail.path = scene.path("a.eml")
            _ = try await scene.gallery.shares.send(.photos([photo]), to: .mail(mail))
            let message = Data(try #require(scene.bytes("a.eml")))
            #expect(!Self.found(in: try ShareMailTests.decoded(message)))
            let subject = "Subject: undated-\(photo.id).jpg\r\n"
            #expect(String(decoding: message, as: UTF8.self).contains(subject))
        }
    }

    @Test("personal texts are kept by their option and by no other", arguments: Source.allCases)
    func requested(source: Source) async throws {
        let all: [WritableKeyPath<ShareOptions, Bool>] = [
            \.keepsTitle, \.keepsDescription, \.keepsTags, \.keepsCredit, \.keepsNames,
            \.keepsSerials, \.keepsCamera,
        ]
        try await EditScene.with { scene async throws in
            let (photo, _) = try await Self.photo(source, in: scene)
            var others = ShareOptions()
            // Its levels can be places.
            if source == .hierarchy || source == .levels { others.positions = .exact }
            for option in all where option != source.option { others[keyPath: option] = true }
            for ending in ["jpg", "png", "webp"] {
                _ = try await scene.gallery.shares.send(
                    .photos([photo]), to: .file(scene.path("others.\(ending)")), options: others)
                #expect(!Self.found(in: try #require(scene.bytes("others.\(ending)"))))
            }
            // A region of the file becomes a face when faces are detected; people in a sidecar do
            // not.
            guard let option = source.option, source != .region, source != .sidecar else { return }
            var options = ShareOptions()
            options.positions = others.positions
            options[keyPath: option] = true
            _ = try await scene.gallery.shares.send(
                .photos([photo]), to: .file(scene.path("asked.jpg")), options: options)
            #expect(Self.found(in: try #require(scene.bytes("asked.jpg"))))
        }
    }

    @Test("personal texts are in file names if the template includes them")
    func names() async throws {
        try await EditScene.with { scene async throws in
            let photo = try await scene.importing(
                Self.picture(Source.title.properties), as: "IMG_48.390394_-4.486076.jpg")
            var options = ShareOptions()
            for (template, name) in [
                ("{name}", "IMG_48.390394_-4.486076.jpg"),
                ("{title} {id}.{ext}", "Anastazja Examplowski \(photo.id).jpg"),
                ("beach", "beach.jpg"), (nil, "undated-\(photo.id).jpg"),
            ] {
                options.nameTemplate = template
                let summary = try await scene.gallery.shares.send(
                    .photos([photo]), to: .zip(scene.path("\(name).zip")), options: options)
                #expect(summary.photos.map(\.name) == [name])
                options.keepsAll = true
                let all = try await scene.gallery.shares.send(
                    .photos([photo]), to: .folder(scene.path("all-\(name)")), options: options)
                #expect(all.photos.map(\.name) == [name])
                options.keepsAll = false
            }
            for template in ["", "{date}/{id}", "{section}-{id}", "{position}", "{nothing}", "{"] {
                options.nameTemplate = template
                let error = await #expect(throws: GalleryError.self) {
                    try await scene.gallery.shares.send(
                        .photos([photo]), to: .folder(scene.path("no")), options: options)
                }
                #expect(error?.kind == .usage, "\(template)")
            }
            options.nameTemplate = "{id}"
            let file = await #expect(throws: GalleryError.self) {
                try await scene.gallery.shares.send(
                    .photos([photo]), to: .file(scene.path("no.jpg")), options: options)
            }
            #expect(file?.kind == .usage)
            #expect(scene.bytes("no.jpg") == nil && scene.names(in: "no").isEmpty)
        }
    }

    @Test("position tags and places are removed together with the position")
    func places() async throws {
        let properties = """
            <photoshop:City>Kyoto</photoshop:City>
            <dc:subject><rdf:Bag><rdf:li>gate</rdf:li><rdf:li>geo:lat=35.01</rdf:li></rdf:Bag>
            </dc:subject>
            <lr:hierarchicalSubject><rdf:Bag><rdf:li>Travel|Kyoto</rdf:li></rdf:Bag>
            </lr:hierarchicalSubject>
            <exif:GPSLatitude>35,0.7N</exif:GPSLatitude><exif:GPSLongitude>135,46.1E</exif:GPSLongitude>
            """
        try await EditScene.with { scene async throws in
            let photo = try await scene.importing(Self.picture(properties), as: "Kyoto-gate.jpg")
            var options = ShareOptions()
            options.keepsTags = true
            for name in ["a.jpg", "a.png", "a.webp"] {
                _ = try await scene.gallery.shares.send(
                    .photos([photo]), to: .file(scene.path(name)), options: options)
                let copy = try #require(scene.bytes(name))
                let text = String(decoding: copy.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self)
                #expect(!text.contains("Kyoto") && !text.contains("35.01"), "\(name)")
                let metadata = try copy.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
                #expect(metadata.tags == ["gate"] && metadata.coordinate == nil, "\(name)")
            }
            options.positions = .exact
            _ = try await scene.gallery.shares.send(
                .photos([photo]), to: .file(scene.path("b.jpg")), options: options)
            let copy = try #require(scene.bytes("b.jpg"))
            let metadata = try copy.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
            #expect(metadata.tags.contains("geo:lat=35.01"))
            #expect(metadata.coordinate != nil)
            let text = String(decoding: copy.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self)
            #expect(text.contains("Travel|Kyoto"))
            // The city from the file, not the one from the place index.
            #expect(
                text.contains("<photoshop:City>Kyoto") || text.contains("photoshop:City=\"Kyoto\""))
        }
    }
}
