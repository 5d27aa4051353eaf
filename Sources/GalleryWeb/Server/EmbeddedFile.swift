import Basics
import Foundation

/// A file embedded in the executable, such as a style sheet, an icon, a template or a document.
struct EmbeddedFile: Sendable {
    /// Its path in the module's folder, such as `Page/gallery.css`.
    let path: String
    let bytes: [UInt8]
    /// The gzip-compressed bytes; nil if they would not be shorter.
    let compressed: [UInt8]?
    /// 16 hexadecimal digits of the digest of the bytes.
    let digest: String

    /// Its media type, for `Content-Type`.
    var type: String { EmbeddedFile.types[String(name.split(separator: ".").last ?? "")] ?? "" }

    /// Its file name without folders.
    var name: String { String(path.split(separator: "/").last ?? "") }

    /// Its bytes decoded as UTF-8.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "json": "application/json", "mustache": "text/plain; charset=utf-8", "png": "image/png",
        "svg": "image/svg+xml", "webmanifest": "application/manifest+json",
    ]
}

/// The files embedded in the executable, which makes it independent of any resource folder.
///
/// The build plugin `EmbedFiles` embeds every file of the module that is not a source file. All
/// files are decoded at the first access, which takes a few milliseconds.
enum EmbeddedFiles {
    /// The files by path.
    static let all: [String: EmbeddedFile] = Dictionary(
        EmbeddedTexts.all.map { path, plain, compressed in
            let bytes = decoded(plain)
            let file = EmbeddedFile(
                path: path, bytes: bytes,
                compressed: compressed.isEmpty ? nil : decoded(compressed),
                digest: String(FileDigest(of: bytes).hexadecimal.prefix(16)))
            return (path, file)
        }, uniquingKeysWith: { first, _ in first })

    /// Returns the file at a path in the module's folder, such as `API/openapi.json`; nil if it
    /// does not exist.
    static func file(_ path: String) -> EmbeddedFile? { all[path] }

    /// Returns 16 hexadecimal digits of the combined digest of some files.
    static func digest(of paths: [String]) -> String {
        let digests = paths.sorted().map { "\($0) \(all[$0]?.digest ?? "")\n" }
        return String(FileDigest(of: digests.joined()).hexadecimal.prefix(16))
    }

    private static func decoded(_ text: String) -> [UInt8] {
        Data(base64Encoded: text).map(Array.init) ?? []
    }
}
