import Basics
import Foundation
import GalleryModel

/// What the API tells of a share link.
enum ShareLinkDocument {
    /// The object.
    static func value(_ link: ShareLink) -> JSONValue { .object(members(link)) }

    /// The members of the object.
    static func members(_ link: ShareLink) -> [(key: String, value: JSONValue)] {
        var section: String?
        var photos: Int?
        switch link.subject {
        case .section(let reference): section = reference?.text
        case .photos(let count): photos = count
        }
        return [
            ("id", .number(Double(link.id))), ("section", JSONValue(section)),
            ("photos", JSONValue(photos)), ("originals", .flag(link.gift.originals)),
            ("metadata", .flag(link.gift.metadata)), ("password", .flag(link.hasPassword)),
            ("state", .text(state(of: link))), ("createdAt", JSONValue(link.dateCreated)),
            ("expires", JSONValue(link.dateExpires)),
            ("openings", .number(Double(link.openings))), ("openedAt", JSONValue(link.dateOpened)),
        ]
    }

    /// Whether a link gives anything now, in a word.
    static func state(of link: ShareLink) -> String {
        guard link.isValid(at: Date()) else { return "expired" }
        return link.subject == .section(nil) ? "gone" : "valid"
    }
}
