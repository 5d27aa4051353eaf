import Basics
import GalleryModel

/// The picture URLs of a photo, either sent by Flickr or built.
///
/// Sizes up to 1024 pixels share the photo's secret; larger ones have their own and cannot be
/// built. Neither can those of videos, which have server `0` in lists.
/// Source: https://www.flickr.com/services/api/misc.urls.html
struct FlickrPictureURLs {
    private let row: FlickrRow
    private let photoEndpoint: String

    init(_ row: FlickrRow, photoEndpoint: String) {
        self.row = row
        self.photoEndpoint = photoEndpoint
    }

    /// The URL for a size; nil if the photo has no such picture.
    func url(for size: PictureSize) -> String? { source(for: size)?.url }

    /// The picture for a size; if the photo is smaller, the largest one.
    ///
    /// For `original`, nil if Flickr withholds it.
    func source(for size: PictureSize) -> PictureSource? {
        for field in FlickrPictureURLs.wanted(size) {
            if let url = sent(field) { return PictureSource(size: size, url: url) }
        }
        if size == .original {
            return builtOriginal.map { PictureSource(size: size, url: $0) }
        }
        let smaller = FlickrPictureURLs.descending.drop { $0.longEdge >= size.longEdge }
        let isListed = FlickrPictureURLs.descending.contains { row[$0.field] != nil }
        if isListed {
            if let original = sent(.urlOriginal), isOriginal(within: size.longEdge) {
                return PictureSource(size: size, url: original)
            }
            for (_, field) in smaller {
                if let url = sent(field) { return PictureSource(size: size, url: url) }
            }
        }
        return built(size).map { PictureSource(size: size, url: $0) }
    }

    /// The extras with pictures of a size, best first.
    private static func wanted(_ size: PictureSize) -> [FlickrRow.Field] {
        switch size {
        case .thumbnail: [.urlThumbnail, .urlLargeSquare, .urlSquare]
        case .small: [.urlSmall, .urlSmall320]
        case .medium: [.urlMedium]
        case .large: [.urlLarge]
        case .original: [.urlOriginal]
        }
    }

    /// The extras that keep the aspect ratio, by long edge in pixels.
    private static let descending: [(longEdge: Int, field: FlickrRow.Field)] = [
        (1024, .urlLarge), (800, .urlMedium800), (640, .urlMedium640), (500, .urlMedium),
        (400, .urlSmall400), (320, .urlSmall320), (240, .urlSmall), (100, .urlThumbnail),
    ]

    private func sent(_ field: FlickrRow.Field) -> String? {
        guard let url = row[field]?.text else { return nil }
        return FlickrPictureURLs.secured(url)
    }

    /// The URL, with https for Flickr's own servers; nil if it is not a web URL.
    static func secured(_ url: String) -> String? {
        if url.utf8.starts(with: "https://".utf8) { return url }
        guard url.utf8.starts(with: "http://".utf8) else { return nil }
        let rest = url.utf8.dropFirst(7)
        let host = rest.prefix { $0 != UInt8(ascii: "/") }
        let isFlickr =
            host.elementsEqual("staticflickr.com".utf8)
            || host.suffix(17).elementsEqual(".staticflickr.com".utf8)
        return isFlickr ? "https://" + Substring(rest) : url
    }

    private func isOriginal(within side: Int) -> Bool {
        guard let width = row.originalLength(.originalWidth, .widthOfOriginal),
            let height = row.originalLength(.originalHeight, .heightOfOriginal)
        else { return false }
        return max(width, height) <= side
    }

    private func built(_ size: PictureSize) -> String? {
        let suffix: String
        switch size {
        case .thumbnail: suffix = "_t"
        case .small: suffix = "_m"
        case .medium: suffix = ""
        case .large: suffix = "_b"
        case .original: return nil
        }
        if let media = row[.media], media.kind == .object {
            return builtFromFeed(media, size: size, suffix: suffix)
        }
        guard row.text(.media) != "video", let server = row.text(.server), server != "0",
            let id = row.text(.id), let secret = row.text(.secret)
        else { return nil }
        return FlickrPictureAddress(server: server, id: id, secret: secret)?
            .url(photoEndpoint, "\(suffix).jpg")
    }

    private func builtFromFeed(
        _ media: JSONDocument.Value, size: PictureSize, suffix: String
    ) -> String? {
        guard let sent = media["m"]?.text else { return nil }
        if size == .small { return FlickrPictureURLs.secured(sent) }
        guard let address = FlickrPictureAddress(url: sent) else { return nil }
        return address.url(photoEndpoint, "\(suffix).jpg")
    }

    private var builtOriginal: String? {
        guard row.text(.media) != "video", let server = row.text(.server), server != "0",
            let id = row.text(.id), let secret = row.text(.originalSecret),
            let format = row.text(.originalFormat), ["jpg", "png", "gif"].contains(format)
        else { return nil }
        return FlickrPictureAddress(server: server, id: id, secret: secret)?
            .url(photoEndpoint, "_o.\(format)")
    }
}

extension PictureSize {
    /// The long edge in pixels; unlimited for the original.
    fileprivate var longEdge: Int {
        switch self {
        case .thumbnail: 100
        case .small: 240
        case .medium: 500
        case .large: 1024
        case .original: .max
        }
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
