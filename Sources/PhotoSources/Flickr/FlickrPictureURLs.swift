import Basics
import GalleryModel

/// The picture URLs of a photo, either sent by Flickr or built.
///
/// Sizes up to 1024 pixels share the photo's secret; larger ones have their own and cannot be
/// built. Neither can those of videos, which have server `0` in lists.
/// Source: https://www.flickr.com/services/api/misc.urls.html
extension FlickrRow {
    /// The URL of the picture for a size; if the photo is smaller, of the largest one.
    ///
    /// For `original`, nil if Flickr withholds it.
    ///
    /// - Parameter photoEndpoint: the base URL of built URLs, without a trailing slash.
    func pictureURL(_ size: PictureSize, _ photoEndpoint: String) -> String? {
        // The extras with pictures of the size, best first, its long edge in pixels, and the suffix
        // of built URLs.
        let (fields, longEdge, suffix): ([Field], Int, String) =
            switch size {
            case .thumbnail: ([.urlThumbnail, .urlLargeSquare, .urlSquare], 100, "_t")
            case .small: ([.urlSmall, .urlSmall320], 240, "_m")
            case .medium: ([.urlMedium], 500, "")
            case .large: ([.urlLarge], 1024, "_b")
            case .original: ([.urlOriginal], .max, "_o")
            }
        if let url = fields.lazy.compactMap(sentURL).first { return url }
        if size != .original, FlickrRow.descending.contains(where: { self[$1] != nil }) {
            if let original = sentURL(.urlOriginal), let width = originalWidth,
                let height = originalHeight, max(width, height) <= longEdge
            {
                return original
            }
            let smaller = FlickrRow.descending.drop { $0.longEdge >= longEdge }
            if let url = smaller.lazy.compactMap({ sentURL($0.field) }).first { return url }
        }
        return builtURL(size, photoEndpoint, suffix)
    }

    /// The extras that keep the aspect ratio, by long edge in pixels.
    private static let descending: [(longEdge: Int, field: Field)] = [
        (1024, .urlLarge), (800, .urlMedium800), (640, .urlMedium640), (500, .urlMedium),
        (400, .urlSmall400), (320, .urlSmall320), (240, .urlSmall), (100, .urlThumbnail),
    ]

    private func sentURL(_ field: Field) -> String? { self[field]?.text.flatMap(FlickrRow.secured) }

    /// The URL, with https for Flickr's own servers; nil if it is not a web URL.
    static func secured(_ url: String) -> String? {
        if url.hasPrefix("https://") { return url }
        guard url.hasPrefix("http://") else { return nil }
        let rest = url.dropFirst(7)
        let host = "." + rest.prefix { $0 != "/" }
        return host.hasSuffix(".staticflickr.com") ? "https://" + rest : url
    }

    private func builtURL(
        _ size: PictureSize, _ photoEndpoint: String, _ suffix: String
    ) -> String? {
        let isOriginal = size == .original
        if let media = self[.media], media.kind == .object {
            guard !isOriginal, let sent = media["m"]?.text else { return nil }
            if size == .small { return FlickrRow.secured(sent) }
            return FlickrPictureAddress(url: sent)?.url(photoEndpoint, "\(suffix).jpg")
        }
        guard text(.media) != "video", let server = text(.server), server != "0",
            let id = text(.id), let secret = text(isOriginal ? .originalSecret : .secret),
            let format = isOriginal ? text(.originalFormat) : "jpg",
            ["jpg", "png", "gif"].contains(format)
        else { return nil }
        return FlickrPictureAddress(server: server, id: id, secret: secret)?
            .url(photoEndpoint, "\(suffix).\(format)")
    }
}

/// The three parts of a picture's URL on Flickr: `SERVER/ID_SECRET_SUFFIX.jpg`.
///
/// Source: https://www.flickr.com/services/api/misc.urls.html
struct FlickrPictureAddress {
    let server: String
    let id: String
    let secret: String

    /// Makes an address; nil if a part is invalid in a URL.
    init?(server: String, id: String, secret: String) {
        guard FlickrPhoto.isNumber(server), FlickrPhoto.isNumber(id), !secret.isEmpty,
            secret.utf8.allSatisfy(\.isLetterOrDigit)
        else { return nil }
        self.server = server
        self.id = id
        self.secret = secret
    }

    /// Parses a picture's URL; nil for any other path.
    init?(url: String) {
        let path = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        guard path.count >= 3, let file = path.last?.prefix(while: { $0 != "." }) else {
            return nil
        }
        let parts = file.split(separator: "_")
        guard parts.count >= 2 else { return nil }
        self.init(
            server: String(path[path.count - 2]), id: String(parts[0]), secret: String(parts[1]))
    }

    /// The URL below an endpoint, with the given ending after the secret.
    func url(_ photoEndpoint: String, _ ending: String) -> String {
        "\(photoEndpoint)/\(server)/\(id)_\(secret)\(ending)"
    }
}
