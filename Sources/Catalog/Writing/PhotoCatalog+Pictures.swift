import Basics
import Foundation
import GRDB
import GalleryModel

extension PhotoCatalog {
    /// Marks the bytes of pictures as damaged where decoding them found it; the first reason stays.
    package func recordDamage(
        _ pictures: [(sha256: String, damage: String)]
    ) throws(CatalogError) {
        guard !pictures.isEmpty else { return }
        try write { db in
            for picture in pictures {
                try db.cachedStatement(
                    sql: "UPDATE file SET damage = ? WHERE sha256 = ? AND damage IS NULL"
                ).execute(arguments: [picture.damage, picture.sha256])
            }
        }
    }

    /// Records what came of fetching pictures.
    ///
    /// A failure never hides a picture that is stored.
    ///
    /// - Parameter entry: the entry of the journal in which pictures that come are noted; nil for none.
    package func record(
        _ results: [PictureResult], command: String, noting entry: CommandEntry? = nil
    ) throws(CatalogError) {
        guard !results.isEmpty else { return }
        try write { db in
            for result in results { try record(result, command: command, noting: entry, db) }
        }
        changes.send(.photosUpdated(results.map(\.photoID)))
    }

    private func record(
        _ result: PictureResult, command: String, noting entry: CommandEntry?, _ db: Database
    ) throws {
        let subject = ProblemSubject.photo(result.photoID, result.size)
        let state: PictureState
        var message: String?
        var fileID: Int64?
        switch result.outcome {
        case .stored(let file):
            state = .stored
            fileID = try file.row(isStored: true, db)
        case .unavailable(let reason):
            state = .unavailable
            message = reason
        case .failed(let reason):
            state = .failed
            message = reason
        }
        if case .failed(let reason) = result.outcome {
            try Self.recordProblem(command: command, subject: subject, message: reason, db)
        } else {
            try Self.clearProblem(subject: subject, db)
        }
        if let fileID {
            try entry?.notePicture(
                of: result.photoID, size: Self.place(result.size), replacing: fileID, db)
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO picture (photoID, size, state, fileID, message, date, secret)
                SELECT id, ?2, ?3, ?4, ?5, ?6, secret FROM photo WHERE id = ?1
                ON CONFLICT (photoID, size) DO UPDATE SET state = excluded.state,
                    fileID = excluded.fileID, message = excluded.message, date = excluded.date,
                    secret = excluded.secret
                WHERE picture.state <> 'stored' OR excluded.state = 'stored'
                """
        ).execute(arguments: [
            result.photoID.rawValue, Self.place(result.size), state.rawValue, fileID, message,
            Self.now(),
        ])
        // What a person said about the other sizes holds for this one too.
        if case .stored(let file) = result.outcome, let fileID {
            try remergeSiblings(of: fileID, file.digest.hexadecimal, db)
        }
    }
}
