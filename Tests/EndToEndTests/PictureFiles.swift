import Foundation

/// Small pictures generated in code.
enum PictureFiles {
    /// A gray JPEG of 8 × 8 pixels.
    ///
    /// The comment makes its bytes unique.
    static func jpeg(comment: String, padding: Int = 0) -> Data {
        var bytes: [UInt8] = [0xFF, 0xD8]
        func segment(_ marker: UInt8, _ body: [UInt8]) {
            let length = body.count + 2
            bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + body
        }
        segment(0xFE, Array(comment.utf8))
        var rest = padding
        while rest > 0 {
            segment(0xFE, Array(repeating: 0x20, count: min(rest, 65_000)))
            rest -= 65_000
        }
        segment(0xDB, [0] + Array(repeating: 1, count: 64))
        segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
        segment(0xC4, [0x00, 1] + Array(repeating: 0, count: 15) + [0])
        segment(0xC4, [0x10, 1] + Array(repeating: 0, count: 15) + [0])
        segment(0xDA, [1, 1, 0, 0, 63, 0])
        return Data(bytes + [0x3F, 0xFF, 0xD9])
    }
}
