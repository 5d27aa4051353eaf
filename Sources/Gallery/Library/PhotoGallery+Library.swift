package import Basics
import Catalog
import Foundation
public import GalleryModel

extension PhotoGallery {
    /// Returns the number of distinct photos in all sections.
    public func count() throws(GalleryError) -> Int { try translated(catalog.photoCount()) }

    /// Returns the photo at an index path; both indexes are zero-based.
    ///
    /// - Throws: `notFound` if the section or the photo does not exist.
    public func photo(at indexPath: PhotoIndexPath) throws(GalleryError) -> Photo {
        let sections = try sections.list()
        guard sections.indices.contains(indexPath.section) else {
            throw GalleryError(
                .notFound,
                "no section at index \(indexPath.section): the catalog has \(sections.count)")
        }
        guard indexPath.item >= 0 else {
            throw GalleryError(.notFound, "no photo at index \(indexPath.item)")
        }
        return try photo(in: sections[indexPath.section], position: indexPath.item + 1)
    }

    /// Returns the photo with a catalog id, including photos in the trash.
    ///
    /// - Throws: `notFound`.
    public func photo(id: PhotoID) throws(GalleryError) -> Photo {
        let photo = try translated(catalog.photo(id: id))
        guard try isVisible(photo) else { throw .noPhoto(id) }
        return reachable(photo)
    }

    /// Returns the photo that a reference names: an id, a position in a section, or a Flickr id.
    ///
    /// - Throws: `notFound`; `usage` if the section's bare name matches several sections.
    package func photo(_ reference: PhotoReference) throws(GalleryError) -> Photo {
        switch reference {
        case .id(let id): return try photo(id: id)
        case .item(let name, let position):
            return try photo(in: try sections.find(name), position: position)
        case .flickr(let id):
            return try photo(id: try translated(catalog.photo(origin: .flickr, originID: id).id))
        }
    }

    /// Returns the section entries of a photo; positions are nil while the photo is in the trash.
    package func entries(of id: PhotoID) throws(GalleryError) -> [SectionEntry] {
        try translated(catalog.entries(of: [id])[id] ?? [])
    }

    /// Returns entries, without positions, for the albums filled by a query that contain a photo.
    package func albums(with id: PhotoID) throws(GalleryError) -> [SectionEntry] {
        let albums = try sections.list(countsAlbums: false).filter { $0.isAlbum }
        return try GalleryError.translating {
            try albums.compactMap { album in
                guard let filter = album.filter,
                    try !catalog.photoIDs(among: [id], where: filter).isEmpty
                else { return nil }
                return SectionEntry(section: album.reference, position: nil, isDelisted: false)
            }
        }
    }

    /// Returns the section entries of several photos, such as those of a page; photos without a
    /// section have no entry.
    package func entries(of ids: [PhotoID]) throws(GalleryError) -> [PhotoID: [SectionEntry]] {
        try translated(catalog.entries(of: ids))
    }

    /// Returns the origin's complete JSON for a photo, byte for byte; nil for imported photos.
    public func rawJSON(of id: PhotoID) throws(GalleryError) -> String? {
        try translated(catalog.rawJSON(of: id))
    }

    /// The number of picture files of interrupted commands that no photo refers to, and their
    /// folder.
    ///
    /// They are used again if a database that refers to them is restored; nothing removes them.
    package var unreferencedFiles: (count: Int, folder: BytePath) { catalog.unreferencedFiles }

    /// True if other users can read the gallery although `catalog.sharedMode` is private: the
    /// gallery was created before that setting applied, or for sharing, and existing permissions
    /// are not changed.
    package var ignoresRestrictionSetting: Bool { catalog.ignoresRestrictionSetting }

    /// A number that changes when the gallery is changed: immediately by this value, after
    /// `detectWrites` by other programs.
    package var revision: UInt64 { catalog.revision }

    /// Checks whether other programs changed the gallery.
    package func detectWrites() { catalog.detectWrites() }

    /// A stamp that changes whenever the catalog does; reading it takes two calls of `stat`.
    package var catalogStamp: String { catalog.stamp }

