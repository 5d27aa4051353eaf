import Basics
import Foundation

/// A file that the program carries: a style, an icon, a template, a document.
struct EmbeddedFile: Sendable {
    /// Where it lies in the module's folder, such as `Page/gallery.css`.
    let path: String
    /// Its bytes.
    let bytes: [UInt8]
    /// The same, compressed by gzip; nil where that would not be shorter.
    let compressed: [UInt8]?
    /// 16 hexadecimal digits that change with the bytes.
    let digest: String

    /// Its media type, for `Content-Type`.
    var type: String { EmbeddedFile.types[String(name.split(separator: ".").last ?? "")] ?? "" }

    /// Its name without folders.
    var name: String { String(path.split(separator: "/").last ?? "") }

    /// Its bytes as a text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "json": "application/json", "mustache": "text/plain; charset=utf-8",
        "svg": "image/svg+xml", "webmanifest": "application/manifest+json",
    ]
}

/// The files that the program carries, so that an installed one needs no folder beside it.
///
/// The build puts every file of the module that is no source among them (the plugin `EmbedFiles`). They are
/// unpacked when the first one is asked for: some milliseconds, once.
enum EmbeddedFiles {
    /// The files by their paths.
    static let all: [String: EmbeddedFile] = Dictionary(
        EmbeddedTexts.all.map { path, plain, compressed in
            let bytes = decoded(plain)
            let file = EmbeddedFile(
                path: path, bytes: bytes,
                compressed: compressed.isEmpty ? nil : decoded(compressed),
                digest: String(FileDigest(of: bytes).hexadecimal.prefix(16)))
            return (path, file)
        }, uniquingKeysWith: { first, _ in first })

    /// The file at a path in the module's folder, such as `API/openapi.json`; nil where there is none.
    static func file(_ path: String) -> EmbeddedFile? { all[path] }

    /// 16 hexadecimal digits that change with any of the files at paths.
    static func digest(of paths: [String]) -> String {
        let digests = paths.sorted().map { "\($0) \(all[$0]?.digest ?? "")\n" }
        return String(FileDigest(of: digests.joined()).hexadecimal.prefix(16))
    }

    private static func decoded(_ text: String) -> [UInt8] {
        Data(base64Encoded: text).map(Array.init) ?? []
    }
}
