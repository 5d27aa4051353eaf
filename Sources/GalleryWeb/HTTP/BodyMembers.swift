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
            throw Problem(.badRequest, "the body is to be a JSON object")
        }
        for (name, _) in found where !names.contains(name) {
            let likely = NearestName.likely(for: name, among: names)
            let advice =
                likely.map { "did you mean '\($0)'?" }
                ?? (names.isEmpty
                    ? "there are none" : "there may be \(names.joined(separator: ", "))")
            throw Problem(
                .badRequest, "unknown member '\(DisplayText.escaped(name))' of the body: \(advice)")
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
        guard let text = value.string else { throw wrong(name, value, "a text") }
        return text
    }

    /// A number; nil where there is none.
    func number(_ name: String) throws(Problem) -> Double? {
        guard let value = self[name] else { return nil }
        guard let number = value.double else { throw wrong(name, value, "a number") }
        return number
    }

    /// A whole number; nil where there is none.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let value = self[name] else { return nil }
        guard let number = value.whole.map(Int.init), range.contains(number) else {
            throw wrong(
                name, value,
                range.upperBound == .max
                    ? "a whole number, \(range.lowerBound) or more"
                    : "a whole number, \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Yes or no; nil where nothing is said.
    func flag(_ name: String) throws(Problem) -> Bool? {
        guard let value = self[name] else { return nil }
        guard case .flag(let flag) = value else { throw wrong(name, value, "true or false") }
        return flag
    }

    /// One of some names; nil where there is none.
    func choice<Choice: RawRepresentable<String>>(
        _ name: String, among choices: [Choice]
    ) throws(Problem) -> Choice? {
        guard let value = self[name] else { return nil }
        guard let choice = choices.first(where: { $0.rawValue == value.string }) else {
            throw wrong(name, value, choices.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    /// A list; nil where there is none.
    func list(_ name: String) throws(Problem) -> [JSONValue]? {
        guard let value = self[name] else { return nil }
        guard let items = value.items else { throw wrong(name, value, "a list") }
        return items
    }

    /// What is wrong with a member.
    func wrong(_ name: String, _ value: JSONValue, _ expected: String) -> Problem {
        let text = value.string ?? String(decoding: value.compact, as: UTF8.self)
        let shown = DisplayText.truncated(text, to: 60)
        return Problem(.badRequest, "invalid \(name) '\(shown)': expected \(expected)")
    }
}

extension JSONValue {
    /// The whole number; nil for anything else, and beyond 2^53, where a double may stand for another one.
    var whole: Int64? {
        double.flatMap(Int64.init(exactly:)).flatMap { $0.magnitude <= 1 << 53 ? $0 : nil }
    }
}
