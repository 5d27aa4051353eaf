package import Basics

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

extension PhotoEditError {
    /// Checks a value.
    ///
    /// - Throws: `outOfRange` if it is not valid.
    fileprivate static func check(
        _ isValid: Bool, _ key: String, _ value: Any, _ range: String
    ) throws(PhotoEditError) {
        if !isValid { throw .outOfRange(key: key, value: "\(value)", range: range) }
    }
}

extension PhotoEdit {
    /// Parses the JSON form and checks every value.
    ///
    /// - Throws: `PhotoEditError` if the text is not a valid edit, was written by a newer version,
    ///   or has a value out of range.
    package init(json: some Sequence<UInt8>) throws(PhotoEditError) {
        let value: JSONValue
        do throws(JSONSyntaxError) { value = try JSONValue(Array(json)) } catch {
            throw .unreadable(reason: error.offset == 0 ? "it is not a JSON object" : error.message)
        }
        try self.init(value)
    }

    /// Reads the JSON form and checks every value.
    ///
    /// - Throws: `PhotoEditError`, as for `init(json:)`.
    package init(_ value: JSONValue) throws(PhotoEditError) {
        if let version = value["version"]?.whole, version > PhotoEdit.version {
            throw .newer(version: version)
        }
        let edit = try EditMembers(value, at: "", PhotoEdit.keys)
        let version = try edit.required("version", "a whole number", \.whole)
        try PhotoEditError.check(
            version == PhotoEdit.version, "version", version, "\(PhotoEdit.version)")
        self.init()
        rotation = try edit.optional("rotation", "a whole number", \.whole) ?? 0
        isMirrored = try edit.optional("mirrored", "true or false", \.flag) ?? false
        straightening = try edit.optional("straightening", "a number", \.double) ?? 0
        if let part = try edit.part("crop", ["x", "y", "width", "height"]) {
            crop = RelativeRectangle(
                x: try part.number("x"), y: try part.number("y"), width: try part.number("width"),
                height: try part.number("height"))
        }
        zoom = try edit.optional("zoom", "a number", \.double) ?? 1
        if let part = try edit.part("center", ["x", "y"]) {
            center = RelativePoint(x: try part.number("x"), y: try part.number("y"))
        }
        square = try edit.optional("square", "a whole number", \.whole)
        longEdge = try edit.optional("longestSide", "a whole number", \.whole)
        for (index, item) in (try edit.optional("effects", "a list", \.items) ?? []).enumerated() {
            effects.append(try AppliedEffect(item, at: "effects[\(index)]"))
        }
        try check()
    }

    /// The keys of the JSON form.
    private static let keys = [
        "version", "rotation", "mirrored", "straightening", "crop", "zoom", "center", "square",
        "longestSide", "effects",
    ]

    /// The canonical JSON form: sorted keys without default values, so that equal edits give equal
    /// text.
    public var json: String { String(decoding: value.compact, as: UTF8.self) }

    /// The canonical JSON form as a value.
    package var value: JSONValue {
        let edit = simplified
        let effects = edit.effects.map {
            JSONValue([("intensity", $0.intensity), ("name", $0.name.rawValue)])
        }
        let members: [JSONMember] = [
            ("center", edit.center.map { JSONValue([("x", $0.x), ("y", $0.y)]) }),
            (
                "crop",
                edit.crop.map {
                    JSONValue([
                        ("height", $0.height), ("width", $0.width), ("x", $0.x), ("y", $0.y),
                    ])
                }
            ),
            ("effects", effects.isEmpty ? nil : effects), ("longestSide", edit.longEdge),
            ("mirrored", edit.isMirrored ? .flag(true) : JSONValue.null),
            ("rotation", edit.rotation == 0 ? nil : edit.rotation), ("square", edit.square),
            ("straightening", edit.straightening == 0 ? nil : edit.straightening),
            ("version", PhotoEdit.version), ("zoom", edit.zoom == 1 ? nil : edit.zoom),
        ]
        return .object(
            members.map { ($0.key, $0.value.json) }.filter {
                if case .null = $1 { false } else { true }
            })
    }

