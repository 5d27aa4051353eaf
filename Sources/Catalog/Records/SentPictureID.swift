import Basics
import Foundation

/// What the catalog knows a picture by that somebody sent: whose it is, its bytes, and what it was sent as, as
/// `/ACCOUNT/SHA256-TEXTS`.
///
/// One that waits to be published has no texts yet; when it is, the number of that change stands there.
package enum SentPictureID {
    /// How many hexadecimal digits of the digest of the texts an id has.
    private static let digestLength = 16

    /// What the ids of an account's pictures begin with; nil for the owner without an account.
    package static func beginning(ofAccount id: Int64?) -> String { "/\(id ?? 0)/" }

    /// The id of a picture.
    ///
    /// - Parameters:
    ///   - account: whose it is; nil for the owner without an account.
    ///   - sha256: the digest of its bytes.
    ///   - texts: what was said of it, such as its name; empty while it waits.
    package static func text(account: Int64?, sha256: String, sentAs texts: [String]) -> String {
        let id = beginning(ofAccount: account) + sha256
        if texts.isEmpty { return id }
        let said = texts.map(\.precomposedStringWithCanonicalMapping).joined(separator: "\0")
        return id + "-" + FileDigest(of: said).hexadecimal.prefix(digestLength)
    }

    /// Whether an id `p.originID` of `photo` is that of a picture that was sent to a campaign of this gallery.
    static let isSent = "p.origin = 'campaign' AND p.originID >= '/' AND p.originID < '0'"

    /// Whether an id `p.originID` of `photo` is that of a picture that waits for texts.
    static let isWaiting = "\(isSent) AND instr(p.originID, '-') = 0"

    /// Whether an id `p.originID` of `photo` is that of a picture that is to be published: it waits for texts, or has
    /// some, as one of a form, and no number of a change behind them.
    static let isToBePublished = """
        \(isSent) AND instr(p.originID, '-') IN (0, length(p.originID) - \(digestLength))
        """
}
