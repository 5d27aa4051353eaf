package import Basics
import Catalog
public import GalleryModel

/// The albums of a gallery: sections that always list the results of a filter.
///
/// @Snippet(path: "gallery/Snippets/WalkGallery", slice: "albums")
public struct GalleryAlbums: GalleryFeature {
    let gallery: PhotoGallery

    /// Creates an album: a section defined by a query over all photos, in the order they were
    /// added.
    ///
    /// - Parameters:
    ///   - name: the album's name; its reference is `album:NAME`.
    ///   - filter: the query; relative spans such as the last 30 days stay relative.
    ///   - options: a dry run only checks the arguments.
    /// - Returns: the album; without an id in a dry run.
    /// - Throws: `usage` if the name is ambiguous or taken, if the filter is empty, refers to the
    ///   album itself, nests albums too deeply, or exceeds the limits for stored queries.
    @discardableResult
    public func create(
        named name: String, filter: PhotoFilter, options: WorkOptions = WorkOptions()
    ) throws(GalleryError) -> PhotoSection {
        let reference = try self.reference(named: name)
        guard !filter.text.isEmpty else {
            throw GalleryError(
                .usage,
                "an album needs a query, such as 'tag:dog rating:>3': this one matches every photo")
        }
        // Later, several sections may share a bare name.
        let filter = try filter.replacingSections { reference throws(GalleryError) in
            reference.kind == nil ? try gallery.sections.find(reference).reference : reference
        }
        try translated(catalog.makeAlbum(reference, filter: filter, isDryRun: options.isDryRun))
        if !options.isDryRun { return try gallery.sections.find(reference) }
        return PhotoSection(
            id: 0, reference: reference,
            count: try gallery.count(PhotoQuery([.everything], filter: filter)), filter: filter)
    }

    /// Renames an album, also in the queries of albums that refer to it.
    ///
    /// - Parameter options: a dry run only checks the arguments.
    /// - Returns: the album under its new name.
    /// - Throws: `usage` if the section is not an album, or the name is ambiguous or taken;
    ///   `notFound` if the album no longer exists.
    @discardableResult
    public func rename(
        _ album: PhotoSection, to name: String, options: WorkOptions = WorkOptions()
    ) throws(GalleryError) -> PhotoSection {
        let reference = try self.reference(named: name)
        guard album.reference.kind == .album else {
            throw GalleryError(
                .usage,
                "'\(album.reference.text)' is not an album: its name is its search term")
        }
        try translated(catalog.renameAlbum(album, to: reference, isDryRun: options.isDryRun))
        if !options.isDryRun { return try gallery.sections.find(reference) }
        var renamed = album
        renamed.reference = reference
        return renamed
    }

    /// Returns the reference for a new album name.
    ///
    /// As long as no other section has the name, the bare name must refer to the album, so it must
    /// not read as a photo, another section or a path.
    private func reference(named text: String) throws(GalleryError) -> SectionReference {
        let typed = SectionReference(text: text)
        let name = typed.kind == .album ? typed.name : SectionReference.normalized(text)
        func refusal(_ reason: String) -> GalleryError {
            GalleryError(.usage, "invalid album name '\(name)': expected \(reason)")
        }
        if name.isEmpty { throw refusal("a name") }
        if PhotoReference(text: name) != nil {
            throw refusal("a name that is not a photo reference, such as 'best of \(name)'")
        }
        if SectionReference(text: name).kind != nil {
            throw refusal("a name that is not a section reference")
        }
        if name.hasPrefix("/") || name.hasPrefix(".") {
            throw refusal("a name that is not a path")
        }
        return SectionReference(kind: .album, name: name)
    }

    /// Returns the bare names of albums that begin with a prefix.
    ///
    /// Blocks for a few milliseconds.
    package func names(startingWith prefix: String) throws(GalleryError) -> [String] {
        let sections = try translated(catalog.sections(countsAlbums: false))
        let key = GallerySections.key(prefix)
        return sections.map(\.reference).filter { $0.kind == .album && $0.key.hasPrefix(key) }
            .map(\.name)
    }
}

/// The sections of a gallery: the camera, searches, albums and pulled photos.
///
/// @Snippet(path: "gallery/Snippets/WalkGallery", slice: "walk")
public struct GallerySections: GalleryFeature {
    let gallery: PhotoGallery

