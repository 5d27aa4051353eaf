/// The photos that show the picture of an earlier photo; triggers maintain them.
extension Schema {
    static let copyTable = """
        -- The photos that have a stored file of a photo added before them; without edited ones, the
        -- trash and drafts.
        CREATE TABLE photoCopy (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE
        ) STRICT;
        """

    static let copyTriggers: Triggers = [
        "copyPictureAdded AFTER INSERT ON picture "
            + "WHEN NEW.fileID IS NOT NULL AND \(areShared("NEW.fileID", "NEW"))":
            findCopies("SELECT NEW.fileID AS fileID", "NEW"),
        change("copyPictureChanged", of: ["fileID"], in: "picture")
            + " AND \(areShared("OLD.fileID, NEW.fileID", "NEW"))":
            findCopies("SELECT OLD.fileID AS fileID UNION SELECT NEW.fileID", "NEW"),
        "copyPictureDeleted AFTER DELETE ON picture "
            + "WHEN OLD.fileID IS NOT NULL AND \(areShared("OLD.fileID", "OLD"))":
            findCopies("SELECT OLD.fileID AS fileID", "OLD"),
        change("copyTrashed", of: ["isTrashed", "isEdited"], in: "photoSummary")
            + " AND \(areShared(filesOfPhoto, "NEW"))": findCopies(filesOfPhoto, "NEW"),
        "copyDraftAdded AFTER INSERT ON receivedPicture "
            + "WHEN NEW.state > 2 AND \(areShared(filesOfPhoto, "NEW"))":
            findCopies(filesOfPhoto, "NEW"),
        "copyDraftChanged AFTER UPDATE OF state ON receivedPicture "
            + "WHEN (NEW.state > 2) <> (OLD.state > 2) AND \(areShared(filesOfPhoto, "NEW"))":
            findCopies(filesOfPhoto, "NEW"),
    ]

    private static let filesOfPhoto = "SELECT fileID FROM picture WHERE photoID = NEW.photoID"

    /// Tests that a photo other than that of a row has one of some files.
    private static func areShared(_ files: String, _ row: String) -> String {
        "EXISTS (SELECT 1 FROM picture WHERE fileID IN (\(files)) AND photoID <> \(row).photoID)"
    }

    /// Tests anew a row's photo, which has or had some files, and the next photo with each of them.
    ///
    /// For photos after those, nothing changes. The first ones show the numbers of their copies.
    private static func findCopies(_ files: String, _ row: String) -> String {
        func first(_ condition: String) -> String {
            """
            SELECT (SELECT q.photoID FROM picture q WHERE q.fileID = f.fileID\(condition)
                AND \(isListed("q")) ORDER BY q.photoID LIMIT 1) FROM (\(files)) f
            """
        }
        let changed = "SELECT \(row).photoID UNION \(first(" AND q.photoID > \(row).photoID"))"
        return """
            DELETE FROM photoCopy WHERE photoID IN (\(changed));
            \(addCopies(where: "p.photoID IN (\(changed))"))
            UPDATE dateMonth SET changes = changes + 1 WHERE month IN (
                SELECT \(monthOfDate("s")) FROM photoSummary s
                WHERE s.photoID IN (\(changed) UNION \(first(""))));
            """
    }

    /// Adds the copies among the photos of pictures `p`.
    static func addCopies(where condition: String = "p.fileID IS NOT NULL") -> String {
        """
        INSERT INTO photoCopy SELECT DISTINCT p.photoID FROM picture p
            WHERE \(condition) AND EXISTS (SELECT 1 FROM picture q
                WHERE q.fileID = p.fileID AND q.photoID < p.photoID AND \(isListed("q")))
                AND \(isListed("p"));
        """
    }

    private static func isListed(_ row: String) -> String {
        """
        EXISTS (SELECT 1 FROM photoSummary WHERE photoID = \(row).photoID AND isTrashed = 0
                AND isEdited = 0)
            AND NOT EXISTS (SELECT 1 FROM receivedPicture
                WHERE photoID = \(row).photoID AND state > 2)
        """
    }
}
