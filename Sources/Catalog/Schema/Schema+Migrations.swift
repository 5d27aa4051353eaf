/// The migrations of tables, from version 20 on; none contains the triggers of its version.
extension Schema {
    /// The migrations to versions 21, 22 and so on; a published one is never edited.
    static let migrations = [
        dates, unpublished, sourceFiles, stableFaces, districts, receivedPictures, manualMetadata,
        accounts, copies,
    ]

    /// Version 21: dates with their known precision: microseconds, a month or a year; and doubtful
    /// dates.
    private static let dates = """
        ALTER TABLE photo ADD COLUMN subSecTimeOriginal TEXT;
        ALTER TABLE photo ADD COLUMN dateSource TEXT;
        ALTER TABLE photo ADD COLUMN isDateGuessed INTEGER;
        ALTER TABLE photo ADD COLUMN positionAccuracy INTEGER;
        ALTER TABLE photo ADD COLUMN dateDoubt TEXT;
        ALTER TABLE journalPhoto ADD COLUMN subSecTimeOriginal TEXT;
        ALTER TABLE journalPhoto ADD COLUMN dateSource TEXT;
        ALTER TABLE journalPhoto ADD COLUMN isDateGuessed INTEGER;
        ALTER TABLE journalPhoto ADD COLUMN positionAccuracy INTEGER;
        ALTER TABLE journalPhoto ADD COLUMN dateDoubt TEXT;

        -- Flickr's accuracy of dates and positions is only in the stored JSON.
        DROP TRIGGER photoSummaryChanged;
        UPDATE photo SET positionAccuracy = r.accuracy,
            isDateGuessed = CASE WHEN r.granularity = 8 THEN 1 END,
            dateTimeOriginal = CASE r.granularity WHEN 4 THEN substr(dateTimeOriginal, 1, 7)
                WHEN 6 THEN substr(dateTimeOriginal, 1, 4)
                WHEN 8 THEN substr(dateTimeOriginal, 1, 4) ELSE dateTimeOriginal END
        FROM (SELECT photoID, \(number("datetakengranularity", "dates.takengranularity")) AS granularity,
                nullif(\(number("accuracy", "location.accuracy")), 0) AS accuracy
            FROM photoRaw) r
        WHERE r.photoID = photo.id AND photo.origin = 'flickr'
            AND (r.granularity IN (4, 6, 8) OR r.accuracy IS NOT NULL);
        UPDATE photo SET dateDoubt = dateDoubt(dateTimeOriginal, dateUploaded, dateAdded)
            WHERE dateDoubt(dateTimeOriginal, dateUploaded, dateAdded) IS NOT NULL;
        -- Places that are finer than their positions are looked up again.
        DELETE FROM photoPlace WHERE source = 'photo'
            AND photoID IN (SELECT id FROM photo WHERE positionAccuracy < 11);
        INSERT OR IGNORE INTO placeDue SELECT id FROM photo WHERE positionAccuracy < 11;

        DROP INDEX photoLatest;
        DROP INDEX summaryDate;
        DROP TRIGGER dateSummarized;
        DROP TRIGGER takenDayChanged;
        DROP TRIGGER dateMonthChanged;
        ALTER TABLE photoSummary ADD COLUMN takenEnd INTEGER;
        ALTER TABLE photoSummary ADD COLUMN doubtfulTaken INTEGER;
        ALTER TABLE photoSummary ADD COLUMN moment INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE photoSummary ADD COLUMN latestGroup INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE photo DROP COLUMN moment;
        UPDATE photoSummary SET (\(datedColumns)) = (
            SELECT \(datedValues("p")) FROM photo p WHERE p.id = photoSummary.photoID);
        DELETE FROM takenDay;
        INSERT INTO takenDay SELECT \(period("photoSummary")), count(*) FROM photoSummary
            WHERE isTrashed = 0 GROUP BY 1;
        UPDATE dateMonth SET photos = 0, changes = changes + 1;
        INSERT INTO dateMonth SELECT \(monthOfDate("photoSummary")), count(*), count(*) FROM photoSummary
            WHERE isTrashed = 0 GROUP BY 1
            ON CONFLICT (month) DO UPDATE SET photos = excluded.photos;
        \(noteDoubts("FROM photo n WHERE \(isDoubted)"))
        \(dateIndexes)
        """

    /// A number in Flickr's response, from a list or about one photo.
    private static func number(_ listed: String, _ reported: String) -> String {
        """
        CAST(CASE WHEN json_valid(json)
            THEN coalesce(json ->> '$.\(listed)', json ->> '$.\(reported)') END AS INTEGER)
        """
    }

    /// Version 22: the pictures that were submitted to a campaign and that no post shows.
    private static let unpublished = """
        CREATE TABLE unpublished (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            isDraft INTEGER NOT NULL CHECK (isDraft IN (0, 1)) -- it waits for its first post
        ) STRICT;
        INSERT INTO unpublished
            SELECT p.id, instr(p.originID, '-') IN (0, length(p.originID) - 16)
                AND NOT EXISTS (SELECT 1 FROM post WHERE photoID = p.id)
            FROM photo p
            WHERE p.origin = 'campaign' AND p.originID >= '/' AND p.originID < '0'
                AND NOT EXISTS (SELECT 1 FROM post WHERE photoID = p.id AND state = 'shown');
        """

