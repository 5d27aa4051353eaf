import HTTPTypes
import Hummingbird

/// The files that pages are made up with: styles, the icon, scripts.
///
/// Their addresses have one version, so that scripts find each other; it changes with any of them and their texts, and
/// a browser keeps what it has for good. The version ends with the language, as scripts have its texts in them.
enum Assets {
    /// The folder in the program.
    static let folder = "Page/"

    /// 16 hexadecimal digits that change with any of the files.
    static let version = EmbeddedFiles.digest(
        of: EmbeddedFiles.all.keys.filter { $0.hasPrefix(folder) || $0.hasPrefix("Texts/") })

    /// The address of a file, such as `gallery.css`, for pages of a language.
    static func address(_ name: String, _ language: PageLanguage) -> String {
        "/assets/\(version).\(language.code)/\(name)"
    }

    /// The routes: styles for everybody, as the page to sign in has them; scripts for those who may look.
    static let routes = [
        Route(.get, "/assets/{version}/{file}", for: .anyone) { request, _ in
            try await answer("", request.part("file"), request)
        },
        Route(.get, "/assets/{version}/scripts/{file}", for: .viewers) { request, _ in
            try await answer("scripts/", request.part("file"), request)
        },
        // What browsers ask for by themselves.
        Route(.get, "/favicon.ico", for: .anyone) { request, _ in
            try await answer("", "icon.svg", request)
        },
    ]

    private static let scripts = SpokenScripts()

    /// Answers with a file of a kind, a folder with its slash.
    ///
    /// - Throws: 404 where there is none of the name.
    static func answer(
        _ kind: String, _ name: String, _ request: WebRequest
    ) async throws -> Response {
        let parts = request.part("version").split(separator: ".", maxSplits: 1)
        let language = parts.last.flatMap { PageLanguage(rawValue: String($0)) }
        // A slash that was percent-encoded would lead to files that others may have.
        guard !name.contains("/"), let plain = EmbeddedFiles.file(folder + kind + name) else {
            throw Problem.notFound
        }
        let file = try await scripts.file(plain, in: language ?? .english)
        var headers: HTTPFields = [
            // A page of before an update asks for what is no more: it gets what there is, for now.
            .cacheControl: language != nil && parts.first.map(String.init) == version
                ? "public, max-age=31536000, immutable" : "no-cache",
            .vary: "Accept-Encoding",
        ]
        guard let compressed = file.compressed,
            AcceptedEncoding(request.headers[.acceptEncoding]).hasGzip
        else {
            headers[.eTag] = "\"\(file.digest)\""
            return .bytes(file.bytes, type: file.type, headers: headers)
        }
        headers[.eTag] = "\"\(file.digest)-gzip\""
        headers[.contentEncoding] = "gzip"
        return .bytes(compressed, type: file.type, headers: headers)
    }
}
