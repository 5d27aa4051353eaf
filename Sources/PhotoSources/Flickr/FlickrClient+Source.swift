package import GalleryModel

extension FlickrClient: RemoteSource {
    /// Lists the photos of a query: without a key, the newest of the public feed.
    ///
    /// - Throws: as `list` and `feed`.
    package func listing(
        of query: FlickrQuery, receive: @Sendable (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        configuration.apiKey == nil
            ? try await feed(query, receive: receive) : try await list(query, receive: receive)
    }

    /// Where a photo's picture of a size can be fetched; an original that Flickr did not list is asked for with
    /// one API request, where there is a key.
    ///
    /// - Throws: as `sizes(of:)`.
    package func picture(of photo: Photo, size: PictureSize) async throws -> PictureSource? {
        if let source = picture(of: photo.details, size: size) { return source }
        guard configuration.asksForSizes, size == .original, photo.media != "video" else {
            return nil
        }
        return FlickrClient.original(among: try await sizes(of: photo.originID))
    }
}
