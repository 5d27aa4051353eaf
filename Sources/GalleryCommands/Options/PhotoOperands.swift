import Gallery
import GalleryModel

/// Finds what operands name.
extension PhotoGallery {
    /// What an operand of `fetch` names.
    enum Named {
        case photo(Photo)
        case section(PhotoSection)
    }

    /// The photo or section that an operand names.
    ///
    /// A bare number is a catalog id; a section of a name wins over Flickr's id.
    ///
    /// - Throws: `notFound` with what could be written instead.
    func named(_ operand: Operand) throws(GalleryError) -> Named {
        let reference = PhotoReference(text: operand.text)
        switch reference {
        case .id(let id): return .photo(try photo(id: id))
        case .item?: break
        case .flickr?, nil:
            if let section = try existingSection(operand.text) { return .section(section) }
        }
        if let reference { return .photo(try photo(reference)) }
        throw GalleryError(
            .notFound,
            "no photo or section '\(operand.text)': name a photo as 42, dogs/1 or "
                + "flickr:53574198477; 'gallery sections' lists the sections")
    }

    /// The photo that an operand names.
    ///
    /// - Throws: `usage` for a section; `notFound`.
    func photo(named operand: Operand) throws(GalleryError) -> Photo {
        switch try named(operand) {
        case .photo(let photo): return photo
        case .section(let section):
            throw GalleryError(
                .usage,
                "'\(operand.text)' is a section: name a photo in it, such as "
                    + "\(section.reference.text)/1")
        }
    }

    /// The photos that operands name, each once; with a query those of them that fit, of all without operands.
    ///
    /// - Parameter further: what must hold beside the query where there is one.
    /// - Throws: `usage` for a section without a query, and for a text that is no query; `notFound`.
    func photos(
        named operands: [Operand], _ option: QueryOption, further: PhotoFilter = .everything
    ) throws -> [Photo] {
        if option.isSet {
            var photos: [Photo] = []
            let query = try query(named: operands, option).filtered(further)
            try forEachPhoto(once: query) { photos.append($0) }
            return photos
        }
        var photos: [Photo] = []
        var seen: Set<PhotoID> = []
        for operand in operands {
            let photo = try photo(named: operand)
            if seen.insert(photo.id).inserted { photos.append(photo) }
        }
        return photos
    }

    /// The section of a name, or nil; a name that fits several is still an error.
    private func existingSection(_ text: String) throws(GalleryError) -> PhotoSection? {
        do throws(GalleryError) {
            return try section(SectionReference(text: text))
        } catch {
            if error.kind == .notFound { return nil }
            throw error
        }
    }
}