    /// Version 23: files left in place that other programs modify, move and delete, and unreadable
    /// parts of files.
    private static let sourceFiles = """
        CREATE TABLE keptSourceFile AS SELECT * FROM sourceFile;
        DROP TABLE sourceFile;
        \(sourceFileTable)
        INSERT INTO sourceFile (path, folder, fileID, byteCount, modified, inode, sidecar,
                isReference, dateSeen)
            SELECT path, '', fileID, byteCount, modified, inode, sidecar, isReference, dateSeen
            FROM keptSourceFile;
        DROP TABLE keptSourceFile;
        ALTER TABLE file ADD COLUMN pictureData TEXT;
        ALTER TABLE file ADD COLUMN successor TEXT;
        \(pictureDataIndex)
        ALTER TABLE problem ADD COLUMN isNote INTEGER NOT NULL DEFAULT 0 CHECK (isNote IN (0, 1));
        """

    /// Version 24: acknowledged problems, and numbers of faces that are stable across detections.
    private static let stableFaces = """
        \(ignoredProblemTable)
        \(faceNumberTable)
        INSERT INTO faceNumber SELECT fileID, number, x, y, width, height FROM face;
        -- YuNet was never the default before.
        ALTER TABLE faceSet ADD COLUMN isChosen INTEGER NOT NULL DEFAULT 0
            CHECK (isChosen IN (0, 1));
        UPDATE faceSet SET isChosen = 1 WHERE parameters LIKE 'detector=yunet %';
        """

    /// Version 25: the districts of places.
    private static let districts = """
        -- Recreated under its name, with the same numbers, because a UNIQUE cannot be changed; references
        -- to them are checked at the end.
        PRAGMA defer_foreign_keys = ON;
        CREATE TABLE keptPlaceName AS SELECT * FROM placeName;
        DROP TABLE placeName;
        DROP TABLE placeWords;
        \(placeNameTable)
        INSERT INTO placeName
            SELECT id, countryCode, country, region, city, '', countryKey, regionKey, cityKey, '', photos
            FROM keptPlaceName;
        DROP TABLE keptPlaceName;
        \(placeWordTable)
        INSERT INTO placeWords (placeWords) VALUES ('rebuild');
        """

    /// Version 26: received pictures, whose senders and states were in the ids of photos.
    private static let receivedPictures = """
        \(receivedPictureTable)
        INSERT INTO receivedPicture
            SELECT p.id, CAST(substr(p.originID, 2) AS INTEGER),
                substr(p.originID, instr(substr(p.originID, 2), '/') + 2, 64),
                CASE WHEN p.origin = 'share' THEN 0 WHEN u.photoID IS NULL THEN 1
                    WHEN u.isDraft = 0 THEN 2 WHEN instr(p.originID, '-') > 0 THEN 3 ELSE 4 END
            FROM photo p LEFT JOIN unpublished u ON u.photoID = p.id
            WHERE p.origin IN ('campaign', 'share') AND p.originID >= '/' AND p.originID < '0';
        DROP TABLE unpublished;
        """

    /// Version 27: metadata by hand, albums by hand, positions by hand.
    private static let manualMetadata = """
        \(metadataTables)
        ALTER TABLE photo ADD COLUMN \(favoriteColumn);
        ALTER TABLE photoSummary ADD COLUMN \(favoriteColumn);
        \(summaryFavoriteIndex)
        ALTER TABLE section ADD COLUMN cover INTEGER REFERENCES photo ON DELETE SET NULL;
        \(sectionCoverIndex)
        \(journalMetadataTable)
        \(journalAlbumTable)
        \(journalMigration)
        \(fileRemovalTable)
        \(duplicateTables)
        \(journalPictureIndexes)
        -- Recreated, because a CHECK cannot be changed.
        CREATE TABLE keptPosition AS SELECT * FROM givenPosition;
        DROP TABLE givenPosition;
        \(givenPositionTable)
        INSERT INTO givenPosition SELECT * FROM keptPosition;
        DROP TABLE keptPosition;
        CREATE TABLE keptPlace AS SELECT * FROM photoPlace;
        DROP TABLE photoPlace;
        \(photoPlaceTable)
        INSERT INTO photoPlace SELECT * FROM keptPlace;
        DROP TABLE keptPlace;
        """

    /// Version 28: the accounts that made changes, the devices of sessions, and unnamed faces by size.
    private static let accounts = """
        ALTER TABLE journal ADD COLUMN account TEXT;
        ALTER TABLE webSession ADD COLUMN device TEXT;
        DROP INDEX summaryWithFaces;
        \(unnamedFaceIndex)
        """

    /// Version 29: the photos that show a picture again.
    private static let copies = "\(copyTable)\(addCopies())"
}
