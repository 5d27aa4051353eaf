import Basics
import Gallery
import Synchronization

/// The scripts of the pages with the texts of a language in them, each made when it is first asked for.
final class SpokenScripts: Sendable {
    private let made = Mutex<[String: EmbeddedFile]>([:])

    /// A file as it is sent for pages of a language: what is no script, or has no texts, as it is.
    func file(_ file: EmbeddedFile, in language: PageLanguage) async throws -> EmbeddedFile {
        guard file.path.hasSuffix(".js") else { return file }
        let name = "\(language.code) \(file.path)"
        if let known = made.withLock({ $0[name] }) { return known }
        let spoken = try await offload { SpokenScripts.spoken(file, in: language) }
        made.withLock { $0[name] = spoken }
        return spoken
    }

    private static func spoken(_ file: EmbeddedFile, in language: PageLanguage) -> EmbeddedFile {
        let text = SpokenText(language).script(file.text)
        guard text != file.text else { return file }
        let bytes = Array(text.utf8)
        let compressed = Gzip.compressed(bytes)
        return EmbeddedFile(
            path: file.path, bytes: bytes,
            compressed: compressed.flatMap { $0.count < bytes.count ? $0 : nil },
            digest: String(FileDigest(of: bytes).hexadecimal.prefix(16)))
    }
}
