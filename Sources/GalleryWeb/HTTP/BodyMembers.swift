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

    /// Returns a value; nil if it is missing.
    subscript(name: String) -> JSONValue? {
        switch members[name] {
        case .null?, nil: nil
        case let value?: value
        }
    }

    /// Returns a string; nil if it is missing.
    func text(_ name: String) throws(Problem) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string else { throw wrong(name, value, .init(say: "expected.text")) }
        return text
    }

    /// Returns a number; nil if it is missing.
    func number(_ name: String) throws(Problem) -> Double? {
        guard let value = self[name] else { return nil }
        guard let number = value.double else {
            throw wrong(name, value, .init(say: "expected.number"))
        }
        return number
    }

    /// Returns an integer; nil if it is missing.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let value = self[name] else { return nil }
        guard let number = value.whole, range.contains(number) else {
            let least = "\(range.lowerBound)"
            throw wrong(
                name, value,
                range.upperBound == .max
                    ? Message(say: "expected.whole-from", ["least": least])
                    : Message(
                        say: "expected.whole-range",
                        ["least": least, "most": "\(range.upperBound)"]))
        }
        return number
    }

    /// Returns a Boolean; nil if it is missing.
    func flag(_ name: String) throws(Problem) -> Bool? {
        guard let value = self[name] else { return nil }
        guard case .flag(let flag) = value else {
            throw wrong(name, value, .init(say: "expected.true-or-false"))
        }
        return flag
    }

    /// Returns one of some choices; nil if it is missing.
    func choice<Choice: RawRepresentable<String>>(
        _ name: String, among choices: [Choice]
    ) throws(Problem) -> Choice? {
        guard let value = self[name] else { return nil }
        guard let choice = choices.first(where: { $0.rawValue == value.string }) else {
            throw wrong(name, value, names: choices.map(\.rawValue))
        }
        return choice
    }

    /// Returns a list; nil if it is missing.
    func list(_ name: String) throws(Problem) -> [JSONValue]? {
        guard let value = self[name] else { return nil }
        guard let items = value.items else { throw wrong(name, value, .init(say: "expected.list")) }
        return items
    }

    /// Returns the error for an invalid member, with a description of the expected value.
    func wrong(_ name: String, _ value: JSONValue, _ expected: Message) -> Problem {
        Problem(.badRequest, invalid: name, shown(value), expected: .message(expected))
    }

    /// Returns the error for an invalid member, with the expected names, which are not translated.
    private func wrong(_ name: String, _ value: JSONValue, names: [String]) -> Problem {
        Problem(
            .badRequest, invalid: name, shown(value),
            expected: .text(names.joined(separator: ", ")))
    }

    private func shown(_ value: JSONValue) -> String {
        value.string ?? String(decoding: value.compact, as: UTF8.self)
    }
}
