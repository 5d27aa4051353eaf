/// The tables of the first catalog. Dates are Unix seconds (UTC) unless a comment says otherwise.
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
