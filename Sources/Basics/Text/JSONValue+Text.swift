import Foundation

extension JSONValue {
    /// The value as a person reads and edits it: a member a line, two spaces a level, lists on one line, and a
    /// line end.
    package var document: [UInt8] { spelled(depth: 0) + [0x0A] }

    func spelled(depth: Int) -> [UInt8] {
        switch self {
        case .null: return Array("null".utf8)
        case .flag(let flag): return Array("\(flag)".utf8)
        case .number(let number): return Array(JSONValue.text(of: number).utf8)
        case .text(let text): return JSONText.quoted(text)
        case .list(let items):
            let parts = items.map { $0.spelled(depth: depth + 1) }
            return [0x5B] + parts.joined(separator: Array(", ".utf8)) + [0x5D]
        case .object(let members):
            if members.isEmpty { return Array("{}".utf8) }
            let margin = Array(repeating: UInt8(ascii: " "), count: 2 * depth)
            let lines = members.map { key, value in
                margin + Array("  ".utf8) + JSONText.quoted(key) + Array(": ".utf8)
                    + value.spelled(depth: depth + 1)
            }
            return Array("{\n".utf8) + lines.joined(separator: Array(",\n".utf8)) + [0x0A]
                + margin + Array("}".utf8)
        }
    }

    /// A number that reads back as the same one, without a needless fraction.
    static func text(of number: Double) -> String {
        // JSON has no infinity: a number beyond the range of doubles reads as one.
        guard number.isFinite else { return number < 0 ? "-1e999" : "1e999" }
        return Int(exactly: number).map(String.init) ?? String(number)
    }
}