    private func photo(in section: PhotoSection, position: Int) throws(GalleryError) -> Photo {
        var found: PhotoID?
        try translated(
            catalog.forEachBatch(of: section, offset: position - 1, limit: 1) { batch in
                found = batch.first?.photo.id
                return false
            })
        guard let id = found else {
            let name = section.reference.text
            throw GalleryError(
                .notFound,
                "no photo '\(name)/\(position)': the section has \(section.count)")
        }
        return try photo(id: id)
    }

    /// Returns warnings about the metadata of a photo's files: unreadable or doubtful parts.
    package func metadataWarnings(of id: PhotoID) throws(GalleryError) -> [String] {
        try translated(catalog.metadataWarnings(of: id))
    }

    /// Returns the photo with only those picture paths whose files hold the recorded bytes.
    ///
    /// A picture whose file is missing or was replaced is marked offline.
    package func verifyingPaths(of photo: Photo) throws(GalleryError) -> Photo {
        var photo = photo
        for (index, picture) in photo.pictures.enumerated() where picture.state == .stored {
            let paths = try translated(catalog.paths(sha256: picture.sha256 ?? ""))
            photo.pictures[index].path = paths.verifiedDisplayPath(sha256: picture.sha256 ?? "")
            if photo.pictures[index].path == nil { photo.pictures[index].state = .offline }
        }
        return photo
    }

    /// Updates the paths of pictures left in place and marks unreachable ones offline.
    func reachable(_ photo: Photo) -> Photo {
        var photo = photo
        for index in photo.pictures.indices where photo.pictures[index].state == .stored {
            // The same bytes may be in several files.
            let paths = try? catalog.paths(sha256: photo.pictures[index].sha256 ?? "")
            if let path = paths?.displayPath {
                photo.pictures[index].path = path
            } else {
                photo.pictures[index].state = .offline
            }
        }
        return photo
    }
}

/// The trash of a gallery: removed photos, which can be restored.
///
/// @Snippet(path: "gallery/Snippets/WalkGallery", slice: "observe")
public struct GalleryTrash: GalleryFeature {
    let gallery: PhotoGallery

    /// Moves photos to the trash: sections no longer list them, and no file is deleted.
    ///
    /// - Returns: the photos that were not yet in the trash.
    @discardableResult
    public func add(_ ids: [PhotoID]) throws(GalleryError) -> [PhotoID] {
        try move(ids, toTrash: true).photos
    }

    /// Moves the photo at an index path to the trash.
    ///
    /// - Returns: its catalog id.
    /// - Throws: `notFound` if the section or the photo does not exist.
    @discardableResult
    public func add(at indexPath: PhotoIndexPath) throws(GalleryError) -> PhotoID {
        let id = try gallery.photo(at: indexPath).id
        try add([id])
        return id
    }

    /// Restores photos from the trash to their previous positions.
    ///
    /// Photos whose sections have been removed return without a section.
    ///
    /// - Returns: the photos that were in the trash.
    @discardableResult
    public func restore(_ ids: [PhotoID]) throws(GalleryError) -> [PhotoID] {
        try move(ids, toTrash: false).photos
    }

    /// Returns the photos in the trash, most recent first.
    public func list() throws(GalleryError) -> [Photo] { try translated(catalog.trashedPhotos()) }

    /// Returns a page of the photos in the trash, most recent first.
    ///
    /// - Parameters:
    ///   - after: the last photo of the previous page; nil for the first page.
    ///   - limit: the maximum number of photos.
    package func list(after: DatedCursor?, limit: Int) throws(GalleryError) -> [Photo] {
        try translated(catalog.trashedPhotos(after: after, limit: limit))
    }

    /// Moves photos to the trash, or restores them.
    ///
    /// - Returns: the photos that were moved, and the number of the change in the journal, which
    ///   `undo` can revert; nil if nothing changed.
    package func move(
        _ ids: [PhotoID], toTrash isTrashed: Bool
    ) throws(GalleryError) -> (photos: [PhotoID], entry: Int64?) {
        try translated(catalog.move(ids, toTrash: isTrashed))
    }

