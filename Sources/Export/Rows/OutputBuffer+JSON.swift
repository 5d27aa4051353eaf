import Basics
import Foundation
import GalleryModel

extension OutputBuffer {
    /// Appends a JSON string: quoted, with only what JSON requires escaped.
    ///
    /// Source: RFC 8259, section 7
    mutating func append(jsonString text: String) {
        append(UInt8(ascii: "\""))
        let appended: Void? = text.utf8.withContiguousStorageIfAvailable { append(jsonContent: $0) }
        if appended == nil { Array(text.utf8).withUnsafeBufferPointer { append(jsonContent: $0) } }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(jsonContent bytes: UnsafeBufferPointer<UInt8>) {
        guard ByteScan.hasJSONSpecial(bytes) else { return append(bytes) }
        let digits = Array("0123456789abcdef".utf8)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case 0x08: append("\\b")
            case 0x09: append("\\t")
            case 0x0A: append("\\n")
            case 0x0C: append("\\f")
            case 0x0D: append("\\r")
            case ..<0x20:
                append("\\u00")
                append(digits[Int(byte >> 4)])
                append(digits[Int(byte & 15)])
            default: append(byte)
            }
        }
    }

    /// Appends a JSON number, or null for a number that is not finite.
    mutating func append(jsonNumber number: Double) {
        if number.isFinite { append(decimal: number) } else { append("null") }
    }

    /// Appends `["a","b"]`.
    mutating func append(jsonArray strings: [String]) {
        append(UInt8(ascii: "["))
        for (index, string) in strings.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            append(jsonString: string)
        }
        append(UInt8(ascii: "]"))
    }

    /// Appends `[[x,y,w,h],…]` in pixels of the upright picture.
    mutating func append(jsonArray rectangles: [FaceRectangle]) {
        append(UInt8(ascii: "["))
        for (index, rectangle) in rectangles.enumerated() {
            append(index > 0 ? ",[" : "[")
            append(jsonNumber: rectangle.x)
            append(UInt8(ascii: ","))
            append(jsonNumber: rectangle.y)
            append(UInt8(ascii: ","))
            append(jsonNumber: rectangle.width)
            append(UInt8(ascii: ","))
            append(jsonNumber: rectangle.height)
            append(UInt8(ascii: "]"))
        }
        append(UInt8(ascii: "]"))
    }

    /// Appends a path as a JSON string, escaped where its bytes are not UTF-8; then also the exact
    /// bytes under `bytesKey`, in Base64 (RFC 4648, section 4).
    mutating func append(jsonPath path: BytePath, bytesKey: String) {
        if let string = path.string {
            append(jsonString: string)
        } else {
            append(jsonString: path.escaped)
            append(",\"\(bytesKey)\":\"")
            append(Data(path.bytes).base64EncodedString())
            append(UInt8(ascii: "\""))
        }
    }
}
