/// The lines of tracks that photos were matched with.
extension Schema {
    static let tracks = """
        CREATE TABLE track (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- SHA-256 of the bytes of its file, 64 hexadecimal digits.
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            name TEXT NOT NULL,
            fileName TEXT NOT NULL,
            -- When its first and its last fix was made.
            dateFrom INTEGER NOT NULL,
            dateTo INTEGER NOT NULL CHECK (dateTo >= dateFrom),
            -- A box with all of it; where west is greater than east it crosses the antimeridian.
            west REAL NOT NULL CHECK (west BETWEEN -180 AND 180),
            south REAL NOT NULL CHECK (south BETWEEN -90 AND 90),
            east REAL NOT NULL CHECK (east BETWEEN -180 AND 180),
            north REAL NOT NULL CHECK (north BETWEEN south AND 90),
            points INTEGER NOT NULL CHECK (points > 0),
            dateAdded INTEGER NOT NULL,
            dateRemoved INTEGER, -- it is kept for undo alone
            line BLOB NOT NULL -- as TrackLine+Blob spells it; last, as lists read the columns before it
        ) STRICT;
        CREATE UNIQUE INDEX trackFile ON track (sha256) WHERE dateRemoved IS NULL;

        -- The boxes of tracks that were not removed; east of the antimeridian they go on beyond 180.
        CREATE VIRTUAL TABLE trackBox USING rtree (
            trackID, minLongitude, maxLongitude, minLatitude, maxLatitude);
        CREATE TRIGGER trackAdded AFTER INSERT ON track WHEN NEW.dateRemoved IS NULL BEGIN \(box) END;
        CREATE TRIGGER trackRemoved AFTER UPDATE OF dateRemoved ON track
        WHEN NEW.dateRemoved IS NOT NULL
        BEGIN DELETE FROM trackBox WHERE trackID = NEW.id; END;
        CREATE TRIGGER trackRestored AFTER UPDATE OF dateRemoved ON track
        WHEN NEW.dateRemoved IS NULL AND OLD.dateRemoved IS NOT NULL
        BEGIN \(box) END;
        CREATE TRIGGER trackDeleted AFTER DELETE ON track
        BEGIN DELETE FROM trackBox WHERE trackID = OLD.id; END;

        -- The tracks that a change added or removed.
        CREATE TABLE journalTrack (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            trackID INTEGER NOT NULL, -- the track may be gone by now
            isAdded INTEGER NOT NULL CHECK (isAdded IN (0, 1)),
            PRIMARY KEY (journalID, trackID)
        ) STRICT, WITHOUT ROWID;
        """

    private static let box = """
        INSERT INTO trackBox VALUES (NEW.id, NEW.west,
            NEW.east + CASE WHEN NEW.west > NEW.east THEN 360 ELSE 0 END, NEW.south, NEW.north);
        """
}

/// Members, the profiles of accounts, and tokens that act for an account.
extension Schema {
    /// The column of roles is replaced, because a check cannot be changed; replacing the table
    /// would end all sessions.
    private static func widenRoles(of table: String) -> String {
        """
        ALTER TABLE \(table) RENAME COLUMN role TO formerRole;
        ALTER TABLE \(table) ADD COLUMN role TEXT NOT NULL DEFAULT 'viewer'
            CHECK (role IN ('viewer', 'member', 'owner'));
        UPDATE \(table) SET role = formerRole;
        ALTER TABLE \(table) DROP COLUMN formerRole;

        """
    }

