import Gallery
import GalleryModel

extension PhotoGallery {
    /// The photos that operands name, in their order, of which a query may choose; all photos without operands.
    ///
    /// - Throws: `notFound` with what could be written instead; `usage` for a text that is no query.
    func query(named operands: [Operand], _ option: QueryOption) throws(GalleryError) -> PhotoQuery
    {
        let filter = try option.filter(in: self)
        guard !operands.isEmpty else {
            // In an order the photos of the trash are found, too, where the query asks for them.
            return PhotoQuery(
                [.everything], filter: filter, order: option.isSet ? PhotoOrder(.added) : nil)
        }
        return PhotoQuery(try scopes(named: operands), filter: filter)
    }

    /// What operands name, in their order; photos that follow each other are one scope.
    ///
    /// - Throws: `notFound` with what could be written instead.
    func scopes(named operands: [Operand]) throws(GalleryError) -> [PhotoScope] {
        var scopes: [PhotoScope] = []
        for operand in operands {
            switch try named(operand) {
            case .section(let section): scopes.append(.section(section))
            case .photo(let photo):
                if case .photos(let before)? = scopes.last {
                    scopes[scopes.count - 1] = .photos(before + [photo.id])
                } else {
                    scopes.append(.photos([photo.id]))
                }
            }
        }
        return scopes
    }

    /// Hands out the photos of a query in their order, each once.
    ///
    /// Only their ids are read beforehand, so that `body` may ask the catalog.
    ///
    /// - Throws: what the catalog or `body` throws.
    func forEachPhoto(once query: PhotoQuery, _ body: (Photo) throws -> Void) throws {
        for id in try photoIDs(query) {
            try Task.checkCancellation()
            try body(try photo(id: id))
        }
    }
}

extension PhotoQuery {
    /// Whether a person named the photos one by one and wants to read about each.
    var isFew: Bool {
        let counts = scopes.map { if case .photos(let ids) = $0 { ids.count } else { Int?.none } }
        return counts.allSatisfy { $0 != nil } && counts.compactMap(\.self).reduce(0, +) <= 20
    }
}
