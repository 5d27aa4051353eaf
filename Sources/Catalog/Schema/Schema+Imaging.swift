/// The tables of edits and thumbnails, and the order of the latest photos.
extension Schema {
    static let imaging = """
        -- What a person changed about how a photo looks: an edit recipe as JSON. A new version of the
        -- recipes is a migration, so that this program reads all that it finds.
        CREATE TABLE photoEdit (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            recipe TEXT NOT NULL CHECK (json_valid(recipe)),
            date INTEGER NOT NULL
        ) STRICT;

        -- Small pictures in files of their own, by the bytes that they were made of and how: a cache.
        -- The file's name follows from the key. A row whose file is not there has no meaning.
        CREATE TABLE thumbnail (
            id INTEGER PRIMARY KEY,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64), -- of the picture
            recipe TEXT NOT NULL,
            side INTEGER NOT NULL CHECK (side > 0), -- the longest side asked for, pixels
            extension TEXT NOT NULL,
            isWhole INTEGER NOT NULL CHECK (isWhole IN (0, 1)), -- there was no more to show
            width INTEGER NOT NULL CHECK (width > 0),
            height INTEGER NOT NULL CHECK (height > 0),
            byteCount INTEGER NOT NULL CHECK (byteCount > 0),
            dateUsed INTEGER NOT NULL, -- nanoseconds since 1970-01-01 UTC; 0 is of no more use
            UNIQUE (sha256, recipe, side)
        ) STRICT;
        CREATE INDEX thumbnailUsed ON thumbnail (dateUsed);

        -- The sums over all thumbnails, which triggers keep.
        CREATE TABLE thumbnailTotal (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            number INTEGER NOT NULL,
            byteCount INTEGER NOT NULL
        ) STRICT;
        INSERT INTO thumbnailTotal VALUES (1, 0, 0);
        CREATE TRIGGER thumbnailAdded AFTER INSERT ON thumbnail BEGIN
            UPDATE thumbnailTotal SET number = number + 1, byteCount = byteCount + NEW.byteCount;
        END;
        CREATE TRIGGER thumbnailDeleted AFTER DELETE ON thumbnail BEGIN
            UPDATE thumbnailTotal SET number = number - 1, byteCount = byteCount - OLD.byteCount;
        END;
        CREATE TRIGGER thumbnailChanged AFTER UPDATE OF byteCount ON thumbnail BEGIN
            UPDATE thumbnailTotal SET byteCount = byteCount + NEW.byteCount - OLD.byteCount;
        END;

        -- Thumbnails of bytes that no photo has any more are the first to go.
        CREATE TRIGGER pictureReplaced AFTER UPDATE OF fileID ON picture
        WHEN OLD.fileID IS NOT NULL AND NEW.fileID IS NOT OLD.fileID
            AND NOT EXISTS (SELECT 1 FROM picture WHERE fileID = OLD.fileID)
        BEGIN
            UPDATE thumbnail SET dateUsed = 0
                WHERE sha256 = (SELECT sha256 FROM file WHERE id = OLD.fileID);
        END;
        CREATE TRIGGER pictureDeleted AFTER DELETE ON picture
        WHEN OLD.fileID IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM picture WHERE fileID = OLD.fileID)
        BEGIN
            UPDATE thumbnail SET dateUsed = 0
                WHERE sha256 = (SELECT sha256 FROM file WHERE id = OLD.fileID);
        END;

        -- Those of bytes that come back are as if they were used now.
        CREATE TRIGGER pictureReturned AFTER UPDATE OF fileID ON picture
        WHEN NEW.fileID IS NOT NULL AND NEW.fileID IS NOT OLD.fileID
        BEGIN
            UPDATE thumbnail SET dateUsed = unixepoch() * 1000000000
                WHERE sha256 = (SELECT sha256 FROM file WHERE id = NEW.fileID) AND dateUsed = 0;
        END;
        CREATE TRIGGER pictureAdded AFTER INSERT ON picture
        WHEN NEW.fileID IS NOT NULL
        BEGIN
            UPDATE thumbnail SET dateUsed = unixepoch() * 1000000000
                WHERE sha256 = (SELECT sha256 FROM file WHERE id = NEW.fileID) AND dateUsed = 0;
        END;

        -- When a photo was taken, else uploaded, else added: Unix seconds. A moment without an offset
        -- counts as UTC. Cameras write anything: only digits reach the function, which else might see
        -- words such as 'now'.
        ALTER TABLE photo ADD COLUMN moment INTEGER GENERATED ALWAYS AS (coalesce(
            CASE WHEN dateTimeOriginal GLOB
                '[12][0-9][0-9][0-9]:[01][0-9]:[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-6][0-9]*'
            THEN coalesce(
                CASE WHEN offsetTimeOriginal GLOB '[-+][01][0-9]:[0-5][0-9]'
                    OR offsetTimeOriginal = 'Z'
                THEN unixepoch(replace(substr(dateTimeOriginal, 1, 10), ':', '-')
                    || substr(dateTimeOriginal, 11, 9) || offsetTimeOriginal) END,
                unixepoch(replace(substr(dateTimeOriginal, 1, 10), ':', '-')
                    || substr(dateTimeOriginal, 11, 9))) END,
            dateUploaded, dateAdded)) VIRTUAL;
        -- The camera's first, each the latest first when read from the end. Only what is listed.
        CREATE INDEX photoLatest ON photo (origin = 'camera', moment) WHERE dateTrashed IS NULL;

        """ + editJournal

