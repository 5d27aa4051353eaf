import Basics
import Catalog
public import GalleryModel

/// The albums of a gallery: sections that always list the results of a query, or photos that a user
/// chose, in an order of the user.
///
/// @Snippet(path: "gallery/Snippets/WalkGallery", slice: "albums")
public struct GalleryAlbums: GalleryFeature {
    let gallery: PhotoGallery

    /// Creates an album: a section defined by a query over all photos, in the order they were
    /// added, or an empty one for ``add(_:to:options:)``.
    ///
    /// - Parameters:
    ///   - name: the album's name; its reference is `album:NAME`.
    ///   - filter: the query, in which relative spans such as the last 30 days stay relative; nil
    ///     for an album filled by hand.
    ///   - options: a dry run only checks the arguments.
    /// - Returns: the album, without an id in a dry run, and the number of the step for `undo`.
    /// - Throws: `usage` if the name is ambiguous or taken, if the filter is empty, refers to the
    ///   album itself, nests albums too deeply, or exceeds the limits for stored queries.
    @discardableResult
    public func create(
        named name: String, filter: PhotoFilter? = nil, options: WorkOptions = WorkOptions()
    ) throws(GalleryError) -> (album: PhotoSection, step: Int64?) {
        let reference = try self.reference(named: name)
        guard filter?.text.isEmpty != true else {
            throw GalleryError(
                .usage,
                "an album needs a query, such as 'tag:dog rating:>3': this one matches every photo; "
                    + "omit the query for an album that is filled by hand")
        }
        // Later, several sections may share a bare name.
        let filter = try filter?.replacingSections { reference throws(GalleryError) in
            reference.kind == nil ? try gallery.sections.find(reference).reference : reference
        }
        let step = try translated(
            catalog.makeAlbum(reference, filter: filter, isDryRun: options.isDryRun))
        if !options.isDryRun { return (try gallery.sections.find(reference), step) }
        let query = filter.map { PhotoQuery([.everything], filter: $0) }
        let album = PhotoSection(
            id: 0, reference: reference, count: try query.map(gallery.count) ?? 0, filter: filter)
        return (album, nil)
    }

    /// Adds photos at the end of an album filled by hand, in the order of the query; photos that it
    /// already contains keep their position.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - options: a dry run stores nothing.
    /// - Returns: the photos that were added, and the step for `undo`.
    /// - Throws: `usage` for an album with a query; `notFound` if a photo no longer exists.
    @discardableResult
    public func add(
        _ query: PhotoQuery, to album: PhotoSection, options: WorkOptions = WorkOptions()
    ) async throws -> MetadataSummary {
        try await change(album, query, isAddition: true, options)
    }

    /// Removes photos from an album filled by hand; the photos stay in the gallery.
    ///
    /// - Parameters:
    ///   - query: the photos; those outside the album are ignored.
    ///   - options: a dry run stores nothing.
    /// - Returns: the photos that were removed, and the step for `undo`.
    /// - Throws: `usage` for an album with a query; `notFound` if the album no longer exists.
    @discardableResult
    public func remove(
        _ query: PhotoQuery, from album: PhotoSection, options: WorkOptions = WorkOptions()
    ) async throws -> MetadataSummary {
        try await change(album, query, isAddition: false, options)
    }

    private func change(
        _ album: PhotoSection, _ query: PhotoQuery, isAddition: Bool, _ options: WorkOptions
    ) async throws -> MetadataSummary {
        let ids = try await offload { [gallery] in try gallery.photoIDs(query) }
        var batch = PhotoBatch()
        batch.albums = [(album.reference, isAddition)]
        return try await gallery.metadata.change(
            ids, batch, command: isAddition ? "album add" : "album remove", options: options)
    }

    /// Moves a photo within an album filled by hand; the photos in between move by one.
    ///
    /// Blocks for a few milliseconds.
    ///
    /// - Parameters:
    ///   - position: the new position as listed, from 1.
    ///   - options: a dry run only checks the arguments.
    /// - Returns: the number of the step for `undo`, which a dry run does not store; nil if the photo
    ///   is already there.
    /// - Throws: `usage` for an album with a query, or a position that it does not have; `notFound`
    ///   if the album does not list the photo.
    @discardableResult
    public func move(
        _ photo: PhotoID, in album: PhotoSection, to position: Int,
        options: WorkOptions = WorkOptions()
    ) throws(GalleryError) -> Int64? {
        try translated(catalog.move(photo, in: album, to: position, isDryRun: options.isDryRun))
    }

