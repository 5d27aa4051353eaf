import Catalog
import GalleryModel

/// Where rows of a listing come from, for the cursor behind the last of them.
enum PlaceRange {
    /// From a section, in its order.
    case section(PhotoSection)
    /// From photos that were named one by one.
    case named([PhotoID])
    /// From those of all photos that no section lists, in the order of their ids.
    case unlisted

    /// How many places a section may have: the others of a cursor's number tell the section.
    private static let places = Int64(1) << 40
    /// What a cursor tells as the section of photos that no section lists: the last of all.
    static let unlistedSection = Int64.max / places

    /// The cursor behind a row.
    func cursor(behind row: ListedPhoto, _ catalog: PhotoCatalog) throws -> PhotoCursor {
        let number: Int64 =
            switch self {
            case .section(let section):
                section.id * Self.places
                    + (try catalog.ordinal(of: row.photo.id, in: section) ?? 0)
            case .named(let ids): Int64((ids.firstIndex(of: row.photo.id) ?? -1) + 1)
            case .unlisted: Self.unlistedSection * Self.places + row.photo.id.rawValue
            }
        return PhotoCursor(photoID: row.photo.id, rank: .number(number))
    }

    /// The section and place of a cursor.
    ///
    /// - Throws: `badCursor`.
    static func place(of cursor: PhotoCursor) throws -> (section: Int64, ordinal: Int64) {
        guard case .number(let number) = cursor.rank, number >= 0 else {
            throw CatalogError.cursorOfAnotherOrder
        }
        return (number / places, number % places)
    }

    /// The place of a cursor in a section.
    ///
    /// - Throws: `badCursor`.
    static func ordinal(of cursor: PhotoCursor, in section: PhotoSection) throws -> Int64 {
        let place = try place(of: cursor)
        guard place.section == section.id else { throw CatalogError.cursorOfAnotherOrder }
        return place.ordinal
    }
}

/// Counts the rows of several parts that a page skips and takes.
struct RowPage {
    /// Whether nothing more is wanted.
    private(set) var isDone: Bool
    private var skipped: Int
    private var left: Int
    /// Where to begin; nil once that is met.
    private var start: (section: Int64, ordinal: Int64)?

    /// - Throws: `badCursor`.
    init(_ query: PhotoQuery) throws {
        skipped = max(query.offset, 0)
        left = query.limit.map { max($0, 0) } ?? .max
        isDone = left == 0
        start = try query.after.map { try PlaceRange.place(of: $0) }
    }

    /// The ordinal behind which a section's rows begin, 0 for all of them; nil where the whole section lies
    /// before the page: nothing is read for it.
    mutating func begin(_ section: PhotoSection, _ filter: PhotoFilter) -> Int64? {
        if let start {
            guard section.id == start.section else { return nil }
            self.start = nil
            return start.ordinal
        }
        guard filter.isEverything, skipped >= section.count else { return 0 }
        skipped -= section.count
        return nil
    }

    /// The index at which photos that are named begin; nil where all lie before the page.
    mutating func begin(named ids: [PhotoID]) -> Int? {
        guard let start else { return 0 }
        guard start.section == 0 else { return nil }
        self.start = nil
        return min(Int(start.ordinal), ids.count)
    }

    /// The id behind which photos that no section lists begin, 0 for all of them; nil where all lie before
    /// the page.
    mutating func beginUnlisted() -> Int64? {
        guard let start else { return 0 }
        guard start.section == PlaceRange.unlistedSection else { return nil }
        self.start = nil
        return start.ordinal
    }

    /// Hands out what of the rows lies in the page; false once nothing more is wanted.
    mutating func handOut(
        _ rows: [ListedPhoto], to body: ([ListedPhoto]) throws -> Bool
    ) throws -> Bool {
        let wanted = rows.dropFirst(skipped).prefix(left)
        skipped -= min(skipped, rows.count)
        left -= wanted.count
        if !wanted.isEmpty, !(try body(Array(wanted))) { isDone = true }
        if left == 0 { isDone = true }
        return !isDone
    }
}
