import Basics
import Foundation

extension JSONValue {
    /// A number; null without one.
    init(_ number: (some BinaryInteger)?) {
        self = number.map { .number(Double($0)) } ?? .null
    }

    /// A number; null without one and for what is none.
    init(_ number: Double?) {
        self = number.flatMap { $0.isFinite ? .number($0) : nil } ?? .null
    }

    /// A text; null without one.
    init(_ text: String?) {
        self = text.map(JSONValue.text) ?? .null
    }

    /// An instant in ISO 8601 with `Z`; null without one.
    init(_ date: Date?) {
        self.init(date.map { CivilDate(unixSeconds: $0.unixSeconds).text(between: "T") + "Z" })
    }
}
