import Basics
import Foundation

/// Says why an edit cannot be used.
public enum PhotoEditError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is no edit, for the reason given.
    case unreadable(reason: String)
    /// A newer program wrote it.
    case newer(version: Int)
    /// A value is out of its range: its key, the value and what it may be.
    case outOfRange(key: String, value: String, range: String)

    /// The message for a person to read.
    public var description: String {
        switch self {
        case .unreadable(let reason): "it is no edit recipe: \(reason)"
        case .newer(let version):
            "it is an edit recipe of version \(version) and this program knows up to "
                + "\(PhotoEdit.version): install a newer gallery"
        case .outOfRange(let key, let value, let range):
            "'\(value)' is no \(key) of an edit recipe: give \(range)"
        }
    }
}

extension PhotoEdit {
    /// Reads the JSON form and checks every value.
    ///
    /// - Throws: `PhotoEditError` where the text is no edit, a newer one, or a value is out of range.
    public init(json: some Sequence<UInt8>) throws(PhotoEditError) {
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
            throw .unreadable(reason: "it is no JSON object")
        }
        try check()
    }

    /// The JSON form: sorted keys, only what changes something; the same edit gives the same text.
    public var json: String {
        // Every value is a finite number once it was checked.
        (try? JSONText.encode(self)) ?? "{\"version\":1}"
    }

    /// Checks every value.
    ///
    /// - Throws: `PhotoEditError.outOfRange` for the first one that makes no sense.
    public func check() throws(PhotoEditError) {
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
            // Room for the rounding of what was computed from pixels.
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
        for (key, side) in [("square", square), ("longestSide", longestSide)] {
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
        case version, rotation, mirrored, straightening, crop, zoom, center, square, longestSide
        case effects
    }

    /// The names of the JSON form's keys.
    static var keys: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// Reads the JSON form; a key that it does not have is refused, because it would be lost.
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
        longestSide = try values.decodeIfPresent(Int.self, forKey: .longestSide)
        effects = try values.decodeIfPresent([AppliedEffect].self, forKey: .effects) ?? []
    }

    /// Writes the JSON form: the version, and only what changes something.
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
        try values.encodeIfPresent(longestSide, forKey: .longestSide)
        if !effects.isEmpty { try values.encode(effects, forKey: .effects) }
    }
}
