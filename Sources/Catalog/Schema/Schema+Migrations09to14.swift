/// Users of the catalog's server: accounts, tokens and sessions, which are not recorded in the
/// journal.
extension Schema {
    static let accounts = """
        CREATE TABLE account (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL CHECK (name <> ''),
            -- The name without case: two accounts do not differ by it alone.
            nameKey TEXT NOT NULL UNIQUE,
            role TEXT NOT NULL CHECK (role IN ('viewer', 'owner')),
            -- As Basics/PasswordHash spells it, with salt and cost.
            passwordHash TEXT NOT NULL,
            dateCreated INTEGER NOT NULL,
            datePassword INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE accessToken (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL CHECK (name <> ''),
            nameKey TEXT NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('viewer', 'owner')),
            -- SHA-256 of the secret, 64 hexadecimal digits.
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
            dateCreated INTEGER NOT NULL,
            dateExpires INTEGER,
            dateUsed INTEGER,
            dateRevoked INTEGER
        ) STRICT;
        -- A name may come again once its token is revoked.
        CREATE UNIQUE INDEX accessTokenName ON accessToken (nameKey) WHERE dateRevoked IS NULL;

        CREATE TABLE webSession (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- SHA-256 of the secret and the server's password, 64 hexadecimal digits.
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
            -- NULL for the owner, who signed in by the server's password.
            accountID INTEGER REFERENCES account (id) ON DELETE CASCADE,
            dateCreated INTEGER NOT NULL,
            dateExpires INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX webSessionAccount ON webSession (accountID);
        CREATE INDEX webSessionExpires ON webSession (dateExpires);
        """
}

/// The columns for laying out a grid of photos, per photo and per month. Triggers maintain them.
extension Schema {
    static let gridColumns =
        columns + fill + indexes + photoTriggers + shapeTriggers + monthTriggers

    private static let columns = """
        -- When it was taken by the camera's clock, as `taken`, else when it was added: no photo is without.
        ALTER TABLE photoSummary ADD COLUMN date INTEGER NOT NULL DEFAULT 0;
        -- Width by height of the upright picture as edited, in thousandths; 0 where nobody knows.
        ALTER TABLE photoSummary ADD COLUMN aspect INTEGER NOT NULL DEFAULT 0;
        -- The mean of the picture as edited, 0xRRGGBB in sRGB; NULL until a thumbnail of it was made.
        ALTER TABLE photoSummary ADD COLUMN colour INTEGER;

        -- The mean of the thumbnail's pixels, and the edit that it shows, as `photoEdit.recipe`.
        ALTER TABLE thumbnail ADD COLUMN colour INTEGER;
        ALTER TABLE thumbnail ADD COLUMN edit TEXT;

        -- How many photos outside the trash have their date in a month, YYYY-MM, and how often a photo came
        -- into it, left it, moved in it or got another shape. Rows without photos stay: the next ones count on.
        CREATE TABLE dateMonth (
            month TEXT PRIMARY KEY,
            photos INTEGER NOT NULL,
            changes INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    /// The existing photos, in bulk; no thumbnail has a color yet.
    private static let fill = """
        UPDATE photoSummary SET date = ifnull(taken, dateAdded),
            aspect = (SELECT \(aspect) \(shownPicture("photoSummary.photoID")));
        INSERT INTO dateMonth SELECT \(month("date")), count(*), count(*) FROM photoSummary
            WHERE isTrashed = 0 GROUP BY 1;

        """

    /// A covering index for a part of a month.
    private static let indexes = """
        CREATE INDEX summaryDate ON photoSummary (date, photoID, aspect, colour, isTrashed)
            WHERE isTrashed = 0;

