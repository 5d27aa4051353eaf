import Foundation

/// Says what fills a section.
public enum SectionKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// The one section of imported photos.
    case camera
    /// The photos of one Flickr search term.
    case flickr
    /// What a query finds, under a name that a person gave.
    case album
    /// The photos of one person on a photo-share server, or what an account of this gallery shares.
    case share
    /// The posts of a campaign.
    case campaign
}

/// Names a section as a person types it: `camera`, `flickr:dogs`, or the bare name `dogs`.
public struct SectionReference: Hashable, Sendable {
    /// The kind before the colon; nil for a bare name.
    public let kind: SectionKind?
    /// The name, trimmed and in Unicode's composed form (NFC).
    public let name: String

    /// The section of imported photos.
    public static let camera = SectionReference(kind: .camera, name: SectionKind.camera.rawValue)

    /// Makes a reference to a section of a known kind.
    public init(kind: SectionKind?, name: String) {
        self.kind = kind
        self.name = SectionReference.normalized(name)
    }

    /// Reads a reference.
    ///
    /// A prefix that is no kind of section is part of a bare name.
    public init(text: String) {
        let trimmed = SectionReference.normalized(text)
        if trimmed == SectionKind.camera.rawValue {
            self = .camera
        } else if let colon = trimmed.firstIndex(of: ":"),
            let kind = SectionKind(rawValue: String(trimmed[..<colon])), kind != .camera
        {
            self.init(kind: kind, name: String(trimmed[trimmed.index(after: colon)...]))
        } else {
            self.init(kind: nil, name: trimmed)
        }
    }

    /// What two names are compared by: the normalised name without case.
    public var key: String { SectionReference.key(name) }

    /// The reference that names this section whatever else the catalog holds.
    public var text: String {
        guard let kind, kind != .camera else { return name }
        return "\(kind.rawValue):\(name)"
    }

    /// A term or name as it is stored: words joined by single spaces, in composed form (NFC).
    public static func normalized(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .precomposedStringWithCanonicalMapping
    }

    /// What two names are compared by: normalised, case folded.
    public static func key(_ text: String) -> String {
        normalized(text).folding(options: .caseInsensitive, locale: nil)
            .precomposedStringWithCanonicalMapping
    }
}

extension SectionReference: CustomStringConvertible {
    /// The unambiguous text form.
    public var description: String { text }
}
