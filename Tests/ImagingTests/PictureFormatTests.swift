import Imaging
import Testing

@Suite("PictureFormat")
struct PictureFormatTests {
    static let signatures: [([UInt8], PictureFormat)] = [
        (TinyPictures.jpeg(), .jpeg),
        (TinyPictures.png(), .png),
        (Array("GIF89a".utf8), .gif),
        (Array("RIFF1234WEBPVP8 ".utf8), .webp),
        (Array("RIFF1234AVI LIST".utf8), .video("AVI")),
        (box(24, "ftypheic0000mif1heic"), .heif),
        (box(24, "ftypmif10000mif1avif"), .avif),
        (box(24, "ftypmif10000mif1heic"), .heif),
        (box(24, "ftypavif0000"), .avif),
        (box(24, "ftypcrx 0000"), .raw("CR3")),
        (box(24, "ftypisom0000"), .video("MP4")),
        (box(24, "ftypqt  0000"), .video("MOV")),
        (box(8, "wide"), .video("MOV")),
        ([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0], .tiff),
        ([0x49, 0x49, 0x2A, 0, 16, 0, 0, 0] + Array("CR\u{2}\0".utf8), .raw("CR2")),
        ([0x4D, 0x4D, 0, 0x2B, 0, 8, 0, 0], .tiff),
        (tiff(maker: "NIKON CORPORATION"), .raw("NEF")),
        (tiff(maker: "SONY"), .raw("ARW")),
        (tiff(maker: "SAMSUNG"), .raw("SRW")),
        (tiff(maker: "Gallery"), .raw("RAW")),
        (tiff(maker: "NIKON CORPORATION", photometric: 2), .tiff),
        (Array("\0MRM".utf8), .raw("MRW")),
        (Array("FOVb".utf8), .raw("X3F")),
        (Array("FUJIFILMCCD-RAW 0201".utf8), .raw("RAF")),
        (Array("8BPS".utf8), .other("PSD")),
        (Array("%PDF-1.7".utf8), .document("PDF")),
        ([0xFF, 0x0A, 0, 0], .other("JXL")),
        (box(12, "JXL \r\n"), .other("JXL")),
        (box(12, "jP  \r\n"), .other("JP2")),
        (Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0], .other("BMP")),
        (Array("BMW is a maker of cars".utf8), .unknown),
        ([0x1A, 0x45, 0xDF, 0xA3], .video("MKV")),
        (Array("\u{FEFF}<?xml version=\"1.0\"?>\n<svg xmlns=".utf8), .other("SVG")),
        (Array("\n <!DOCTYPE HTML><html>".utf8), .document("HTML")),
        (Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">".utf8), .document("XMP")),
        (Array("<?xpacket begin=\"\"?>".utf8), .document("XMP")),
        (Array("hello".utf8), .unknown),
        ([0xFF, 0xD8], .unknown),
        ([], .unknown),
    ]

    /// A box of an ISO media file: its length and its text.
    private static func box(_ length: UInt8, _ text: String) -> [UInt8] {
        [0, 0, 0, length] + Array(text.utf8)
    }

    /// A TIFF with the camera's maker and the pixel type: 32803 is a sensor's color filter array.
    private static func tiff(maker: String, photometric: Int = 32803) -> [UInt8] {
        let text = Array(maker.utf8) + [0]
        var bytes: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 2]
        bytes += [0x01, 0x06, 0, 3, 0, 0, 0, 1]
        bytes += [UInt8(photometric >> 8), UInt8(photometric & 255), 0, 0]
        bytes += [0x01, 0x0F, 0, 2, 0, 0, 0, UInt8(text.count), 0, 0, 0, 38, 0, 0, 0, 0]
        return bytes + text
    }

    @Test("the first bytes determine the type", arguments: signatures)
    func sniff(bytes: [UInt8], expected: PictureFormat) {
        #expect(PictureFormat.sniff(bytes) == expected)
    }

    @Test("decodable types can be imported, and types have exiftool's names")
    func names() {
        for format in [PictureFormat.jpeg, .png, .gif, .webp, .heif, .avif, .tiff] {
            #expect(format.isSupported && format.isPicture)
        }
        for format in [PictureFormat.raw("DNG"), .other("BMP")] {
            #expect(!format.isSupported && format.isPicture)
        }
        #expect(!PictureFormat.video("MOV").isSupported)
        #expect(PictureFormat.jpeg.exiftoolName == "JPEG")
        #expect(PictureFormat.jpeg.fileExtension == "jpg")
        #expect(PictureFormat.raw("CR2").exiftoolName == "CR2")
        #expect(PictureFormat.video("MOV").fileExtension == "mov")
        #expect(!PictureFormat.document("PDF").isPicture)
    }
}
