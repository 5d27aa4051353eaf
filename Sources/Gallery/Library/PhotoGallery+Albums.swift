import Catalog
public import GalleryModel

extension PhotoGallery {
    /// Makes an album: a section that is always what a query finds among all photos, in the order in which they
    /// were added.
    ///
    /// - Parameters:
    ///   - name: its name, under which it is `album:NAME`.
    ///   - filter: what it finds; spans such as the last 30 days stay what they say.
    ///   - options: a dry run checks, and makes none.
    /// - Returns: the album; in a dry run without an id.
    /// - Throws: `usage` for a name that means something else or that another album has, for a filter that
    ///   fits everything by its form, and for one that asks for the album itself, for too many albums within
    ///   each other, or for more than can be kept or answered.
    @discardableResult
    public func makeAlbum(
        named name: String, filter: PhotoFilter, options: WorkOptions = WorkOptions()
    ) throws(GalleryError) -> PhotoSection {
        let reference = try album(named: name)
        guard !filter.text.isEmpty else {
            throw GalleryError(
                .usage,
                "an album needs a query, such as 'tag:dog rating:>3': this one finds everything")
        }
        // A bare name may become that of several sections.
        let filter = try filter.replacingSections { reference throws(GalleryError) in
            reference.kind == nil ? try section(reference).reference : reference
        }
        try GalleryError.translating {
            try catalog.makeAlbum(reference, filter: filter, isDryRun: options.isDryRun)
        }
        if !options.isDryRun { return try section(reference) }
        return PhotoSection(
            id: 0, reference: reference,
            count: try count(PhotoQuery([.everything], filter: filter)), filter: filter)
    }

    /// Gives an album another name, also in the queries of albums that ask for it.
    ///
    /// - Parameter options: a dry run checks, and changes nothing.
    /// - Returns: the album under its new name.
    /// - Throws: `usage` for a section that is no album, and for a name that means something else or that
    ///   another album has; `notFound` where the album is gone.
    @discardableResult
    public func renameAlbum(
        _ album: PhotoSection, to name: String, options: WorkOptions = WorkOptions()
    ) throws(GalleryError) -> PhotoSection {
        let reference = try self.album(named: name)
        guard album.reference.kind == .album else {
            throw GalleryError(
                .usage,
                "'\(album.reference.text)' is no album: its name is what it was searched by")
        }
        try GalleryError.translating {
            try catalog.renameAlbum(album, to: reference, isDryRun: options.isDryRun)
        }
        if !options.isDryRun { return try section(reference) }
        var renamed = album
        renamed.reference = reference
        return renamed
    }

    /// The reference of an album that gets a name.
    ///
    /// The name alone must mean the album wherever no other section has it: it is no photo's, no other
    /// section's and no path.
    private func album(named text: String) throws(GalleryError) -> SectionReference {
        let typed = SectionReference(text: text)
        let name = typed.kind == .album ? typed.name : SectionReference.normalized(text)
        func refusal(_ reason: String) -> GalleryError {
            GalleryError(.usage, "invalid album name '\(name)': expected \(reason)")
        }
        if name.isEmpty { throw refusal("a name") }
        if PhotoReference(text: name) != nil {
            throw refusal("a name that does not read as a photo's, such as 'best of \(name)'")
        }
        if SectionReference(text: name).kind != nil {
            throw refusal("a name that does not read as another section's")
        }
        if name.hasPrefix("/") || name.hasPrefix(".") {
            throw refusal("a name that does not read as a path")
        }
        return SectionReference(kind: .album, name: name)
    }
}
