import Basics
import Foundation

/// A value in a row that is not a photo's: of a section, a problem, a summary.
enum RowValue {
    case none
    case text(String)
    case integer(Int)
    case decimal(Double)
    case flag(Bool)
    case instant(Date)
    case list([RowValue])
    case object([(String, RowValue)])
    /// JSON that is spelled already.
    case json([UInt8])

    init(_ text: String?) {
        self = text.map { .text($0) } ?? .none
    }

    init(_ number: Int?) {
        self = number.map { .integer($0) } ?? .none
    }

    init(_ number: Double?) {
        self = number.map { .decimal($0) } ?? .none
    }

    init(instant: Date?) {
        self = instant.map { .instant($0) } ?? .none
    }

    /// The value as a table or CSV shows it.
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
        case .text(let text): return JSONText.quoted(text)
        case .instant: return JSONText.quoted(plain)
        case .decimal(let number) where !number.isFinite: return Array("null".utf8)
        case .integer, .decimal, .flag: return Array(plain.utf8)
        case .json(let bytes): return bytes
        case .list(let items):
            return [0x5B] + items.map(\.json).joined(separator: [0x2C]) + [0x5D]
        case .object(let members):
            let spelled = members.map { JSONText.quoted($0.0) + [0x3A] + $0.1.json }
            return [0x7B] + spelled.joined(separator: [0x2C]) + [0x7D]
        }
    }

    /// An instant as ISO 8601 with `Z`.
    static func text(ofInstant date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle())
    }
}
