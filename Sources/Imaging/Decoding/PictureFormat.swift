package import Basics

/// The file types found among photos, distinguished by their content.
package enum PictureFormat: Hashable, Sendable {
    /// JPEG (ISO 10918).
    case jpeg
    /// PNG (ISO 15948), animated or not.
    case png
    /// GIF 87a and 89a.
    case gif
    /// WebP in RIFF.
    case webp
    /// HEIF with HEVC pictures.
    case heif
    /// HEIF with AV1 pictures.
    case avif
    /// TIFF and BigTIFF, except raw files.
    case tiff
    /// Another picture or drawing, in ExifTool's notation, such as `BMP`.
    case other(String)
    /// A camera's raw file, in ExifTool's notation, such as `CR2`; `RAW` for other formats in TIFF
    /// form.
    case raw(String)
    /// A video, by its container in ExifTool's notation, such as `MOV`.
    case video(String)
    /// A document without a picture, in ExifTool's notation, such as `HTML`.
    case document(String)
    /// Anything else.
    case unknown
}

extension PictureFormat {
    /// The file type in the notation of ExifTool's FileType, for example `JPEG`; `unknown` if there
    /// is none.
    package var exiftoolName: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .gif: "GIF"
        case .webp: "WEBP"
        case .heif: "HEIC"
        case .avif: "AVIF"
        case .tiff: "TIFF"
        case .other(let name), .raw(let name), .video(let name), .document(let name): name
        case .unknown: "unknown"
        }
    }

    /// The usual file name extension without a dot; `bin` for unknown types.
    package var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .tiff: "tif"
        case .unknown: "bin"
        default: exiftoolName.lowercased()
        }
    }

    /// True if files of this type can be decoded and imported.
    package var isSupported: Bool {
        [.jpeg, .png, .webp, .heif, .avif, .tiff, .gif].contains(self)
    }

    /// True if files of this type contain a still picture.
    package var isPicture: Bool {
        switch self {
        case .video, .document, .unknown: false
        default: true
        }
    }
}

extension PictureFormat {
    /// The number of bytes that `sniff` examines, except in TIFF-based files.
    package static let sniffLength = 4096

    /// Determines the type of a file from its first bytes.
    ///
    /// 64 bytes are enough, except for TIFF-based raw files, which may need the whole file.
    /// Source: https://exiftool.org/#supported and the signatures in the formats' standards.
    package static func sniff(_ bytes: UnsafeRawBufferPointer) -> PictureFormat {
        let head = ByteWindow(UnsafeRawBufferPointer(rebasing: bytes.prefix(sniffLength)))
        if head.starts([0xFF, 0xD8, 0xFF]) { return .jpeg }
        if head.starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if head.has("GIF87a") || head.has("GIF89a") { return .gif }
        if head.has("RIFF") {
            return head.has("WEBP", at: 8)
                ? .webp : head.has("AVI ", at: 8) ? .video("AVI") : .unknown
        }
        if head.has("ftyp", at: 4) { return isoMedia(head) }
        if tiffStarts.contains(where: head.starts) {
            return TIFFStructure.rawFormat(ByteWindow(bytes)).map { .raw($0) } ?? .tiff
        }
        if head.has("FUJIFILMCCD-RAW") { return .raw("RAF") }
        if head.has("IIRO") || head.has("IIRS") || head.has("MMOR") { return .raw("ORF") }
        if head.starts([0x49, 0x49, 0x55, 0]) { return .raw("RW2") }
        if head.has("\0MRM") { return .raw("MRW") }
        if head.has("FOVb") { return .raw("X3F") }
        if head.has("HEAPCCDR", at: 6) { return .raw("CRW") }
        if head.has("8BPS") { return .other("PSD") }
        if head.has("%PDF-") { return .document("PDF") }
        if head.starts([0xFF, 0x0A]) || head.has("JXL ", at: 4) { return .other("JXL") }
        if head.has("jP  ", at: 4) || head.starts([0xFF, 0x4F, 0xFF, 0x51]) {
            return .other("JP2")
        }
        // Two letters are a weak signature, so the header length after them must also be a known
        // one.
        if head.has("BM"), [12, 40, 52, 56, 64, 108, 124].contains(head.byte(14) ?? 0) {
            return .other("BMP")
        }
        return film(head) ?? markup(head) ?? .unknown
    }

    /// Refines a type determined from the first bytes, by reading more of the file if necessary.
    package static func refine(_ format: PictureFormat, _ path: BytePath) throws -> PictureFormat {
        guard format == .tiff else { return format }
        return TIFFStructure.rawFormat(try ByteWindow(path)).map { .raw($0) } ?? format
    }

    /// Determines the type of a file from its first bytes.
    package static func sniff(_ bytes: [UInt8]) -> PictureFormat {
        bytes.withUnsafeBytes { sniff($0) }
    }

    /// TIFF and BigTIFF, in both byte orders.
    private static let tiffStarts: [[UInt8]] = [
        [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
    ]

    /// Source: ISO 14496-12, section 4.3 (file type box); brands at https://mp4ra.org.
    private static func isoMedia(_ head: ByteWindow) -> PictureFormat {
        switch head.name(8) {
        case "avif", "avis": return .avif
        case "heic", "heix", "hevc", "hevx", "heim", "heis": return .heif
        case "crx ": return .raw("CR3")
        case "qt  ": return .video("MOV")
        case "mif1", "msf1":
            // The generic brand; the compatible brands that follow name the codec.
            let length = min(head.number(0, 4) ?? 0, 64)
            for offset in stride(from: 16, to: length, by: 4) where head.name(offset) == "avif" {
                return .avif
            }
            return .heif
        default: return .video("MP4")
        }
    }

    private static func film(_ head: ByteWindow) -> PictureFormat? {
        if head.starts([0x1A, 0x45, 0xDF, 0xA3]) { return .video("MKV") }
        if head.starts([0, 0, 1, 0xBA]) { return .video("MPEG") }
        if head.byte(0) == 0x47, head.byte(188) == 0x47 { return .video("M2TS") }
        if head.byte(4) == 0x47, head.byte(196) == 0x47 { return .video("M2TS") }
        for box in ["moov", "mdat", "wide", "skip", "pnot"] where head.has(box, at: 4) {
            return .video("MOV")
        }
        return nil
    }

    private static func markup(_ head: ByteWindow) -> PictureFormat? {
        let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        let start = head.memory.dropFirst(head.starts([0xEF, 0xBB, 0xBF]) ? 3 : 0)
            .drop { blanks.contains($0) }
        let text = String(decoding: start.prefix(1024), as: UTF8.self).lowercased()
        guard text.hasPrefix("<") else { return nil }
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { return .document("HTML") }
        if text.hasPrefix("<?xpacket") || text.contains("<x:xmpmeta") {
            return .document("XMP")
        }
        if text.contains("<svg") { return .other("SVG") }
        return text.contains("<html") ? .document("HTML") : nil
    }
}
