import Catalog
public import GalleryModel

extension PhotoGallery {
    /// The tracks whose lines are kept, in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - after: the number of the last track of the page before; 0 for the first page.
    ///   - limit: how many at most.
    public func tracks(
        after id: Int64 = 0, limit: Int
    ) throws(GalleryError) -> [RecordedTrack] {
        try GalleryError.translating { try catalog.tracks(after: id, limit: limit) }
    }

    /// Removes tracks: their lines leave the map, and the positions that they told stay.
    ///
    /// `undo` brings them back.
    ///
    /// - Parameters:
    ///   - ids: the tracks' numbers.
    ///   - options: a dry run looks the tracks up and removes none.
    /// - Throws: `notFound` where there is no such track; `tryLater` for a locked catalog.
    public func removeTracks(
        _ ids: [Int64], options: WorkOptions = WorkOptions()
    ) async throws -> TrackRemovalSummary {
        try await offload { [self] in
            var summary = TrackRemovalSummary(tracks: [], isDryRun: options.isDryRun)
            for id in ids where !summary.tracks.contains(where: { $0.id == id }) {
                guard let track = try catalog.tracks(after: id - 1, limit: 1).first, track.id == id
                else { throw PhotoCatalog.noTrack(id) }
                summary.tracks.append(track)
            }
            if !options.isDryRun {
                summary.change = try catalog.removeTracks(
                    summary.tracks.map(\.id), command: "locate")
            }
            return summary
        }
    }

    /// The name of the track's file that told a photo's position; nil where no track did.
    public func trackName(of photo: PhotoID) throws(GalleryError) -> String? {
        try GalleryError.translating { try catalog.manualPosition(of: photo)?.track }
    }
}