        """

    /// The existing trigger for new summaries lacks the new columns.
    private static let photoTriggers = """
        DROP TRIGGER photoSummarized;
        CREATE TRIGGER photoSummarized AFTER INSERT ON photo BEGIN
            INSERT INTO photoSummary (photoID, isTrashed, taken, dateAdded, titleKey, rating, isPublic,
                isEdited, isDamaged, isDelisted, hasPosition, hasTags, date, aspect)
            SELECT NEW.id, NEW.dateTrashed IS NOT NULL, taken, NEW.dateAdded,
                nullif(labelKey(NEW.title), ''), NEW.rating, ifnull(NEW.isPublic, 0) <> 0, 0, 0, 0,
                NEW.latitude IS NOT NULL, json_array_length(NEW.tags) > 0,
                ifnull(taken, NEW.dateAdded),
                shownAspect(NEW.width, NEW.height, NEW.orientation, NULL)
            FROM (SELECT \(taken("NEW")) AS taken);
            \(addLabels("NEW.id", from: factNames))
            \(addWords)
        END;
        CREATE TRIGGER dateSummarized AFTER UPDATE OF taken, dateAdded ON photoSummary
        WHEN NEW.date <> ifnull(NEW.taken, NEW.dateAdded)
        BEGIN
            UPDATE photoSummary SET date = ifnull(NEW.taken, NEW.dateAdded)
            WHERE photoID = NEW.photoID;
        END;

        """

    private static let shapeTriggers = """
        CREATE TRIGGER shapeOfPhoto AFTER UPDATE OF width, height, orientation ON photo
        WHEN \(differs(["width", "height", "orientation"]))
        BEGIN \(summarizeShape("WHERE photoID = NEW.id")) END;
        CREATE TRIGGER shapeOfFile AFTER UPDATE OF width, height ON file
        WHEN \(differs(["width", "height"]))
        BEGIN \(summarizeShape(photosWithFile("NEW.id"))) END;
        CREATE TRIGGER shapeOfPicture AFTER INSERT ON picture WHEN NEW.fileID IS NOT NULL
        BEGIN \(summarizeShape("WHERE photoID = NEW.photoID")) END;
        CREATE TRIGGER shapeOfPictureChanged AFTER UPDATE OF fileID ON picture
        WHEN NEW.fileID IS NOT OLD.fileID
        BEGIN \(summarizeShape("WHERE photoID = NEW.photoID")) END;
        CREATE TRIGGER shapeOfPictureDeleted AFTER DELETE ON picture WHEN OLD.fileID IS NOT NULL
        BEGIN \(summarizeShape("WHERE photoID = OLD.photoID")) END;
        CREATE TRIGGER shapeOfExamined AFTER INSERT ON faceSet
        WHEN EXISTS (SELECT 1 FROM picture q JOIN photoSummary s ON s.photoID = q.photoID
            WHERE q.fileID = NEW.fileID
                AND s.aspect <> shownAspect(NEW.width, NEW.height, NULL, NULL))
        BEGIN \(summarizeShape(photosWithFile("NEW.fileID"))) END;
        CREATE TRIGGER shapeOfExaminedChanged AFTER UPDATE OF width, height ON faceSet
        WHEN \(differs(["width", "height"]))
        BEGIN \(summarizeShape(photosWithFile("NEW.fileID"))) END;
        CREATE TRIGGER shapeOfExaminedDeleted AFTER DELETE ON faceSet
        BEGIN \(summarizeShape(photosWithFile("OLD.fileID"))) END;
        CREATE TRIGGER shapeOfEdit AFTER INSERT ON photoEdit
        BEGIN \(summarizeShape("WHERE photoID = NEW.photoID")) END;
        CREATE TRIGGER shapeOfEditChanged AFTER UPDATE OF recipe ON photoEdit
        WHEN NEW.recipe <> OLD.recipe
        BEGIN \(summarizeShape("WHERE photoID = NEW.photoID")) END;
        CREATE TRIGGER shapeOfEditDeleted AFTER DELETE ON photoEdit
        BEGIN \(summarizeShape("WHERE photoID = OLD.photoID")) END;

        -- The first thumbnail tells the colour; those of other sides hardly differ.
        CREATE TRIGGER colourAdded AFTER INSERT ON thumbnail WHEN NEW.colour IS NOT NULL
        BEGIN \(summarizeColor) END;
        CREATE TRIGGER colourChanged AFTER UPDATE OF colour ON thumbnail
        WHEN NEW.colour IS NOT NULL
        BEGIN \(summarizeColor) END;

        """

    /// Part of migration 19: the old trigger accepted an edited photo whose aspect ratio was that
    /// of the unedited picture.
    static let examinedEdits = """
        DROP TRIGGER shapeOfExamined;
        CREATE TRIGGER shapeOfExamined AFTER INSERT ON faceSet
        WHEN EXISTS (SELECT 1 FROM picture q JOIN photoSummary s ON s.photoID = q.photoID
            WHERE q.fileID = NEW.fileID AND (s.isEdited
                OR s.aspect <> shownAspect(NEW.width, NEW.height, NULL, NULL)))
        BEGIN \(summarizeShape(photosWithFile("NEW.fileID"))) END;

