import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// Resolves operands to photos and sections.
extension PhotoGallery {
    /// The photo or section that an operand refers to.
    enum Named {
        case photo(Photo)
        case section(PhotoSection)
    }

    /// Returns the photo or section that an operand refers to.
    ///
    /// A bare number is a catalog ID; a section of that name takes precedence over a Flickr ID.
    ///
    /// - Throws: `notFound`; the message suggests valid forms.
    func named(_ operand: Operand) throws(GalleryError) -> Named {
        let reference = PhotoReference(text: operand.text)
        switch reference {
        case .id?, .item?: break
        case .flickr?, nil:
            do throws(GalleryError) {
                return .section(try sections.find(SectionReference(text: operand.text)))
            } catch {
                // An ambiguous name is an error.
                if error.kind != .notFound { throw error }
            }
        }
        if let reference { return .photo(try photo(reference)) }
        throw GalleryError(
            .notFound,
            "no photo or section '\(operand.text)'; refer to a photo as 42, dogs/1 or "
                + "flickr:53574198477, or list the sections with 'gallery sections'")
    }

    /// Returns the photo that an operand refers to.
    ///
    /// - Throws: `usage` for a section; `notFound`.
    func photo(named operand: Operand) throws(GalleryError) -> Photo {
        switch try named(operand) {
        case .photo(let photo): return photo
        case .section(let section):
            throw GalleryError(
                .usage,
                "'\(operand.text)' is a section; give a photo in it, such as "
                    + "\(section.reference.text)/1")
        }
    }

    /// Returns the photos that operands refer to, without duplicates.
    ///
    /// With a query, only matching photos are returned; without operands, the query applies to all
    /// photos.
    ///
    /// - Parameter further: a condition in addition to the query; ignored without a query.
    /// - Throws: `usage` for a section without a query, and for an invalid query; `notFound`.
    func photos(
        named operands: [Operand], _ option: QueryOption, further: PhotoFilter = .everything
    ) throws -> [Photo] {
        if option.isSet {
            var photos: [Photo] = []
            let query = try query(named: operands, option).filtered(further)
            try forEachPhoto(once: query) { photos.append($0) }
            return photos
        }
        return try operands.map { try photo(named: $0) }.uniqued(by: \.id)
    }
}

extension PhotoGallery {
    /// Returns a query for the photos that operands refer to, in the order of the operands,
    /// filtered by `option`; all photos without operands.
    ///
    /// - Throws: `notFound`, with a suggestion; `usage` for an invalid query.
    func query(named operands: [Operand], _ option: QueryOption) throws(GalleryError) -> PhotoQuery
    {
        let filter = try option.filter(in: self)
        guard !operands.isEmpty else {
            // Only a query with an order also finds photos in the trash, if the filter includes
            // them.
            return PhotoQuery(
                [.everything], filter: filter, order: option.isSet ? PhotoOrder(.added) : nil)
        }
        return PhotoQuery(try scopes(named: operands), filter: filter)
    }

    /// Returns the scopes that operands refer to, in order; consecutive photos form one scope.
    ///
    /// - Throws: `notFound`, with a suggestion.
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

    /// Calls `body` for each photo of a query, in order and without duplicates.
    ///
    /// Only the IDs are read in advance, so that `body` can use the catalog.
    ///
    /// - Throws: errors of the catalog and of `body`.
    func forEachPhoto(once query: PhotoQuery, _ body: (Photo) throws -> Void) throws {
        for id in try photoIDs(query) {
            try Task.checkCancellation()
            try body(try photo(id: id))
        }
    }
}

extension PhotoQuery {
    /// True for up to 20 photos given individually, for which the output lists each photo.
    var isShortList: Bool {
        let counts = scopes.map { if case .photos(let ids) = $0 { ids.count } else { Int?.none } }
        return counts.allSatisfy { $0 != nil } && counts.compactMap(\.self).reduce(0, +) <= 20
    }
}

/// The option `--where` of commands that operate on photos.
struct QueryOption: ParsableArguments {
    @Option(
        name: .customLong("where"), parsing: .unconditional,
        help: .value(
            "query",
            "Only photos that match, such as 'tag:dog taken:2024'; see 'gallery help find'."),
        completion: .query)
    var text: Operand?

    func validate() throws {
        try refuse(
            if: text?.text.allSatisfy(\.isWhitespace) == true,
            "--where requires a query, such as tag:dog; omit it for all photos")
    }

    /// True if a query was given.
    var isSet: Bool { text != nil }

    /// Returns the filter of the query; without one, a filter that matches every photo.
    ///
    /// - Throws: `usage` for an invalid query.
    func filter(in gallery: PhotoGallery) throws(GalleryError) -> PhotoFilter {
        guard let text else { return .everything }
        return try gallery.filter(text.text)
    }

    /// Returns the outcome of a command that found no photos.
    ///
    /// - Throws: `notFound` without a query.
    func outcome(withoutPhotosIn operands: [Operand]) throws(GalleryError) -> CommandOutcome {
        if isSet { return .note("no photo matches") }
        throw GalleryError(
            .notFound, "no photos in '\(operands.map(\.text).joined(separator: " "))'")
    }

    /// Rejects empty operands.
    ///
    /// - Throws: `ValidationError`.
    func checkNames(
        _ operands: [Operand], _ kind: String = "section or photo",
        _ examples: String = "camera or 42"
    ) throws {
        try refuse(
            if: operands.contains(where: \.text.isEmpty),
            "'' is not a \(kind); give one, such as \(examples)")
    }

    /// Rejects a command line with neither operands nor a query.
    ///
    /// - Throws: `ValidationError`.
    func requirePhotos(_ operands: [Operand], _ kinds: String = "photos") throws {
        try refuse(
            if: operands.isEmpty && !isSet,
            "no photos given; give \(kinds), or --where QUERY for all that match")
    }

    /// Returns the filter of the query for the given targets; without a query, a filter that
    /// matches every photo.
    ///
    /// - Throws: `usage` for targets outside the catalog, and for an invalid query.
    func filter(for targets: [WorkTarget], _ run: CommandRun) throws(GalleryError) -> PhotoFilter {
        guard isSet else { return .everything }
        guard targets.allSatisfy(\.isCatalog) else {
            throw GalleryError(
                .usage,
                "--where applies only to photos in the catalog; omit files, folders and positions")
        }
        return try filter(in: run.gallery())
    }

    /// Rejects a query combined with standard input.
    ///
    /// - Throws: `ValidationError`.
    func checkOperands(_ operands: [Operand]) throws {
        try refuse(
            if: isSet && operands.containsStandardInput,
            "--where applies only to photos in the catalog; omit '-'")
    }
}
