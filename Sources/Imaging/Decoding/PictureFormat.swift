/// Names the file types that turn up among photos, told apart by their content.
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
    /// TIFF and BigTIFF, but for cameras' raw files.
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
    /// A film.
    case video(VideoFormat)
    /// A drawing in XML.
    case svg
    /// A web page.
    case html
    /// PDF.
    case pdf
    /// An XMP packet in a file of its own.
    case xmp
    /// Anything else.
    case unknown
}

/// Names the raw formats that their first bytes tell apart.
package enum RawFormat: String, Hashable, Sendable {
    /// Canon, until about 2018.
    case cr2 = "CR2"
    /// Canon, since then.
    case cr3 = "CR3"
    /// Nikon.
    case nef = "NEF"
    /// Sony.
    case arw = "ARW"
    /// Adobe's and Apple's common format.
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
    /// Canon, until about 2004.
    case crw = "CRW"
    /// Another camera's, in the form of a TIFF.
    case other = "RAW"
}

/// Names the film containers that their first bytes tell apart.
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
    /// The file type as exiftool's FileType names it, such as `JPEG`; `unknown` where it has no name.
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

    /// The usual file name extension, without the dot; `bin` where there is none.
    package var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .tiff: "tif"
        case .unknown: "bin"
        default: exiftoolName.lowercased()
        }
    }

    /// Whether files of this type can be imported now.
    package var isSupported: Bool { PictureDecoder.canDecode(self) }

    /// Whether a file of this type holds a still picture.
    package var isPicture: Bool {
        switch self {
        case .jpeg, .png, .gif, .webp, .heif, .avif, .tiff, .bmp, .jpegXL, .jpeg2000, .psd, .raw,
            .svg:
            true
        case .video, .html, .pdf, .xmp, .unknown: false
        }
    }
}