    /// Checks every value.
    ///
    /// - Throws: `PhotoEditError.outOfRange` for the first invalid value.
    package func check() throws(PhotoEditError) {
        try PhotoEditError.check(
            [0, 90, 180, 270].contains(rotation), "rotation", rotation, "0, 90, 180 or 270 degrees")
        try PhotoEditError.check(
            (-45...45).contains(straightening), "straightening", straightening,
            "-45 to 45 degrees")
        let zooms = 1...PhotoEdit.maximumZoom
        try PhotoEditError.check(
            zooms.contains(zoom), "zoom", zoom, "1 to \(Int(PhotoEdit.maximumZoom))")
        if let crop {
            // Tolerates rounding errors of values computed from pixels.
            let edges = [crop.x, crop.y, crop.x + crop.width, crop.y + crop.height]
            try PhotoEditError.check(
                edges.allSatisfy { (-1e-9...1 + 1e-9).contains($0) } && crop.width > 0
                    && crop.height > 0, "crop",
                "\(crop.x),\(crop.y),\(crop.width),\(crop.height)", "a rectangle within the picture"
            )
        }
        if let center {
            try PhotoEditError.check(
                (0...1).contains(center.x) && (0...1).contains(center.y), "center",
                "\(center.x),\(center.y)", "a point within the picture")
        }
        for case (let key, let side?) in [("square", square), ("longestSide", longEdge)] {
            try PhotoEditError.check(
                (1...PhotoEdit.maximumSide).contains(side), key, side,
                "1 to \(PhotoEdit.maximumSide) pixels")
        }
        try PhotoEditError.check(
            effects.count <= PhotoEdit.maximumEffects, "list of effects",
            "\(effects.count) effects", "at most \(PhotoEdit.maximumEffects)")
    }
}

extension PhotoEdit: Codable {
    /// Decodes the JSON form and checks every value.
    public init(from decoder: any Decoder) throws { try self.init(JSONValue(from: decoder)) }

    /// Encodes the JSON form: the version and all values that differ from their defaults.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension AppliedEffect {
    /// Decodes an effect; the intensity defaults to 1.
    public init(from decoder: any Decoder) throws {
        try self.init(JSONValue(from: decoder), at: "")
    }

    fileprivate init(_ value: JSONValue, at path: String) throws(PhotoEditError) {
        let effect = try EditMembers(value, at: path, ["name", "intensity"])
        let text = try effect.required("name", "a text", \.string)
        guard let name = EffectName(rawValue: text) else {
            throw .outOfRange(
                key: "effect", value: text,
                range: "one of " + EffectName.allCases.map(\.rawValue).joined(separator: ", "))
        }
        let intensity = try effect.optional("intensity", "a number", \.double) ?? 1
        try PhotoEditError.check((0...1).contains(intensity), "intensity", intensity, "0 to 1")
        self.init(name, intensity: intensity)
    }
}

/// The members of an object in the JSON form of an edit; errors include the path of the value.
private struct EditMembers {
    private let value: JSONValue
    /// The path of the members, such as `effects[0].`; empty for those of the edit.
    private let prefix: String

    /// Rejects values that are not objects and unknown keys, which would be lost.
    init(_ value: JSONValue, at path: String, _ keys: [String]) throws(PhotoEditError) {
        guard case .object(let members) = value else {
            let found = EditMembers.text(of: value)
            throw .unreadable(
                reason: path.isEmpty
                    ? "it is \(found), not a JSON object"
                    : "'\(path)' must be an object (see docs/edits.md), not \(found)")
        }
        self.value = value
        prefix = path.isEmpty ? "" : path + "."
        for key in members.map(\.key).sorted() where !keys.contains(key) {
            throw .unreadable(
                reason: "unknown key '\(prefix)\(key)'; the known keys are "
                    + keys.joined(separator: ", "))
        }
    }

    func required<Value>(
        _ key: String, _ wanted: String, _ read: (JSONValue) -> Value?
    ) throws(PhotoEditError) -> Value {
        guard let value = value[key] else {
            throw .unreadable(reason: "'\(prefix)\(key)' is missing")
        }
        guard let found = read(value) else {
            let text = EditMembers.text(of: value)
            throw .unreadable(reason: "'\(prefix)\(key)' must be \(wanted), not \(text)")
        }
        return found
    }

    /// Returns nil if the value is missing or null.
    func optional<Value>(
        _ key: String, _ wanted: String, _ read: (JSONValue) -> Value?
    ) throws(PhotoEditError) -> Value? {
        switch value[key] {
        case nil, .null?: nil
        default: try required(key, wanted, read)
        }
    }

    func number(_ key: String) throws(PhotoEditError) -> Double {
        try required(key, "a number", \.double)
    }

    func part(_ key: String, _ keys: [String]) throws(PhotoEditError) -> EditMembers? {
        guard let value = try optional(key, "an object", { $0 }) else { return nil }
        return try EditMembers(value, at: prefix + key, keys)
    }

    private static func text(of value: JSONValue) -> String {
        switch value {
        case .list: "a list"
        case .object: "an object"
        case .text(let text): "the text '\(text.prefix(40))'"
        case .null, .flag, .number, .raw: String(decoding: value.compact, as: UTF8.self)
        }
    }
}
