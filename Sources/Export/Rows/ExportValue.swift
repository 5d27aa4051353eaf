import Basics
import GalleryModel

/// What one column holds for one photo, before a format spells it.
enum ExportValue {
    case unknown
    case text(String)
    case integer(Int64)
    case decimal(Double)
    case flag(Bool)
    /// Seconds since 1970-01-01 UTC.
    case instant(Int64)
    case path(BytePath)
    case strings([String])
    case rectangles([FaceRectangle])
    case pictures([Picture])
    /// A JSON text of the origin's.
    case json(String)

    @inline(__always)
    init(_ text: String?) {
        if let text { self = .text(text) } else { self = .unknown }
    }

    @inline(__always)
    init(_ number: Int?) {
        if let number { self = .integer(Int64(number)) } else { self = .unknown }
    }

    @inline(__always)
    init(_ number: Int64?) {
        if let number { self = .integer(number) } else { self = .unknown }
    }

    @inline(__always)
    init(_ number: Double?) {
        if let number, number.isFinite { self = .decimal(number) } else { self = .unknown }
    }

    @inline(__always)
    init(_ flag: Bool?) {
        if let flag { self = .flag(flag) } else { self = .unknown }
    }
}
