/// The journal: the changes of each command, with the data needed to undo them.
extension Schema {
    static let journalTables = [
        // Lists and undo read the columns before the change, which can be megabytes long.
        """
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            date INTEGER NOT NULL,
            command TEXT NOT NULL,
            section TEXT,
            undoes INTEGER, -- the entry that this one undid
            undoneBy INTEGER, -- the entry that undid this one
            undonePartlyBy INTEGER, -- the latest that undid it except for photos changed since
            -- Numbers of photos.
            added INTEGER NOT NULL, updated INTEGER NOT NULL, gone INTEGER NOT NULL,
            trashed INTEGER NOT NULL, restored INTEGER NOT NULL, faces INTEGER NOT NULL,
            positions INTEGER NOT NULL, edits INTEGER NOT NULL,
            change TEXT NOT NULL CHECK (json_valid(change)),
            account TEXT -- the name of the account that made it through the server
        ) STRICT;
        CREATE INDEX journalUndoes ON journal (undoes) WHERE undoes IS NOT NULL;
        CREATE INDEX journalUndonePartly ON journal (undonePartlyBy)
            WHERE undonePartlyBy IS NOT NULL;
        """,
        // The positions and homes that a change set or removed; no latitude is no position.
        entryTable(
            "journalPosition", key: "photoID",
            """
            beforeLatitude REAL, beforeLongitude REAL, beforeAltitude REAL,
            beforeSource TEXT, beforeTrack TEXT,
            afterLatitude REAL, afterLongitude REAL, afterAltitude REAL,
            afterSource TEXT, afterTrack TEXT
            """),
        journalMetadataTable, journalAlbumTable,
        // The edit recipes that a change set or removed; NULL is none.
        entryTable("journalEdit", key: "photoID", "before TEXT, after TEXT"),
        // The sections that a change created, renamed or removed: their columns as JSON; NULL is
        // none.
        entryTable("journalSection", key: "sectionID", jsonChange),
        // The content of a removed or sorted section at each ordinal before: a member, or nothing.
        entryTable(
            "journalMember", key: "sectionID, ordinal",
            "photoID INTEGER, dateAdded INTEGER, dateGone INTEGER, queryRevision INTEGER"),
        // The tracks that a change added or removed.
        entryTable(
            "journalTrack", key: "trackID", "isAdded INTEGER NOT NULL CHECK (isAdded IN (0, 1))"),
        // The posts that a change created, hid, showed or deleted; created ones were deleted
        // before.
        entryTable("journalPost", key: "postID", "before TEXT NOT NULL, after TEXT NOT NULL"),
        // How a section listed each photo before a change listed it, or marked it as no longer
        // listed.
        entryTable(
            "journalListing", key: "photoID, sectionID",
            """
            wasThere INTEGER NOT NULL CHECK (wasThere IN (0, 1)), -- whether the photo existed
            wasListed INTEGER NOT NULL CHECK (wasListed IN (0, 1)), -- whether the section listed it
            dateGone INTEGER, queryRevision INTEGER, -- of the former membership
            \(undone)
            ordinal INTEGER, dateAdded INTEGER, -- of the former membership, if an undo recorded it
            dateTrashed INTEGER -- of the photo
            """),
        // The origin's metadata of a photo before a change.
        entryTable(
            "journalPhoto", key: "photoID",
            """
            \(undone)
            title TEXT, caption TEXT, creator TEXT, copyright TEXT, owner TEXT,
            licenseName TEXT, licenseURL TEXT, sourceURL TEXT, tags TEXT,
            dateTimeOriginal TEXT, offsetTimeOriginal TEXT, dateUploaded INTEGER,
            width INTEGER, height INTEGER, orientation INTEGER,
            make TEXT, model TEXT, lens TEXT,
            exposureTime REAL, fNumber REAL, iso INTEGER, focalLength REAL, rating INTEGER,
            latitude REAL, longitude REAL, altitude REAL,
            isPublic INTEGER, isFriend INTEGER, isFamily INTEGER,
            farm INTEGER, server TEXT, secret TEXT, media TEXT,
            thumbnailURL TEXT, largePictureURL TEXT, fileName TEXT,
            positionText TEXT, positionWarning TEXT,
            dateUpdated INTEGER,
            json TEXT, -- that of photoRaw
            subSecTimeOriginal TEXT, dateSource TEXT, isDateGuessed INTEGER,
            positionAccuracy INTEGER, dateDoubt TEXT
            """),
        // The picture of a photo and size before a change; no state is no picture.
        entryTable(
            "journalPicture", key: "photoID, size",
            """
            \(undone)
            state TEXT, fileID INTEGER, message TEXT, secret TEXT, date INTEGER
            """),
        """
        CREATE INDEX journalPictureChanged ON journalPicture (photoID, size, journalID)
            WHERE isUndone = 0;
        """,
        journalPictureIndexes,
        // A section's query and last refresh before a change.
        entryTable(
            "journalRefresh", key: "sectionID",
            """
            \(undone)
            query TEXT, queryRevision INTEGER NOT NULL, dateRefreshed INTEGER, found INTEGER
            """),
        // Photos that are in the trash, or leave with their last section, because the change that
        // added them was undone: another command restores them, unlike photos that a user moved to
        // the trash.
        """
        CREATE TABLE takenBack (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            journalID INTEGER NOT NULL, -- that change
            -- Whether a user had moved it to the trash before: it stays there.
            isRemoved INTEGER NOT NULL DEFAULT 0 CHECK (isRemoved IN (0, 1))
        ) STRICT;
        """,
        journalDroppedTable,
    ].joined(separator: "\n")

