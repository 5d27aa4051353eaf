/// The tables of the first catalog. Dates are Unix seconds (UTC) unless a comment specifies
/// otherwise.
extension Schema {
    static let firstCatalog = """
        -- Tells this database from every other that may lie beside the same files.
        CREATE TABLE identity (
            id TEXT NOT NULL
        ) STRICT;
        INSERT INTO identity (id) VALUES (lower(hex(randomblob(16))));

        CREATE TABLE section (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL CHECK (kind <> ''),
            name TEXT NOT NULL CHECK (name <> ''),
            nameKey TEXT NOT NULL,
            query TEXT CHECK (query IS NULL OR json_valid(query)),
            dateCreated INTEGER NOT NULL,
            dateRefreshed INTEGER,
            found INTEGER,
            queryRevision INTEGER NOT NULL DEFAULT 0, -- counts changes of the query's filters
            lastOrdinal INTEGER NOT NULL DEFAULT 0,
            UNIQUE (kind, nameKey)
        ) STRICT;

        CREATE TABLE photo (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            origin TEXT NOT NULL,
            originID TEXT NOT NULL CHECK (originID <> ''),
            title TEXT, caption TEXT, creator TEXT, copyright TEXT, owner TEXT,
            licenseName TEXT, licenseURL TEXT, sourceURL TEXT,
            tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
            dateTimeOriginal TEXT, offsetTimeOriginal TEXT, dateUploaded INTEGER,
            width INTEGER, height INTEGER,
            orientation INTEGER CHECK (orientation BETWEEN 1 AND 8),
            make TEXT, model TEXT, lens TEXT,
            exposureTime REAL, fNumber REAL, iso INTEGER, focalLength REAL, rating INTEGER,
            latitude REAL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL CHECK (longitude BETWEEN -180 AND 180),
            altitude REAL,
            isPublic INTEGER, isFriend INTEGER, isFamily INTEGER,
            farm INTEGER, server TEXT, secret TEXT, media TEXT,
            thumbnailURL TEXT, largePictureURL TEXT,
            fileName TEXT,
            dateAdded INTEGER NOT NULL,
            dateUpdated INTEGER,
            dateTrashed INTEGER,
            UNIQUE (origin, originID),
            CHECK ((latitude IS NULL) = (longitude IS NULL))
        ) STRICT;
        CREATE INDEX photoTrashed ON photo (dateTrashed) WHERE dateTrashed IS NOT NULL;

        -- Apart from the typed columns, so that listing a section does not read past it.
        CREATE TABLE photoRaw (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            json TEXT NOT NULL
        ) STRICT;

        CREATE TABLE membership (
            sectionID INTEGER NOT NULL REFERENCES section ON DELETE CASCADE,
            ordinal INTEGER NOT NULL,
            photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            dateAdded INTEGER NOT NULL,
            dateGone INTEGER,
            queryRevision INTEGER NOT NULL, -- the section's when the photo was last listed
            isTrashed INTEGER NOT NULL DEFAULT 0 CHECK (isTrashed IN (0, 1)),
            PRIMARY KEY (sectionID, ordinal),
            UNIQUE (sectionID, photoID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX membershipListed ON membership (sectionID, ordinal, photoID) WHERE isTrashed = 0;
        CREATE INDEX membershipPhoto ON membership (photoID);
        CREATE TRIGGER photoTrashedChanged AFTER UPDATE OF dateTrashed ON photo BEGIN
            UPDATE membership SET isTrashed = (NEW.dateTrashed IS NOT NULL) WHERE photoID = NEW.id;
        END;

        -- The bytes of a picture: one row whatever the number of photos and places that have them.
        CREATE TABLE file (
            id INTEGER PRIMARY KEY,
            sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64),
            byteCount INTEGER NOT NULL CHECK (byteCount > 0),
            fileType TEXT NOT NULL,
            extension TEXT NOT NULL,
            width INTEGER, height INTEGER,
            isStored INTEGER NOT NULL CHECK (isStored IN (0, 1))
        ) STRICT;

        -- Where imported bytes were seen; for those left in place, where they are read from.
        CREATE TABLE sourceFile (
            path BLOB PRIMARY KEY,
            fileID INTEGER NOT NULL REFERENCES file ON DELETE CASCADE,
            byteCount INTEGER NOT NULL,
            modified INTEGER NOT NULL, -- nanoseconds since 1970-01-01 UTC
            inode INTEGER NOT NULL,
            sidecar INTEGER, -- newest modification of an XMP sidecar, nanoseconds
            isReference INTEGER NOT NULL CHECK (isReference IN (0, 1)),
            dateSeen INTEGER NOT NULL -- nanoseconds since 1970-01-01 UTC
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sourceFileFile ON sourceFile (fileID);

        CREATE TABLE picture (
            photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            size INTEGER NOT NULL CHECK (size BETWEEN 0 AND 4), -- place in PictureSize.allCases
            state TEXT NOT NULL CHECK (state IN ('stored', 'unavailable', 'failed')),
            fileID INTEGER REFERENCES file,
            message TEXT,
            secret TEXT, -- the photo's when this was tried: another one means another picture
            date INTEGER NOT NULL,
            PRIMARY KEY (photoID, size),
            CHECK ((state = 'stored') = (fileID IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pictureFile ON picture (fileID);

        -- Each analysis of a file's bytes, so that a re-run does only what is missing or outdated.
        CREATE TABLE ledger (
            sha256 TEXT NOT NULL,
            kind TEXT NOT NULL,
            recipe INTEGER NOT NULL,
            parameters TEXT NOT NULL DEFAULT '',
            outcome TEXT NOT NULL,
            date INTEGER NOT NULL,
            PRIMARY KEY (sha256, kind, parameters)
        ) STRICT, WITHOUT ROWID;

        -- What each command changed, with what is needed to take it back.
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            date INTEGER NOT NULL,
            command TEXT NOT NULL,
            change TEXT NOT NULL CHECK (json_valid(change))
        ) STRICT;

        CREATE TABLE problem (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            date INTEGER NOT NULL,
            command TEXT NOT NULL,
            subject TEXT NOT NULL,
            message TEXT NOT NULL,
            UNIQUE (command, subject)
        ) STRICT;

        -- The moments of API queries within the last hour, in seconds with a fraction.
        CREATE TABLE apiQuery (
            id INTEGER PRIMARY KEY,
            date REAL NOT NULL
        ) STRICT;
        CREATE INDEX apiQueryDate ON apiQuery (date);

        INSERT INTO section (kind, name, nameKey, dateCreated)
            VALUES ('camera', 'camera', 'camera', unixepoch());
        """
}

