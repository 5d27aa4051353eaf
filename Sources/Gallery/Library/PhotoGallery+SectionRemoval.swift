import Catalog
public import GalleryModel

extension PhotoGallery {
    /// Removes sections.
    ///
    /// Photos that another section lists stay there, the others go into the trash; albums list none, as they
    /// only find photos. `undo` brings the sections back as they were: their order, queries, dates, and their photos.
    ///
    /// - Parameters:
    ///   - sections: the sections, albums among them.
    ///   - command: what the journal calls the change.
    ///   - options: a dry run says what would become of the photos, and removes nothing.
    /// - Throws: `usage` for the camera, and for a section that an album asks for which is not removed with
    ///   it; `notFound` for a section that is gone; `tryLater` for a locked catalog.
    @discardableResult
    public func removeSections(
        _ sections: [PhotoSection], command: String = "section remove",
        options: WorkOptions = WorkOptions()
    ) async throws -> SectionRemovalSummary {
        let isDryRun = options.isDryRun
        return try await offload { [self] in
            var met: Set<Int64> = []
            let sections = sections.filter { met.insert($0.id).inserted }
            let removed = try catalog.removeSections(
                sections, command: command, isDryRun: isDryRun)
            return SectionRemovalSummary(
                sections: sections.map(\.reference), trashed: removed.trashed, kept: removed.kept,
                isDryRun: isDryRun)
        }
    }
}