    /// A table of what entries of the journal changed.
    ///
    /// The photos, sections, tracks and posts in it can be deleted since.
    ///
    /// - Parameters:
    ///   - key: the columns that identify a row of an entry.
    ///   - columns: the other columns.
    static func entryTable(_ name: String, key: String, _ columns: String) -> String {
        let keys = key.split(separator: ", ").map { "\($0) INTEGER NOT NULL," }
        return """
            CREATE TABLE \(name) (
                journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
                \(keys.joined(separator: " "))
                \(columns)
                , PRIMARY KEY (journalID, \(key))
            ) STRICT, WITHOUT ROWID;
            """
    }

    /// A part of version 27: memberships that redo restores, and the number of dropped entries.
    static let journalMigration = """
        DROP INDEX journalListingChanged;
        DROP INDEX journalPhotoChanged;
        DROP INDEX journalRefreshChanged;
        ALTER TABLE journalListing ADD COLUMN ordinal INTEGER;
        ALTER TABLE journalListing ADD COLUMN dateAdded INTEGER;
        ALTER TABLE journalListing ADD COLUMN dateTrashed INTEGER;
        \(journalDroppedTable)
        """

    private static let journalDroppedTable = """
        CREATE TABLE journalDropped ( -- the oldest changes, which are no longer in the journal
            id INTEGER PRIMARY KEY CHECK (id = 1),
            number INTEGER NOT NULL,
            lastID INTEGER NOT NULL, lastDate INTEGER NOT NULL -- of the latest of them
        ) STRICT;
        """

    /// Manual metadata; no list of added tags is no metadata.
    static let journalMetadataTable = """
        \(entryTable("journalMetadata", key: "photoID", """
        \(["before", "after"].map { """
        \($0)AddedTags TEXT, \($0)RemovedTags TEXT, \($0)Title TEXT, \($0)Caption TEXT,
        \($0)Rating INTEGER, \($0)Favorite INTEGER, \($0)Date TEXT, \($0)SubSeconds TEXT,
        \($0)Offset TEXT,
        """ }.joined(separator: "\n"))
        -- Of the change, in milliseconds since 1970-01-01 UTC, to compare with the times of files.
        moment INTEGER NOT NULL
            DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER))
        """))
        CREATE INDEX journalMetadataPhoto ON journalMetadata (photoID);
        """

    /// The photos that a change removed from albums filled by hand, added to them or moved.
    ///
    /// JSON lists of id and ordinal; NULL if the album does not exist.
    static let journalAlbumTable = entryTable("journalAlbum", key: "sectionID", jsonChange)

    private static let jsonChange = ["before", "after"].map {
        "\($0) TEXT CHECK (\($0) IS NULL OR json_valid(\($0)))"
    }.joined(separator: ", ")

    static let journalPictureIndexes = """
        CREATE INDEX journalPictureFile ON journalPicture (fileID) WHERE fileID IS NOT NULL;
        CREATE INDEX journalPicturePhoto ON journalPicture (photoID);
        """

    private static let undone = "isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1)),"
}