/// The tables of faces. Rectangles are fractions of the upright picture, origin top left.
extension Schema {
    static let faces = """
        -- What a person decided, by the bytes of the picture: no detection changes it.
        CREATE TABLE faceDecision (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            kind TEXT NOT NULL CHECK (kind IN ('named', 'added', 'rejected')),
            x REAL NOT NULL, y REAL NOT NULL,
            width REAL NOT NULL CHECK (width > 0), height REAL NOT NULL CHECK (height > 0),
            name TEXT CHECK (name <> ''),
            date INTEGER NOT NULL,
            CHECK (kind <> 'rejected' OR name IS NULL)
        ) STRICT;
        CREATE INDEX faceDecisionFile ON faceDecision (sha256);

        -- What the metadata of a picture or its sidecar say: each import replaces what came from the same
        -- place, so that a second copy without a sidecar takes nothing away.
        CREATE TABLE faceRegion (
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            path BLOB NOT NULL,
            number INTEGER NOT NULL,
            date INTEGER NOT NULL,
            x REAL NOT NULL, y REAL NOT NULL,
            width REAL NOT NULL CHECK (width > 0), height REAL NOT NULL CHECK (height > 0),
            name TEXT CHECK (name <> ''),
            PRIMARY KEY (sha256, path, number)
        ) STRICT, WITHOUT ROWID;

        -- The faces of a picture as they are shown, made of detections (ledger), regions and decisions.
        CREATE TABLE faceSet (
            fileID INTEGER PRIMARY KEY REFERENCES file ON DELETE CASCADE,
            width INTEGER NOT NULL CHECK (width > 0), -- pixels of the upright picture
            height INTEGER NOT NULL CHECK (height > 0),
            parameters TEXT, -- of the detection in the ledger; NULL where none ran
            faceCount INTEGER NOT NULL,
            date INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE face (
            fileID INTEGER NOT NULL REFERENCES faceSet ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number > 0), -- left to right
            x REAL NOT NULL, y REAL NOT NULL,
            width REAL NOT NULL CHECK (width > 0), height REAL NOT NULL CHECK (height > 0),
            score REAL CHECK (score BETWEEN 0 AND 1),
            source TEXT NOT NULL CHECK (source IN ('haar', 'yunet', 'person', 'metadata')),
            landmarks TEXT NOT NULL CHECK (json_valid(landmarks)),
            name TEXT CHECK (name <> ''),
            nameKey TEXT, -- the name without case
            PRIMARY KEY (fileID, number),
            CHECK ((name IS NULL) = (nameKey IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX facePerson ON face (nameKey) WHERE nameKey IS NOT NULL;
        """
}

