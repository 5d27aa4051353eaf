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
    /// Windows bitmap.
    case bmp
    /// JPEG XL, as a bare stream or in its container.
    case jpegXL
    /// JPEG 2000, as a bare stream or in its container.
    case jpeg2000
    /// Photoshop.
    case psd
    /// A camera's raw file.
    case raw(RawFormat)
    /// A video.
    case video(VideoFormat)
    /// A vector drawing.
    case svg
    /// A web page.
    case html
    /// PDF.
    case pdf
    /// An XMP sidecar.
    case xmp
    /// Anything else.
    case unknown
}

/// The raw formats that can be recognized by their content.
package enum RawFormat: String, Hashable, Sendable {
    /// Canon until about 2018.
    case cr2 = "CR2"
    /// Canon since about 2018.
    case cr3 = "CR3"
    /// Nikon.
    case nef = "NEF"
    /// Sony.
    case arw = "ARW"
    /// Adobe and Apple.
    case dng = "DNG"
    /// Olympus and OM System.
    case orf = "ORF"
    /// Panasonic and Leica.
    case rw2 = "RW2"
    /// Fujifilm.
    case raf = "RAF"
    /// Pentax.
    case pef = "PEF"
    /// Samsung.
    case srw = "SRW"
    /// Hasselblad.
    case threeFR = "3FR"
    /// Epson.
    case erf = "ERF"
    /// Kodak.
    case dcr = "DCR"
    /// Phase One.
    case iiq = "IIQ"
    /// Leaf.
    case mos = "MOS"
    /// Mamiya.
    case mef = "MEF"
    /// Minolta and Konica Minolta.
    case mrw = "MRW"
    /// Sigma.
    case x3f = "X3F"
    /// Canon until about 2004.
    case crw = "CRW"
    /// Another TIFF-based raw format.
    case other = "RAW"
}

/// The video containers that can be recognized by their first bytes.
package enum VideoFormat: String, Hashable, Sendable {
    /// MPEG-4.
    case mp4 = "MP4"
    /// QuickTime.
    case mov = "MOV"
    /// Audio Video Interleave.
    case avi = "AVI"
    /// Matroska and WebM.
    case mkv = "MKV"
    /// MPEG program stream.
    case mpeg = "MPEG"
    /// MPEG transport stream.
    case m2ts = "M2TS"
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
        case .bmp: "BMP"
        case .jpegXL: "JXL"
        case .jpeg2000: "JP2"
        case .psd: "PSD"
        case .raw(let raw): raw.rawValue
        case .video(let video): video.rawValue
        case .svg: "SVG"
        case .html: "HTML"
        case .pdf: "PDF"
        case .xmp: "XMP"
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

    /// True if files of this type can be imported.
    package var isSupported: Bool { PictureDecoder.canDecode(self) }

    /// True if files of this type contain a still picture.
    package var isPicture: Bool {
        switch self {
        case .jpeg, .png, .gif, .webp, .heif, .avif, .tiff, .bmp, .jpegXL, .jpeg2000, .psd, .raw,
            .svg:
            true
        case .video, .html, .pdf, .xmp, .unknown: false
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
        if head.has("RIFF") { return riff(head) }
        if head.has("ftyp", at: 4) { return isoMedia(head) }
        if tiffStarts.contains(where: head.starts) {
            return TIFFStructure.rawFormat(ByteWindow(bytes)).map { .raw($0) } ?? .tiff
        }
        if head.has("FUJIFILMCCD-RAW") { return .raw(.raf) }
        if head.has("IIRO") || head.has("IIRS") || head.has("MMOR") { return .raw(.orf) }
        if head.starts([0x49, 0x49, 0x55, 0]) { return .raw(.rw2) }
        if head.has("\0MRM") { return .raw(.mrw) }
        if head.has("FOVb") { return .raw(.x3f) }
        if head.has("HEAPCCDR", at: 6) { return .raw(.crw) }
        if head.has("8BPS") { return .psd }
        if head.has("%PDF-") { return .pdf }
        if head.starts([0xFF, 0x0A]) || head.has("JXL ", at: 4) { return .jpegXL }
        if head.has("jP  ", at: 4) || head.starts([0xFF, 0x4F, 0xFF, 0x51]) { return .jpeg2000 }
        // Two letters are a weak signature, so the header length after them must also be a known
        // one.
        if head.has("BM"), [12, 40, 52, 56, 64, 108, 124].contains(head.byte(14) ?? 0) {
            return .bmp
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

    private static func riff(_ head: ByteWindow) -> PictureFormat {
        if head.has("WEBP", at: 8) { return .webp }
        return head.has("AVI ", at: 8) ? .video(.avi) : .unknown
    }

    /// Source: ISO 14496-12, section 4.3 (file type box); brands at https://mp4ra.org.
    private static func isoMedia(_ head: ByteWindow) -> PictureFormat {
        switch head.name(8) {
        case "avif", "avis": return .avif
        case "heic", "heix", "hevc", "hevx", "heim", "heis": return .heif
        case "crx ": return .raw(.cr3)
        case "qt  ": return .video(.mov)
        case "mif1", "msf1":
            // The generic brand; the compatible brands that follow name the codec.
            let length = min(head.number(0, 4) ?? 0, 64)
            for offset in stride(from: 16, to: length, by: 4) where head.name(offset) == "avif" {
                return .avif
            }
            return .heif
        default: return .video(.mp4)
        }
    }

    private static func film(_ head: ByteWindow) -> PictureFormat? {
        if head.starts([0x1A, 0x45, 0xDF, 0xA3]) { return .video(.mkv) }
        if head.starts([0, 0, 1, 0xBA]) { return .video(.mpeg) }
        if head.byte(0) == 0x47, head.byte(188) == 0x47 { return .video(.m2ts) }
        if head.byte(4) == 0x47, head.byte(196) == 0x47 { return .video(.m2ts) }
        for box in ["moov", "mdat", "wide", "skip", "pnot"] where head.has(box, at: 4) {
            return .video(.mov)
        }
        return nil
    }

    private static func markup(_ head: ByteWindow) -> PictureFormat? {
        let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        let start = head.memory.dropFirst(head.starts([0xEF, 0xBB, 0xBF]) ? 3 : 0)
            .drop { blanks.contains($0) }
        let text = String(decoding: start.prefix(1024), as: UTF8.self).lowercased()
        guard text.hasPrefix("<") else { return nil }
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { return .html }
        if text.hasPrefix("<?xpacket") || text.contains("<x:xmpmeta") { return .xmp }
        if text.contains("<svg") { return .svg }
        return text.contains("<html") ? .html : nil
    }
}
