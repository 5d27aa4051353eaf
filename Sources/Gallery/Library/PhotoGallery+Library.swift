public import Basics
import Catalog
import Foundation
public import GalleryModel

/// Picture files that are kept though no photo refers to them.
public struct FilesPutAside: Hashable, Sendable {
    /// How many there are.
    public var count: Int
    /// The folder they are in.
    public var folder: BytePath
}

extension PhotoGallery {
    /// How many different photos the sections list.
    public func count() throws(GalleryError) -> Int {
        try GalleryError.translating { try catalog.photoCount() }
    }

    /// How many sections there are, the camera included.
    public func sectionCount() throws(GalleryError) -> Int {
        try GalleryError.translating { try catalog.sectionCount() }
    }

    /// How many photos a section lists.
    ///
    /// - Parameter index: the section's place, from 0; 0 is the camera.
    /// - Throws: `notFound` for a place without a section.
    public func count(ofSection index: Int) throws(GalleryError) -> Int {
        try section(atIndex: index).count
    }

    /// Every section: the camera first, then the others in the order in which they were made.
    ///
    /// - Parameter countsAlbums: whether albums are told how many photos they find, which takes a query each;
    ///   else it is 0.
    public func sections(countsAlbums: Bool = true) throws(GalleryError) -> [PhotoSection] {
        try GalleryError.translating { try catalog.sections(countsAlbums: countsAlbums) }
    }

    /// The section a reference names.
    ///
    /// - Throws: `notFound`; `usage` where a bare name fits several sections.
    public func section(_ reference: SectionReference) throws(GalleryError) -> PhotoSection {
        try GalleryError.translating { try catalog.section(reference) }
    }

    /// The photo at an index path, both places from 0.
    ///
    /// - Throws: `notFound` for a place without a photo.
    public func photo(at indexPath: PhotoIndexPath) throws(GalleryError) -> Photo {
        let section = try section(atIndex: indexPath.section)
        guard indexPath.item >= 0 else {
            throw GalleryError(.notFound, "there is no photo at place \(indexPath.item)")
        }
        return try photo(in: section, position: indexPath.item + 1)
    }

    /// The photo with a catalog id, also from the trash.
    ///
    /// - Throws: `notFound`.
    public func photo(id: PhotoID) throws(GalleryError) -> Photo {
        reachable(try GalleryError.translating { try catalog.photo(id: id) })
    }

    /// The photo that a reference names: an id, a place in a section, or Flickr's id.
    ///
    /// - Throws: `notFound`; `usage` where the section's bare name fits several sections.
    public func photo(_ reference: PhotoReference) throws(GalleryError) -> Photo {
        switch reference {
        case .id(let id):
            return try photo(id: id)
        case .item(let name, let position):
            return try photo(in: try section(name), position: position)
        case .flickr(let id):
            return reachable(
                try GalleryError.translating { try catalog.photo(origin: .flickr, originID: id) })
        }
    }

    /// Where the sections list a photo; positions are nil while it lies in the trash.
    public func places(of id: PhotoID) throws(GalleryError) -> [SectionEntry] {
        try GalleryError.translating { try catalog.places(of: id) }
    }

    /// As `places(of:)` for many photos in one go, such as those of a page; those that no section knows
    /// have no entry.
    public func places(of ids: [PhotoID]) throws(GalleryError) -> [PhotoID: [SectionEntry]] {
        try GalleryError.translating { try catalog.places(of: ids) }
    }

    /// Everything the origin sent about a photo, byte for byte, as JSON; nil for imported photos.
    public func rawJSON(of id: PhotoID) throws(GalleryError) -> String? {
        try GalleryError.translating { try catalog.rawJSON(of: id) }
    }

    /// Puts photos into the trash: no section lists them, no file is deleted.
    ///
    /// - Returns: the photos that were not in the trash before.
    @discardableResult
    public func remove(_ ids: [PhotoID]) throws(GalleryError) -> [PhotoID] {
        try GalleryError.translating { try catalog.trash(ids) }
    }

    /// Puts the photo at an index path into the trash.
    ///
    /// - Returns: its catalog id.
    /// - Throws: `notFound` for a place without a photo.
    @discardableResult
    public func remove(at indexPath: PhotoIndexPath) throws(GalleryError) -> PhotoID {
        let id = try photo(at: indexPath).id
        try remove([id])
        return id
    }