    /// Removes sections.
    ///
    /// Photos that another section lists stay there; the others move to the trash. Albums only find
    /// photos, so removing one trashes none. `undo` restores the sections with their order,
    /// queries, dates and photos.
    ///
    /// - Parameters:
    ///   - sections: the sections, which may include albums.
    ///   - command: the command name recorded in the journal.
    ///   - options: a dry run reports the outcome and removes nothing.
    /// - Throws: `usage` for the camera, and for a section that a remaining album refers to;
    ///   `notFound` if a section no longer exists; `tryLater` if the catalog is locked.
    @discardableResult
    public func remove(
        _ sections: [PhotoSection], command: String = "section remove",
        options: WorkOptions = WorkOptions()
    ) async throws -> SectionRemovalSummary {
        let isDryRun = options.isDryRun
        return try await offload { [self] in
            var met: Set<Int64> = []
            let sections = sections.filter { met.insert($0.id).inserted }
            let removed = try catalog.removeSections(sections, command: command, isDryRun: isDryRun)
            return SectionRemovalSummary(
                sections: sections.map(\.reference), trashed: removed.trashed, kept: removed.kept,
                isDryRun: isDryRun)
        }
    }

    /// Returns the number of sections, including the camera.
    public func count() throws(GalleryError) -> Int {
        try translated(catalog.sectionCount())
    }

    /// Returns every section: the camera first, then the others in order of creation.
    ///
    /// - Parameter countsAlbums: whether to count the photos of albums, which takes one query per
    ///   album; if false, their count is 0.
    public func list(countsAlbums: Bool = true) throws(GalleryError) -> [PhotoSection] {
        try translated(catalog.sections(countsAlbums: countsAlbums))
    }

    /// Returns the section that a reference names.
    ///
    /// - Throws: `notFound`; `usage` if a bare name matches several sections.
    public func find(_ reference: SectionReference) throws(GalleryError) -> PhotoSection {
        try translated(catalog.section(reference))
    }

    /// Returns the sections whose names begin with a prefix, with their numbers of photos; nil for
    /// albums, which are not counted.
    ///
    /// Bare names are used if they are unique and the prefix has no kind.
    ///
    /// Blocks for a few milliseconds.
    package func names(
        startingWith prefix: String
    ) throws(GalleryError) -> [(name: String, photos: Int?)] {
        let sections = try translated(catalog.sections(countsAlbums: false))
        let bare = Dictionary(sections.map { ($0.reference.key, 1) }, uniquingKeysWith: +)
        let key = GallerySections.key(prefix)
        return sections.compactMap { section in
            let reference = section.reference
            let photos = section.filter == nil ? section.count : nil
            if reference.key.hasPrefix(key) {
                return (bare[reference.key] == 1 ? reference.name : reference.text, photos)
            }
            guard GallerySections.key(reference.text).hasPrefix(key) else { return nil }
            return (reference.text, photos)
        }
    }

    /// The comparison key of a section name; a trailing space is significant.
    fileprivate static func key(_ text: String) -> String {
        SectionReference.key(text) + (text.last?.isWhitespace == true ? " " : "")
    }
}

/// The outcome of removing sections.
public struct SectionRemovalSummary: Hashable, Sendable {
    /// The removed sections.
    public var sections: [SectionReference]
    /// The photos moved to the trash because no other section lists them.
    public var trashed: [PhotoID]
    /// The number of photos kept because another section lists them.
    public var kept: Int
    /// True if nothing was removed.
    public var isDryRun = false
}

extension SectionRemovalSummary: WorkSummary {
    /// The outcome as a sentence.
    public var sentence: String {
        let names = sections.map(\.text).joined(separator: ", ")
        let photos = Count.list([
            (trashed.count, "moved to the trash"), (kept, "kept in other sections"),
        ])
        return (isDryRun ? "would remove " : "removed ") + names
            + (photos.map { "; photos: \($0)" } ?? "")
            + (isDryRun ? "" : "; to restore: gallery undo")
    }

    /// The counts for JSON and CSV.
    package var members: [JSONMember] {
        [
            ("sections", sections.map(\.text)), ("trashed", trashed.map(\.rawValue)),
            ("kept", kept),
        ]
    }
}
