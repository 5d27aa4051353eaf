import Basics
import Foundation
import GalleryModel

/// The type of a setting: its syntax, limits and conversions.
struct SettingKind<Value: Sendable>: Sendable {
    /// The form of the value in the environment and in the configuration file.
    let form: SettingDefinition.Form
    /// The allowed values, for messages and the documentation.
    let allowed: String
    /// The members of the JSON schema, without the default.
    let schema: String
    /// Converts a JSON value; nil if it is not allowed.
    let parse: @Sendable (JSONValue) -> Value?
    /// Formats a value as in the environment; empty for none.
    let text: @Sendable (Value) -> String
}

extension SettingKind {
    /// A string in JSON.
    ///
    /// - Parameter parse: returns nil for invalid text.
    private static func string(
        _ allowed: String, form: SettingDefinition.Form = .text,
        schema: String = #""type": ["string", "null"]"#,
        text: @escaping @Sendable (Value) -> String, parse: @escaping @Sendable (String) -> Value?
    ) -> Self {
        Self(
            form: form, allowed: allowed, schema: schema,
            parse: { $0.string.flatMap(parse) }, text: text)
    }

    private static func choice(
        of words: [String], text: @escaping @Sendable (Value) -> String,
        parse: @escaping @Sendable (String) -> Value?
    ) -> Self {
        let quoted = words.map(JSONText.quoted).joined(separator: ", ")
        return string(
            "one of " + words.joined(separator: ", "), schema: #""enum": [\#(quoted)]"#, text: text
        ) { parse($0.lowercased()) }
    }
}

extension SettingKind where Value: RawRepresentable<String> & CaseIterable {
    /// One of several words.
    static var choice: Self {
        choice(of: Value.allCases.map(\.rawValue), text: \.rawValue) { Value(rawValue: $0) }
    }
}

extension SettingKind<FaceDetectorName?> {
    /// A face detector, or `auto` for none.
    static var detector: Self {
        choice(
            of: ["auto"] + FaceDetectorName.allCases.map(\.rawValue),
            text: { $0?.rawValue ?? "auto" }
        ) { word in
            word == "auto" ? .some(nil) : FaceDetectorName(rawValue: word).map(Optional.some)
        }
    }
}

extension SettingKind<String> {
    /// An absolute http or https URL.
    static var url: Self {
        string(
            "an http or https URL",
            schema: #""type": "string", "format": "uri", "pattern": "^https?://""#, text: { $0 }
        ) { isWebURL($0) ? $0 : nil }
    }
}

extension SettingKind<String?> {
    /// A string that fulfills a condition, or none.
    private static func line(
        _ allowed: String, schema: String = "", _ isAllowed: @escaping @Sendable (String) -> Bool
    ) -> Self {
        string(
            allowed, schema: #""type": ["string", "null"]"# + schema, text: { $0 ?? "" }
        ) { isAllowed($0) ? .some($0) : nil }
    }

    /// Secret text; empty text is none.
    static var secret: Self {
        string("text", form: .secret, text: { $0 ?? "" }) { text in
            let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            if text.utf8.contains(where: { $0 <= 32 || $0 == 127 }) { return nil }
            return .some(text.isEmpty ? nil : text)
        }
    }

    /// An absolute http or https URL, or none.
    static var optionalURL: Self {
        line(
            "an http or https URL", schema: #", "format": "uri", "pattern": "^https?://""#,
            isWebURL)
    }

    /// An absolute http or https URL with `{z}`, `{x}` and `{y}` in its path or query, or none.
    static var tiles: Self {
        line(
            "an http or https URL with {z}, {x} and {y} after the host",
            schema: #", "pattern": "^https?://[^/{}]+/.*[{][xyz][}]""#
        ) { TileTemplate(text: $0) != nil }
    }

    /// A line of text, or none.
    static var line: Self {
        line("a line of at most 500 bytes") { $0.utf8.count <= 500 && !$0.hasControls() }
    }
}

extension SettingKind<Coordinate?> {
    /// A position, `LAT,LON` in decimal degrees, or none.
    static var coordinate: Self {
        string(
            "a position, LAT,LON in decimal degrees (latitude -90...90, longitude -180...180)",
            schema: #""type": ["string", "null"], "pattern": "^[-+0-9. ]+,[-+0-9. ]+$""#,
            text: { coordinate in
                let numbers = coordinate.map { [$0.latitude, $0.longitude] } ?? []
                return numbers.map(\.plainText).joined(separator: ",")
            }
        ) { Coordinate(text: $0).map(Optional.some) }
    }
}

extension SettingKind<BytePath?> {
    /// A folder, or none.
    static var folder: Self {
        string(
            "a folder", form: .folder,
            schema: #""type": ["string", "null"], "pattern": "^(/|~/|~$)""#,
            text: { $0?.escaped ?? "" }
        ) { $0.isEmpty ? nil : .some(BytePath($0)) }
    }
}

extension SettingKind<[String]> {
    private static func list(
        _ allowed: String, form: SettingDefinition.Form = .texts, schema: String = "",
        _ isAllowed: @escaping @Sendable (String) -> Bool
    ) -> Self {
        Self(
            form: form, allowed: allowed,
            schema: #""type": "array", "items": { "type": "string"\#(schema) }"#,
            parse: { value in
                let texts = value.items?.map { item in
                    item.string.map { text in
                        form == .assignments
                            ? text.filter { !$0.isWhitespace }
                            : text.trimmingCharacters(in: .whitespaces)
                    }
                }
                guard let texts, texts.allSatisfy({ $0.map(isAllowed) == true }) else { return nil }
                return texts.compactMap { $0 }
            }, text: { $0.joined(separator: ",") })
    }

