import Foundation
import GRDB
import GalleryModel

/// One command's changes to the catalog, with what is needed to take them back.
///
/// Kept as JSON in `journal.change`; empty fields are left out. See docs/formats.md.
struct JournalEntry: Codable {
    /// A photo whose facts changed.
    struct Update: Codable {
        /// The catalog id.
        var id: Int64
        /// What the origin had sent before, as JSON text; nil for a photo from a camera.
        var before: String?
    }

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

    /// The position that a person gave a photo.
    struct Position: Codable {
        /// The catalog id.
        var photo: Int64
        /// What it was before and after; nil for none.
        var before: GivenPosition?
        var after: GivenPosition?
    }

    private enum CodingKeys: String, CodingKey {
        case section, added, updated, gone, trashed, restored, faces, positions, undoes
    }

    var command = ""
    var section: String?
    var added: [Int64] = []
    var updated: [Update] = []
    var gone: [Int64] = []
    var trashed: [Int64] = []
    var restored: [Int64] = []
    var faces: Faces?
    var positions: [Position] = []
    /// The entry that this one takes back.
    var undoes: Int64?

    init(command: String, section: String? = nil) {
        self.command = command
        self.section = section
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        section = try values.decodeIfPresent(String.self, forKey: .section)
        added = try values.decodeIfPresent([Int64].self, forKey: .added) ?? []
        updated = try values.decodeIfPresent([Update].self, forKey: .updated) ?? []
        gone = try values.decodeIfPresent([Int64].self, forKey: .gone) ?? []
        trashed = try values.decodeIfPresent([Int64].self, forKey: .trashed) ?? []
        restored = try values.decodeIfPresent([Int64].self, forKey: .restored) ?? []
        faces = try values.decodeIfPresent(Faces.self, forKey: .faces)
        positions = try values.decodeIfPresent([Position].self, forKey: .positions) ?? []
        undoes = try values.decodeIfPresent(Int64.self, forKey: .undoes)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(section, forKey: .section)
        if !added.isEmpty { try values.encode(added, forKey: .added) }
        if !updated.isEmpty { try values.encode(updated, forKey: .updated) }
        if !gone.isEmpty { try values.encode(gone, forKey: .gone) }
        if !trashed.isEmpty { try values.encode(trashed, forKey: .trashed) }
        if !restored.isEmpty { try values.encode(restored, forKey: .restored) }
        try values.encodeIfPresent(faces, forKey: .faces)
        if !positions.isEmpty { try values.encode(positions, forKey: .positions) }
        try values.encodeIfPresent(undoes, forKey: .undoes)
    }

    /// Writes the entry; one that changed nothing is not written.
    ///
    /// - Returns: its number; nil where it was not written.
    @discardableResult
    func insert(_ db: Database) throws -> Int64? {
        guard
            !(added.isEmpty && updated.isEmpty && gone.isEmpty && trashed.isEmpty
                && restored.isEmpty && positions.isEmpty
                && faces.map { $0.before == $0.after } ?? true)
        else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try db.execute(
            sql: "INSERT INTO journal (date, command, change) VALUES (?, ?, ?)",
            arguments: [
                PhotoCatalog.now(), command,
                String(decoding: try encoder.encode(self), as: UTF8.self),
            ])
        return db.lastInsertedRowID
    }
}