/// The tables of positions and places. Positions are degrees, WGS 84; altitudes are meters.
///
/// A photo's effective position is the one that the user gave, else its own.
extension Schema {
    static let places = """
        ALTER TABLE photo ADD COLUMN positionText TEXT; -- as the file writes it
        ALTER TABLE photo ADD COLUMN positionWarning TEXT; -- what is odd about it

        -- Ordinals whose members were deleted: with them and what lies in the trash, places in a section
        -- are known without counting all its members.
        CREATE TABLE membershipGap (
            sectionID INTEGER NOT NULL,
            ordinal INTEGER NOT NULL,
            PRIMARY KEY (sectionID, ordinal)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER membershipDeleted AFTER DELETE ON membership BEGIN
            INSERT INTO membershipGap VALUES (OLD.sectionID, OLD.ordinal);
        END;
        CREATE TRIGGER sectionDeleted AFTER DELETE ON section BEGIN
            DELETE FROM membershipGap WHERE sectionID = OLD.id;
        END;
        -- What is missing by now was deleted by hand: between two members, and behind the last one.
        WITH RECURSIVE gap (sectionID, ordinal, last) AS (
            SELECT sectionID, before + 1, ordinal - 1 FROM (
                SELECT sectionID, ordinal,
                    lag(ordinal, 1, 0) OVER (PARTITION BY sectionID ORDER BY ordinal) AS before
                FROM membership)
            WHERE ordinal > before + 1
            UNION ALL
            SELECT id, before + 1, lastOrdinal FROM (
                SELECT id, lastOrdinal, (SELECT ifnull(max(m.ordinal), 0) FROM membership m
                    WHERE m.sectionID = s.id) AS before
                FROM section s)
            WHERE lastOrdinal > before
            UNION ALL
            SELECT sectionID, ordinal + 1, last FROM gap WHERE ordinal < last)
        INSERT INTO membershipGap SELECT sectionID, ordinal FROM gap;
        CREATE INDEX membershipTrashed ON membership (sectionID, isTrashed, ordinal)
            WHERE isTrashed = 1;

        -- What a person decided about where a photo was taken.
        CREATE TABLE givenPosition (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            altitude REAL,
            source TEXT NOT NULL CHECK (source IN ('track')),
            track TEXT CHECK (track <> ''), -- the name of the track's file
            date INTEGER NOT NULL
        ) STRICT;

        -- Where one lived, which stands in where a photo has no position. It stays when the photo gets one,
        -- and when one moves: it cannot be found out again.
        CREATE TABLE homePosition (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            date INTEGER NOT NULL
        ) STRICT;

        -- Names that many photos share; an empty text is a name that the place does not have. Rows that
        -- no photo uses any more stay: they are few, as the Earth has few places, and may be used again.
        CREATE TABLE placeName (
            id INTEGER PRIMARY KEY,
            countryCode TEXT NOT NULL, country TEXT NOT NULL, region TEXT NOT NULL,
            city TEXT NOT NULL,
            countryKey TEXT NOT NULL, regionKey TEXT NOT NULL, cityKey TEXT NOT NULL,
            UNIQUE (countryCode, country, region, city)
        ) STRICT;
        CREATE INDEX placeNameCountryKey ON placeName (countryKey);
        CREATE INDEX placeNameRegionKey ON placeName (regionKey);
        CREATE INDEX placeNameCityKey ON placeName (cityKey);

        -- What the index of places said about a position. Always about the effective position of the
        -- photo, else its home: triggers take away what is about an older one.
        CREATE TABLE photoPlace (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            latitude REAL NOT NULL, longitude REAL NOT NULL, altitude REAL,
            source TEXT NOT NULL CHECK (source IN ('photo', 'track', 'home')),
            match TEXT CHECK (match IN ('inside', 'coast', 'none')),
            placeNameID INTEGER REFERENCES placeName,
            cityDistanceKm REAL,
            recipe TEXT NOT NULL, -- of the index and its overrides: another one is outdated
            date INTEGER NOT NULL,
            -- A given position stands here before it is looked up.
            CHECK (match IS NOT NULL OR source = 'track'),
            CHECK ((match IS NULL) = (placeNameID IS NULL))
        ) STRICT;
        CREATE INDEX photoPlaceName ON photoPlace (placeNameID);

        -- Photos whose place is to be looked up by the next command that does so.
        CREATE TABLE placeDue (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE
        ) STRICT;

        -- Effective positions. The corners are single-precision numbers that enclose the exact ones.
        CREATE VIRTUAL TABLE photoPosition USING rtree (
            photoID, minLatitude, maxLatitude, minLongitude, maxLongitude, +latitude, +longitude);

        INSERT INTO photoPosition
            SELECT id, latitude, latitude, longitude, longitude, latitude, longitude
            FROM photo WHERE latitude IS NOT NULL;
        INSERT INTO placeDue SELECT id FROM photo;

        CREATE TRIGGER photoAdded AFTER INSERT ON photo BEGIN
            INSERT INTO photoPosition
                SELECT NEW.id, NEW.latitude, NEW.latitude, NEW.longitude, NEW.longitude,
                    NEW.latitude, NEW.longitude
                WHERE NEW.latitude IS NOT NULL;
            INSERT INTO placeDue VALUES (NEW.id);
        END;
        CREATE TRIGGER photoPositionChanged AFTER UPDATE OF latitude, longitude, altitude ON photo
        WHEN (NEW.latitude IS NOT OLD.latitude OR NEW.longitude IS NOT OLD.longitude
                OR NEW.altitude IS NOT OLD.altitude)
            AND NOT EXISTS (SELECT 1 FROM givenPosition WHERE photoID = NEW.id)
        BEGIN
            DELETE FROM photoPosition WHERE photoID = NEW.id;
            INSERT INTO photoPosition
                SELECT NEW.id, NEW.latitude, NEW.latitude, NEW.longitude, NEW.longitude,
                    NEW.latitude, NEW.longitude
                WHERE NEW.latitude IS NOT NULL;
            DELETE FROM photoPlace WHERE photoID = NEW.id;
            INSERT INTO placeDue SELECT NEW.id
                WHERE NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = NEW.id);
        END;
        CREATE TRIGGER photoDeleted AFTER DELETE ON photo BEGIN
            DELETE FROM photoPosition WHERE photoID = OLD.id;
        END;

        CREATE TRIGGER givenPositionAdded AFTER INSERT ON givenPosition BEGIN
            \(placeGiven)
        END;
        -- A photo that is deleted has no row any more: nothing of it is put back then.
        CREATE TRIGGER givenPositionTaken AFTER DELETE ON givenPosition BEGIN
            DELETE FROM photoPosition WHERE photoID = OLD.photoID;
            INSERT INTO photoPosition
                SELECT id, latitude, latitude, longitude, longitude, latitude, longitude
                FROM photo WHERE id = OLD.photoID AND latitude IS NOT NULL;
            DELETE FROM photoPlace WHERE photoID = OLD.photoID;
            INSERT INTO placeDue SELECT id FROM photo WHERE id = OLD.photoID
                AND NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = OLD.photoID);
        END;
        CREATE TRIGGER givenPositionChanged AFTER UPDATE ON givenPosition BEGIN
            \(placeGiven)
        END;

        -- A home has a place only where no position has.
        CREATE TRIGGER homePositionAdded AFTER INSERT ON homePosition BEGIN
            DELETE FROM photoPlace WHERE photoID = NEW.photoID AND source = 'home';
            INSERT INTO placeDue SELECT NEW.photoID
                WHERE NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = NEW.photoID)
                AND NOT EXISTS (SELECT 1 FROM photoPlace WHERE photoID = NEW.photoID);
        END;
        CREATE TRIGGER homePositionChanged AFTER UPDATE ON homePosition BEGIN
            DELETE FROM photoPlace WHERE photoID = NEW.photoID AND source = 'home';
            INSERT INTO placeDue SELECT NEW.photoID
                WHERE NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = NEW.photoID)
                AND NOT EXISTS (SELECT 1 FROM photoPlace WHERE photoID = NEW.photoID);
        END;
        CREATE TRIGGER homePositionTaken AFTER DELETE ON homePosition BEGIN
            DELETE FROM photoPlace WHERE photoID = OLD.photoID AND source = 'home';
        END;
        """

