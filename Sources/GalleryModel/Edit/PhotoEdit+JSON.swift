import Basics
import Foundation

/// An error in the JSON form or the values of an edit.
package enum PhotoEditError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is not a valid edit, for the given reason.
    case unreadable(reason: String)
    /// The edit was written by a newer version.
    case newer(version: Int)
    /// A value is out of range; `range` describes the allowed values.
    case outOfRange(key: String, value: String, range: String)

    /// The message for the user.
    package var description: String {
        switch self {
        case .unreadable(let reason): "not an edit recipe: \(reason)"
        case .newer(let version):
            "edit recipe version \(version) is not supported (the newest supported is "
                + "\(PhotoEdit.version)): install a newer version of gallery"
        case .outOfRange(let key, let value, let range):
            "invalid \(key) '\(value)' in the edit recipe: use \(range)"
        }
    }
}

extension PhotoEdit {
    /// Parses the JSON form and checks every value.
    ///
    /// - Throws: `PhotoEditError` if the text is not a valid edit, was written by a newer version,
    ///   or has a value out of range.
    package init(json: some Sequence<UInt8>) throws(PhotoEditError) {
        let data = Data(json)
        do {
            if let head = try? JSONText.decode(Head.self, from: data),
                head.version > PhotoEdit.version
            {
                throw PhotoEditError.newer(version: head.version)
            }
            self = try JSONText.decode(PhotoEdit.self, from: data)
        } catch let error as PhotoEditError {
            throw error
        } catch let error as DecodingError {
            throw .unreadable(reason: PhotoEditFault.reason(of: error, in: data))
        } catch {
            throw .unreadable(reason: "it is not a JSON object")
        }
        try check()
    }

    /// The canonical JSON form: sorted keys without default values, so that equal edits give equal
    /// text.
    public var json: String {
        // Encoding fails only for numbers that are not finite, which `check` rejects.
        (try? JSONText.encode(self)) ?? "{\"version\":1}"
    }

    /// Checks every value.
    ///
    /// - Throws: `PhotoEditError.outOfRange` for the first invalid value.
    package func check() throws(PhotoEditError) {
        guard [0, 90, 180, 270].contains(rotation) else {
            throw .outOfRange(
                key: "rotation", value: "\(rotation)", range: "0, 90, 180 or 270 degrees")
        }
        guard (-45...45).contains(straightening) else {
            throw .outOfRange(
                key: "straightening", value: "\(straightening)", range: "-45 to 45 degrees")
        }
        guard (1...PhotoEdit.maximumZoom).contains(zoom) else {
            throw .outOfRange(
                key: "zoom", value: "\(zoom)", range: "1 to \(Int(PhotoEdit.maximumZoom))")
        }
        if let crop {
            let edges = [crop.x, crop.y, crop.x + crop.width, crop.y + crop.height]
            // Tolerates rounding errors of values computed from pixels.
            guard edges.allSatisfy({ (-1e-9...1 + 1e-9).contains($0) }), crop.width > 0,
                crop.height > 0
            else {
                throw .outOfRange(
                    key: "crop",
                    value: "\(crop.x),\(crop.y),\(crop.width),\(crop.height)",
                    range: "a rectangle within the picture")
            }
        }
        if let center {
            guard (0...1).contains(center.x), (0...1).contains(center.y) else {
                throw .outOfRange(
                    key: "center", value: "\(center.x),\(center.y)",
                    range: "a point within the picture")
            }
        }
        for (key, side) in [("square", square), ("longestSide", longEdge)] {
            guard let side, !(1...PhotoEdit.maximumSide).contains(side) else { continue }
            throw .outOfRange(
                key: key, value: "\(side)", range: "1 to \(PhotoEdit.maximumSide) pixels")
        }
        guard effects.count <= PhotoEdit.maximumEffects else {
            throw .outOfRange(
                key: "list of effects", value: "\(effects.count) effects",
                range: "at most \(PhotoEdit.maximumEffects)")
        }
    }

    private struct Head: Decodable {
        var version: Int
    }
}

extension PhotoEdit: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case version, rotation, mirrored, straightening, crop, zoom, center, square
        case longEdge = "longestSide"
        case effects
    }

    /// The key names of the JSON form.
    static var keys: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// Decodes the JSON form; unknown keys are rejected because they would be lost.
    public init(from decoder: any Decoder) throws {
        try PhotoEditFault.refuseUnknownKeys(in: decoder)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let version = try values.decode(Int.self, forKey: .version)
        guard version == PhotoEdit.version else {
            throw PhotoEditError.outOfRange(
                key: "version", value: "\(version)", range: "\(PhotoEdit.version)")
        }
        self.init()
        rotation = try values.decodeIfPresent(Int.self, forKey: .rotation) ?? 0
        isMirrored = try values.decodeIfPresent(Bool.self, forKey: .mirrored) ?? false
        straightening = try values.decodeIfPresent(Double.self, forKey: .straightening) ?? 0
        crop = try values.decodeIfPresent(RelativeRectangle.self, forKey: .crop)
        zoom = try values.decodeIfPresent(Double.self, forKey: .zoom) ?? 1
        center = try values.decodeIfPresent(RelativePoint.self, forKey: .center)
        square = try values.decodeIfPresent(Int.self, forKey: .square)
        longEdge = try values.decodeIfPresent(Int.self, forKey: .longEdge)
        effects = try values.decodeIfPresent([AppliedEffect].self, forKey: .effects) ?? []
    }

    /// Encodes the JSON form: the version and all values that differ from their defaults.
    public func encode(to encoder: any Encoder) throws {
        try simplified.write(to: encoder)
    }

    private func write(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(PhotoEdit.version, forKey: .version)
        if rotation != 0 { try values.encode(rotation, forKey: .rotation) }
        if isMirrored { try values.encode(true, forKey: .mirrored) }
        if straightening != 0 { try values.encode(straightening, forKey: .straightening) }
        try values.encodeIfPresent(crop, forKey: .crop)
        if zoom != 1 { try values.encode(zoom, forKey: .zoom) }
        try values.encodeIfPresent(center, forKey: .center)
        try values.encodeIfPresent(square, forKey: .square)
        try values.encodeIfPresent(longEdge, forKey: .longEdge)
        if !effects.isEmpty { try values.encode(effects, forKey: .effects) }
    }
}

