internal import Basics

/// The size and orientation of the picture stored in a file, and its metadata blocks.
struct StoredPicture {
    /// Pixels across, before the orientation is applied; nil if exiv2 reads it from the header.
    var width: Int?
    /// Pixels down.
    var height: Int?
    /// The EXIF orientation that decoders apply; nil if not specified.
    var orientation: Int?
    /// The EXIF block, a TIFF structure.
    var exif: [UInt8] = []
    /// The XMP packet.
    var xmp: [UInt8] = []
    /// The IPTC data sets.
    var iptc: [UInt8] = []
    /// The texts of a PNG by keyword, and `tIME`, the date of the last change.
    var texts: [(keyword: String, bytes: [UInt8])] = []

    /// The size limit for EXIF in bytes; cameras write less.
    private static let maximumEXIFLength = 16 << 20
    /// The size limit for XMP packets in bytes; longer ones are ignored.
    private static let maximumXMPLength = 4 << 20
    /// The limit for the number of segments or chunks.
    private static let maximumParts = 10_000

    /// Reads a file; nil for other formats and for damaged files whose picture cannot be found.
    static func read(_ format: PictureFormat, _ bytes: ByteWindow) -> StoredPicture? {
        var picture = StoredPicture()
        switch format {
        case .jpeg: picture.readJPEG(bytes)
        case .png: picture.readPNG(bytes)
        case .webp: picture.readWebP(bytes)
        case .gif:
            let packet = (try? GIFStructure(bytes))?.xmp
            picture.xmp = packet.map { $0.count <= maximumXMPLength ? bytes.bytes($0) : [] } ?? []
        case .heif, .avif:
            guard let structure = try? HEIFStructure(bytes, name: format.exiftoolName),
                structure.width != nil, structure.height != nil
            else { return nil }
            (picture.width, picture.height) = (structure.width, structure.height)
            picture.orientation = structure.orientation
            picture.exif =
                structure.exif.map {
                    bytes.bytes(
                        $0.lowerBound..<min($0.upperBound, $0.lowerBound + maximumEXIFLength))
                } ?? []
            picture.xmp =
                structure.xmp.map { $0.count <= maximumXMPLength ? bytes.bytes($0) : [] } ?? []
        case .tiff:
            guard let structure = try? TIFFStructure(bytes), structure.width != nil,
                structure.height != nil
            else { return nil }
            (picture.width, picture.height) = (structure.width, structure.height)
            picture.orientation = structure.orientation
        default: return nil
        }
        return picture
    }

    /// Reads a file on disk.
    static func read(_ path: BytePath) -> StoredPicture? {
        guard let head = try? FileBytes.head(path, length: PictureFormat.sniffLength),
            let format = try? PictureFormat.refine(.sniff(head), path),
            let bytes = try? ByteWindow(path)
        else { return nil }
        return read(format, bytes)
    }

    /// Reads the segments before the first scan.
    ///
    /// Source: Exif 2.32, section 4.7.2; XMP specification part 3, section 1.1.3.
    private mutating func readJPEG(_ bytes: ByteWindow) {
        var segments = JPEGSegments(bytes)
        var resources: [UInt8] = []
        while let segment = segments.next() {
            let content = segment.payload
            func payload(after mark: String) -> [UInt8]? {
                let block = content.dropFirst(mark.utf8.count)
                return !block.isEmpty && bytes.has(mark, at: content.lowerBound)
                    ? bytes.bytes(block) : nil
            }
            switch segment.marker {
            case 0xE1:
                if exif.isEmpty, let block = payload(after: "Exif\0\0") {
                    exif = block
                } else if xmp.isEmpty {
                    xmp = payload(after: "http://ns.adobe.com/xap/1.0/\0") ?? []
                }
            case 0xED: resources += payload(after: "Photoshop 3.0\0") ?? []
            case let marker where JPEGSegments.isFrame(marker):
                // The height is 0 if it is defined after the first scan.
                height = bytes.number(content.lowerBound + 1, 2).flatMap { $0 > 0 ? $0 : nil }
                width = bytes.number(content.lowerBound + 3, 2).flatMap { $0 > 0 ? $0 : nil }
            default: break
            }
        }
        orientation = exif.withUnsafeBytes { EXIFOrientation.inTIFF($0) }
        iptc = StoredPicture.iptc(in: resources)
    }

