import Basics
import HTTPTypes

/// The members of a request's JSON object, checked as they are read; `null` is as good as nothing.
struct BodyMembers: Sendable {
    private let members: [String: JSONValue]

    /// Reads a request's body; an empty one has no members.
    ///
    /// - Parameter names: the members that there may be.
    /// - Throws: what `WebRequest.json()` throws; 400 for what is no object or has another member, and for parameters.
    init(of request: WebRequest, _ names: [String]) async throws {
        try request.accept([])
        guard case .object(let found) = try await request.json() else {
            throw Problem(.badRequest, say: "error.body-object")
        }
        for (name, _) in found where !names.contains(name) {
            let shown = DisplayText.truncated(DisplayText.escaped(name), to: 60)
            if let likely = NearestName.likely(for: name, among: names) {
                throw Problem(
                    .badRequest, say: "error.unknown-member-likely",
                    ["name": shown, "likely": likely])
            }
            guard !names.isEmpty else {
                throw Problem(.badRequest, say: "error.no-members", ["name": shown])
            }
            throw Problem(
                .badRequest, say: "error.unknown-member",
                ["name": shown, "names": names.joined(separator: ", ")])
        }
        members = Dictionary(found.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// A value; nil where there is none.
    subscript(name: String) -> JSONValue? {
        switch members[name] {
        case .null?, nil: nil
        case let value?: value
        }
    }

    /// A text; nil where there is none.
    func text(_ name: String) throws(Problem) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string else { throw wrong(name, value, .init(say: "expected.text")) }
        return text
    }

    /// A number; nil where there is none.
    func number(_ name: String) throws(Problem) -> Double? {
        guard let value = self[name] else { return nil }
        guard let number = value.double else {
            throw wrong(name, value, .init(say: "expected.number"))
        }
        return number
    }

    /// A whole number; nil where there is none.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let value = self[name] else { return nil }
        guard let number = value.whole.map(Int.init), range.contains(number) else {
            let least = "\(range.lowerBound)"
            throw wrong(
                name, value,
                range.upperBound == .max
                    ? TextMessage(say: "expected.whole-from", ["least": least])
                    : TextMessage(
                        say: "expected.whole-range",
                        ["least": least, "most": "\(range.upperBound)"]))
        }
        return number
    }

    /// Yes or no; nil where nothing is said.
    func flag(_ name: String) throws(Problem) -> Bool? {
        guard let value = self[name] else { return nil }
        guard case .flag(let flag) = value else {
            throw wrong(name, value, .init(say: "expected.true-or-false"))
        }
        return flag
    }

    /// One of some names; nil where there is none.
    func choice<Choice: RawRepresentable<String>>(
        _ name: String, among choices: [Choice]
    ) throws(Problem) -> Choice? {
        guard let value = self[name] else { return nil }
        guard let choice = choices.first(where: { $0.rawValue == value.string }) else {
            throw wrong(name, value, names: choices.map(\.rawValue))
        }
        return choice
    }

    /// A list; nil where there is none.
    func list(_ name: String) throws(Problem) -> [JSONValue]? {
        guard let value = self[name] else { return nil }
        guard let items = value.items else { throw wrong(name, value, .init(say: "expected.list")) }
        return items
    }

    /// What is wrong with a member, and what it may be.
    func wrong(_ name: String, _ value: JSONValue, _ expected: TextMessage) -> Problem {
        Problem(.badRequest, invalid: name, shown(value), parts: ["expected": expected])
    }

    /// What is wrong with a member that is one of some names, which are the same in each language.
    private func wrong(_ name: String, _ value: JSONValue, names: [String]) -> Problem {
        Problem(
            .badRequest, invalid: name, shown(value),
            ["expected": names.joined(separator: ", ")])
    }

    private func shown(_ value: JSONValue) -> String {
        value.string ?? String(decoding: value.compact, as: UTF8.self)
    }
}

extension JSONValue {
    /// The whole number; nil for anything else, and beyond 2^53, where a double may stand for another one.
    var whole: Int64? {
        double.flatMap(Int64.init(exactly:)).flatMap { $0.magnitude <= 1 << 53 ? $0 : nil }
    }
}