    /// Gives a photo the new position of a user.
    private static let placeGiven = """
        DELETE FROM photoPosition WHERE photoID = NEW.photoID;
        INSERT INTO photoPosition VALUES (NEW.photoID, NEW.latitude, NEW.latitude,
            NEW.longitude, NEW.longitude, NEW.latitude, NEW.longitude);
        DELETE FROM photoPlace WHERE photoID = NEW.photoID;
        INSERT INTO photoPlace (photoID, latitude, longitude, altitude, source, recipe, date)
            VALUES (NEW.photoID, NEW.latitude, NEW.longitude, NEW.altitude, 'track', '',
                NEW.date);
        INSERT INTO placeDue SELECT NEW.photoID
            WHERE NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = NEW.photoID);
        """
}

/// The journal's data for undo, a part of the migration of places.
extension Schema {
    static let undo = """
        -- Made anew: what lists and undo read stands before the change, which may be megabytes long.
        \(newJournal("positions INTEGER NOT NULL"))
        INSERT INTO newJournal
            SELECT id, date, command, json_extract(change, '$.section'), NULL, NULL, NULL,
                ifnull(json_array_length(change, '$.added'), 0),
                ifnull(json_array_length(change, '$.updated'), 0),
                ifnull(json_array_length(change, '$.gone'), 0),
                ifnull(json_array_length(change, '$.trashed'), 0),
                ifnull(json_array_length(change, '$.restored'), 0),
                json_type(change, '$.faces') IS NOT NULL, 0, json_remove(change, '$.section')
            FROM journal;
        \(journalAnew)
        """

