import Basics
import Catalog
import Export
import GalleryModel

/// A row with the name of the file that is made of its photo.
struct NamedCopy: Sendable {
    /// The row.
    let row: ListedPhoto
    /// The path below the folder; nil where nothing is to be made.
    let name: BytePath?
    /// Whether the photo may be listed again.
    let isRepeated: Bool
}

/// A row of an export, on its way through the pipeline.
enum NamedRow: Sendable {
    /// The first row of a photo.
    case copy(NamedCopy)
    /// A further row of a photo, which another section lists as well.
    case again(ListedPhoto)
}

extension PhotoGallery {
    /// Hands out the rows of a query with the name of each photo's file.
    ///
    /// A photo that is listed several times has the name of its first row, and its further rows go to
    /// `again`.
    ///
    /// - Parameter naming: the row as the template shall see it; nil where nothing is to be made.
    func forEachNamedCopy(
        _ query: PhotoQuery, _ template: NameTemplate, includesRaw: Bool,
        naming: (ListedPhoto) -> ListedPhoto?, body: (NamedCopy) throws -> Void,
        again: (ListedPhoto) throws -> Void
    ) throws {
        var names = UniqueNames()
        _ = names.claim(BytePath(OriginalsTable.name))
        var met = Set<PhotoID>()
        let sections = try sections(of: query)
        var listed = query
        // Each section once.
        if let sections { listed.scopes = sections.map(PhotoScope.section) }
        try forEachBatchAhead(listed, includesRaw: includesRaw) { rows in
            var repeated: Set<PhotoID>?
            if let sections {
                repeated =
                    sections.count > 1
                    ? try GalleryError.translating {
                        try catalog.photos(
                            listedRepeatedlyBy: sections, among: rows.map(\.photo.id))
                    } : []
            }
            for row in rows {
                // Photos that are named one by one may all come again.
                let isRepeated = repeated?.contains(row.photo.id) ?? true
                if isRepeated, !met.insert(row.photo.id).inserted {
                    try again(row)
                    continue
                }
                let name = naming(row).map { names.claim(template.path(for: $0)) }
                try body(NamedCopy(row: row, name: name, isRepeated: isRepeated))
            }
        }
    }
}

extension PhotoGallery {
    /// Hands in the rows that `forEachNamedCopy` hands out.
    ///
    /// - Throws: `CancellationError` where no more is wanted; what the catalog throws.
    func forEachNamedRow<Output>(
        _ query: PhotoQuery, _ template: NameTemplate, includesRaw: Bool,
        naming: (ListedPhoto) -> ListedPhoto?, _ push: OrderedWork<NamedRow, Output>.Feed
    ) throws {
        try forEachNamedCopy(
            query, template, includesRaw: includesRaw, naming: naming
        ) { copy in
            guard push(.copy(copy)) else { throw CancellationError() }
        } again: { row in
            guard push(.again(row)) else { throw CancellationError() }
        }
    }
}
