import Basics
import Foundation
import GalleryModel

/// Reads positions as people and programs write them on a line: `LAT,LON` in decimal degrees.
enum PositionLine {
    /// The longest part of a line that a message quotes, in characters.
    private static let quotedLength = 60

    /// What programs on Windows put before text.
    ///
    /// Source: Unicode 15, section 23.8
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The position of a line, or why it is none.
    ///
    /// Blanks around the numbers and a carriage return at the end are allowed.
    static func item(_ line: ArraySlice<UInt8>) -> LocatedItem {
        let line = line.starts(with: byteOrderMark) ? line.dropFirst(3) : line
        var item = LocatedItem()
        if let (latitude, longitude) = numbers(line) {
            item.coordinate = Coordinate(latitude: latitude, longitude: longitude)
            if item.coordinate == nil {
                item.error = refusal(line, outOfRange(latitude, longitude))
            }
        } else {
            item.error = refusal(line, nil)
        }
        return item
    }

    private static func numbers(_ line: ArraySlice<UInt8>) -> (Double, Double)? {
        guard let comma = line.firstIndex(of: UInt8(ascii: ",")),
            let latitude = number(line[..<comma]), let longitude = number(line[(comma + 1)...])
        else { return nil }
        return (latitude, longitude)
    }

    /// A decimal number between blanks; nil for other forms that `Double` reads, such as `nan` and `0x1`.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        let text = bytes.drop(while: isBlank)
        let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex
        let digits = text[..<end]
        let isDecimal = digits.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
            default: false
            }
        }
        guard isDecimal, !digits.isEmpty else { return nil }
        return Double(String(decoding: digits, as: UTF8.self))
    }

    private static func outOfRange(_ latitude: Double, _ longitude: Double) -> String {
        if !(-90...90).contains(latitude) { return "latitude \(latitude) is not within -90...90" }
        return "longitude \(longitude) is not within -180...180"
    }

    private static func refusal(_ line: ArraySlice<UInt8>, _ cause: String?) -> String {
        let path = BytePath(bytes: line)
        let text = (path.string ?? path.escaped).trimmingCharacters(in: .whitespacesAndNewlines)
        let advice = "give LAT,LON in decimal degrees, such as 48.86,2.35"
        if text.isEmpty { return "the line is empty: \(advice)" }
        let shown = text.count > quotedLength ? text.prefix(quotedLength) + "…" : text[...]
        if let cause { return "'\(shown)' is no position: \(cause)" }
        return "'\(shown)' is no position: \(advice)"
    }
}
