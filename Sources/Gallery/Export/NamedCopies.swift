import Basics
import Catalog
import Export
import GalleryModel

/// A row with the name of the file created from its photo.
struct NamedCopy: Sendable {
    /// The row.
    let row: ListedPhoto
    /// The path relative to the folder; nil if no file is created.
    let name: BytePath?
    /// True if the photo may be listed again.
    let isRepeated: Bool
}

/// A row of an export in the pipeline.
enum NamedRow: Sendable {
    /// The first row of a photo.
    case copy(NamedCopy)
    /// A further row of a photo that other sections list as well.
    case again(ListedPhoto)
}

extension PhotoGallery {
    /// Passes the rows of a query, with the name of each photo's file, to a closure.
    ///
    /// A photo that is listed several times is named after its first row; its further rows are
    /// passed to `again`.
    ///
    /// - Parameter naming: returns the row that the template is applied to; nil if no file is
    ///   created.
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
        // List each section once.
        if let sections { listed.scopes = sections.map(PhotoScope.section) }
        try forEachBatchAhead(listed, includesRaw: includesRaw) { rows in
            var repeated: Set<PhotoID>?
            if let sections {
                repeated =
                    sections.count > 1
                    ? try translated(
                        catalog.photos(
                            listedBySeveralOf: sections, among: rows.map(\.photo.id))) : []
            }
            for row in rows {
                // Photos named one by one may all be repeated.
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
    /// Submits the rows of `forEachNamedCopy` to a pipeline.
    ///
    /// - Throws: `CancellationError` if no more are wanted; errors of the catalog.
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
