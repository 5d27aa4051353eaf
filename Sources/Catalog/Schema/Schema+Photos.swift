/// Sections and photos, their files and problems.
extension Schema {
    static let photoTables = """
        -- Distinguishes this database from others beside the same files.
        CREATE TABLE identity (id TEXT NOT NULL) STRICT;
        INSERT INTO identity (id) VALUES (lower(hex(randomblob(16))));

        CREATE TABLE section (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL CHECK (kind <> ''),
            name TEXT NOT NULL CHECK (name <> ''),
            nameKey TEXT NOT NULL,
            query TEXT CHECK (query IS NULL OR json_valid(query)),
            dateCreated INTEGER NOT NULL, dateRefreshed INTEGER,
            found INTEGER,
            queryRevision INTEGER NOT NULL DEFAULT 0, -- counts changes of the query's filters
            lastOrdinal INTEGER NOT NULL DEFAULT 0,
            -- An album's filter, in the query language; '' for an album filled by hand, which alone
            -- has members.
            filter TEXT CHECK ((filter IS NULL) = (kind <> 'album')),
            cover INTEGER REFERENCES photo ON DELETE SET NULL, -- a photo chosen by the user
            UNIQUE (kind, nameKey)
        ) STRICT;
        \(sectionCoverIndex)
        CREATE INDEX sectionName ON section (nameKey);

        CREATE TABLE photo (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            origin TEXT NOT NULL, originID TEXT NOT NULL CHECK (originID <> ''),
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
            thumbnailURL TEXT, largePictureURL TEXT, fileName TEXT,
            dateAdded INTEGER NOT NULL, dateUpdated INTEGER, dateTrashed INTEGER,
            positionText TEXT, positionWarning TEXT, -- as the file writes it, and what is odd about it
            subSecTimeOriginal TEXT, -- decimal digits: 05 is 0.05 s
            dateSource TEXT, -- the tag that the date comes from, or FileName
            isDateGuessed INTEGER, -- NULL is no
            positionAccuracy INTEGER, -- 1...16 as Flickr has it
            dateDoubt TEXT, -- why the date is not believed
            \(favoriteColumn),
            UNIQUE (origin, originID),
            CHECK ((latitude IS NULL) = (longitude IS NULL))
        ) STRICT;
        CREATE INDEX photoTrashed ON photo (dateTrashed) WHERE dateTrashed IS NOT NULL;
        -- Sections refer to photos.
        INSERT INTO section (kind, name, nameKey, dateCreated)
            VALUES ('camera', 'camera', 'camera', unixepoch());

        -- Apart from the typed columns, so that listing a section does not read past it.
        CREATE TABLE photoRaw (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            json TEXT NOT NULL
        ) STRICT;

        CREATE TABLE membership (
            sectionID INTEGER NOT NULL REFERENCES section ON DELETE CASCADE,
            ordinal INTEGER NOT NULL,
            photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            dateAdded INTEGER NOT NULL, dateGone INTEGER,
            queryRevision INTEGER NOT NULL, -- the section's when the photo was last listed
            isTrashed INTEGER NOT NULL DEFAULT 0 CHECK (isTrashed IN (0, 1)),
            PRIMARY KEY (sectionID, ordinal),
            UNIQUE (sectionID, photoID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX membershipListed ON membership (sectionID, ordinal, photoID) WHERE isTrashed = 0;
        CREATE INDEX membershipPhoto ON membership (photoID);
        CREATE INDEX membershipTrashed ON membership (sectionID, isTrashed, ordinal)
            WHERE isTrashed = 1;

        -- Ordinals whose members were deleted: with them and the trash, positions in a section are known
        -- without counting all its members.
        CREATE TABLE membershipGap (
            sectionID INTEGER NOT NULL,
            ordinal INTEGER NOT NULL,
            PRIMARY KEY (sectionID, ordinal)
        ) STRICT, WITHOUT ROWID;
        """

    /// Of `photo` and `photoSummary`.
    static let favoriteColumn = "isFavorite INTEGER NOT NULL DEFAULT 0 CHECK (isFavorite IN (0, 1))"

    static let sectionCoverIndex =
        "CREATE INDEX sectionCover ON section (cover) WHERE cover IS NOT NULL;"