        """

    private static let monthTriggers = """
        CREATE TRIGGER dateMonthAdded AFTER INSERT ON photoSummary WHEN NEW.isTrashed = 0 BEGIN
            \(countMonth)
        END;
        CREATE TRIGGER dateMonthDeleted AFTER DELETE ON photoSummary WHEN OLD.isTrashed = 0 BEGIN
            UPDATE dateMonth SET photos = photos - 1, changes = changes + 1
                WHERE month = \(month("OLD.date"));
        END;
        CREATE TRIGGER dateMonthChanged AFTER UPDATE OF date, isTrashed ON photoSummary
        WHEN NEW.date <> OLD.date OR NEW.isTrashed <> OLD.isTrashed
        BEGIN
            UPDATE dateMonth SET photos = photos - 1, changes = changes + 1
                WHERE month = \(month("OLD.date")) AND OLD.isTrashed = 0;
            \(countMonth)
        END;
        CREATE TRIGGER dateMonthShape AFTER UPDATE OF aspect ON photoSummary
        WHEN NEW.aspect <> OLD.aspect AND NEW.isTrashed = 0
        BEGIN
            UPDATE dateMonth SET changes = changes + 1 WHERE month = \(month("NEW.date"));
        END;
        """
}

// MARK: - Parts of statements

extension Schema {
    /// A month of `dateMonth`.
    private static func month(_ date: String) -> String {
        "strftime('%Y-%m', \(date), 'unixepoch')"
    }

    /// Counts a photo outside the trash in its month.
    private static let countMonth = """
        INSERT INTO dateMonth SELECT \(month("NEW.date")), 1, 1 WHERE NEW.isTrashed = 0
            ON CONFLICT (month) DO UPDATE SET photos = photos + 1, changes = changes + 1;
        """

    /// The aspect ratio of the picture of `shownPicture`: examined pictures have an upright size,
    /// and pictures that an origin derived from the original are upright.
    private static let aspect = """
        shownAspect(coalesce(fs.width, f.width, p.width), coalesce(fs.height, f.height, p.height),
            CASE WHEN fs.width IS NOT NULL OR (f.width IS NOT NULL AND q.size < 4) THEN 1
                ELSE p.orientation END, e.recipe)
        """

    /// Returns a photo as `p`, its edit as `e`, its largest stored picture as `q`, that picture's
    /// file as `f` and its size from face detection as `fs`.
    private static func shownPicture(_ photo: String) -> String {
        """
        FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
            LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
                SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
            LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
            WHERE p.id = \(photo)
        """
    }

    /// Updates the columns about appearance in the summaries of some photos.
    private static func summarizeShape(_ which: String) -> String {
        """
        UPDATE photoSummary SET (aspect, colour) = (SELECT \(aspect),
                (SELECT t.colour FROM thumbnail t WHERE t.sha256 = f.sha256
                    AND t.edit IS e.recipe AND t.colour IS NOT NULL LIMIT 1)
            \(shownPicture("photoSummary.photoID")))
        \(which);
        """
    }

    /// Sets the color of photos without one that look like a new thumbnail.
    private static let summarizeColor = """
        UPDATE photoSummary SET colour = NEW.colour
        WHERE colour IS NULL AND photoID IN (SELECT n.photoID FROM file m
                JOIN picture n ON n.fileID = m.id WHERE m.sha256 = NEW.sha256)
            AND EXISTS (SELECT 1 \(shownPicture("photoSummary.photoID"))
                AND f.sha256 = NEW.sha256 AND e.recipe IS NEW.edit);
        """
}

/// The jobs of a server.
extension Schema {
    static let jobs = """
        -- What a server was asked to do, and what came of it; the latest thousand.
        CREATE TABLE job (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            asker TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting' CHECK (
                state IN ('waiting', 'running', 'done', 'failed', 'stopped', 'interrupted')),
            dateCreated INTEGER NOT NULL,
            dateStarted INTEGER,
            dateEnded INTEGER,
            activity TEXT,
            done INTEGER,
            total INTEGER,
            summary TEXT CHECK (summary IS NULL OR json_valid(summary)),
            sentence TEXT,
            failures TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(failures)),
            failedItems INTEGER NOT NULL DEFAULT 0,
            remarks TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(remarks)),
            error TEXT,
            retryAfter INTEGER
        ) STRICT;
        CREATE INDEX jobState ON job (state);
        """
}

/// The counter of changes of the map.
extension Schema {
    static let map = """
        -- How often a photo outside the trash came onto the map, left it, moved on it or got another date, at least.
        CREATE TABLE mapState (changes INTEGER NOT NULL) STRICT;
        INSERT INTO mapState VALUES (0);

        CREATE TRIGGER mapPhotoAdded AFTER INSERT ON photo WHEN NEW.latitude IS NOT NULL
        BEGIN \(count) END;
        CREATE TRIGGER mapPhotoMoved AFTER UPDATE OF latitude, longitude ON photo
        WHEN \(differs(["latitude", "longitude"]))
        BEGIN \(count) END;
        CREATE TRIGGER mapPhotoChanged AFTER UPDATE OF isTrashed, date ON photoSummary
        WHEN \(differs(["isTrashed", "date"]))
        BEGIN \(count) END;
        CREATE TRIGGER mapPhotoDeleted AFTER DELETE ON photo BEGIN \(count) END;
        \(triggers("givenPosition", columns: "latitude, longitude, source"))
        \(triggers("homePosition", columns: "latitude, longitude"))
        """

    private static let count = "UPDATE mapState SET changes = changes + 1;"

    private static func triggers(_ table: String, columns: String) -> String {
        """
        CREATE TRIGGER \(table)OnMap AFTER INSERT ON \(table) BEGIN \(count) END;
        CREATE TRIGGER \(table)OnMapMoved AFTER UPDATE OF \(columns) ON \(table) BEGIN \(count) END;
        CREATE TRIGGER \(table)OnMapTaken AFTER DELETE ON \(table) BEGIN \(count) END;
        """
    }
}

/// The index for the pages of people.
extension Schema {
    static let people = """
        -- The photos that show faces, the latest last.
        CREATE INDEX summaryWithFaces ON photoSummary (photoID)
            WHERE isTrashed = 0 AND faceCount > 0;
        """
}

/// Photos shared by link, which are not recorded in the journal.
extension Schema {
    static let shareLinks = """
        CREATE TABLE shareLink (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- SHA-256 of the secret in the address, 64 hexadecimal digits.
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
            -- The section that it opens as it is by then; NULL for photos that are named one by one. Not a
            -- reference: a section that was removed may come back under its number.
            sectionID INTEGER,
            -- As Basics/PasswordHash spells it; NULL without one.
            passwordHash TEXT,
            givesOriginals INTEGER NOT NULL CHECK (givesOriginals IN (0, 1)),
            givesMetadata INTEGER NOT NULL CHECK (givesMetadata IN (0, 1)),
            dateCreated INTEGER NOT NULL,
            dateExpires INTEGER,
            dateRevoked INTEGER,
            openings INTEGER NOT NULL DEFAULT 0,
            dateOpened INTEGER
        ) STRICT;
        CREATE INDEX shareLinkExpires ON shareLink (dateExpires) WHERE dateExpires IS NOT NULL;

        CREATE TABLE shareLinkPhoto (
            linkID INTEGER NOT NULL REFERENCES shareLink ON DELETE CASCADE,
            ordinal INTEGER NOT NULL,
            photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            PRIMARY KEY (linkID, ordinal),
            UNIQUE (linkID, photoID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX shareLinkPhotoPhoto ON shareLinkPhoto (photoID);

        -- The files that a link gives, as far as they are made; those of the folder shares/LINK.
        CREATE TABLE sharedFile (
            linkID INTEGER NOT NULL REFERENCES shareLink ON DELETE CASCADE,
            photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            -- What it is made of: picture, edit, size, what it tells.
            key TEXT NOT NULL,
            -- NULL for the stored picture itself, and for what could not be made.
            fileName TEXT,
            fileExtension TEXT NOT NULL,
            byteCount INTEGER NOT NULL CHECK (byteCount >= 0), -- 0 where it could not be made
            checksum INTEGER NOT NULL, -- CRC-32
            PRIMARY KEY (linkID, photoID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sharedFilePhoto ON sharedFile (photoID);
        """
}
