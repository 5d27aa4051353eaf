import Basics
import Foundation
import Gallery
import GalleryModel
import Synchronization

/// Inserts the texts of a language into templates and scripts when they are loaded.
struct TranslatedText {
    /// An invalid text reference, which is a programming error.
    struct InvalidTextReference: Error, Hashable {
        /// The reason.
        let reason: String
    }

    private let table: [String: TableText]

    /// Creates an inserter for a language.
    init(_ language: PageLanguage) { table = language.texts }

    /// Replaces each `[[key]]` in a template by a text, and each `[[key name=TEMPLATE
    /// other=TEMPLATE]]` by a text whose placeholders are replaced by template fragments.
    ///
    /// - Throws: if a key does not exist or has plural forms, or if a placeholder is missing.
    func template(_ text: String) throws(InvalidTextReference) -> String {
        var made = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "[[") {
            made += rest[..<open.lowerBound]
            let inside = rest[open.upperBound...]
            guard let close = inside.firstRange(of: "]]") else {
                throw InvalidTextReference(reason: "'[[' without ']]'")
            }
            made += try markup(inside[..<close.lowerBound])
            rest = inside[close.upperBound...]
        }
        return made + rest
    }

    /// Replaces the key in each `say('key'…)` in a script by a text.
    ///
    /// The text is inserted as a string literal, or as an object of plural forms. Unknown keys are
    /// unchanged.
    func script(_ text: String) -> String {
        let pieces = text.components(separatedBy: TranslatedText.call)
        var made = pieces[0]
        for piece in pieces.dropFirst() {
            let isCall =
                made.unicodeScalars.last.map { !TranslatedText.isIdentifierPart($0) } ?? true
            if isCall, let end = piece.firstIndex(of: "'"), let text = table[String(piece[..<end])]
            {
                made +=
                    TranslatedText.call.dropLast() + text.json + piece[piece.index(after: end)...]
            } else {
                made += TranslatedText.call + piece
            }
        }
        return made
    }

    /// The call by which scripts look up a text.
    private static let call = "say('"

    private static func isIdentifierPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "_$.".unicodeScalars.contains(scalar)
    }

    /// Returns the text for a key with its placeholders replaced.
    private func markup(_ inside: Substring) throws(InvalidTextReference) -> String {
        let key = String(inside.prefix { !$0.isWhitespace })
        guard let entry = table[key], let text = entry.plain else {
            throw InvalidTextReference(reason: "no text '\(key)' without plural forms")
        }
        let given = inside.dropFirst(key.count)
        let names = entry.placeholders
        let starts = names.compactMap { name in
            given.firstRange(of: " \(name)=").map { (name, $0) }
        }.sorted { $0.1.lowerBound < $1.1.lowerBound }
        guard starts.count == names.count,
            starts.first?.1.lowerBound ?? given.endIndex == given.startIndex
        else { throw InvalidTextReference(reason: "'\(key)' needs \(names.sorted())") }
        var values: [String: String] = [:]
        for (index, (name, range)) in starts.enumerated() {
            let end = index + 1 < starts.count ? starts[index + 1].1.lowerBound : given.endIndex
            values[name] = String(given[range.upperBound..<end])
        }
        return Message.filled(PageText().escapeText(text), values)
    }
}

extension EmbeddedFile {
    /// The translated scripts by language and path, made at the first request.
    private static let translations = Mutex<[String: EmbeddedFile]>([:])

    /// Returns the file with the texts of a language; files other than scripts are unchanged.
    func translated(to language: PageLanguage) async throws -> EmbeddedFile {
        guard path.hasSuffix(".js") else { return self }
        let name = "\(language.code) \(path)"
        if let known = Self.translations.withLock({ $0[name] }) { return known }
        let translated = try await offload {
            let translated = TranslatedText(language).script(text)
            guard translated != text else { return self }
            let bytes = Array(translated.utf8)
            let compressed = Gzip.compressed(bytes)
            return EmbeddedFile(
                path: path, bytes: bytes,
                compressed: compressed.flatMap { $0.count < bytes.count ? $0 : nil },
                digest: String(FileDigest(of: bytes).hexadecimal.prefix(16)))
        }
        Self.translations.withLock { $0[name] = translated }
        return translated
    }
}