    /// The journal of edits.
    private static let editJournal = """
        -- The journal made anew, so that the number of edits stands before the change, which may be
        -- megabytes long. Dropping a table deletes what refers to it: that is set aside meanwhile.
        CREATE TABLE heldPosition AS SELECT * FROM journalPosition;
        DROP TABLE journalPosition;
        CREATE TABLE newJournal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            date INTEGER NOT NULL,
            command TEXT NOT NULL,
            section TEXT,
            undoes INTEGER, -- the entry that this one took back
            undoneBy INTEGER, -- the entry that took this one back
            undonePartlyBy INTEGER, -- the latest that took it back but for photos changed since
            -- Numbers of photos.
            added INTEGER NOT NULL, updated INTEGER NOT NULL, gone INTEGER NOT NULL,
            trashed INTEGER NOT NULL, restored INTEGER NOT NULL, faces INTEGER NOT NULL,
            positions INTEGER NOT NULL, edits INTEGER NOT NULL,
            change TEXT NOT NULL CHECK (json_valid(change))
        ) STRICT;
        INSERT INTO newJournal
            SELECT id, date, command, section, undoes, undoneBy, undonePartlyBy, added, updated, gone,
                trashed, restored, faces, positions, 0, change
            FROM journal;
        DROP TABLE journal;
        ALTER TABLE newJournal RENAME TO journal;
        CREATE INDEX journalUndoes ON journal (undoes) WHERE undoes IS NOT NULL;

        CREATE TABLE journalPosition (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            photoID INTEGER NOT NULL, -- the photo may be gone by now
            beforeLatitude REAL, beforeLongitude REAL, beforeAltitude REAL,
            beforeSource TEXT, beforeTrack TEXT,
            afterLatitude REAL, afterLongitude REAL, afterAltitude REAL,
            afterSource TEXT, afterTrack TEXT,
            PRIMARY KEY (journalID, photoID)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO journalPosition SELECT * FROM heldPosition ORDER BY journalID, photoID;
        DROP TABLE heldPosition;

        -- The recipes that a change gave or took away; NULL is none.
        CREATE TABLE journalEdit (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            photoID INTEGER NOT NULL, -- the photo may be gone by now
            before TEXT, after TEXT,
            PRIMARY KEY (journalID, photoID)
        ) STRICT, WITHOUT ROWID;
        """
}
