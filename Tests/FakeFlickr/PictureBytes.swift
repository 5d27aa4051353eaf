import Foundation

/// Makes the bytes of pictures: small real files, made unique by a comment and padded on request.
enum PictureBytes {
    private static let landscape = decoded(EmbeddedPictures.landscape)
    private static let portrait = decoded(EmbeddedPictures.portrait)
    private static let square = decoded(EmbeddedPictures.square)
    static let png = decoded(EmbeddedPictures.png)
    static let placeholder = decoded(EmbeddedPictures.gif)

    /// The bytes of a photo's picture: the same for the same photo, size and revision.
    ///
    /// - Parameter length: the minimum length; shorter files are padded to exactly it, give or take
    ///   the four bytes of a segment's header
    ///   four bytes of a segment's header.
    static func make(_ photo: FakePhoto, _ variant: PictureVariant, atLeast length: Int)
        -> [UInt8]
    {
        let pixels = photo.pixels(variant)
        let name =
            "flickr fake server \(photo.id) \(variant.label) "
            + "\(pixels.width)x\(pixels.height) revision \(photo.revision)"
        var noise = SplitMix64(seed: SplitMix64.hash(name))
        if photo.fileExtension(variant) == "png" {
            return makePNG(name, &noise, atLeast: length)
        }
        let base =
            variant.isSquare ? square : pixels.width >= pixels.height ? landscape : portrait
        return makeJPEG(base, name, &noise, atLeast: length)
    }

    /// The bytes of a shared photo: the same for the same id.
    ///
    /// - Parameter length: the minimum length, as for `make`
    static func make(shared id: String, atLeast length: Int) -> [UInt8] {
        let name = "photo-share fake server \(id)"
        var noise = SplitMix64(seed: SplitMix64.hash(name))
        return makeJPEG(landscape, name, &noise, atLeast: length)
    }

    private static func makeJPEG(
        _ base: [UInt8], _ name: String, _ noise: inout SplitMix64, atLeast length: Int
    ) -> [UInt8] {
        var bytes = Array(base.prefix(2))
        bytes.reserveCapacity(max(length, base.count + 128) + 8)
        append(segment: Array(name.utf8), to: &bytes)
        while bytes.count + base.count - 2 < length {
            let missing = length - bytes.count - base.count + 2
            append(segment: padding(min(max(0, missing - 4), 65_533), &noise), to: &bytes)
        }
        return bytes + base.dropFirst(2)
    }

    /// A JPEG comment (COM, FFFE): two bytes of marker, two of length, at most 65,533 of payload.
    ///
    /// Source: ITU-T T.81, B.2.4.5.
    private static func append(segment payload: [UInt8], to bytes: inout [UInt8]) {
        let length = payload.count + 2
        bytes += [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)]
        bytes += payload
    }

    /// Bytes that do not compress and, like entropy-coded data, contain no marker.
    private static func padding(_ count: Int, _ noise: inout SplitMix64) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var word: UInt64 = 0
            for index in 0..<count {
                if index % 8 == 0 { word = noise.next() }
                buffer[index] = UInt8(truncatingIfNeeded: word) & 0x7F
                word >>= 8
            }
            initialized = count
        }
    }

    /// A PNG with a `tEXt` chunk before its end.
    ///
    /// Source: https://www.w3.org/TR/png-3/#11tEXt
    private static func makePNG(
        _ name: String, _ noise: inout SplitMix64, atLeast length: Int
    ) -> [UInt8] {
        var chunk = Array("tEXtComment\u{0}\(name) ".utf8)
        let missing = length - png.count - chunk.count - 8
        // Latin-1 text: letters only.
        if missing > 0 { chunk += padding(missing, &noise).map { 97 + $0 % 26 } }
        let checksum = crc32(chunk)
        let size = UInt32(chunk.count - 4)
        let end = png.count - 12
        return Array(png[..<end]) + bigEndian(size) + chunk + bigEndian(checksum) + png[end...]
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// The checksum of a PNG chunk.
    ///
    /// Source: https://www.w3.org/TR/png-3/#D-CRCAppendix
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { (crc: UInt32, byte) in
            (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in
                value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
            }
        }
    }

    private static func decoded(_ text: String) -> [UInt8] {
        Data(base64Encoded: text).map { Array($0) } ?? []
    }
}