    static let pictureTables = """
        -- The bytes of a picture: one row whatever the number of photos and places that have them.
        CREATE TABLE file (
            id INTEGER PRIMARY KEY,
            sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64),
            byteCount INTEGER NOT NULL CHECK (byteCount > 0),
            fileType TEXT NOT NULL, extension TEXT NOT NULL,
            width INTEGER, height INTEGER,
            isStored INTEGER NOT NULL CHECK (isStored IN (0, 1)),
            damage TEXT CHECK (damage <> ''), -- of bytes that decode in part
            pictureData TEXT, -- SHA-256 of the picture data without the metadata; NULL if unknown
            successor TEXT -- SHA-256 of the bytes that replaced these, of a file in place
        ) STRICT;
        \(pictureDataIndex)
        \(sourceFileTable)
        \(fileRemovalTable)

        CREATE TABLE picture (
            photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            size INTEGER NOT NULL CHECK (size BETWEEN 0 AND 4), -- the index in PictureSize.allCases
            state TEXT NOT NULL CHECK (state IN ('stored', 'unavailable', 'failed')),
            fileID INTEGER REFERENCES file,
            message TEXT,
            secret TEXT, -- the photo's at this attempt: a different one means another picture
            date INTEGER NOT NULL,
            PRIMARY KEY (photoID, size),
            CHECK ((state = 'stored') = (fileID IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pictureFile ON picture (fileID);

        -- Each analysis of a file's bytes, so that a new run does only missing or outdated work.
        CREATE TABLE ledger (
            sha256 TEXT NOT NULL, kind TEXT NOT NULL, recipe INTEGER NOT NULL,
            parameters TEXT NOT NULL DEFAULT '',
            outcome TEXT NOT NULL, date INTEGER NOT NULL,
            PRIMARY KEY (sha256, kind, parameters)
        ) STRICT, WITHOUT ROWID;

        -- An edit recipe as JSON. A new version of the recipes is a migration, so that this program reads
        -- all recipes that it finds.
        CREATE TABLE photoEdit (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            recipe TEXT NOT NULL CHECK (json_valid(recipe)),
            date INTEGER NOT NULL
        ) STRICT;

        -- Thumbnail files, by the bytes from which they were made and how: a cache. The file's name
        -- follows from the key. A row without its file has no meaning.
        CREATE TABLE thumbnail (
            id INTEGER PRIMARY KEY,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64), -- of the picture
            recipe TEXT NOT NULL,
            side INTEGER NOT NULL CHECK (side > 0), -- the longest side requested, pixels
            extension TEXT NOT NULL,
            isWhole INTEGER NOT NULL CHECK (isWhole IN (0, 1)), -- the picture is not larger
            width INTEGER NOT NULL CHECK (width > 0), height INTEGER NOT NULL CHECK (height > 0),
            byteCount INTEGER NOT NULL CHECK (byteCount > 0),
            dateUsed INTEGER NOT NULL, -- nanoseconds since 1970-01-01 UTC; 0: no longer needed
            colour INTEGER, edit TEXT, -- the mean of its pixels, and its photoEdit.recipe
            UNIQUE (sha256, recipe, side)
        ) STRICT;
        CREATE INDEX thumbnailUsed ON thumbnail (dateUsed);

        CREATE TABLE thumbnailTotal ( -- the sums over all thumbnails, maintained by triggers
            id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL, byteCount INTEGER NOT NULL
        ) STRICT;
        INSERT INTO thumbnailTotal VALUES (1, 0, 0);

        CREATE TABLE problem (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            date INTEGER NOT NULL,
            command TEXT NOT NULL, subject TEXT NOT NULL, message TEXT NOT NULL,
            -- True for unreadable parts of an imported file, which do not make a run fail.
            isNote INTEGER NOT NULL DEFAULT 0 CHECK (isNote IN (0, 1)),
            UNIQUE (command, subject)
        ) STRICT;
        CREATE INDEX problemSubject ON problem (subject);
        \(ignoredProblemTable)

        -- The moments of API queries within the last hour, in seconds with a fraction.
        CREATE TABLE apiQuery (id INTEGER PRIMARY KEY, date REAL NOT NULL) STRICT;
        CREATE INDEX apiQueryDate ON apiQuery (date);
        """

    static let pictureDataIndex =
        "CREATE INDEX filePictureData ON file (pictureData) WHERE pictureData IS NOT NULL;"

    /// The paths at which imported bytes were seen; files left in place are read from there.
    static let sourceFileTable = """
        CREATE TABLE sourceFile (
            path BLOB NOT NULL,
            folder TEXT NOT NULL, -- the disk and folder of the path, which disks share; empty if unknown
            fileID INTEGER NOT NULL REFERENCES file ON DELETE CASCADE,
            byteCount INTEGER NOT NULL,
            modified INTEGER NOT NULL, -- nanoseconds since 1970-01-01 UTC
            inode INTEGER NOT NULL,
            sidecar INTEGER, -- a digest of the XMP sidecars' stamps; NULL without any
            said TEXT CHECK (said IS NULL OR json_valid(said)), -- the sidecars' metadata; NULL if unknown
            warnings TEXT CHECK (warnings IS NULL OR json_valid(warnings)), -- NULL for none
            isReference INTEGER NOT NULL CHECK (isReference IN (0, 1)),
            dateSeen INTEGER NOT NULL, -- nanoseconds since 1970-01-01 UTC
            dateMissing INTEGER, -- when a file in place was found deleted; NULL while it exists
            PRIMARY KEY (path, folder)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sourceFileFile ON sourceFile (fileID);
        CREATE INDEX sourceFileMissing ON sourceFile (fileID) WHERE dateMissing IS NOT NULL;
        """

