import Basics
import HTTPTypes

/// What a request asks for: the parts of its path and its parameters, decoded once.
struct RequestTarget: Hashable, Sendable {
    /// The parts of the path between its slashes.
    ///
    /// A part may hold a slash that was percent-encoded.
    let path: [String]
    /// The parameters behind the question mark, each name once.
    let query: [String: String]
    /// The path as it was sent, without parameters.
    let rawPath: String

    /// The longest target that is read, in bytes.
    static let maximumLength = 8192

    /// Reads a target in origin form, such as `/sections/flickr%3Adogs?sort=taken`.
    ///
    /// - Throws: 414 for one that is too long; 400 for one that does not begin with a slash, is no UTF-8 once
    ///   decoded, holds a control character, or gives a parameter twice.
    init(_ text: String) throws(Problem) {
        guard text.utf8.count <= RequestTarget.maximumLength else {
            throw Problem(
                .uriTooLong, say: "error.long-address",
                ["most": "\(RequestTarget.maximumLength)"])
        }
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw Problem(.badRequest, "the address does not begin with a slash")
        }
        let pieces = text.utf8.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        rawPath = String(Substring(pieces[0]))
        var parts: [String] = []
        for part in pieces[0].dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        {
            parts.append(try RequestTarget.decoded(part, isForm: false))
        }
        path = parts == [""] ? [] : parts
        query = pieces.count > 1 ? try RequestTarget.parameters(pieces[1]) : [:]
    }

    /// Reads parameters as forms write them, `a=1&b=two+words`.
    ///
    /// - Throws: 400, as `init(_:)`.
    static func parameters(
        _ text: some Collection<UInt8>
    ) throws(Problem) -> [String: String] {
        var found: [String: String] = [:]
        for pair in text.split(separator: UInt8(ascii: "&")) {
            let sides = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try decoded(sides[0], isForm: true)
            let value = sides.count > 1 ? try decoded(sides[1], isForm: true) : ""
            guard found.updateValue(value, forKey: name) == nil else {
                throw Problem(
                    .badRequest, say: "error.twice", ["name": DisplayText.escaped(name)])
            }
        }
        return found
    }

    private static func decoded(
        _ text: some Collection<UInt8>, isForm: Bool
    ) throws(Problem) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit),
                    let low = rest.popFirst().flatMap(digit)
                else { throw Problem(.badRequest, say: "error.bad-percent") }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.badRequest, say: "error.not-utf8")
        }
        // A form's text may have lines.
        guard
            decoded.unicodeScalars.allSatisfy({
                $0.value >= 0x20 && $0.value != 0x7F
                    || isForm && "\r\n\t".unicodeScalars.contains($0)
            })
        else { throw Problem(.badRequest, say: "error.control") }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
