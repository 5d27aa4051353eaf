import Foundation

/// A secret that cannot be guessed: 256 random bits as 43 letters, digits, `-` and `_`.
///
/// Only its digest is stored. One of so many bits needs no slow hash.
package struct SecretToken: Hashable, Sendable {
    /// The secret, to be told once.
    package let text: String

    /// Makes a new one.
    package init() {
        text = Base64URL.text(RandomBytes.make(32))
    }

    /// What is stored of a secret, as hexadecimal digits.
    ///
    /// - Parameter binding: what has to be the same when the digest is made again; empty for nothing.
    package static func digest(of text: String, boundTo binding: String = "") -> String {
        // No secret that was made here holds a NUL.
        FileDigest(of: binding.isEmpty ? text : text + "\0" + binding).hexadecimal
    }
}

/// Bytes that nobody can foresee, from the system.
package enum RandomBytes {
    /// Makes so many.
    package static func make(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

/// Bytes as text for addresses and headers: base64url without padding.
///
/// Source: RFC 4648, section 5.
package enum Base64URL {
    /// The text of bytes.
    package static func text(_ bytes: [UInt8]) -> String {
        String(
            Data(bytes).base64EncodedString().compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }

    /// The bytes of a text; nil for what is none.
    package static func bytes(_ text: String) -> [UInt8]? {
        let isPlain = text.utf8.allSatisfy { byte in
            Character(UnicodeScalar(byte)).isLetter && byte < 128
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard isPlain else { return nil }
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard + padding).map(Array.init)
    }
}
