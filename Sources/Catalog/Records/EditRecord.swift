import GRDB
import GalleryModel

/// Reads the edits of `photoEdit` while many rows are read: each text is parsed once.
///
/// A batch gives many photos the same edit.
struct EditRecord {
    /// The column of an edit.
    enum Column: Int, StatementColumns {
        case recipe
    }

    /// Gives `Column`, for a SELECT with `join`.
    static let selection = "pe.recipe"

    /// Joins the edit of `photo AS p`.
    static let join = "LEFT JOIN photoEdit pe ON pe.photoID = p.id"

    /// Whether any photo has one.
    static func areAny(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM photoEdit)") ?? false
    }

    /// Edits that come when so many are known make it forget those.
    private static let capacity = 1_000

    private var edits: [String: PhotoEdit?] = [:]

    /// The edit of a row; nil where there is none, and where it cannot be read: a listing goes on,
    /// and `PhotoCatalog.edit(of:)` names the photo.
    mutating func edit(_ row: StatementRow<Column>) -> PhotoEdit? {
        guard let text = row.optionalText(.recipe) else { return nil }
        if let known = edits[text] { return known }
        let edit = try? PhotoEdit(json: text.utf8)
        if edits.count >= Self.capacity { edits.removeAll() }
        edits[text] = .some(edit)
        return edit
    }
}