    /// Returns the neighbors of a photo in the trash; nil if it is not in the trash.
    package func neighbors(of id: PhotoID) throws(GalleryError) -> PhotoNeighbors? {
        try translated(catalog.neighborsInTrash(of: id))
    }
}

/// The unresolved problems of a gallery: items that failed.
package struct GalleryProblems: GalleryFeature {
    let gallery: PhotoGallery

    /// Returns unresolved problems, most recent first.
    ///
    /// - Parameters:
    ///   - after: the last problem of the previous page; nil for the first page.
    ///   - limit: the maximum number of problems; nil for all.
    ///   - command: the command that recorded them; nil for all.
    ///   - includingIgnored: whether to include problems that a user acknowledged.
    package func list(
        after: DatedCursor? = nil, limit: Int? = nil, of command: String? = nil,
        includingIgnored: Bool = false
    ) throws(GalleryError) -> [PhotoProblem] {
        try translated(
            catalog.problems(
                after: after, limit: limit, of: command, includingIgnored: includingIgnored))
    }

    /// Acknowledges problems, or withdraws the acknowledgment.
    ///
    /// Acknowledged problems do not make a run fail and are listed only on request. If the item
    /// succeeds and later fails again, it counts as a new problem.
    package func ignore(
        _ problems: [PhotoProblem], _ areIgnored: Bool = true
    ) throws(GalleryError) { try translated(catalog.ignoreProblems(problems, areIgnored)) }

    /// Returns the number of unresolved problems per command, ordered by command name.
    package func counts() throws(GalleryError) -> [(command: String, count: Int)] {
        try translated(catalog.problemCounts())
    }

    /// True if problems are recorded for `gallery problems`; false if the gallery is not writable.
    package var areKept: Bool { catalog.isWritable }
}

/// The gallery as its readers see it: pictures that a campaign has not published are visible only
/// to owners and their sender.
extension PhotoGallery {
    /// Returns the same gallery for a kind of reader: listings, counts and lookups leave out what
    /// is hidden from that reader.
    ///
    /// Anything that leaves the gallery is read through the one for `anyone`.
    package func seen(by reader: PhotoReader) -> PhotoGallery {
        if reader == catalog.reader { return self }
        return PhotoGallery(catalog: catalog.seen(by: reader), settings: settings, shared: shared)
    }

    /// Returns the gallery for the grid of a query: to owners, all photos by date are shown without
    /// those whose picture an earlier photo has.
    package func withoutCopies(in query: PhotoQuery) -> PhotoGallery {
        guard catalog.reader == .owner, query.scopes == [.everything], query.filter.isEverything,
            query.order.map({ $0.key == .date || $0.key == .taken }) ?? true
        else { return self }
        return seen(by: .ownerWithoutCopies)
    }

    /// Returns true if the reader may open a photo, whichever way it was addressed.
    func isVisible(_ photo: Photo) throws(GalleryError) -> Bool {
        if catalog.reader == .owner { return true }
        if photo.dateTrashed != nil { return false }
        if photo.origin != .campaign { return true }
        return try !translated(catalog.hides(photo.id))
    }

    /// Returns those of the photos that the reader may open and that are not in the trash, in the
    /// given order.
    func visiblePhotos(_ ids: [PhotoID]) throws(GalleryError) -> [Photo] {
        let photos = try translated(catalog.photos(ids: ids))
        return try translated(photos.filter { try $0.dateTrashed == nil && isVisible($0) })
    }

    /// Returns those of the photos that listings, or the trash, may contain for the reader.
    package func listed(_ ids: [PhotoID]) throws(GalleryError) -> Set<PhotoID> {
        try translated(
            catalog.hidesPhotos() ? catalog.photoIDs(among: ids, where: .everything) : Set(ids))
    }
}

extension GalleryError {
    /// Reports that a photo does not exist, as far as the reader may know.
    static func noPhoto(_ id: PhotoID) -> GalleryError {
        GalleryError(translating: PhotoCatalog.noPhoto(id))
    }

    /// Reports that a photo is in the trash and cannot be shared.
    static func trashedPhoto(_ id: PhotoID) -> GalleryError {
        GalleryError(
            .notFound,
            message: "photo '\(id)' is in the trash: restore it with 'gallery restore \(id)'")
    }
}
