import Foundation

/// A random secret of 256 bits as 43 letters, digits, `-` and `_`.
///
/// Only its digest is stored. With so many bits, a fast hash is safe.
package struct SecretToken: Hashable, Sendable {
    /// The secret; shown only once.
    package let text: String

    /// Creates a random secret.
    package init() { text = Base64URL.text(RandomBytes.make(32)) }

    /// Returns the digest stored for a secret, as hexadecimal digits.
    ///
    /// - Parameter binding: context that must match when the digest is verified; empty for none.
    package static func digest(of text: String, boundTo binding: String = "") -> String {
        // Generated secrets contain no NUL.
        FileDigest(of: binding.isEmpty ? text : text + "\0" + binding).hexadecimal
    }
}

/// Cryptographically secure random bytes from the system.
package enum RandomBytes {
    /// Returns `count` random bytes.
    package static func make(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

/// Base64url without padding, for URLs and headers.
///
/// Source: RFC 4648, section 5.
package enum Base64URL {
    /// Encodes bytes.
    package static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    /// Decodes a text; nil if it is invalid.
    package static func bytes(_ text: String) -> [UInt8]? {
        let isPlain = text.utf8.allSatisfy { byte in
            byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard isPlain else { return nil }
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard + padding).map(Array.init)
    }
}
