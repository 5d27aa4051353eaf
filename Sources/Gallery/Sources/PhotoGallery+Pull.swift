import Foundation
public import GalleryModel

extension PhotoGallery {
    /// Lists the people of a photo-share server and their photos, a section a person, and downloads pictures.
    ///
    /// What is there already is looked for in the catalog alone. What is stored stays: a failure ends up in the
    /// summary with what came before it. Cancelling the task keeps what came; pulling again finishes the work.
    ///
    /// - Parameters:
    ///   - server: the address that the requests follow behind, such as `http://host/photoserver`.
    ///   - person: whose photos are wanted, without case; nil for everybody's.
    ///   - size: `.original` to download the pictures; nil to list alone.
    ///   - options: progress, failed items, a dry run, the number of transfers.
    /// - Throws: `unavailable` where the list of people cannot be had; `notFound` where nobody is called so;
    ///   `inputOutput`; `tryLater` for a locked catalog; `CancellationError`.
    public func pull(
        from server: ServerAddress, person: String? = nil, size: PictureSize? = .original,
        options: WorkOptions = WorkOptions()
    ) async throws -> PullSummary {
        let filled = try await SectionFill.run(in: self, command: "pull", options: options) {
            [catalog] fill in
            try await SharePull(
                fill: fill, server: server, person: person, size: size,
                context: WorkContext(options, command: "pull", in: catalog)
            ).run()
        }
        var summary = filled.value
        summary.pictures = filled.pictures
        (summary.listRequests, summary.pictureRequests) = filled.requests
        summary.failure = summary.failure ?? filled.failure
        return summary
    }
}
