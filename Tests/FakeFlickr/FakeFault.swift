/// What the fake server can do wrong.
package enum FakeFault: Sendable, Equatable {
    /// What is sent under the name of a JPEG.
    package enum WrongType: String, Sendable, Codable {
        /// A PNG.
        case png
        /// An HTML page.
        case html
    }

    // Below HTTP.

    /// Takes the request and never answers; the connection stays open.
    case stallBeforeHeaders
    /// Sends the header and so many bytes of the body, then nothing more; the connection stays open.
    case stallInBody(afterBytes: Int)
    /// Resets the connection (RST) after so many bytes of the body; 0 resets it before the header.
    case reset(afterBytes: Int)
    /// Closes the connection in order after so many bytes of the body.
    case truncate(afterBytes: Int)
    /// Says that the body is `offset` bytes longer than it is (then stalls) or shorter (then closes).
    case wrongContentLength(offset: Int)
    /// Sends the body at so many bytes a second.
    case slow(bytesPerSecond: Int)

    // In HTTP.

    /// Answers with a status; `retryAfter` is sent as it is.
    case status(Int, retryAfter: String?)
    /// Answers with a status, a type and a body.
    case answer(status: Int, type: String, bytes: [UInt8])
    /// Redirects to another place.
    case redirect(to: String)
    /// Answers 200 with an HTML page, with the type `text/html`.
    case html200
    /// Redirects to `/photo_unavailable.gif`, which is a GIF answered with 200.
    case placeholderRedirect
    /// Sends another file type under the picture's name, with the type `image/jpeg`.
    case wrongType(WrongType)
    /// Sends a complete answer whose picture lacks its last bytes.
    case missingEnd

    // In the API.

    /// Answers 200 with the first half of the JSON.
    case invalidJSON
    /// Answers with Flickr's own form of a failure.
    case failCode(Int, String)
    /// Shows page n-1 as page n from the second on; `pages` is one more, so that nothing is lost.
    case duplicatePages
    /// Moves page n as if since the first page photos had come (duplicates) or gone (gaps) before it.
    case shiftedPages(insert: Int, remove: Int)
    /// Shows no photos on page n.
    case emptyPage(Int)
    /// Shows so many photos fewer than asked for on every page; the rest follow on later pages.
    case shortPages(Int)
    /// Writes `total` as an empty string.
    case emptyTotal
    /// Answers in good form as if there were only the first so many photos; 0: none at all.
    case fewPhotos(Int)
    /// Answers `"photos":{}`, with neither rows nor numbers.
    case emptyPhotos

    /// Answers with a status and a text, of `text/plain` without another type.
    package static func words(
        _ status: Int, _ text: String, type: String = "text/plain; charset=utf-8"
    ) -> FakeFault {
        .answer(status: status, type: type, bytes: Array(text.utf8))
    }

    /// Whether the fault concerns a request at all; one that does not is neither used up nor counted.
    func applies(to request: FakeRequest) -> Bool {
        switch self {
        case .failCode: return request.endpoint == .rest
        case .invalidJSON: return request.endpoint != .picture
        case .duplicatePages, .shiftedPages, .emptyPage, .shortPages, .emptyTotal,
            .fewPhotos, .emptyPhotos:
            guard request.arguments["method"] == "flickr.photos.search" else { return false }
            if case .emptyPage(let page) = self {
                return request.arguments["page"] ?? "1" == String(page)
            }
            return true
        case .missingEnd, .wrongType, .placeholderRedirect:
            let isShared =
                request.endpoint == .share
                && request.path.hasPrefix(ShareEndpoint.prefix + "photo/")
                || request.endpoint == .campaign
                    && request.path.hasPrefix(CampaignEndpoint.picturePrefix)
            return isShared
                || request.endpoint == .picture
                    && request.path != PictureEndpoint.placeholderPath
        default: return true
        }
    }
}
