public import Basics
import Foundation
import GalleryModel
import Imaging

extension PhotoGallery {
    /// Imports pictures into the camera section from files and folders, recursively.
    ///
    /// The places of new positions are looked up at the end.
    /// A file that cannot be read or is damaged becomes a problem, and the import goes on. A damaged
    /// picture that decodes in part is imported all the same, and marked. Cancelling the task keeps what
    /// was imported; importing again finishes the work.
    ///
    /// - Parameters:
    ///   - paths: files and folders; drawn one by one on a thread of the import's own, so that a
    ///     sequence may block, such as one that reads standard input.
    ///   - inPlace: whether files stay where they are; else they are copied into the catalog.
    ///   - options: progress, failed items, a dry run, the number of readers.
    /// - Throws: `notFound` where none of the paths exists; `inputOutput` for a full disk;
    ///   `tryLater` for a locked catalog; `CancellationError`.
    public func importPhotos(
        from paths: some Sequence<BytePath> & Sendable, inPlace: Bool = false,
        options: WorkOptions = WorkOptions()
    ) async throws -> ImportSummary {
        try checkDisputedAreas()
        return try await perform("import", options) { [self] work in
            let summary = try CameraImport(
                catalog: catalog, inPlace: inPlace, limits: DecodeLimits(settings), work: work
            ).run(paths)
            try locateQueued(work, command: "import")
            return summary
        }
    }
}
