import Foundation

/// Encloses a face in pixels of the upright picture (EXIF orientation applied), origin top left.
public struct FaceRectangle: Hashable, Codable, Sendable {
    /// Pixels from the left edge.
    public var x: Double
    /// Pixels from the top edge.
    public var y: Double
    /// Pixels across.
    public var width: Double
    /// Pixels down.
    public var height: Double

    /// Makes a rectangle of its corner and size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The text form `{{x, y}, {w, h}}`; whole numbers are written without a fraction.
    public var text: String {
        "{{\(FaceRectangle.number(x)), \(FaceRectangle.number(y))}, "
            + "{\(FaceRectangle.number(width)), \(FaceRectangle.number(height))}}"
    }

    /// Reads the text form `{{x, y}, {w, h}}`; nil for anything else or for a negative size.
    public init?(text: String) {
        var rest = text[...]
        func take(_ token: Character) -> Bool {
            rest = rest.drop(while: \.isWhitespace)
            guard rest.first == token else { return false }
            rest.removeFirst()
            return true
        }
        func number(before end: Character) -> Double? {
            let digits = rest.prefix { $0 != end }
            rest = rest.dropFirst(digits.count)
            let trimmed = digits.trimmingCharacters(in: .whitespacesAndNewlines)
            guard let value = Double(decimal: trimmed),
                value.isFinite, take(end)
            else { return nil }
            return value
        }
        guard take("{"), take("{"), let x = number(before: ","), let y = number(before: "}"),
            take(","), take("{"), let width = number(before: ","), let height = number(before: "}"),
            take("}"), rest.allSatisfy(\.isWhitespace), width >= 0, height >= 0
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }

    private static func number(_ value: Double) -> String {
        guard let whole = Int(exactly: value) else { return String(value) }
        return String(whole)
    }
}
