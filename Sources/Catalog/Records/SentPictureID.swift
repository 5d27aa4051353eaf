import Basics
import Foundation

/// What the catalog knows a picture by that somebody sent: whose it is, its bytes, and what it was sent as, as
/// `/ACCOUNT/SHA256-TEXTS`.
///
/// One that waits to be published has no texts yet; when it is, the number of that change stands there.
package enum SentPictureID {
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
        return id + "-" + FileDigest(of: said).hexadecimal.prefix(16)
    }

    /// Whether an id `p.originID` of `photo` is that of a picture that waits.
    static let isWaiting = """
        p.origin = 'campaign' AND p.originID >= '/' AND p.originID < '0' AND instr(p.originID, '-') = 0
        """
}