    /// IP addresses and networks.
    static var networks: Self {
        list("a list of IP addresses and networks, such as 10.0.0.0/8") {
            IPNetwork(text: $0) != nil
        }
    }

    /// Hosts.
    static var hosts: Self {
        list("a list of hosts") { host in
            let isValid = { (byte: UInt8) in
                byte > 32 && byte != 127 && !"/@?#,\\'\"".utf8.contains(byte)
            }
            return !host.isEmpty && host.utf8.allSatisfy(isValid)
        }
    }

    /// Answers of the form `area=COUNTRY`.
    static var assignments: Self {
        list(
            "a list of area=COUNTRY, such as crimea=UA", form: .assignments,
            schema: #", "pattern": "^[a-z-]+=[A-Za-z]{2}$""#
        ) { text in
            let parts = text.split(separator: "=", omittingEmptySubsequences: false)
            return parts.count == 2 && !parts[0].isEmpty && parts[1].count == 2
                && parts[1].utf8.allSatisfy { Character(UnicodeScalar($0)).isLetter }
        }
    }
}

extension SettingKind<Int> {
    /// A whole number.
    static func integer(_ range: ClosedRange<Int>) -> Self {
        let (minimum, maximum) = (range.lowerBound, range.upperBound)
        return Self(
            form: .integer, allowed: "a whole number, \(minimum) to \(maximum)",
            schema: #""type": "integer", "minimum": \#(minimum), "maximum": \#(maximum)"#,
            parse: { value in
                value.double.flatMap(Int.init(exactly:)).flatMap { range.contains($0) ? $0 : nil }
            }, text: { String($0) })
    }
}

extension SettingKind<[Int]> {
    /// The maximum number of items in a list of numbers.
    private static var maximumCount: Int { 16 }

    /// Whole numbers, each once and the smallest first.
    static func integers(_ range: ClosedRange<Int>) -> Self {
        let (minimum, maximum) = (range.lowerBound, range.upperBound)
        return Self(
            form: .integers,
            allowed: "distinct whole numbers, \(minimum) to \(maximum), comma-separated, "
                + "at most \(maximumCount)",
            schema: #""type": "array", "items": { "type": "integer", "minimum": \#(minimum), "#
                + #""maximum": \#(maximum) }, "minItems": 1, "maxItems": \#(maximumCount), "#
                + #""uniqueItems": true"#,
            parse: { value in
                guard let items = value.items, (1...maximumCount).contains(items.count) else {
                    return nil
                }
                let numbers = Set(items.compactMap { $0.double.flatMap(Int.init(exactly:)) })
                guard numbers.count == items.count, numbers.allSatisfy(range.contains) else {
                    return nil
                }
                return numbers.sorted()
            }, text: { $0.map(String.init).joined(separator: ",") })
    }
}

extension SettingKind<Double> {
    /// A number of seconds.
    static func seconds(_ range: ClosedRange<Double>) -> Self {
        let minimum = range.lowerBound.plainText
        let maximum = range.upperBound.plainText
        return Self(
            form: .decimal, allowed: "a number of seconds, \(minimum) to \(maximum)",
            schema: #""type": "number", "minimum": \#(minimum), "maximum": \#(maximum)"#,
            parse: { value in value.double.flatMap { range.contains($0) ? $0 : nil } },
            text: \.plainText)
    }
}

/// Returns true for an absolute http or https URL without a user, password or fragment.
private func isWebURL(_ text: String) -> Bool {
    !text.utf8.contains { $0 <= 32 || $0 == 127 || $0 == UInt8(ascii: "#") }
        && WebOrigin.parts(of: text) != nil
}

/// The URL template of map tiles: `{z}`, `{x}` and `{y}` are zoom, column and row.
///
/// Source: OpenStreetMap wiki, Slippy map tilenames.
package struct TileTemplate: Hashable, Sendable {
    /// The URL with placeholders.
    package let text: String
    /// Scheme, host and port, as a source in a Content-Security-Policy.
    package let origin: String

    /// Parses a template; nil if it is not an http or https URL, or if a placeholder is missing or
    /// in the host.
    package init?(text: String) {
        var address = text
        for placeholder in ["{z}", "{x}", "{y}"] {
            guard let range = address.firstRange(of: placeholder) else { return nil }
            address.replaceSubrange(range, with: "0")
        }
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        // The part between the slashes is the host, which is copied to the policy.
        guard parts.count == 4, isWebURL(address),
            parts[2].utf8.allSatisfy({ byte in
                byte < 128
                    && (Character(UnicodeScalar(byte)).isLetter
                        || Character(UnicodeScalar(byte)).isNumber || ".-:[]".utf8.contains(byte))
            })
        else { return nil }
        self.text = text
        origin = parts.prefix(3).joined(separator: "/").lowercased()
    }
}

extension PhotoGallery {
    /// The map tile server; nil for none.
    package var tiles: TileTemplate? { settings.serve.tiles.flatMap(TileTemplate.init(text:)) }

    /// The attribution of the map tiles; nil for none.
    package var tilesCredit: String? { settings.serve.tilesCredit }
}
