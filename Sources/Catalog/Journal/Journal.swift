import Basics
import Foundation
import GRDB
import GalleryModel

/// One command's changes to the catalog, with what is needed to take them back.
///
/// Lists are kept as JSON in `journal.change`, where empty ones are left out; the rest in columns,
/// positions in `journalPosition`, edits in `journalEdit`, sections in `journalSection` and
/// `journalMember`, and what origins said as `CommandEntry` notes it. See docs/formats.md.
struct JournalEntry: Codable {
    /// What a person decided about the faces of a photo's picture.
    struct Faces: Codable {
        /// The catalog id.
        var photo: Int64
        /// The picture's SHA-256.
        var sha256: String
        /// All decisions before and after.
        var before: [FaceDecision]
        var after: [FaceDecision]
    }

    private enum CodingKeys: String, CodingKey {
        case trashed, restored, faces
    }

    var command = ""
    var section: String?
    var trashed: [Int64] = []
    var restored: [Int64] = []
    var faces: Faces?
    /// How many photos have rows in `journalPosition`: positions, or homes.
    var positions = 0
    /// How many photos have rows in `journalEdit`.
    var edits = 0
    /// The entry that this one takes back.
    var undoes: Int64?

    init(command: String, section: String? = nil) {
        self.command = command
        self.section = section
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        trashed = try values.decodeIfPresent([Int64].self, forKey: .trashed) ?? []
        restored = try values.decodeIfPresent([Int64].self, forKey: .restored) ?? []
        faces = try values.decodeIfPresent(Faces.self, forKey: .faces)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        if !trashed.isEmpty { try values.encode(trashed, forKey: .trashed) }
        if !restored.isEmpty { try values.encode(restored, forKey: .restored) }
        try values.encodeIfPresent(faces, forKey: .faces)
    }

    /// Whether nothing was changed.
    private var isEmpty: Bool {
        trashed.isEmpty && restored.isEmpty && positions + edits == 0
            && faces.map { $0.before == $0.after } ?? true
    }

    /// Writes the entry; one that changed nothing is not written.
    ///
    /// - Returns: its number; nil where it was not written.
    @discardableResult
    func insert(_ db: Database) throws -> Int64? {
        isEmpty ? nil : try write(db)
    }

    /// Writes the entry, whatever it changed.
    ///
    /// - Returns: its number.
    func write(_ db: Database) throws -> Int64 {
        try db.execute(
            sql: """
                INSERT INTO journal (date, command, section, undoes, added, updated, gone, trashed,
                    restored, faces, positions, edits, change)
                VALUES (?, ?, ?, ?, 0, 0, 0, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                PhotoCatalog.now(), command, section, undoes, trashed.count, restored.count,
                faces == nil ? 0 : 1, positions, edits,
                try JSONText.encode(self),
            ])
        return db.lastInsertedRowID
    }
}
