import HTTPTypes
import Hummingbird

/// The files that pages are made up with: styles, the icon, scripts.
///
/// Their addresses have one version, so that scripts find each other; it changes with any of them, and a
/// browser keeps what it has for good.
enum Assets {
    /// The folder in the program.
    static let folder = "Page/"

    /// 16 hexadecimal digits that change with any of the files.
    static let version = EmbeddedFiles.digest(
        of: EmbeddedFiles.all.keys.filter { $0.hasPrefix(folder) })

    /// The address of a file, such as `gallery.css`.
    static func address(_ name: String) -> String { "/assets/\(version)/\(name)" }

    /// The routes: styles for everybody, as the page to sign in has them; scripts for those who may look.
    static let routes = [
        Route(.get, "/assets/{version}/{file}", for: .anyone) { request, _ in
            try answer("", request.part("file"), request)
        },
        Route(.get, "/assets/{version}/scripts/{file}", for: .viewers) { request, _ in
            try answer("scripts/", request.part("file"), request)
        },
        // What browsers ask for by themselves.
        Route(.get, "/favicon.ico", for: .anyone) { request, _ in
            try answer("", "icon.svg", request)
        },
    ]

    private static func answer(
        _ kind: String, _ name: String, _ request: WebRequest
    ) throws -> Response {
        // A slash that was percent-encoded would lead to files that others may have.
        guard !name.contains("/"), let file = EmbeddedFiles.file(folder + kind + name) else {
            throw Problem.notFound
        }
        var headers: HTTPFields = [
            // A page of before an update asks for what is no more: it gets what there is, for now.
            .cacheControl: request.part("version") == version
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
