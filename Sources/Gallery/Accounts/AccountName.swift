import GalleryModel

/// Checks the names of accounts and tokens.
enum AccountName {
    /// The most characters of a name.
    static let longest = 100

    /// A name as it is stored: one blank between words, in composed form.
    ///
    /// - Parameter noun: what it is the name of.
    /// - Throws: `usage` for one that is empty, too long, or has a slash or a control character.
    static func checked(_ text: String, of noun: String) throws(GalleryError) -> String {
        let name = SectionReference.normalized(text)
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            scalar.properties.generalCategory != .control
                && scalar.properties.generalCategory != .format && scalar != "/"
        }
        guard isPlain, (1...longest).contains(name.count), name.utf8.count <= 4 * longest else {
            throw GalleryError(
                .usage,
                "invalid \(noun) name '\(name)': expected 1 to \(longest) characters without '/'")
        }
        return name
    }
}
