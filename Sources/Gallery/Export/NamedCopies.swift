import Basics
import Catalog
import Export
import GalleryModel

/// A row with the name of the file that is made of its photo.
struct NamedCopy {
    /// The row.
    let row: ListedPhoto
    /// The path below the folder; nil where nothing is to be made.
    let name: BytePath?
    /// Whether further sections list the photo.
    let isRepeated: Bool
}

extension PhotoGallery {
    /// Hands out the rows of sections with the name of each photo's file.
    ///
    /// A photo that several of the sections list has the name of its first row, and its further rows go to
    /// `again`.
    ///
    /// - Parameter naming: the row as the template shall see it; nil where nothing is to be made.
    func forEachNamedCopy(
        in sections: [PhotoSection], _ template: NameTemplate, includesRaw: Bool,
        naming: (ListedPhoto) -> ListedPhoto?, body: (NamedCopy) throws -> Void,
        again: (ListedPhoto) throws -> Void
    ) throws {
        var names = UniqueNames()
        _ = names.claim(BytePath(OriginalsTable.name))
        var met = Set<PhotoID>()
        for section in sections {
            try forEachBatchAhead(in: section, includesRaw: includesRaw) { rows in
                let repeated =
                    sections.count > 1
                    ? try GalleryError.translating {
                        try catalog.photos(
                            listedRepeatedlyBy: sections, among: rows.map(\.photo.id))
                    } : []
                for row in rows {
                    let isRepeated = repeated.contains(row.photo.id)
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
}

extension [PhotoSection] {
    /// The sections, each once.
    var distinct: [PhotoSection] {
        var met = Set<Int64>()
        return filter { met.insert($0.id).inserted }
    }
}
