package import Basics
package import GalleryModel
package import Transport

/// An origin on another server: lists a section's photos page by page and hands out their pictures.
package protocol RemoteSource: Sendable {
    /// What a section asks it for.
    associatedtype Query: Sendable

    /// Lists the photos of a query and delivers each once, page by page.
    ///
    /// A failed request ends the listing; it is in the listing's `failure`, with what came before kept.
    ///
    /// - Throws: what is wrong with the query, before anything is sent; whatever `receive` throws.
    func listing(
        of query: Query, receive: @Sendable (SourcePage) async throws -> Void
    ) async throws -> SourceListing

    /// Where a photo's picture of a size can be fetched; nil where it has none.
    ///
    /// - Throws: where the server has to be asked, what is wrong with the answer.
    func picture(of photo: Photo, size: PictureSize) async throws -> PictureSource?

    /// Downloads a picture into a file whose name holds `.part`, resuming what is there.
    ///
    /// Only a whole picture of a type that `import` takes counts. After anything but `.downloaded` and a failure that passes, neither
    /// the file nor its `.meta` is left.
    ///
    /// - Throws: where what came is no whole picture or the server refuses; whatever the transport throws.
    func download(_ source: PictureSource, to part: BytePath) async throws -> PictureOutcome
}

/// Sends a request: `HTTPTransport.response(for:willAttempt:check:)`, or what a test puts there.
package typealias SendRequest =
    @Sendable (
        _ request: TransferRequest,
        _ willAttempt: @escaping @Sendable () async throws -> Void,
        _ check: @escaping @Sendable (TransferResponse) throws -> Void
    ) async throws -> TransferResponse
