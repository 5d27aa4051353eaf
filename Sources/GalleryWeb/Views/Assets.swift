import HTTPTypes
import Hummingbird

/// The assets of pages: styles, the icon and scripts.
///
/// Their addresses share a version so that scripts find each other; it changes with any asset or
/// text, which allows browsers to cache assets permanently. The version ends with the language, as
/// scripts contain texts.
enum Assets {
    /// The folder of embedded assets.
    static let folder = "Page/"

    /// 16 hexadecimal digits of the digest of all assets and texts.
    static let version = EmbeddedFiles.digest(
        of: EmbeddedFiles.all.keys.filter { $0.hasPrefix(folder) || $0.hasPrefix("Texts/") })

    /// Returns the address of an asset, such as `gallery.css`, for pages in a language.
    static func address(_ name: String, _ language: PageLanguage) -> String {
        "/assets/\(version).\(language.code)/\(name)"
    }

    /// The routes: everyone may load styles, as the sign-in page needs them; scripts require the
    /// permission to view photos.
    static let routes = [
        Route(.get, "/assets/{version}/{file}", for: .anyone) { request, _ in
            try await answer("", request.part("file"), request)
        },
        Route(.get, "/assets/{version}/scripts/{file}", for: .viewers) { request, _ in
            try await answer("scripts/", request.part("file"), request)
        },
        // Requested by browsers on their own.
        Route(.get, "/favicon.ico", for: .anyone) { request, _ in
            try await answer("", "icon.svg", request)
        },
    ]

    /// Returns a response with an asset.
    ///
    /// - Parameter kind: the subfolder with a trailing slash; empty for none.
    /// - Throws: 404 if the asset does not exist.
    static func answer(
        _ kind: String, _ name: String, _ request: WebRequest
    ) async throws -> Response {
        let parts = request.part("version").split(separator: ".", maxSplits: 1)
        let language = parts.last.flatMap { PageLanguage(rawValue: String($0)) }
        // A percent-encoded slash could bypass the permission of a subfolder.
        guard !name.contains("/"), let plain = EmbeddedFiles.file(folder + kind + name) else {
            throw Problem.notFound
        }
        let file = try await plain.translated(to: language ?? .english)
        let headers: HTTPFields = [
            .eTag: "\"\(file.digest)\"",
            // A page loaded before an update gets the current asset, which must not be cached.
            .cacheControl: language != nil && parts.first.map(String.init) == version
                ? "public, max-age=31536000, immutable" : "no-cache",
        ]
        return .compressed(
            file.bytes, as: file.compressed, type: file.type, for: request, headers: headers)
    }
}
