import Basics

/// Tells how the picture that decoders show is stored in a file that may hold several.
struct StoredPicture {
    /// Pixels across, before the turn is applied.
    var width: Int
    /// Pixels down.
    var height: Int
    /// How the pixels stand, in EXIF's numbers.
    var orientation: Int
    /// EXIF of a file in which exiv2 0.27 may not find it: a TIFF.
    var exif: [UInt8] = []
    /// XMP of such a file: a packet.
    var xmp: [UInt8] = []

    /// More than any camera writes, in bytes.
    private static let longestEXIF = 16 << 20
    /// Longer packets are left alone, in bytes.
    private static let longestXMP = 4 << 20

    /// Looks into a file; nil for formats that hold one picture, and for damaged files.
    static func read(_ format: PictureFormat, _ bytes: ByteWindow) -> StoredPicture? {
        switch format {
        case .heif, .avif:
            guard let structure = try? HEIFStructure(bytes, name: format.exiftoolName),
                let width = structure.width, let height = structure.height
            else { return nil }
            let exif =
                structure.exif.map {
                    bytes.bytes($0.lowerBound..<min($0.upperBound, $0.lowerBound + longestEXIF))
                } ?? []
            let xmp =
                structure.xmp.map { $0.count <= longestXMP ? bytes.bytes($0) : [] } ?? []
            return StoredPicture(
                width: width, height: height, orientation: structure.orientation, exif: exif,
                xmp: xmp)
        case .tiff:
            guard let structure = try? TIFFStructure(bytes), let width = structure.width,
                let height = structure.height
            else { return nil }
            return StoredPicture(
                width: width, height: height, orientation: structure.orientation)
        default: return nil
        }
    }

    /// Looks into a file on the disk.
    static func read(_ path: BytePath) -> StoredPicture? {
        guard let head = try? FileBytes.head(path, length: PictureFormat.sniffLength),
            let format = try? PictureFormat.refine(.sniff(head), path),
            let bytes = try? ByteWindow(path)
        else { return nil }
        return read(format, bytes)
    }
}