    /// Reads the chunks; `VipsDecoder` applies the EXIF orientation from any position in the file.
    ///
    /// Source: PNG 3, sections 5.3 and 11.3; for the profiles, ImageMagick's `Raw profile type`.
    private mutating func readPNG(_ bytes: ByteWindow) {
        var chunks = PictureChunks(bytes, isPNG: true)
        // The chunk takes precedence over a profile, in either order.
        var hasChunk = false
        for _ in 0..<StoredPicture.maximumParts {
            guard let chunk = chunks.next(), chunk.name != "IEND" else { break }
            let (name, length, start) = (chunk.name, chunk.length, chunk.payload.lowerBound)
            switch name {
            case "IHDR": (width, height) = (bytes.number(start, 4), bytes.number(start + 4, 4))
            case "eXIf" where length <= StoredPicture.maximumEXIFLength && !hasChunk:
                exif = bytes.bytes(chunk.payload)
                hasChunk = true
            case "tEXt", "zTXt", "iTXt":
                guard length <= StoredPicture.maximumXMPLength else { continue }
                if let text = PNGText(name, bytes.bytes(chunk.payload)) { take(text) }
            case "tIME" where length == 7:
                let parts = (2...6).map { bytes.number(start + $0, 1) ?? 0 }
                let date = CivilDate(
                    year: bytes.number(start, 2) ?? 0, month: parts[0], day: parts[1],
                    hour: parts[2], minute: parts[3], second: parts[4])
                texts.append((name, Array((date.text(day: ":") + "Z").utf8)))
            default: break
            }
        }
        orientation = exif.withUnsafeBytes { EXIFOrientation.inTIFF($0) }
    }

    private mutating func take(_ text: PNGText) {
        switch text.keyword {
        case "XML:com.adobe.xmp": if xmp.isEmpty { xmp = text.bytes }
        case "Raw profile type xmp": if xmp.isEmpty { xmp = text.profile }
        case "Raw profile type exif", "Raw profile type APP1":
            let block = text.profile
            let mark = Array("Exif\0\0".utf8)
            if exif.isEmpty {
                exif = block.starts(with: mark) ? Array(block.dropFirst(mark.count)) : block
            }
        case "Raw profile type iptc": iptc = StoredPicture.iptc(in: text.profile)
        default: texts.append((text.keyword, text.bytes))
        }
    }

    /// Reads the chunks; decoders use the orientation only if the header announces EXIF.
    ///
    /// Source: RFC 9649, section 2.7.
    private mutating func readWebP(_ bytes: ByteWindow) {
        var chunks = PictureChunks(bytes, isPNG: false)
        var hasEXIF = false
        for _ in 0..<StoredPicture.maximumParts {
            guard let chunk = chunks.next() else { break }
            let (start, length) = (chunk.payload.lowerBound, chunk.length)
            switch chunk.name {
            case "VP8X": hasEXIF = (bytes.byte(start) ?? 0) & 0x08 != 0
            case "EXIF" where exif.isEmpty && length <= StoredPicture.maximumEXIFLength:
                // Some programs write the mark of a JPEG segment first.
                exif = bytes.bytes(
                    chunk.payload.dropFirst(bytes.has("Exif\0\0", at: start) ? 6 : 0))
            case "XMP " where xmp.isEmpty && length <= StoredPicture.maximumXMPLength:
                xmp = bytes.bytes(chunk.payload)
            default: break
            }
        }
        if hasEXIF { orientation = exif.withUnsafeBytes { EXIFOrientation.inTIFF($0) } }
    }

    /// Returns the IPTC data sets in Photoshop's resources; other bytes may be the data sets
    /// themselves.
    ///
    /// Source: Adobe Photoshop File Formats Specification, "Image Resource Blocks", resource
    /// 0x0404.
    static func iptc(in resources: [UInt8]) -> [UInt8] {
        if resources.first == 0x1C { return resources }
        var rest = resources[...]
        while rest.starts(with: "8BIM".utf8), rest.count >= 12 {
            let head = Array(rest.prefix(7))
            // The padding applies to the name together with its length.
            let named = 6 + (Int(head[6]) + 2) / 2 * 2
            guard rest.count >= named + 4 else { break }
            let length = PNGStructure.number(rest.dropFirst(named).prefix(4))
            let data = rest.dropFirst(named + 4)
            if head[4] == 4, head[5] == 4 { return Array(data.prefix(length)) }
            rest = data.dropFirst(length + length % 2)
        }
        return []
    }
}

