import Basics
import Foundation
import Gallery
import GalleryModel

/// A value in a row of a section, a problem, a summary and so on.
enum RowValue {
    case none
    case text(String)
    case integer(Int)
    case decimal(Double)
    case flag(Bool)
    case instant(Date)
    case list([RowValue])
    case object([(String, RowValue)])
    /// JSON text.
    case json([UInt8])

    init(_ value: some RowConvertible) { self = value.rowValue }

    /// The value in a table; instants are in the user's time zone.
    var shown: String {
        if case .instant(let date) = self { RowValue.localText(ofInstant: date) } else { plain }
    }

    /// The value in CSV, unquoted; instants are in UTC.
    var plain: String {
        switch self {
        case .none: ""
        case .text(let text): text
        case .integer(let number): String(number)
        case .decimal(let number): Int(exactly: number).map(String.init) ?? String(number)
        case .flag(let flag): flag ? "true" : "false"
        case .instant(let date): RowValue.text(ofInstant: date)
        case .list, .object, .json: String(decoding: json, as: UTF8.self)
        }
    }

    /// The value as JSON, on one line. Source: RFC 8259
    var json: [UInt8] {
        switch self {
        case .none: return Array("null".utf8)
        case .text(let text): return Array(JSONText.quoted(text).utf8)
        case .instant: return Array(JSONText.quoted(plain).utf8)
        case .decimal(let number) where !number.isFinite: return Array("null".utf8)
        case .integer, .decimal, .flag: return Array(plain.utf8)
        case .json(let bytes): return bytes
        case .list(let items):
            return [0x5B] + items.map(\.json).joined(separator: [0x2C]) + [0x5D]
        case .object(let members):
            let spelled = members.map { Array("\(JSONText.quoted($0.0)):".utf8) + $0.1.json }
            return [0x7B] + spelled.joined(separator: [0x2C]) + [0x7D]
        }
    }

    /// An instant in the user's time zone, with its offset, such as `2026-11-25 21:45:56+01:00`.
    static func localText(ofInstant date: Date) -> String {
        date.formatted(
            Date.ISO8601FormatStyle(
                dateTimeSeparator: .space, timeZoneSeparator: .colon, timeZone: .current))
    }

    /// An instant as ISO 8601 with `Z`.
    static func text(ofInstant date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle())
    }
}

extension WorkSummary {
    /// The members of the summary's JSON object.
    var row: [(String, RowValue)] { members.map { ($0.key, RowValue($0.value.json)) } }
}

extension RowValue {
    /// Creates a value of a summary.
    init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .none
            case .number(let number): .decimal(number)
            case .text(let text): .text(text)
            case .flag(let flag): .flag(flag)
            case .list(let values): .list(values.map { RowValue($0) })
            case .object(let members): .object(members.map { ($0.key, RowValue($0.value)) })
            }
    }
}

/// A value that a row can contain.
protocol RowConvertible: SendableMetatype {
    /// The value in the form of a row.
    var rowValue: RowValue { get }
}

extension RowValue: RowConvertible {
    var rowValue: RowValue { self }
}

extension String: RowConvertible {
    var rowValue: RowValue { .text(self) }
}

extension Int: RowConvertible {
    var rowValue: RowValue { .integer(self) }
}

extension Int64: RowConvertible {
    var rowValue: RowValue { .integer(Int(self)) }
}

extension Double: RowConvertible {
    var rowValue: RowValue { .decimal(self) }
}

extension Bool: RowConvertible {
    var rowValue: RowValue { .flag(self) }
}

extension Date: RowConvertible {
    var rowValue: RowValue { .instant(self) }
}

extension BytePath: RowConvertible {
    var rowValue: RowValue { .text(escaped) }
}

extension PhotoID: RowConvertible {
    var rowValue: RowValue { rawValue.rowValue }
}

extension Optional: RowConvertible where Wrapped: RowConvertible {
    var rowValue: RowValue { map(\.rowValue) ?? RowValue.none }
}
