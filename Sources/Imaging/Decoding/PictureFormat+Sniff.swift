package import Basics

extension PictureFormat {
    /// How many bytes of a file `sniff` can make use of.
    package static let sniffLength = 4096

    /// Tells the type of a file from its first bytes; 64 tell all but raw files in the form of a TIFF, which
    /// may need all bytes.
    ///
    /// Source: https://exiftool.org/#supported and the signatures of the formats' own standards.
    package static func sniff(_ bytes: UnsafeRawBufferPointer) -> PictureFormat {
        let head = Signature(UnsafeRawBufferPointer(rebasing: bytes.prefix(sniffLength)))
        if head.starts([0xFF, 0xD8, 0xFF]) { return .jpeg }
        if head.starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if head.starts("GIF87a") || head.starts("GIF89a") { return .gif }
        if head.starts("RIFF") { return riff(head) }
        if head.has("ftyp", at: 4) { return isoMedia(head) }
        if tiffStarts.contains(where: head.starts) {
            return TIFFStructure.rawFormat(ByteWindow(bytes)).map { .raw($0) } ?? .tiff
        }
        if head.starts("FUJIFILMCCD-RAW") { return .raw(.raf) }
        if head.starts("IIRO") || head.starts("IIRS") || head.starts("MMOR") { return .raw(.orf) }
        if head.starts([0x49, 0x49, 0x55, 0]) { return .raw(.rw2) }
        if head.starts("\0MRM") { return .raw(.mrw) }
        if head.starts("FOVb") { return .raw(.x3f) }
        if head.has("HEAPCCDR", at: 6) { return .raw(.crw) }
        if head.starts("8BPS") { return .psd }
        if head.starts("%PDF-") { return .pdf }
        if head.starts([0xFF, 0x0A]) || head.has("JXL ", at: 4) { return .jpegXL }
        if head.has("jP  ", at: 4) || head.starts([0xFF, 0x4F, 0xFF, 0x51]) { return .jpeg2000 }
        // Two letters are little to go by: the length of the header that follows must be a known one.
        if head.starts("BM"), [12, 40, 52, 56, 64, 108, 124].contains(head.byte(14)) {
            return .bmp
        }
        return film(head) ?? markup(head) ?? .unknown
    }

    /// Tells the type of a file whose first bytes told one, where they do not tell all.
    package static func refine(_ format: PictureFormat, _ path: BytePath) throws -> PictureFormat {
        guard format == .tiff else { return format }
        return TIFFStructure.rawFormat(try ByteWindow(path)).map { .raw($0) } ?? format
    }

    /// Tells the type of a file from its first bytes.
    package static func sniff(_ bytes: [UInt8]) -> PictureFormat {
        bytes.withUnsafeBytes { sniff($0) }
    }

    /// TIFF and BigTIFF, in both orders of bytes.
    private static let tiffStarts: [[UInt8]] = [
        [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
    ]

    private static func riff(_ head: Signature) -> PictureFormat {
        if head.has("WEBP", at: 8) { return .webp }
        return head.has("AVI ", at: 8) ? .video(.avi) : .unknown
    }

    /// Source: ISO 14496-12, section 4.3 (file type box); brands at https://mp4ra.org.
    private static func isoMedia(_ head: Signature) -> PictureFormat {
        let brand = head.text(8, 4)
        switch brand {
        case "avif", "avis": return .avif
        case "heic", "heix", "hevc", "hevx", "heim", "heis": return .heif
        case "crx ": return .raw(.cr3)
        case "qt  ": return .video(.mov)
        case "mif1", "msf1":
            // The generic brand: those that follow tell what the pictures are coded with.
            let length = min(head.bigEndian32(0), 64)
            for offset in stride(from: 16, to: length, by: 4) where head.text(offset, 4) == "avif" {
                return .avif
            }
            return .heif
        default: return .video(.mp4)
        }
    }

    private static func film(_ head: Signature) -> PictureFormat? {
        if head.starts([0x1A, 0x45, 0xDF, 0xA3]) { return .video(.mkv) }
        if head.starts([0, 0, 1, 0xBA]) { return .video(.mpeg) }
        if head.byte(0) == 0x47, head.byte(188) == 0x47 { return .video(.m2ts) }
        if head.byte(4) == 0x47, head.byte(196) == 0x47 { return .video(.m2ts) }
        for box in ["moov", "mdat", "wide", "skip", "pnot"] where head.has(box, at: 4) {
            return .video(.mov)
        }
        return nil
    }

    private static func markup(_ head: Signature) -> PictureFormat? {
        let text = head.leadingText(1024).lowercased()
        guard text.hasPrefix("<") else { return nil }
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { return .html }
        if text.hasPrefix("<?xpacket") || text.contains("<x:xmpmeta") { return .xmp }
        if text.contains("<svg") { return .svg }
        return text.contains("<html") ? .html : nil
    }
}
