import Basics
import Imaging
import Testing

@Suite(
    "PictureDataDigest",
    .enabled(if: Exiftool.isInstalled, "needs exiftool (libimage-exiftool-perl) on the PATH"))
struct PictureDataDigestTests {
    private static let pictures: [(ending: String, format: PictureFormat, bytes: [UInt8])] = [
        ("jpg", .jpeg, TellingPicture.jpeg), ("png", .png, TinyPictures.png()),
        ("webp", .webp, FixturePictures.webp), ("webp", .webp, FixturePictures.alphaWebP),
        ("tif", .tiff, FixturePictures.tiff), ("heic", .heif, FixturePictures.heic),
        ("avif", .avif, FixturePictures.avif),
    ]

    private static func digest(_ format: PictureFormat, _ bytes: [UInt8]) -> FileDigest? {
        bytes.withUnsafeBytes { PictureDataDigest.digest(format, $0) }
    }

    @Test("the digest stays the same if another program writes tags", arguments: pictures.indices)
    func tags(number: Int) throws {
        let (ending, format, bytes) = Self.pictures[number]
        let digest = try #require(Self.digest(format, bytes))
        let tagged = try Exiftool.changed(
            bytes, ending: ending, ["-XMP-dc:Title=Beach", "-XMP:Rating=4"])
        #expect(tagged != bytes)
        #expect(Self.digest(format, tagged) == digest)
    }

    @Test("the digest changes with a byte of the picture data", arguments: pictures.indices)
    func pixels(number: Int) throws {
        let (_, format, bytes) = Self.pictures[number]
        let digest = try #require(Self.digest(format, bytes))
        let differ = bytes.indices.contains { place in
            var changed = bytes
            changed[place] ^= 1
            return Self.digest(format, changed) != digest
        }
        #expect(differ)
    }

    @Test(
        "the digest ignores data after a JPEG's end and is nil for other formats and without data"
    )
    func none() {
        let jpeg = TellingPicture.jpeg
        #expect(Self.digest(.jpeg, jpeg + [1, 2, 3]) == Self.digest(.jpeg, jpeg))
        #expect(Self.digest(.gif, FixturePictures.gif) == nil)
        for picture in Self.pictures {
            #expect(Self.digest(picture.format, Array(picture.bytes.prefix(12))) == nil)
        }
    }

    @Test("the digest of a JPEG covers all markers but metadata, as stored ones do, and any number")
    func markers() {
        let comments = [UInt8]((0..<5000).flatMap { _ in [0xFF, 0xFE, 0, 2] as [UInt8] })
        let data: [UInt8] = [0xFF, 0x01, 0, 3, 7, 0xFF, 0xD0, 0, 2, 0xFF, 0x00, 0, 2]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 4, 1, 2, 3, 0xFF, 0xD9]
        let jpeg = [0xFF, 0xD8] + data + comments + [0xFF] + scan + [4]
        #expect(Self.digest(.jpeg, jpeg) == FileDigest(of: data + scan))
    }
}