    /// A table for a new journal with more numbers of photos.
    private static func newJournal(_ numbers: String) -> String {
        """
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
            \(numbers),
            change TEXT NOT NULL CHECK (json_valid(change))
        ) STRICT;
        """
    }

    /// Replaces the journal by the new one.
    private static let journalAnew = """
        DROP TABLE journal;
        ALTER TABLE newJournal RENAME TO journal;
        CREATE INDEX journalUndoes ON journal (undoes) WHERE undoes IS NOT NULL;

        -- The positions that a change gave or took away; no latitude is no position.
        CREATE TABLE journalPosition (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            photoID INTEGER NOT NULL, -- the photo may be gone by now
            beforeLatitude REAL, beforeLongitude REAL, beforeAltitude REAL,
            beforeSource TEXT, beforeTrack TEXT,
            afterLatitude REAL, afterLongitude REAL, afterAltitude REAL,
            afterSource TEXT, afterTrack TEXT,
            PRIMARY KEY (journalID, photoID)
        ) STRICT, WITHOUT ROWID;
        """
}

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
        \(newJournal("positions INTEGER NOT NULL, edits INTEGER NOT NULL"))
        INSERT INTO newJournal
            SELECT id, date, command, section, undoes, undoneBy, undonePartlyBy, added, updated, gone,
                trashed, restored, faces, positions, 0, change
            FROM journal;
        \(journalAnew)
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