/// Describes errors in the JSON form of an edit: the key, its value and the allowed values.
enum PhotoEditFault {
    /// Returns the reason for a decoding error.
    static func reason(of error: DecodingError, in data: Data) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            let keyPath = keyPath(of: context.codingPath + [key])
            return "'\(keyPath)' is missing"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            return reason(context, wanted(for: type), data)
        case .dataCorrupted(let context):
            // Only numbers can have the right type and an invalid value; Foundation does not report
            // their key.
            return broken(data) ?? reason(context, "a number", data)
        @unknown default: return "it cannot be read"
        }
    }

    /// Rejects keys that an edit does not have, because they would be lost.
    static func refuseUnknownKeys(in decoder: any Decoder) throws {
        let edit = try decoder.container(keyedBy: AnyKey.self)
        try check(edit, PhotoEdit.keys, "")
        for (key, keys) in [("crop", ["x", "y", "width", "height"]), ("center", ["x", "y"])] {
            // Decoding rejects values that are not objects.
            guard let part = try? edit.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(key))
            else { continue }
            try check(part, keys, "\(key).")
        }
        guard var effects = try? edit.nestedUnkeyedContainer(forKey: AnyKey("effects")) else {
            return
        }
        var index = 0
        while !effects.isAtEnd, let effect = try? effects.nestedContainer(keyedBy: AnyKey.self) {
            try check(effect, ["name", "intensity"], "effects[\(index)].")
            index += 1
        }
    }

    private static func check(
        _ container: KeyedDecodingContainer<AnyKey>, _ keys: [String], _ keyPath: String
    ) throws {
        for key in container.allKeys.map(\.stringValue).sorted() where !keys.contains(key) {
            throw PhotoEditError.unreadable(
                reason: "unknown key '\(keyPath)\(key)'; the known keys are "
                    + keys.joined(separator: ", "))
        }
    }

    private static func reason(
        _ context: DecodingError.Context, _ wanted: String, _ data: Data
    ) -> String {
        let whole = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        let value = context.codingPath.reduce(whole) { value, key in
            if let index = key.intValue {
                let list = value as? [Any] ?? []
                return list.indices.contains(index) ? list[index] : nil
            }
            return (value as? [String: Any])?[key.stringValue]
        }
        guard !context.codingPath.isEmpty else {
            guard let value else { return "it is not a JSON object" }
            return "it is \(text(of: value)), not a JSON object"
        }
        let keyPath = keyPath(of: context.codingPath)
        guard let value else {
            return "'\(keyPath)' must be \(wanted), but its value cannot be read"
        }
        return "'\(keyPath)' must be \(wanted), not \(text(of: value))"
    }

    /// Returns the error for the first key with a fraction that must be a whole number.
    private static func broken(_ data: Data) -> String? {
        guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            return nil
        }
        for key in ["version", "rotation", "square", "longestSide"] {
            guard let number = object[key] as? NSNumber, Int(exactly: number.doubleValue) == nil
            else { continue }
            return "'\(key)' must be a whole number, not \(number)"
        }
        return "a number is too large"
    }

    private static func keyPath(of path: [any CodingKey]) -> String {
        path.reduce("") { text, key in
            if let index = key.intValue { return "\(text)[\(index)]" }
            return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
        }
    }

    private static func wanted(for type: any Any.Type) -> String {
        if type == Int.self { return "a whole number" }
        if type == Double.self { return "a number" }
        if type == Bool.self { return "true or false" }
        if type == String.self { return "a text" }
        return type == [Any].self ? "a list" : "an object (see docs/edits.md)"
    }

    private static func text(of value: Any) -> String {
        switch value {
        case is NSNull: "null"
        case is [Any]: "a list"
        case is [String: Any]: "an object"
        case let text as String: "the text '\(text.prefix(40))'"
        // JSONSerialization represents Booleans as NSNumber with a distinct objCType.
        case let number as NSNumber where "cB".contains(String(cString: number.objCType)):
            number.boolValue ? "true" : "false"
        default: "\(value)"
        }
    }
}

/// A key with any name.
private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