    static let members =
        widenRoles(of: "account") + widenRoles(of: "accessToken")
            + """
            ALTER TABLE account ADD COLUMN email TEXT;
            -- The address without case: two accounts do not have the same one.
            ALTER TABLE account ADD COLUMN emailKey TEXT;
            ALTER TABLE account ADD COLUMN firstName TEXT;
            ALTER TABLE account ADD COLUMN lastName TEXT;
            ALTER TABLE account ADD COLUMN bio TEXT;
            ALTER TABLE account ADD COLUMN level TEXT;
            ALTER TABLE account ADD COLUMN photoID INTEGER REFERENCES photo (id) ON DELETE SET NULL;
            -- NULL where nothing was changed since it was added.
            ALTER TABLE account ADD COLUMN dateUpdated INTEGER;
            CREATE UNIQUE INDEX accountEmail ON account (emailKey) WHERE emailKey IS NOT NULL;
            CREATE INDEX accountPhoto ON account (photoID) WHERE photoID IS NOT NULL;

            -- For whom it acts: its role counts then, and the token's own does not.
            ALTER TABLE accessToken ADD COLUMN accountID INTEGER
                REFERENCES account (id) ON DELETE CASCADE;
            CREATE INDEX accessTokenAccount ON accessToken (accountID) WHERE accountID IS NOT NULL;
            """
}

/// Posts in campaigns, and the tokens from signing in.
extension Schema {
    static let posts = """
        CREATE TABLE post (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            sectionID INTEGER NOT NULL, -- the campaign's section, which may be removed and come back
            photoID INTEGER NOT NULL REFERENCES photo (id) ON DELETE CASCADE,
            -- NULL for the owner by the server's password, and where the account is gone.
            accountID INTEGER REFERENCES account (id) ON DELETE SET NULL,
            title TEXT NOT NULL CHECK (title <> ''),
            description TEXT NOT NULL,
            dateCreated INTEGER NOT NULL, -- milliseconds since 1970-01-01 UTC
            -- A deleted one is kept for undo alone.
            state TEXT NOT NULL CHECK (state IN ('shown', 'hidden', 'deleted'))
        ) STRICT;
        CREATE INDEX postFeed ON post (sectionID, id);
        CREATE INDEX postPhoto ON post (photoID);
        CREATE INDEX postAccount ON post (accountID) WHERE accountID IS NOT NULL;

        -- The posts that a change made, hid, showed or deleted; one that it made was deleted before.
        CREATE TABLE journalPost (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            postID INTEGER NOT NULL, -- the post may be gone by now
            before TEXT NOT NULL,
            after TEXT NOT NULL,
            PRIMARY KEY (journalID, postID)
        ) STRICT, WITHOUT ROWID;

        -- Whether it came with signing in: such tokens expire, and there are only so many of an account.
        ALTER TABLE accessToken ADD COLUMN isSignIn INTEGER NOT NULL DEFAULT 0
            CHECK (isSignIn IN (0, 1));
        CREATE INDEX accessTokenSignIn ON accessToken (accountID, id) WHERE isSignIn = 1;
        """
}

/// Publications on other servers, which are not recorded in the journal because they happened
/// elsewhere.
extension Schema {
    static let publications = """
        CREATE TABLE publication (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            server TEXT NOT NULL, -- as ServerAddress spells it
            account TEXT NOT NULL,
            campaign TEXT NOT NULL, -- empty for a photo-share server
            -- SHA-256 of what the sent picture was made of, 64 hexadecimal digits.
            contentKey TEXT NOT NULL CHECK (length(contentKey) = 64),
            name TEXT NOT NULL, -- what it was called there
            remoteID TEXT,
            dateStarted INTEGER NOT NULL,
            -- NULL from before the request until its answer: a killed program leaves it so.
            dateSent INTEGER,
            CHECK (remoteID IS NULL OR dateSent IS NOT NULL)
        ) STRICT;
        CREATE INDEX publicationPhoto ON publication (photoID);
        CREATE INDEX publicationServer ON publication (server, account, campaign);
        CREATE UNIQUE INDEX publicationUnderWay
            ON publication (photoID, server, account, campaign, contentKey) WHERE dateSent IS NULL;
        """

