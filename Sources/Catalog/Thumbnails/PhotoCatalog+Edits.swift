import Basics
import GRDB
package import GalleryModel

/// Reads edits of `photoEdit` for many rows, parsing each text once.
///
/// A batch edit gives many photos the same text.
struct EditRecord {
    /// The column of an edit.
    enum Column: Int, StatementColumns {
        case recipe
        static let table = "pe"
    }

    /// Joins the edit of `photo AS p`.
    static let join = "LEFT JOIN photoEdit pe ON pe.photoID = p.id"

    /// The number of cached edits at which the cache is emptied.
    private static let capacity = 1_000

    private var edits: [String: PhotoEdit?] = [:]

    /// The edit of a row; nil if there is none or it cannot be parsed: listings continue, and
    /// `PhotoCatalog.edit(of:)` reports the photo.
    mutating func edit(_ row: StatementRow<Column>) -> PhotoEdit? {
        guard let text = row.optionalText(.recipe) else { return nil }
        if let known = edits[text] { return known }
        let edit = try? PhotoEdit(json: text.utf8)
        if edits.count >= Self.capacity { edits.removeAll() }
        edits[text] = .some(edit)
        return edit
    }
}

extension PhotoCatalog {
    /// The edit of a photo; nil if it has none.
    ///
    /// - Throws: `noPhoto`; `damaged` if the recipe cannot be parsed, which listings ignore.
    package func edit(of id: PhotoID) throws(CatalogError) -> PhotoEdit? {
        let text = try read { db in
            guard try db.holds("SELECT 1 FROM photo WHERE id = ?", [id.rawValue]) else {
                throw Self.noPhoto(id)
            }
            return try db.text("SELECT recipe FROM photoEdit WHERE photoID = ?", [id.rawValue])
        }
        guard let text else { return nil }
        do { return try PhotoEdit(json: text.utf8) } catch {
            throw CatalogError(
                .damaged,
                "the edit of photo '\(id)' in the catalog is damaged: \(error); remove it with "
                    + "'gallery edit \(id) --reset'")
        }
    }

    /// Sets or removes the edits of photos, in one transaction; nil or an empty edit removes.
    ///
    /// The last edit of each photo is used. If nothing changes, the journal gets no entry.
    ///
    /// - Returns: the number of photos whose edit was changed.
    /// - Throws: `noPhoto` if a photo does not exist, `statement` for an invalid edit; nothing is
    ///   stored then.
    @discardableResult
    package func setEdits(_ edits: [(PhotoID, PhotoEdit?)], command: String) throws -> Int {
        guard !edits.isEmpty else { return 0 }
        var change = PhotosChange()
        change.edits = edits
        return try self.change(change, command: command).photos.count
    }

    /// The stored text of each photo's last edit, in the given order.
    static func texts(
        of edits: [(PhotoID, PhotoEdit?)]
    ) throws(CatalogError) -> [(PhotoID, String?)] {
        var last: (edit: PhotoEdit, text: String)?
        return try lastOfEach(edits).map { id, edit throws(CatalogError) in
            guard let edit, !edit.isEmpty else { return (id, nil) }
            if last?.edit != edit {
                do { try edit.check() } catch {
                    throw CatalogError(.statement, "the edit of photo '\(id)' is invalid: \(error)")
                }
                last = (edit, edit.json)
            }
            return (id, last?.text)
        }
    }

    /// The last value of each photo, in the given order.
    static func lastOfEach<Value>(_ values: [(PhotoID, Value)]) -> [(PhotoID, Value)] {
        values.reversed().uniqued(by: \.0).reversed()
    }

    /// The error for a photo that does not exist, by its name.
    package static func noPhoto(_ name: some CustomStringConvertible) -> CatalogError {
        CatalogError(.noPhoto, message: "no photo '\(name)' in the catalog")
    }
}
