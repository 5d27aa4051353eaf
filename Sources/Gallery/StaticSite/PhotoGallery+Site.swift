package import Basics
import GalleryModel

/// What goes along in a site, whatever its pages look like.
package struct SiteContent: OptionsOfWork {
    /// What may be told of photos, and how large their pictures are.
    package var share = ShareOptions()
    /// Whether each photo has a copy to take away, as `gallery share` makes it.
    package var hasCopies = false

    /// How the work is carried out.
    package var work: WorkOptions {
        get { share.work }
        set { share.work = newValue }
    }

    /// Makes the usual content: pictures, and nothing that a person wrote.
    package init() {}

    /// Checks the options before anything is made.
    ///
    /// - Throws: `usage`, as `ShareOptions.check`, and for pictures without their edits.
    package func check() throws(GalleryError) {
        try share.check()
        guard share.includesEdits else {
            throw GalleryError(
                .usage, "the pictures of a site show the photos' edits: leave out --unedited")
        }
    }
}

extension PhotoGallery {
    /// Makes a site of files in a folder, or brings the one that is there up to date.
    ///
    /// What is there as it is to be is kept; what no photo has any more is removed. Cancelling the task keeps
    /// what was made, and the next run goes on there.
    ///
    /// - Parameters:
    ///   - folder: an empty or missing folder, or one that this made before.
    ///   - body: makes the site, on a thread of its own.
    /// - Throws: `usage` for options that do not fit each other; `badInput` for a folder of something else;
    ///   `inputOutput`; `tryLater` while another export has the folder; what `body` throws; `CancellationError`.
    package func makeSite(
        in folder: BytePath, _ options: SiteContent,
        body: @escaping @Sendable (SiteWork) throws -> Void
    ) async throws -> SiteSummary {
        try options.check()
        return try await perform("export", options.work) { [self] work in
            let folder = try SiteFolder(PhotoGallery.absolute(folder), isDryRun: work.isDryRun)
            let site = try SiteWork(self, folder, options, work)
            do {
                try body(site)
            } catch {
                folder.giveUp()
                throw error
            }
            // What could not be made is tried again: the folder is whole all the same.
            site.summary.removed = try folder.finish()
            return site.summary
        }
    }
}