    static let publicationKeys = """
        -- The address without its scheme: a server that is reached by https now is the same one.
        ALTER TABLE publication ADD COLUMN serverKey TEXT NOT NULL DEFAULT '';
        -- A list in JSON of the server's own ids of what had the name before anything was sent; NULL where they
        -- are not known, and once there is an answer.
        ALTER TABLE publication ADD COLUMN idsBefore TEXT;
        UPDATE publication SET serverKey = substr(server, instr(server, '://') + 3);
        DELETE FROM publication WHERE dateSent IS NULL AND EXISTS (
            SELECT 1 FROM publication later
            WHERE later.photoID = publication.photoID AND later.serverKey = publication.serverKey
                AND later.account = publication.account AND later.campaign = publication.campaign
                AND later.contentKey = publication.contentKey AND later.dateSent IS NULL
                AND later.id > publication.id);
        DROP INDEX publicationServer;
        CREATE INDEX publicationServer ON publication (serverKey, account, campaign);
        DROP INDEX publicationUnderWay;
        CREATE UNIQUE INDEX publicationUnderWay
            ON publication (photoID, serverKey, account, campaign, contentKey)
            WHERE dateSent IS NULL;
        """
}

/// The journal's data for undoing changes from origins: searches, refreshes, pulls, imports and
/// uploads.
extension Schema {
    static let origins = """
        -- How a section listed each photo before a change that listed it, or marked it as no longer listed.
        CREATE TABLE journalListing (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            photoID INTEGER NOT NULL, -- the photo may be gone by now
            sectionID INTEGER NOT NULL, -- the section may be gone by now
            wasThere INTEGER NOT NULL CHECK (wasThere IN (0, 1)), -- whether there was the photo at all
            wasListed INTEGER NOT NULL CHECK (wasListed IN (0, 1)), -- whether the section listed it
            dateGone INTEGER, queryRevision INTEGER, -- of the membership that was there
            isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1)),
            PRIMARY KEY (journalID, photoID, sectionID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX journalListingChanged ON journalListing (sectionID, photoID, journalID)
            WHERE wasListed = 1 AND isUndone = 0;
        -- The marks of changes before this version; what they added cannot be taken back.
        INSERT INTO journalListing (journalID, photoID, sectionID, wasThere, wasListed, queryRevision)
            SELECT j.id, m.photoID, m.sectionID, 1, 1, m.queryRevision
            FROM journal j CROSS JOIN json_each(j.change, '$.gone') e
            JOIN section s ON s.kind || ':' || s.name = j.section
            JOIN membership m ON m.sectionID = s.id AND m.photoID = e.value
            WHERE j.gone > 0 AND j.undoneBy IS NULL AND m.dateGone IS NOT NULL
            GROUP BY j.id, m.photoID, m.sectionID;

        -- What an origin had said of a photo before a change.
        CREATE TABLE journalPhoto (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            photoID INTEGER NOT NULL, -- the photo may be gone by now
            isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1)),
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
            PRIMARY KEY (journalID, photoID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX journalPhotoChanged ON journalPhoto (photoID, journalID) WHERE isUndone = 0;

        -- The picture of a photo and size before a change; no state is no picture.
        CREATE TABLE journalPicture (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            photoID INTEGER NOT NULL, -- the photo may be gone by now
            size INTEGER NOT NULL,
            isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1)),
            state TEXT, fileID INTEGER, message TEXT, secret TEXT, date INTEGER,
            PRIMARY KEY (journalID, photoID, size)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX journalPictureChanged ON journalPicture (photoID, size, journalID)
            WHERE isUndone = 0;

        -- What a section asked its origin for, and when, before a change.
        CREATE TABLE journalRefresh (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            sectionID INTEGER NOT NULL, -- the section may be gone by now
            isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1)),
            query TEXT, queryRevision INTEGER NOT NULL, dateRefreshed INTEGER, found INTEGER,
            PRIMARY KEY (journalID, sectionID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX journalRefreshChanged ON journalRefresh (sectionID, journalID)
            WHERE isUndone = 0;

        -- Photos that are in the trash, or leave with their last section, because the change that brought them was
        -- taken back: another one brings them again, which it does not with what a person put there.
        CREATE TABLE takenBack (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            journalID INTEGER NOT NULL, -- that change
            -- Whether a person had put it into the trash before: it stays there.
            isRemoved INTEGER NOT NULL DEFAULT 0 CHECK (isRemoved IN (0, 1))
        ) STRICT;
        """
}
