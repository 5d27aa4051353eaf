import Basics
import GalleryModel
import HTTPTypes

/// The members of a request's JSON object, validated when they are read; `null` counts as missing.
struct BodyMembers: Sendable {
    private let members: [String: JSONValue]
    /// The path of the object in the body, such as `location.`.
    private let path: String
    /// The status with which unknown and invalid members are rejected.
    private let refusal: HTTPResponse.Status

    /// Reads a request's body; an empty body has no members.
    ///
    /// - Parameters:
    ///   - names: the allowed members.
    ///   - types: the accepted media types.
    ///   - refusal: the status with which unknown and invalid members are rejected.
    /// - Throws: the errors of `WebRequest.json()`; 400 if the body is not an object; `refusal` if
    ///   it has an unknown member.
    init(
        of request: WebRequest, _ names: [String], types: [String] = ["application/json"],
        refusal: HTTPResponse.Status = .badRequest
    ) async throws {
        let value = try await request.json(types: types)
        guard case .object = value else { throw Problem(.badRequest, say: "error.body-object") }
        try self.init(value, names, refusal: refusal)
    }

    /// Reads an object of a body.
    ///
    /// - Parameter path: the path of the object, such as `location.`.
    /// - Throws: `refusal` if it has an unknown member.
    init(
        _ object: JSONValue, _ names: [String], at path: String = "", refusal: HTTPResponse.Status
    ) throws(Problem) {
        (self.path, self.refusal) = (path, refusal)
        guard case .object(let found) = object else {
            members = [:]
            return
        }
        if let (name, _) = found.first(where: { !names.contains($0.key) }) {
            var problem = Problem(
                unknown: path + DisplayText.escaped(name), among: names.map { path + $0 },
                say: "error.unknown-member", likely: "error.unknown-member-likely",
                none: "error.no-members")
            problem.status = refusal
            throw problem
        }
        members = Dictionary(found.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// True if a member is present, even if it is `null`.
    func contains(_ name: String) -> Bool { members[name] != nil }

    /// Returns the members of an object; nil if it is missing.
    ///
    /// - Parameter names: the allowed members.
    func object(_ name: String, _ names: [String]) throws(Problem) -> BodyMembers? {
        guard let value = self[name] else { return nil }
        guard case .object = value else {
            let members = names.map { "\"\($0)\":…" }.joined(separator: ",")
            throw wrong(name, value, .text("{\(members)}"))
        }
        return try BodyMembers(value, names, at: path + name + ".", refusal: refusal)
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

    /// Returns a number, which must be present.
    func number(_ name: String, in range: ClosedRange<Double>) throws(Problem) -> Double {
        let value = members[name] ?? .null
        guard let number = value.double, range.contains(number) else {
            let (least, most) = ("\(Int(range.lowerBound))", "\(Int(range.upperBound))")
            throw wrong(name, value, .say("expected.range", ["least": least, "most": most]))
        }
        return number
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
        return Problem(refusal, invalid: path + name, shown, expected: expected)
    }
}
