package import Basics
package import GalleryModel
package import Transport

/// A server that lists the photos of sections page by page and provides their pictures.
package protocol RemoteSource: Sendable {
    /// The query of a section.
    associatedtype Query: Sendable

    /// Lists the photos of a query and delivers each once, page by page.
    ///
    /// A failed request ends the listing; the error is in the listing's `failure`, and earlier
    /// pages remain valid.
    ///
    /// - Throws: errors in the query, before anything is sent; errors of `receive`.
    func listing(
        of query: Query, receive: (SourcePage) async throws -> Void
    ) async throws -> SourceListing

    /// Returns the source of a photo's picture in a size; nil if it has none.
    ///
    /// - Throws: errors of the server, if it must be contacted.
    func picture(of photo: Photo, size: PictureSize) async throws -> PictureSource?

    /// Downloads a picture to a file whose name contains `.part`, resuming a partial download.
    ///
    /// Only intact pictures of a type that `import` supports are accepted. The file and its `.meta`
    /// remain only after `.downloaded` or a transient failure.
    ///
    /// - Throws: an error if the picture is not intact or the server refuses; transport errors.
    func download(_ source: PictureSource, to part: BytePath) async throws -> PictureOutcome
}

/// Sends a request: `HTTPTransport.response(for:willAttempt:check:)`, or a substitute in tests.
package typealias SendRequest =
    @Sendable (
        _ request: TransferRequest,
        _ willAttempt: @escaping @Sendable () async throws -> Void,
        _ check: @escaping @Sendable (TransferResponse) throws -> Void
    ) async throws -> TransferResponse

/// The result of a listing, without the photos, which were delivered page by page.
package struct SourceListing: Sendable {
    /// The number of photos that the server claims to have, an estimate; nil if unknown.
    package var found: Int?
    /// The number of distinct photos that were delivered.
    package var listed = 0
    /// Descriptions of what is missing and why, one sentence each.
    package var gaps: [String] = []
    /// True if everything that the server lists for the query was delivered, so that other photos
    /// are gone.
    package var isExhausted = false
    /// The error that ended the listing early; photos delivered before it are valid.
    package var failure: (any Error)?

    /// Delivers the photos of a server's only response, page by page.
    ///
    /// - Parameters:
    ///   - name: the response's name in messages.
    ///   - noun: the kind of the rows in messages.
    ///   - photos: fetches the photos and the number of rows that have no ID.
    /// - Throws: errors of `receive`.
    static func ofResponse(
        named name: String, of noun: String, pageSize: Int,
        receive: (SourcePage) async throws -> Void,
        photos: () async throws -> (photos: [PhotoDetails], rowsWithoutID: Int)
    ) async throws -> SourceListing {
        var listing = SourceListing()
        let answer: (photos: [PhotoDetails], rowsWithoutID: Int)
        do { answer = try await photos() } catch {
            if error is CancellationError { throw error }
            listing.failure = error
            listing.gaps.append("the \(name) could not be fetched: \(error)")
            return listing
        }
        listing.found = answer.photos.count
        listing.listed = answer.photos.count
        listing.isExhausted = answer.rowsWithoutID == 0
        if !listing.isExhausted {
            let rows = Count.text(answer.rowsWithoutID, "row")
            listing.gaps.append("the server sent \(rows) without a \(noun) ID")
        }
        var rest = answer.photos[...]
        // An empty response still creates a section.
        repeat {
            let page = SourcePage(photos: Array(rest.prefix(pageSize)), found: listing.found)
            rest = rest.dropFirst(pageSize)
            try await receive(page)
        } while !rest.isEmpty
        return listing
    }
}

/// A page of a listing, with photos that were not delivered before.
package struct SourcePage: Sendable {
    /// The photos in the server's order.
    package var photos: [PhotoDetails]
    /// The pictures of the photos in the query's size; empty if they must be found by
    /// `picture(of:size:)`.
    package var pictures: [PictureSource?] = []
    /// The number of photos that the server claims for the whole query; nil if unknown.
    package var found: Int?
    /// True if the server sent only part of the details, so that known values are kept and only
    /// unknown ones are filled in.
    package var isPartial = false
}

/// The location of a photo's picture on a server.
package struct PictureSource: Sendable, Hashable {
    /// The picture's URL, http or https.
    package var url: String
    /// The server that listed the photo, if it determines the allowed hosts.
    package var server: ServerAddress?
}

/// The outcome of a download.
package enum PictureOutcome: Sendable, Hashable {
    /// The complete picture is in the file.
    case downloaded(PictureFile)
    /// The server has no such picture, and retrying is useless.
    case unavailable(reason: String)
}
