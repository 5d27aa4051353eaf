import Basics
import Foundation
import HTTPTypes

/// A header value such as that of `Content-Type`: a name followed by parameters.
///
/// Source: RFC 9110, section 5.6.6; RFC 7578, section 4.2 for the quoting used by browsers.
struct HeaderValue {
    /// The name, such as `multipart/form-data`.
    let name: String
    /// The parameters by lowercase name; the first of duplicates is used.
    let parameters: [String: String]

    /// Parses a value; nil if a quoted string is unterminated.
    init?(_ text: String) {
        var rest = Substring(text)
        name = HeaderValue.trimmed(rest.prefix { $0 != ";" })
        rest = rest.drop { $0 != ";" }
        var found: [String: String] = [:]
        while rest.popFirst() != nil {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            let key = HeaderValue.trimmed(rest.prefix { $0 != "=" && $0 != ";" }).lowercased()
            rest = rest.drop { $0 != "=" && $0 != ";" }
            guard rest.first == "=" else { continue }
            rest.removeFirst()
            let value: String
            if rest.first == "\"" {
                guard let quoted = HeaderValue.quoted(&rest) else { return nil }
                value = quoted
            } else {
                value = HeaderValue.trimmed(rest.prefix { $0 != ";" })
            }
            rest = rest.drop { $0 != ";" }
            if found[key] == nil { found[key] = value }
        }
        parameters = found
    }

    /// Parses a quoted string; a backslash only escapes a quote, since file names may contain
    /// others.
    private static func quoted(_ rest: inout Substring) -> String? {
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return value
            case "\\" where rest.first == "\"":
                value.append("\"")
                rest.removeFirst()
            default: value.append(character)
            }
        }
        return nil
    }

    /// Returns a text without surrounding spaces and tabs.
    static func trimmed(_ text: Substring) -> String {
        text.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
    }
}

extension HTTPFields {
    /// The value of a field without a constant for its name; nil if it is missing.
    subscript(named name: String) -> String? {
        get { HTTPField.Name(name).flatMap { self[$0] } }
        set { if let name = HTTPField.Name(name) { self[name] = newValue } }
    }
}

/// The items of a header such as `Accept-Encoding`, in lower case.
///
/// Source: RFC 9110, section 12.4.2.
enum WeightedList {
    /// Returns the items with their weights; NaN for an invalid weight.
    static func items(_ header: String?) -> [(name: String, weight: Double)] {
        (header ?? "").prefix(1000).split(separator: ",").compactMap { part in
            let pieces = part.filter { $0 != " " && $0 != "\t" }.lowercased().split(separator: ";")
            let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
            return pieces.first.map { (String($0), quality.map { Double($0) ?? .nan } ?? 1) }
        }
    }

    /// Returns true if an `Accept-Encoding` header accepts gzip by name or by `*`.
    static func acceptsGzip(_ header: String?) -> Bool {
        let items = items(header)
        let named = items.last { $0.name == "gzip" || $0.name == "x-gzip" }
        return (named ?? items.last { $0.name == "*" })?.weight ?? 0 != 0
    }
}

/// A `Content-Disposition` header, which makes a browser display or save a file.
///
/// Source: RFC 6266; RFC 8187, section 3.2 for the UTF-8 name.
struct ContentDisposition: Hashable, Sendable {
    /// True to save the file, false to display it.
    var isAttachment: Bool
    /// The file name, with any characters.
    var name: String

    /// Returns the file name in a header; nil without one.
    static func fileName(in header: String?) -> String? {
        let parameters = header.flatMap { HeaderValue($0) }?.parameters ?? [:]
        let encoded = parameters["filename*"]?.wholeMatch(of: /[^']*'[^']*'(.+)/)?.1
        return encoded?.removingPercentEncoding ?? parameters["filename"]
    }

    /// The header value, with the name in ASCII for old clients and in UTF-8.
    var text: String {
        "\(isAttachment ? "attachment" : "inline"); filename=\"\(plainName)\"; "
            + "filename*=UTF-8''\(encodedName)"
    }

    /// The name without dangerous characters: path separators, control characters, and direction
    /// marks, which can disguise the file extension.
    private var safeName: String {
        let others = Set("/\\\"\u{200E}\u{200F}\u{61C}".unicodeScalars)
        let safe = name.unicodeScalars.map { scalar in
            others.contains(scalar) || DisplayText.isDangerous(scalar) ? "_" : scalar
        }
        return String(String.UnicodeScalarView(safe))
    }

    /// The name in ASCII: diacritics are removed, and all other characters are replaced by
    /// underscores.
    ///
    /// The percent sign is also replaced, as some clients decode it here.
    private var plainName: String {
        var text = ""
        for scalar in safeName.decomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: continue
            default: text.unicodeScalars.append(scalar.isASCII && scalar != "%" ? scalar : "_")
            }
        }
        return text.isEmpty ? "_" : text
    }

    private var encodedName: String {
        PercentEncoding.encoded(safeName) { byte in
            // The characters of `attr-char`.
            byte.isLetterOrDigit || "!#$&+-.^_`|~".utf8.contains(byte)
        }
    }
}

/// Parses and formats cookies.
///
/// Source: RFC 6265bis, sections 4.1 and 4.2.
enum BrowserCookie {
    /// Returns the value of the first cookie with a name; nil if it is missing, empty or longer
    /// than 64 bytes.
    static func value(_ name: String, in headers: HTTPFields) -> String? {
        values(name, in: headers).first.flatMap { (1...64).contains($0.utf8.count) ? $0 : nil }
    }

    /// Returns the values of all cookies with a name; cookies for several paths may have the same
    /// name.
    static func values(_ name: String, in headers: HTTPFields) -> [String] {
        let pairs = headers[values: .cookie].flatMap { line in line.split(separator: ";") }
        return pairs.compactMap { pair -> String? in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(name + "=") ? String(pair.dropFirst(name.count + 1)) : nil
        }
    }

    /// Returns the header that sets a cookie for some seconds; 0 deletes it.
    ///
    /// Scripts cannot read the cookie, and cross-site requests include it only when a user follows
    /// a link.
    ///
    /// - Parameter path: the path prefix of requests that include the cookie.
    static func header(
        _ name: String, _ value: String, at path: String = "/", seconds: Int, _ client: Client
    ) -> String {
        "\(name)=\(value); Path=\(path); Max-Age=\(seconds); HttpOnly; SameSite=Lax"
            + (client.isSecure ? "; Secure" : "")
    }
}
