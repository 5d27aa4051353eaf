import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import Testing

@Suite("Pages with hostile texts")
struct HostilePageTests {
    /// The elements of the templates.
    private static let elements = Set(
        EmbeddedFiles.all.values.filter { $0.path.hasSuffix(".mustache") }
            .flatMap { MarkupReader.tags($0.text).map(\.name) })

    @Test("hostile texts are shown as text")
    func showsWhatStrangersWroteAsText() async throws {
        let scene = try await HostilePageTests.scene()
        try await scene.run { client in
            var addresses = ["/"]
            for section in try scene.gallery.sections.list() {
                addresses.append(PageAddress.section(section.reference.text))
            }
            for row in try scene.gallery.photos(.everything) {
                addresses.append("/photos/\(row.photo.id)?from=camera")
            }
            for text in HostileTexts.all.map({ $0.prefix(200).filter { !$0.isWhitespace } }) {
                let plain = String(text.unicodeScalars.filter { $0.value >= 0x20 })
                addresses.append("/?q=\(PercentEncoding.encoded("\"\(plain)"))")
                addresses.append("/sections/\(PercentEncoding.encoded(plain))")
                addresses.append("/photos/\(PercentEncoding.encoded(plain))")
            }
            for address in addresses {
                let (status, page) = try await client.page(address)
                #expect(status < 500, "\(address)")
                checkPage(page, address)
                for tag in MarkupReader.tags(page) {
                    #expect(HostilePageTests.elements.contains(tag.name), "\(address)")
                    #expect(tag["onerror"] == nil && tag["onload"] == nil)
                }
                let shown = page.replacing("{{pageTitle}}", with: "")
                    .replacing("%7B%7BpageTitle%7D%7D", with: "")
                #expect(
                    !shown.contains("pageTitle"), "a text was read as a template: \(address)")
            }
        }
    }

    /// Photos with hostile titles, tags, captions, file names and people, in albums with hostile
    /// names.
    private static func scene() async throws -> WebScene {
        let scene = try WebScene()
        let folder = scene.folder.appending(path: "photos")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, text) in HostileTexts.all.enumerated() {
            let name = "\(index)" + text.prefix(40).filter { $0 != "/" && $0 != "\u{0}" } + ".gif"
            let start = Array("GIF89a".utf8) + [40, 0, 40, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            let comment: [UInt8] = [0x21, 0xFE, 1, UInt8(index), 0]
            let pixel: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
            let file = folder.appending(path: name)
            try Data(start + comment + pixel).write(to: file)
            // XML cannot contain control characters; a parser would reject the whole packet.
            let shown = String(
                text.unicodeScalars.filter {
                    $0.value >= 0x20 && $0.value & 0xFFFE != 0xFFFE && $0 != "\u{7F}"
                        && $0 != "\u{85}"
                })
            try Data(sidecar(PageText().escapeText(shown)).utf8).write(
                to: folder.appending(path: name + ".xmp"))
        }
        _ = try await scene.gallery.importPhotos(from: [BytePath(folder.path)])
        let photos = try scene.gallery.photos(.everything).map(\.photo)
        #expect(photos.count == HostileTexts.all.count)
        for (photo, text) in zip(photos, HostileTexts.all) {
            let name = String(text.prefix(200).unicodeScalars.filter { $0.value >= 0x20 })
            _ = try? scene.gallery.faces.add(
                FaceRectangle(x: 4, y: 4, width: 12, height: 12), to: photo, name: name)
            _ = try? scene.gallery.albums.create(named: name, filter: .everything)
        }
        return scene
    }

    private static func sidecar(_ text: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
        xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmpRights:WebStatement="\(text)">
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(text)</rdf:li></rdf:Alt></dc:title>
        <dc:description><rdf:Alt><rdf:li xml:lang="x-default">\(text)</rdf:li></rdf:Alt></dc:description>
        <dc:subject><rdf:Bag><rdf:li>\(text)</rdf:li></rdf:Bag></dc:subject>
        <dc:creator><rdf:Seq><rdf:li>\(text)</rdf:li></rdf:Seq></dc:creator>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }
}
