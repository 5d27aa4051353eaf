import Basics
public import Foundation
public import GalleryModel

/// How a share link is made.
public struct ShareLinkOptions: Hashable, Sendable {
    /// What is given of the photos.
    public var gift = ShareGift()
    /// The password that is asked for; nil for none.
    public var password: String?
    /// When the link ends; nil for never.
    public var expires: Date?

    /// Makes the usual options: smaller copies that tell nothing of a person's own, for ever, to whoever has the
    /// address.
    public init() {}
}

/// A share link just made, with what is told this once.
public struct NewShareLink: Hashable, Sendable {
    /// The link.
    public let link: ShareLink
    /// The secret, 256 bits as 43 letters, digits, `-` and `_`; kept nowhere.
    public let secret: String

    /// The path of its address on a server of the gallery.
    public var path: String { "/shared/\(secret)" }
}

extension ShareLinkOptions {
    /// Reads an instant in ISO 8601, such as `2027-01-01T00:00:00Z`; nil for what is none.
    package static func instant(_ text: String) -> Date? {
        guard text.utf8.count <= 40, text.contains("T") else { return nil }
        // A 30 February is read as some day of March: the clock has to say what was written.
        let clock = String(text.prefix(19))
        guard let read = try? Date.ISO8601FormatStyle().parse(clock + "Z"),
            CivilDate(unixSeconds: read.unixSeconds).text(between: "T") == clock
        else { return nil }
        return try? Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
            .parse(text)
    }
}
