import Basics
import GalleryModel
import HTTPTypes

/// The members of a request's JSON object, validated when they are read; `null` counts as missing.
struct BodyMembers: Sendable {
    private let members: [String: JSONValue]

    /// Reads a request's body; an empty body has no members.
    ///
    /// - Parameter names: the allowed members.
    /// - Throws: the errors of `WebRequest.json()`; 400 if the body is not an object or has an
    ///   unknown member.
    init(of request: WebRequest, _ names: [String]) async throws {
        guard case .object(let found) = try await request.json() else {
            throw Problem(.badRequest, say: "error.body-object")
        }
        if let (name, _) = found.first(where: { !names.contains($0.key) }) {
            throw Problem(
                unknown: DisplayText.escaped(name), among: names, say: "error.unknown-member",
                likely: "error.unknown-member-likely", none: "error.no-members")
        }
        members = Dictionary(found.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// Returns a value; nil if it is missing.
    subscript(name: String) -> JSONValue? {
        switch members[name] {
        case .null?, nil: nil
        case let value?: value
        }
    }

    /// Returns a string; nil if it is missing.
    func text(_ name: String) throws(Problem) -> String? {
        try value(name, .say("expected.text")) { $0.string }
    }

    /// Returns a number; nil if it is missing.
    func number(_ name: String) throws(Problem) -> Double? {
        try value(name, .say("expected.number")) { $0.double }
    }

    /// Returns an integer; nil if it is missing.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        let (least, most) = ("\(range.lowerBound)", "\(range.upperBound)")
        let expected: Message.Value =
            range.upperBound == .max
            ? .say("expected.whole-from", ["least": least])
            : .say("expected.whole-range", ["least": least, "most": most])
        return try value(name, expected) { value in
            value.whole.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Returns a Boolean; nil if it is missing.
    func flag(_ name: String) throws(Problem) -> Bool? {
        try value(name, .say("expected.true-or-false")) { value -> Bool? in
            if case .flag(let flag) = value { flag } else { nil }
        }
    }

    /// Returns one of some choices; nil if it is missing.
    func choice<Choice: RawRepresentable<String>>(
        _ name: String, among choices: [Choice]
    ) throws(Problem) -> Choice? {
        try value(name, .text(choices.map(\.rawValue).joined(separator: ", "))) { value in
            choices.first { $0.rawValue == value.string }
        }
    }

    /// Returns a list; nil if it is missing.
    func list(_ name: String) throws(Problem) -> [JSONValue]? {
        try value(name, .say("expected.list")) { $0.items }
    }

    /// Returns a converted value; nil if it is missing.
    private func value<Value>(
        _ name: String, _ expected: Message.Value, _ convert: (JSONValue) -> Value?
    ) throws(Problem) -> Value? {
        guard let value = self[name] else { return nil }
        guard let converted = convert(value) else { throw wrong(name, value, expected) }
        return converted
    }

    /// Returns the error for an invalid member, with a description of the expected value.
    func wrong(_ name: String, _ value: JSONValue, _ expected: Message.Value) -> Problem {
        let shown = value.string ?? String(decoding: value.compact, as: UTF8.self)
        return Problem(.badRequest, invalid: name, shown, expected: expected)
    }
}
