import Basics
import Catalog
import Export
import GalleryModel

/// A row with the name of the file created from its photo.
struct NamedRow: Sendable {
    /// The row.
    let row: ListedPhoto
    /// The path relative to the folder; nil if no file is created, and for further rows.
    var name: BytePath?
    /// True if the photo may be listed again.
    let isRepeated: Bool
    /// True for a further row of a photo, which has the file of its first row.
    var isAgain = false
}

extension GalleryExport {
    /// Submits the rows of a query to a pipeline, with the name of each photo's file.
    ///
    /// A photo that is listed several times is named after its first row.
    ///
    /// - Parameter naming: returns the path of the row's file before it is made unique; nil if no
    ///   file is created.
    /// - Throws: `CancellationError` if no more are wanted; errors of the catalog.
    func forEachNamedRow<Output>(
        _ query: PhotoQuery, includesRaw: Bool, naming: (ListedPhoto) -> BytePath?,
        _ push: OrderedWork<NamedRow, Output>.Feed
    ) throws {
        var names = UniqueNames()
        _ = names.claim(BytePath(OriginalsTable.name))
        var met = Set<PhotoID>()
        let sections = try gallery.sections(of: query)
        var listed = query
        // List each section once.
        if let sections { listed.scopes = sections.map(PhotoScope.section) }
        try gallery.forEachBatchAhead(listed, includesRaw: includesRaw) { rows in
            // Photos named one by one may all be repeated.
            var repeated = Set(rows.map(\.photo.id))
            if let sections {
                repeated =
                    sections.count > 1
                    ? try catalog.photos(listedBySeveralOf: sections, among: rows.map(\.photo.id))
                    : []
            }
            for row in rows {
                var named = NamedRow(row: row, isRepeated: repeated.contains(row.photo.id))
                if named.isRepeated, !met.insert(row.photo.id).inserted {
                    named.isAgain = true
                } else {
                    named.name = naming(row).map { names.claim($0) }
                }
                guard push(named) else { throw CancellationError() }
            }
        }
    }
}