    /// Stored files whose rows were deleted when the trash was emptied, until they are deleted too.
    static let fileRemovalTable = """
        CREATE TABLE fileRemoval (
            sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
            extension TEXT NOT NULL,
            changed INTEGER NOT NULL -- the change of its inode, nanoseconds since 1970-01-01 UTC
        ) STRICT, WITHOUT ROWID;
        """

    /// The problems that a user acknowledged, which a later run can meet again.
    static let ignoredProblemTable = """
        CREATE TABLE ignoredProblem (
            subject TEXT NOT NULL, command TEXT NOT NULL, PRIMARY KEY (subject, command)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX ignoredProblemCommand ON ignoredProblem (command);
        """

    /// The looks of pictures, and the photos that look the same but are not duplicates.
    static let duplicateTables = """
        CREATE TABLE look (
            fileID INTEGER PRIMARY KEY REFERENCES file ON DELETE CASCADE,
            version INTEGER NOT NULL, -- of the method; looks of older versions are outdated
            hash INTEGER, -- 64 bits
            pixels BLOB, -- as specified in docs/formats.md
            CHECK ((hash IS NULL) = (pixels IS NULL)) -- both are NULL for plain and unreadable pictures
        ) STRICT;

        -- Photos that a user declared different, in groups named by one of their photos.
        CREATE TABLE ignoredDuplicate (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            groupID INTEGER NOT NULL,
            date INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX ignoredDuplicateGroup ON ignoredDuplicate (groupID);

        -- The groups that a change set or removed; NULL is none.
        \(entryTable("journalDuplicate", key: "photoID", "before INTEGER, after INTEGER"))
        """

    static let photoTriggers: Triggers = [
        "photoTrashedChanged AFTER UPDATE OF dateTrashed ON photo": """
        UPDATE membership SET isTrashed = (NEW.dateTrashed IS NOT NULL) WHERE photoID = NEW.id;
        """,
        "membershipDeleted AFTER DELETE ON membership":
            "INSERT INTO membershipGap VALUES (OLD.sectionID, OLD.ordinal);",
        "sectionDeleted AFTER DELETE ON section":
            "DELETE FROM membershipGap WHERE sectionID = OLD.id;",
    ]

    static let thumbnailTriggers: Triggers = [
        "thumbnailAdded AFTER INSERT ON thumbnail":
            "UPDATE thumbnailTotal SET number = number + 1, byteCount = byteCount + NEW.byteCount;",
        "thumbnailDeleted AFTER DELETE ON thumbnail":
            "UPDATE thumbnailTotal SET number = number - 1, byteCount = byteCount - OLD.byteCount;",
        "thumbnailChanged AFTER UPDATE OF byteCount ON thumbnail":
            "UPDATE thumbnailTotal SET byteCount = byteCount + NEW.byteCount - OLD.byteCount;",

        // Thumbnails of bytes that no photo has any more are the first to be deleted.
        "pictureReplaced AFTER UPDATE OF fileID ON picture "
            + "WHEN OLD.fileID IS NOT NULL AND NEW.fileID IS NOT OLD.fileID "
            + "AND NOT EXISTS (SELECT 1 FROM picture WHERE fileID = OLD.fileID)": retireThumbnails,
        "pictureDeleted AFTER DELETE ON picture "
            + "WHEN OLD.fileID IS NOT NULL "
            + "AND NOT EXISTS (SELECT 1 FROM picture WHERE fileID = OLD.fileID)": retireThumbnails,
        // Those of bytes that return count as used now.
        "pictureReturned AFTER UPDATE OF fileID ON picture "
            + "WHEN NEW.fileID IS NOT NULL AND NEW.fileID IS NOT OLD.fileID": reviveThumbnails,
        "pictureAdded AFTER INSERT ON picture WHEN NEW.fileID IS NOT NULL": reviveThumbnails,
    ]

    private static let retireThumbnails = """
        UPDATE thumbnail SET dateUsed = 0
            WHERE sha256 = (SELECT sha256 FROM file WHERE id = OLD.fileID);
        """

    private static let reviveThumbnails = """
        UPDATE thumbnail SET dateUsed = unixepoch() * 1000000000
            WHERE sha256 = (SELECT sha256 FROM file WHERE id = NEW.fileID) AND dateUsed = 0;
        """
}