/// A text chunk of a PNG.
///
/// Source: PNG 3, sections 11.3.3.2 to 11.3.3.4.
private struct PNGText {
    let keyword: String
    private(set) var bytes: [UInt8]

    /// The size limit for a decompressed text in bytes.
    private static let maximumLength = 1 << 20

    /// Reads a chunk; nil if it is damaged.
    init?(_ name: String, _ chunk: [UInt8]) {
        guard let end = chunk.firstIndex(of: 0), end > 0 else { return nil }
        keyword = String(decoding: chunk[..<end], as: UTF8.self)
        var rest = chunk[(end + 1)...]
        var isCompressed = name == "zTXt"
        if name == "iTXt" {
            isCompressed = rest.first == 1
            rest = rest.dropFirst(2)
            // The language and the translated keyword.
            for _ in 0..<2 { rest = rest.drop { $0 != 0 }.dropFirst() }
        } else if isCompressed {
            rest = rest.dropFirst()
        }
        bytes = Array(rest)
        if isCompressed {
            bytes = bytes.withUnsafeBytes { PNGText.inflated($0) }
        }
    }

    private static func inflated(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        guard let reader = DeflatedReader(bytes, [0..<bytes.count]) else { return [] }
        var result: [UInt8] = []
        // The decompressed length is not stored.
        var byte: [UInt8] = [0]
        while result.count < maximumLength, reader.read(into: &byte) { result += byte }
        return result
    }

    /// The bytes of a profile, stored as lines of hexadecimal digits after lines with a name and a
    /// length.
    var profile: [UInt8] {
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
        var result: [UInt8] = []
        for line in lines.dropFirst(2) {
            var digits = line
            while digits.count >= 2 {
                let pair = String(decoding: digits.prefix(2), as: UTF8.self)
                guard let byte = UInt8(pair, radix: 16) else { return result }
                result.append(byte)
                digits = digits.dropFirst(2)
            }
        }
        return result
    }
}

/// Reads the EXIF orientation, the only tag that decoding needs, without the cost of exiv2.
enum EXIFOrientation {
    /// Returns the orientation of the first EXIF segment, 1...8; 1 if it is missing or invalid.
    ///
    /// Source: ITU-T T.81, annex B.1.1 (markers); Exif 2.32, section 4.7.2 (APP1).
    static func inJPEG(_ bytes: UnsafeRawBufferPointer) -> Int {
        let file = ByteWindow(bytes)
        var segments = JPEGSegments(file)
        while let segment = segments.next() {
            let block = segment.payload.dropFirst(6)
            guard segment.marker == 0xE1, !block.isEmpty,
                file.has("Exif\0\0", at: segment.payload.lowerBound)
            else { continue }
            return inTIFF(UnsafeRawBufferPointer(rebasing: bytes[block])) ?? 1
        }
        return 1
    }

    /// Returns the orientation in the first directory of a TIFF structure, 1...8; nil if it is
    /// missing or invalid.
    ///
    /// Source: TIFF 6.0, section 2 (header, directory, types), tag 274.
    static func inTIFF(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let tiff = ByteWindow(bytes)
        let isLittleEndian = tiff.has("II")
        func number(_ offset: Int, _ length: Int) -> Int? {
            tiff.number(offset, length, isLittleEndian: isLittleEndian)
        }
        guard isLittleEndian || tiff.has("MM"), number(2, 2) == 42, let directory = number(4, 4),
            let count = number(directory, 2)
        else { return nil }
        let entries = stride(from: directory + 2, to: directory + 2 + count * 12, by: 12)
        // The search ends at the end of the bytes.
        guard
            let entry = entries.prefix(while: { tiff.holds($0, 12) })
                .first(where: { number($0, 2) == tag }),
            number(entry + 4, 4) == 1,
            let length = [1: 1, 3: 2, 4: 4][number(entry + 2, 2) ?? 0],
            let value = number(entry + 8, length)
        else { return nil }
        return (1...8).contains(value) ? value : nil
    }

    private static let tag = 0x0112
}
