import Export
import Foundation
import GalleryModel
import Imaging
import Testing

@Suite("CreditLine")
struct CreditLineTests {
    private static func photo(
        _ origin: Origin, _ change: (inout PhotoDetails) -> Void = { _ in }
    ) -> Photo {
        var details = PhotoDetails(origin: origin, originID: "1")
        change(&details)
        return Photo(
            id: PhotoID(rawValue: 1), details: details, dateAdded: Date(timeIntervalSince1970: 0))
    }

    private static let flickr = photo(.flickr) {
        $0.title = "Low\n \u{202E}tide"
        $0.creator = "Ana"
        $0.license = License(flickrID: 4)
        $0.sourceURL = "https://www.flickr.com/photos/ana/1"
    }

    @Test("a Flickr photo has its title, author, source and license")
    func whole() {
        let line =
            "\"Low tide\" by Ana (Flickr), https://www.flickr.com/photos/ana/1, CC BY 2.0, "
            + "https://creativecommons.org/licenses/by/2.0/"
        #expect(CreditLine.text(for: Self.flickr) == line)
        #expect(
            CreditLine.text(for: Self.flickr, isChanged: true)
                == line + ", changed from the original")
    }

    @Test("unknown parts are omitted, and the user's own photo needs no credit")
    func partial() {
        #expect(CreditLine.text(for: Self.photo(.flickr)) == nil)
        #expect(CreditLine.text(for: Self.photo(.camera) { $0.title = "Sea" }) == nil)
        #expect(
            CreditLine.text(for: Self.photo(.camera) { $0.creator = "Ana" }) == "Photo by Ana")
        #expect(
            CreditLine.text(for: Self.photo(.camera) { $0.copyright = "© Ana" }) == "Photo, © Ana")
    }

    @Test("a name of several lines is written on one")
    func entry() {
        #expect(
            CreditLine.entry("Photo (Flickr)", named: "a\nb.jpg") == "a b.jpg: Photo (Flickr)\n")
    }

    @Test("a rendered copy contains the license, the credit and its faces")
    func embedded() throws {
        let box = RelativeRectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        let original = RegionPicture.jpeg(width: 400, height: 300, orientation: 6)
        for includesNames in [true, false] {
            let face = FaceRegion(rectangle: box, name: includesNames ? "Ben" : nil)
            let packet = XMPSidecar.bytes(
                for: Self.flickr, faces: [face], storedWidth: 40, storedHeight: 30)
            let copy = try MetadataTransfer().transferring(
                from: original, to: RegionPicture.jpeg(width: 40, height: 30),
                rules: includesNames ? .names : [], width: 40, height: 30, packet: packet)
            let read = try copy.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
            #expect(read.warnings == [])
            #expect(
                read.faceRegions == [
                    FaceRegion(rectangle: box, name: includesNames ? "Ben" : nil)
                ])
            #expect(read.orientation == 1 && read.creator == "Ana")
            let text = String(decoding: copy, as: UTF8.self)
            for part in [
                "photoshop:Credit=\"Ana/Flickr", "https://creativecommons.org/licenses/by/2.0/",
                "cc:attributionName=\"Ana\"", "https://www.flickr.com/photos/ana/1",
            ] {
                #expect(text.contains(part), "\(part)")
            }
            #expect(!text.contains("gallery "))
        }
    }
}
