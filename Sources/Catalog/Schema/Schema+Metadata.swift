/// Metadata that users give photos: `photo` contains the values to show, which triggers combine
/// from the user's and the origin's.
extension Schema {
    static let metadataTables = """
        CREATE TABLE manualMetadata ( -- a NULL is no value of the user; '' is an empty text
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            -- Tags that the user added to those of the origin, and that the user removed.
            addedTags TEXT NOT NULL CHECK (json_valid(addedTags)),
            removedTags TEXT NOT NULL CHECK (json_valid(removedTags)),
            title TEXT, caption TEXT,
            rating INTEGER CHECK (rating BETWEEN 0 AND 5),
            isFavorite INTEGER CHECK (isFavorite IN (0, 1)),
            dateTimeOriginal TEXT, subSecTimeOriginal TEXT, -- the second needs the first
            offsetTimeOriginal TEXT,
            date INTEGER NOT NULL
        ) STRICT;

        -- The origin's values for the columns of a photo that a user can change.
        CREATE TABLE originMetadata (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            title TEXT, caption TEXT, tags TEXT NOT NULL, rating INTEGER,
            dateTimeOriginal TEXT, subSecTimeOriginal TEXT, offsetTimeOriginal TEXT,
            dateSource TEXT, isDateGuessed INTEGER, dateDoubt TEXT
        ) STRICT;
        """

    /// The columns of `originMetadata` without the photo.
    static let changeableColumns = """
        title, caption, tags, rating, dateTimeOriginal, subSecTimeOriginal, offsetTimeOriginal, \
        dateSource, isDateGuessed, dateDoubt
        """

    static let metadataTriggers: Triggers = [
        "manualMetadataAdded AFTER INSERT ON manualMetadata": """
        INSERT INTO originMetadata (photoID, \(changeableColumns))
            SELECT id, \(changeableColumns) FROM photo WHERE id = NEW.photoID;
        \(showManualMetadata)
        """,
        "manualMetadataChanged AFTER UPDATE ON manualMetadata": showManualMetadata,
        // A deleted photo has no row any more, so nothing of it is restored.
        "manualMetadataTaken AFTER DELETE ON manualMetadata": """
        UPDATE photo SET (\(changeableColumns), isFavorite) = (
            SELECT \(changeableColumns), 0 FROM originMetadata WHERE photoID = OLD.photoID)
        WHERE id = OLD.photoID;
        DELETE FROM originMetadata WHERE photoID = OLD.photoID;
        """,
    ]

    /// Combines the new row of a user with the origin's values.
    private static let showManualMetadata = """
        UPDATE photo SET (\(changeableColumns), isFavorite) = (
            SELECT CASE WHEN NEW.title IS NULL THEN o.title ELSE nullif(NEW.title, '') END,
                CASE WHEN NEW.caption IS NULL THEN o.caption ELSE nullif(NEW.caption, '') END,
                manualTags(o.tags, NEW.addedTags, NEW.removedTags),
                ifnull(NEW.rating, o.rating),
                ifnull(NEW.dateTimeOriginal, o.dateTimeOriginal),
                CASE WHEN NEW.dateTimeOriginal IS NULL
                    THEN o.subSecTimeOriginal ELSE NEW.subSecTimeOriginal END,
                ifnull(NEW.offsetTimeOriginal, o.offsetTimeOriginal),
                \(["dateSource", "isDateGuessed", "dateDoubt"].map {
                    "CASE WHEN NEW.dateTimeOriginal IS NULL THEN o.\($0) END"
                }.joined(separator: ", ")),
                ifnull(NEW.isFavorite, 0)
            FROM originMetadata o WHERE o.photoID = NEW.photoID)
        WHERE id = NEW.photoID;
        """
}
