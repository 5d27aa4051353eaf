import Basics
import HTTPTypes

/// The target of a request: decoded path components and parameters.
struct RequestTarget: Hashable, Sendable {
    /// The path components.
    ///
    /// A component may contain a slash that was percent-encoded.
    let path: [String]
    /// The query parameters by name.
    let query: [String: String]
    /// The path as sent, without parameters.
    let rawPath: String

    /// First path components of addresses for programs; all other addresses belong to pages.
    private static let programs: Set = ["api", "auth", "metrics", "photoserver", "posts"]

    /// True if the path belongs to a page or its resources, which people share as links.
    let isPage: Bool

    /// The maximum length of a target, in bytes.
    static let maximumLength = 8192

    /// Parses a target in origin form, such as `/sections/flickr%3Adogs?sort=taken`.
    ///
    /// - Throws: 414 if it is too long; 400 if it does not begin with a slash, is not UTF-8 after
    ///   decoding, contains a control character or repeats a parameter. For pages, the first of
    ///   repeated parameters is used and malformed ones are ignored.
    init(_ text: String) throws(Problem) {
        guard text.utf8.count <= RequestTarget.maximumLength else {
            throw Problem(
                .uriTooLong, say: "error.long-address", ["most": "\(RequestTarget.maximumLength)"])
        }
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw Problem(.badRequest, "the address does not begin with a slash")
        }
        let pieces = text.utf8.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        rawPath = String(Substring(pieces[0]))
        let parts = try pieces[0].dropFirst()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { part throws(Problem) in try RequestTarget.decoded(part, isForm: false) }
        path = parts == [""] ? [] : parts
        isPage = parts.first.map { !RequestTarget.programs.contains($0) } ?? true
        query = pieces.count > 1 ? try RequestTarget.parameters(pieces[1], isLenient: isPage) : [:]
    }

    /// Parses form-encoded parameters, `a=1&b=two+words`.
    ///
    /// - Parameters:
    ///   - text: the encoded parameters.
    ///   - isLenient: true to ignore malformed and repeated parameters.
    /// - Throws: 400, as `init(_:)`.
    static func parameters(
        _ text: some Collection<UInt8>, isLenient: Bool = false
    ) throws(Problem) -> [String: String] {
        var found: [String: String] = [:]
        for pair in text.split(separator: UInt8(ascii: "&")) {
            let sides = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            do throws(Problem) {
                let name = try decoded(sides[0], isForm: true)
                let value = sides.count > 1 ? try decoded(sides[1], isForm: true) : ""
                guard found[name] == nil else {
                    throw Problem(
                        .badRequest, say: "error.twice", ["name": DisplayText.escaped(name)])
                }
                found[name] = value
            } catch {
                if !isLenient { throw error }
            }
        }
        return found
    }

    private static func decoded(
        _ text: some Collection<UInt8>, isForm: Bool
    ) throws(Problem) -> String {
        guard let bytes = PercentEncoding.decoded(Array(text), isForm: isForm) else {
            throw Problem(.badRequest, say: "error.bad-percent")
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.badRequest, say: "error.not-utf8")
        }
        // The text of a form may contain line breaks.
        guard
            decoded.unicodeScalars.allSatisfy({
                $0.value >= 0x20 && $0.value != 0x7F
                    || isForm && "\r\n\t".unicodeScalars.contains($0)
            })
        else { throw Problem(.badRequest, say: "error.control") }
        return decoded
    }
}

/// The address to return to after signing in or changing the language; always on this server.
enum ReturnAddress {
    /// The maximum length of an address, in bytes.
    private static let maximumLength = 2048

    /// Returns an address that was sent along if it is on this server and not the sign-in page, or
    /// else the start page.
    ///
    /// Browsers interpret `//host`, `/\host` and `/<tab>/host` as addresses of another server.
    static func checked(_ text: String?) -> String {
        let address = here(text)
        return address.hasPrefix("/sign-in") || address.hasPrefix("/sign-out") ? "/" : address
    }

    /// Same as `checked`, but allows the sign-in page.
    static func here(_ text: String?) -> String {
        guard let text, text.utf8.count <= maximumLength, text.utf8.first == UInt8(ascii: "/"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            text.utf8.dropFirst().first != UInt8(ascii: "/")
        else { return "/" }
        return text
    }

    /// Returns the address of the sign-in page that redirects to an address afterwards.
    static func signIn(next: String) -> String {
        let next = checked(next)
        return next == "/" ? "/sign-in" : "/sign-in?next=\(PercentEncoding.encoded(next))"
    }
}