    /// Chooses the photo that is shown as the picture of an album, or of another section.
    ///
    /// Blocks for a few milliseconds.
    ///
    /// - Parameters:
    ///   - photo: nil to show the first photo again.
    ///   - options: a dry run only checks the arguments.
    /// - Returns: the number of the step for `undo`, which a dry run does not store; nil if nothing
    ///   changes.
    /// - Throws: `notFound` if the section does not list the photo.
    @discardableResult
    public func setCover(
        of album: PhotoSection, to photo: PhotoID?, options: WorkOptions = WorkOptions()
    ) throws(GalleryError) -> Int64? {
        try translated(catalog.setCover(of: album, to: photo, isDryRun: options.isDryRun))
    }

    /// Renames an album, also in the queries of albums that refer to it.
    ///
    /// - Parameter options: a dry run only checks the arguments.
    /// - Returns: the album under its new name, and the number of the step for `undo`; nil if the
    ///   album already has the name.
    /// - Throws: `usage` if the section is not an album, or the name is ambiguous or taken;
    ///   `notFound` if the album no longer exists.
    @discardableResult
    public func rename(
        _ album: PhotoSection, to name: String, options: WorkOptions = WorkOptions()
    ) throws(GalleryError) -> (album: PhotoSection, step: Int64?) {
        let reference = try self.reference(named: name)
        guard album.reference.kind == .album else {
            throw GalleryError(
                .usage,
                "'\(album.reference.text)' is not an album: its name is its search term")
        }
        let step = try translated(
            catalog.renameAlbum(album, to: reference, isDryRun: options.isDryRun))
        if !options.isDryRun { return (try gallery.sections.find(reference), step) }
        var renamed = album
        renamed.reference = reference
        return (renamed, nil)
    }

    /// Returns the reference for an album name, with or without `album:`.
    ///
    /// As long as no other section has the name, the bare name must refer to the album, so it must
    /// not read as a photo, another section or a path.
    ///
    /// - Throws: `usage` for a name that no album can have.
    package func reference(named text: String) throws(GalleryError) -> SectionReference {
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
        if name.hasPrefix("/") || name.hasPrefix(".") { throw refusal("a name that is not a path") }
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
    /// Photos that another section lists stay there; the others move to the trash, even if an album
    /// lists them. Albums own no photos, so removing one trashes none. `undo` restores the sections
    /// with their order, queries, dates and photos.
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
            let sections = sections.uniqued(by: \.id)
            let removed = try catalog.removeSections(sections, command: command, isDryRun: isDryRun)
            return SectionRemovalSummary(
                sections: sections.map(\.reference), trashed: removed.trashed, kept: removed.kept,
                step: removed.step, isDryRun: isDryRun)
        }
    }

    /// Returns the number of sections, including the camera.
    public func count() throws(GalleryError) -> Int { try translated(catalog.sectionCount()) }

    /// Returns every section: the camera first, then the others in order of creation.
    ///
    /// - Parameter countsAlbums: whether to count the photos of albums with a query, which takes one
    ///   query per album; if false, their count is 0.
    public func list(countsAlbums: Bool = true) throws(GalleryError) -> [PhotoSection] {
        try translated(catalog.sections(countsAlbums: countsAlbums))
    }

    /// Returns the section that a reference names.
    ///
    /// - Throws: `notFound`; `usage` if a bare name matches several sections.
    public func find(_ reference: SectionReference) throws(GalleryError) -> PhotoSection {
        try translated(catalog.section(reference))
    }

    /// Returns the photo to show as the picture of a section: the one that a user chose, if the
    /// section still lists it, or else the first; nil for a section without photos.
    ///
    /// Blocks for a few milliseconds.
    public func cover(of section: PhotoSection) throws(GalleryError) -> PhotoID? {
        if let chosen = try chosenCover(of: section) { return chosen.id }
        return try gallery.page(of: PhotoQuery.section(section).page(limit: 1)).rows.first?.photo.id
    }

    /// Returns the photo that a user chose as the picture of a section; nil without one, and if the
    /// section no longer lists it.
    package func chosenCover(of section: PhotoSection) throws(GalleryError) -> Photo? {
        guard let cover = section.cover, try translated(catalog.lists(cover, in: section)) else {
            return nil
        }
        return try gallery.visiblePhotos([cover]).first
    }

    /// Returns the sections whose names begin with a prefix, with their numbers of photos; nil for
    /// albums with a query, which are not counted.
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
    /// The number of the step for `undo`; nil if nothing was removed.
    public var step: Int64?
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
}
