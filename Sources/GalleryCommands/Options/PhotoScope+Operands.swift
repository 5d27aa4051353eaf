import Gallery
import GalleryModel

extension PhotoGallery {
    /// The photos that operands name: a section by itself as such, else each photo once.
    ///
    /// - Throws: `notFound` with what could be written instead.
    func selection(named operands: [Operand]) throws -> PhotoScope {
        if operands.count == 1, case .section(let section) = try named(operands[0]) {
            return .section(section)
        }
        return .photos(try photoIDs(named: operands))
    }

    /// The ids of the photos that operands name, each once; a section stands for all its photos.
    ///
    /// - Throws: `notFound` with what could be written instead.
    func photoIDs(named operands: [Operand]) throws -> [PhotoID] {
        var ids: [PhotoID] = []
        var seen: Set<PhotoID> = []
        for operand in operands {
            switch try named(operand) {
            case .photo(let photo):
                if seen.insert(photo.id).inserted { ids.append(photo.id) }
            case .section(let section):
                try forEachPhoto(.section(section)) { rows in
                    ids += rows.map(\.photo.id).filter { seen.insert($0).inserted }
                    return true
                }
            }
        }
        return ids
    }

    /// Hands out the photos of a selection in their order.
    ///
    /// Only their ids are read beforehand, so that `body` may ask the catalog.
    ///
    /// - Throws: what the catalog or `body` throws.
    func forEachPhoto(of selection: PhotoScope, _ body: (Photo) throws -> Void) throws {
        var ids: [PhotoID] = []
        func append(_ section: PhotoSection) throws {
            try forEachPhoto(.section(section)) { rows in
                ids += rows.map(\.photo.id)
                return true
            }
        }
        switch selection {
        case .photos(let named): ids = named
        case .section(let section): try append(section)
        case .everything: for section in try sections() { try append(section) }
        }
        for id in ids {
            try Task.checkCancellation()
            try body(try photo(id: id))
        }
    }
}

extension PhotoScope {
    /// Whether a person named the photos one by one and wants to read about each.
    var isFew: Bool {
        if case .photos(let ids) = self { return ids.count <= 20 }
        return false
    }
}