    /// Brings photos back from the trash, to where they were.
    ///
    /// Those whose sections were removed since come back without a place in one.
    ///
    /// - Returns: the photos that were in the trash.
    @discardableResult
    public func restore(_ ids: [PhotoID]) throws(GalleryError) -> [PhotoID] {
        try GalleryError.translating { try catalog.restore(ids) }
    }

    /// The photos in the trash, the latest first.
    public func trash() throws(GalleryError) -> [Photo] {
        try GalleryError.translating { try catalog.trashedPhotos() }
    }

    /// A page of the photos in the trash, the latest first.
    ///
    /// - Parameters:
    ///   - after: the last photo of the page before; nil for the first page.
    ///   - limit: how many at most.
    public func trash(after: DatedCursor?, limit: Int) throws(GalleryError) -> [Photo] {
        try GalleryError.translating { try catalog.trashedPhotos(after: after, limit: limit) }
    }

    /// What failed and was not mended since, the latest first.
    ///
    /// - Parameters:
    ///   - after: the last problem of the page before; nil for the first page.
    ///   - limit: how many at most; nil for all.
    ///   - command: the command that met them; nil for all.
    public func problems(
        after: DatedCursor? = nil, limit: Int? = nil, of command: String? = nil
    ) throws(GalleryError) -> [PhotoProblem] {
        try GalleryError.translating {
            try catalog.problems(after: after, limit: limit, of: command)
        }
    }

    /// How many problems each command met that were not mended since, by the names of the commands.
    public func problemCounts() throws(GalleryError) -> [(command: String, count: Int)] {
        try GalleryError.translating { try catalog.problemCounts() }
    }

    /// The picture files of interrupted commands that no photo refers to.
    ///
    /// They come back with a database that names them; nothing removes them.
    public var filesPutAside: FilesPutAside {
        let (count, folder) = catalog.filesPutAside
        return FilesPutAside(count: count, folder: folder)
    }

    /// Whether others can read the gallery although `catalog.sharedMode` is private: it was made before that
    /// was so, or for others, and permissions of what is there stay as they are.
    public var isOpenInSpiteOfSetting: Bool { catalog.isOpenInSpiteOfSetting }

    private func section(atIndex index: Int) throws(GalleryError) -> PhotoSection {
        let sections = try sections()
        guard sections.indices.contains(index) else {
            throw GalleryError(
                .notFound, "there is no section at place \(index): there are \(sections.count)")
        }
        return sections[index]
    }

    private func photo(in section: PhotoSection, position: Int) throws(GalleryError) -> Photo {
        var found: Photo?
        try GalleryError.translating {
            try catalog.forEachBatch(of: section, offset: position - 1, limit: 1) { batch in
                found = batch.first?.photo
                return false
            }
        }
        guard let id = found?.id else {
            let name = section.reference.text
            throw GalleryError(
                .notFound,
                "there is no photo '\(name)/\(position)': the section lists \(section.count)")
        }
        return try photo(id: id)
    }

    /// The photo with the paths of those pictures alone whose files hold them or are away: where another
    /// picture lies by now, nothing that is known of the photo is true of it.
    public func verifyingPaths(of photo: Photo) throws(GalleryError) -> Photo {
        var photo = photo
        for (index, picture) in photo.pictures.enumerated() where picture.state == .stored {
            let places = try GalleryError.translating {
                try catalog.places(sha256: picture.sha256 ?? "")
            }
            photo.pictures[index].path = places.verifiedPath(sha256: picture.sha256 ?? "")
            if photo.pictures[index].path == nil { photo.pictures[index].state = .offline }
        }
        return photo
    }

    /// Says of pictures left in place whether their files can be reached now, and where.
    func reachable(_ photo: Photo) -> Photo {
        var photo = photo
        for index in photo.pictures.indices where photo.pictures[index].state == .stored {
            // The same bytes may lie in several places.
            let places = try? catalog.places(sha256: photo.pictures[index].sha256 ?? "")
            if let path = places?.presentPath {
                photo.pictures[index].path = path
            } else {
                photo.pictures[index].state = .offline
            }
        }
        return photo
    }
}
