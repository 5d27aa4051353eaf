import Catalog
package import GalleryModel

/// What went into the trash or came out of it, and the change that `undo` takes back.
package struct TrashChange: Hashable, Sendable {
    /// The photos that were elsewhere before.
    package var photos: [PhotoID]
    /// The change's number in the journal; nil where nothing was changed.
    package var entry: Int64?
}

extension PhotoGallery {
    /// Puts photos into the trash, and tells the change's number.
    package func moveToTrash(_ ids: [PhotoID]) throws(GalleryError) -> TrashChange {
        let (photos, entry) = try GalleryError.translating { try catalog.noteTrash(ids) }
        return TrashChange(photos: photos, entry: entry)
    }

    /// Brings photos back from the trash, and tells the change's number.
    package func takeFromTrash(_ ids: [PhotoID]) throws(GalleryError) -> TrashChange {
        let (photos, entry) = try GalleryError.translating { try catalog.noteRestoring(ids) }
        return TrashChange(photos: photos, entry: entry)
    }

    /// The ids of photos that references name, in their order, each once.
    ///
    /// - Throws: `notFound` for the first one that names none.
    package func photoIDs(of references: [PhotoReference]) throws(GalleryError) -> [PhotoID] {
        var met: Set<PhotoID> = []
        var ids: [PhotoID] = []
        for reference in references {
            let id =
                switch reference {
                case .id(let id): try known(id)
                default: try photo(reference).id
                }
            if met.insert(id).inserted { ids.append(id) }
        }
        return ids
    }

    /// The id of a photo that there is; whether its files can be reached is nobody's question here.
    private func known(_ id: PhotoID) throws(GalleryError) -> PhotoID {
        do throws(CatalogError) { return try catalog.photo(id: id).id } catch {
            throw error.code == .noPhoto
                ? GalleryError(.noPhoto("\(id)")) : GalleryError(catalog: error)
        }
    }
}
