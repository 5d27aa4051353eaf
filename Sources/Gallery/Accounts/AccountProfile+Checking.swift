import Basics
import Foundation
import GalleryModel

extension AccountProfile {
    /// The profile as it is stored: in composed form, empty texts left out.
    ///
    /// - Throws: `usage` for a text that is too long or has a control character, and for what is no address of mail.
    func checked() throws(GalleryError) -> AccountProfile {
        var profile = self
        profile.firstName = try Self.line(firstName, "first name")
        profile.lastName = try Self.line(lastName, "last name")
        profile.level = try Self.line(level, "level")
        profile.bio = try Self.text(bio)
        profile.email = try Self.line(email, "email", atMost: 254)
        if let email = profile.email {
            // Whether there is one is known to its server alone.
            let sides = email.split(separator: "@", omittingEmptySubsequences: false)
            guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty,
                !email.contains(where: \.isWhitespace)
            else {
                throw Self.invalid(
                    "email", email, "an address such as eva@example.org")
            }
        }
        return profile
    }

    private static func line(
        _ text: String?, _ name: String, atMost most: Int = 100
    ) throws(GalleryError) -> String? {
        guard let text else { return nil }
        let line = SectionReference.normalized(text)
        guard line.count <= most, line.utf8.count <= 4 * most, isPlain(line) else {
            throw invalid(name, text, "at most \(most) characters in one line")
        }
        return line.isEmpty ? nil : line
    }

    private static func text(_ text: String?) throws(GalleryError) -> String? {
        guard let text else { return nil }
        let most = 2000
        let kept = text.precomposedStringWithCanonicalMapping
        let isPlain = isPlain(kept.filter { !$0.isNewline && $0 != "\t" })
        guard kept.count <= most, kept.utf8.count <= 4 * most, isPlain else {
            throw invalid("bio", text, "at most \(most) characters")
        }
        return kept.allSatisfy(\.isWhitespace) ? nil : kept
    }

    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    private static func invalid(
        _ name: String, _ text: String, _ expected: String
    ) -> GalleryError {
        GalleryError(
            .usage,
            "invalid \(name) '\(DisplayText.truncated(text, to: 60))': expected \(expected)")
    }
}
