/// A fault of the fake server.
package enum FakeFault: Sendable, Equatable {
    /// The content sent under the name of a JPEG.
    package enum WrongType: String, Sendable, Codable {
        /// A PNG.
        case png
        /// An HTML page.
        case html
    }

    // Below HTTP.

    /// Accepts the request and never answers; the connection stays open.
    case stallBeforeHeaders
    /// Sends the header and a number of bytes of the body, then nothing more; the connection stays
    /// open.
    case stallInBody(afterBytes: Int)
    /// Resets the connection (RST) after a number of bytes of the body; 0 resets it before the
    /// header.
    case reset(afterBytes: Int)
    /// Closes the connection in order after a number of bytes of the body.
    case truncate(afterBytes: Int)
    /// Declares a length that is `offset` bytes longer than the body (then stalls) or shorter (then
    /// closes).
    case wrongContentLength(offset: Int)
    /// Sends the body at a number of bytes per second.
    case slow(bytesPerSecond: Int)

    // In HTTP.

    /// Answers with a status; `retryAfter` is sent unchanged.
    case status(Int, retryAfter: String?)
    /// Answers with a status, a content type and a body.
    case answer(status: Int, type: String, bytes: [UInt8])
    /// Redirects to another URL.
    case redirect(to: String)
    /// Answers 200 with an HTML page of type `text/html`.
    case html200
    /// Redirects to `/photo_unavailable.gif`, a GIF served with 200.
    case placeholderRedirect
    /// Sends another file type under the picture's name, with the type `image/jpeg`.
    case wrongType(WrongType)
    /// Sends a complete response with a picture that lacks its last bytes.
    case missingEnd

    // In the API.

    /// Answers 200 with the first half of the JSON.
    case invalidJSON
    /// Answers with an error in Flickr's format.
    case failCode(Int, String)
    /// Returns page n-1 as page n from the second on; `pages` is one more, so that nothing is lost.
    case duplicatePages
    /// Shifts page n as if photos had been added (duplicates) or removed (gaps) before it since the
    /// first page.
    case shiftedPages(insert: Int, remove: Int)
    /// Returns no photos on page n.
    case emptyPage(Int)
    /// Returns fewer photos than requested on every page; the rest follow on later pages.
    case shortPages(Int)
    /// Writes `total` as an empty string.
    case emptyTotal
    /// Answers correctly as if only the first photos existed; 0: none at all.
    case fewPhotos(Int)
    /// Answers `"photos":{}`, without rows and numbers.
    case emptyPhotos

    /// Answers with a status and a text, of `text/plain` unless another type is given.
    package static func words(
        _ status: Int, _ text: String, type: String = "text/plain; charset=utf-8"
    ) -> FakeFault {
        .answer(status: status, type: type, bytes: Array(text.utf8))
    }

    /// True if the fault applies to a request; otherwise it is neither used up nor counted.
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
