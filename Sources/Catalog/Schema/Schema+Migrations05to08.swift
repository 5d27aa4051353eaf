/// Homes, only for photos of the camera.
extension Schema {
    static let homes = """
        -- Nobody knows where those live whose photos were searched: their places go by a trigger.
        DELETE FROM homePosition
            WHERE photoID IN (SELECT id FROM photo WHERE origin <> 'camera');
        CREATE TRIGGER homePositionOfCamera BEFORE INSERT ON homePosition
        WHEN NOT EXISTS (SELECT 1 FROM photo WHERE id = NEW.photoID AND origin = 'camera')
        BEGIN
            SELECT RAISE(ABORT, 'a home is for photos of the camera');
        END;
        """
}

/// Indexes for lookups that scanned a table.
extension Schema {
    static let lookups = """
        -- What went right takes its problem away, whichever command had it.
        CREATE INDEX problemSubject ON problem (subject);
        -- A bare name may be that of sections of several kinds.
        CREATE INDEX sectionName ON section (nameKey);
        -- The latest change that was taken back in part.
        CREATE INDEX journalUndonePartly ON journal (undonePartlyBy)
            WHERE undonePartlyBy IS NOT NULL;
        """
}

/// Damaged pictures, which are kept.
extension Schema {
    static let damagedPictures = """
        -- What is wrong with the bytes of a picture that decodes in part; NULL where nothing is known to be.
        ALTER TABLE file ADD COLUMN damage TEXT CHECK (damage <> '');
        """
}

/// The tables for queries: a narrow row per photo, and stored counts. Triggers maintain them.
extension Schema {
    static let find = tables + fill + indexes + triggers + labelTriggers + words

    private static let tables = """
        -- What photos are chosen and ordered by; the photo's own row is long.
        CREATE TABLE photoSummary (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            isTrashed INTEGER NOT NULL,
            taken INTEGER, -- the camera's clock in seconds, as if it were UTC; NULL for what is no date
            dateAdded INTEGER NOT NULL,
            titleKey TEXT, -- NULL where there is no title
            rating INTEGER,
            -- Of the largest stored picture.
            size INTEGER, fileType TEXT,
            -- The largest stored picture in which faces were looked for, and how many it shows.
            examinedFileID INTEGER, faceCount INTEGER,
            isPublic INTEGER NOT NULL, isEdited INTEGER NOT NULL, isDamaged INTEGER NOT NULL,
            isDelisted INTEGER NOT NULL, hasPosition INTEGER NOT NULL, hasTags INTEGER NOT NULL
        ) STRICT;

        -- Names that many photos share. Rows that no photo uses any more stay: their count is 0.
        CREATE TABLE label (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL, -- tag, camera, lens, license, owner, creator, person, type
            key TEXT NOT NULL, -- without case and accents
            name TEXT NOT NULL, -- a spelling that was said often
            lead INTEGER NOT NULL, -- by how many it is ahead of other spellings
            photos INTEGER NOT NULL, -- how many outside the trash have it
            UNIQUE (kind, key)
        ) STRICT;
        CREATE TABLE photoLabel (
            labelID INTEGER NOT NULL REFERENCES label,
            photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            PRIMARY KEY (labelID, photoID)
        ) STRICT, WITHOUT ROWID;

        -- How many photos outside the trash were taken on a day, YYYY-MM-DD on the camera's clock; the
        -- empty text is for those without a date.
        CREATE TABLE takenDay (
            day TEXT PRIMARY KEY,
            photos INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- How many photos outside the trash were taken there.
        ALTER TABLE placeName ADD COLUMN photos INTEGER NOT NULL DEFAULT 0;

        """

    /// The existing photos, in bulk.
    private static let fill = """
        INSERT INTO photoSummary
            SELECT p.id, p.dateTrashed IS NOT NULL, \(taken("p")), p.dateAdded,
                nullif(labelKey(p.title), ''), p.rating,
                (SELECT f.byteCount \(largestFile("p.id"))), (SELECT f.fileType \(largestFile("p.id"))),
                (SELECT fs.fileID \(examinedFile("p.id"))),
                (SELECT \(FaceRecord.shownCount) \(examinedFile("p.id"))),
                ifnull(p.isPublic, 0) <> 0,
                EXISTS (SELECT 1 FROM photoEdit WHERE photoID = p.id), \(isDamaged("p.id")),
                \(isDelisted("p.id")), \(hasPosition("p")), json_array_length(p.tags) > 0
            FROM photo p;

        -- Keys are made once for each spelling.
        CREATE TABLE spelling (kind TEXT, name TEXT, key TEXT, photos INTEGER);
        INSERT INTO spelling SELECT kind, name, labelKey(name), photos FROM (
            SELECT 'tag' AS kind, t.value AS name, count(*) AS photos
                FROM photo p, json_each(p.tags) t GROUP BY t.value
            UNION ALL SELECT 'camera', \(camera("p")), count(*) FROM photo p GROUP BY 2
            UNION ALL SELECT 'lens', lens, count(*) FROM photo GROUP BY 2
            UNION ALL SELECT 'license', licenseName, count(*) FROM photo GROUP BY 2
            UNION ALL SELECT 'owner', owner, count(*) FROM photo GROUP BY 2
            UNION ALL SELECT 'creator', creator, count(*) FROM photo GROUP BY 2
            UNION ALL SELECT 'person', f.name, count(*) FROM face f GROUP BY 2
            UNION ALL SELECT 'type', fileType, count(*) FROM photoSummary GROUP BY 2);
        DELETE FROM spelling WHERE ifnull(key, '') = '';
        CREATE INDEX spellingName ON spelling (kind, name, key);
        INSERT INTO label (kind, key, name, lead, photos)
            SELECT kind, key, name, max(photos), 0 FROM spelling GROUP BY kind, key;
        INSERT INTO photoLabel SELECT DISTINCT l.id, n.photoID FROM (
            SELECT p.id AS photoID, 'tag' AS kind, t.value AS name FROM photo p, json_each(p.tags) t
            UNION ALL SELECT p.id, 'camera', \(camera("p")) FROM photo p
            UNION ALL SELECT id, 'lens', lens FROM photo
            UNION ALL SELECT id, 'license', licenseName FROM photo
            UNION ALL SELECT id, 'owner', owner FROM photo
            UNION ALL SELECT id, 'creator', creator FROM photo
            UNION ALL SELECT s.photoID, 'person', f.name
                FROM photoSummary s JOIN face f ON f.fileID = s.examinedFileID
            UNION ALL SELECT photoID, 'type', fileType FROM photoSummary) n
            JOIN spelling w ON w.kind = n.kind AND w.name = n.name
            JOIN label l ON l.kind = w.kind AND l.key = w.key
            ORDER BY l.id, n.photoID;
        DROP TABLE spelling;
        UPDATE label SET photos = (SELECT count(*) FROM photoLabel pl WHERE pl.labelID = label.id)
            - (SELECT count(*) FROM photoSummary s JOIN photoLabel pl ON pl.photoID = s.photoID
                WHERE s.isTrashed = 1 AND pl.labelID = label.id);
        INSERT INTO takenDay SELECT \(day("taken")), count(*) FROM photoSummary
            WHERE isTrashed = 0 GROUP BY 1;
        UPDATE placeName SET photos = (SELECT count(*) FROM photoPlace pp
            JOIN photoSummary s ON s.photoID = pp.photoID
            WHERE pp.placeNameID = placeName.id AND s.isTrashed = 0);

        """

    /// Sort orders, and states that few photos are in; only of photos outside the trash.
    private static let indexes = """
        CREATE INDEX photoLabelPhoto ON photoLabel (photoID);
        CREATE INDEX summaryTaken ON photoSummary (taken) WHERE isTrashed = 0;
        CREATE INDEX summaryAdded ON photoSummary (dateAdded) WHERE isTrashed = 0;
        CREATE INDEX summaryTitle ON photoSummary (titleKey) WHERE isTrashed = 0;
        CREATE INDEX summaryRating ON photoSummary (rating) WHERE isTrashed = 0;
        CREATE INDEX summarySize ON photoSummary (size) WHERE isTrashed = 0;
        CREATE INDEX summaryFaces ON photoSummary (faceCount)
            WHERE isTrashed = 0 AND faceCount IS NOT NULL;
        CREATE INDEX summaryExamined ON photoSummary (examinedFileID)
            WHERE examinedFileID IS NOT NULL;
        CREATE INDEX summaryEdited ON photoSummary (photoID) WHERE isTrashed = 0 AND isEdited = 1;
        CREATE INDEX summaryDamaged ON photoSummary (photoID) WHERE isTrashed = 0 AND isDamaged = 1;
        CREATE INDEX summaryDelisted ON photoSummary (photoID)
            WHERE isTrashed = 0 AND isDelisted = 1;
        CREATE INDEX summaryTrashed ON photoSummary (photoID) WHERE isTrashed = 1;

        """

    private static let triggers = """
        CREATE TRIGGER photoSummarized AFTER INSERT ON photo BEGIN
            INSERT INTO photoSummary VALUES (NEW.id, NEW.dateTrashed IS NOT NULL, \(taken("NEW")),
                NEW.dateAdded, nullif(labelKey(NEW.title), ''), NEW.rating, NULL, NULL, NULL, NULL,
                ifnull(NEW.isPublic, 0) <> 0, 0, 0, 0, NEW.latitude IS NOT NULL,
                json_array_length(NEW.tags) > 0);
            \(addLabels("NEW.id", from: factNames))
            \(addWords)
        END;
        CREATE TRIGGER photoSummaryChanged
        AFTER UPDATE OF dateTrashed, dateTimeOriginal, dateAdded, title, rating, isPublic, latitude, tags
        ON photo
        WHEN \(differs(["dateTrashed", "dateTimeOriginal", "dateAdded", "title", "rating", "isPublic",
            "latitude", "tags"]))
        BEGIN
            UPDATE photoSummary SET isTrashed = NEW.dateTrashed IS NOT NULL, taken = \(taken("NEW")),
                dateAdded = NEW.dateAdded, titleKey = nullif(labelKey(NEW.title), ''),
                rating = NEW.rating, isPublic = ifnull(NEW.isPublic, 0) <> 0,
                hasPosition = \(hasPosition("NEW")), hasTags = json_array_length(NEW.tags) > 0
            WHERE photoID = NEW.id;
        END;
        -- Before the row goes and takes its places with it: the counts need to know what it was.
        CREATE TRIGGER photoLeaving BEFORE DELETE ON photo BEGIN
            DELETE FROM photoLabel WHERE photoID = OLD.id;
            DELETE FROM photoPlace WHERE photoID = OLD.id;
            DELETE FROM photoSummary WHERE photoID = OLD.id;
        END;

        CREATE TRIGGER picturesSummarizedAdded AFTER INSERT ON picture WHEN NEW.fileID IS NOT NULL
        BEGIN \(summarizePictures("WHERE photoID = NEW.photoID")) END;
        CREATE TRIGGER picturesSummarizedChanged AFTER UPDATE OF fileID ON picture
        WHEN NEW.fileID IS NOT OLD.fileID
        BEGIN \(summarizePictures("WHERE photoID = NEW.photoID")) END;
        CREATE TRIGGER picturesSummarizedDeleted AFTER DELETE ON picture WHEN OLD.fileID IS NOT NULL
        BEGIN \(summarizePictures("WHERE photoID = OLD.photoID")) END;
        CREATE TRIGGER picturesSummarizedDamage AFTER UPDATE OF damage ON file
        WHEN (NEW.damage IS NULL) <> (OLD.damage IS NULL)
        BEGIN \(summarizePictures(photosWithFile("NEW.id"))) END;
        CREATE TRIGGER facesSummarizedAdded AFTER INSERT ON faceSet
        BEGIN \(summarizePictures(photosWithFile("NEW.fileID"))) END;
        CREATE TRIGGER facesSummarizedChanged AFTER UPDATE OF parameters, faceCount ON faceSet
        BEGIN \(summarizePictures(photosWithFile("NEW.fileID"))) END;
        CREATE TRIGGER facesSummarizedDeleted AFTER DELETE ON faceSet
        BEGIN \(summarizePictures(photosWithFile("OLD.fileID"))) END;

        CREATE TRIGGER editSummarized AFTER INSERT ON photoEdit BEGIN
            UPDATE photoSummary SET isEdited = 1 WHERE photoID = NEW.photoID;
        END;
        CREATE TRIGGER editSummarizedTaken AFTER DELETE ON photoEdit BEGIN
            UPDATE photoSummary SET isEdited = 0 WHERE photoID = OLD.photoID;
        END;
        CREATE TRIGGER positionSummarized AFTER INSERT ON givenPosition BEGIN
            UPDATE photoSummary SET hasPosition = 1 WHERE photoID = NEW.photoID;
        END;
        CREATE TRIGGER positionSummarizedTaken AFTER DELETE ON givenPosition BEGIN
            UPDATE photoSummary SET hasPosition = EXISTS (
                SELECT 1 FROM photo WHERE id = OLD.photoID AND latitude IS NOT NULL)
            WHERE photoID = OLD.photoID;
        END;
        CREATE TRIGGER goneSummarizedAdded AFTER INSERT ON membership WHEN NEW.dateGone IS NOT NULL
        BEGIN
            UPDATE photoSummary SET isDelisted = 1 WHERE photoID = NEW.photoID;
        END;
        CREATE TRIGGER goneSummarized AFTER UPDATE OF dateGone ON membership
        WHEN (NEW.dateGone IS NULL) <> (OLD.dateGone IS NULL)
        BEGIN
            UPDATE photoSummary SET isDelisted = \(isDelisted("NEW.photoID"))
            WHERE photoID = NEW.photoID;
        END;
        CREATE TRIGGER goneSummarizedDeleted AFTER DELETE ON membership
        WHEN OLD.dateGone IS NOT NULL
        BEGIN
            UPDATE photoSummary SET isDelisted = \(isDelisted("OLD.photoID"))
            WHERE photoID = OLD.photoID;
        END;

        CREATE TRIGGER takenDayAdded AFTER INSERT ON photoSummary WHEN NEW.isTrashed = 0 BEGIN
            \(countDay("NEW"))
        END;
        CREATE TRIGGER takenDayDeleted AFTER DELETE ON photoSummary WHEN OLD.isTrashed = 0 BEGIN
            UPDATE takenDay SET photos = photos - 1 WHERE day = \(day("OLD.taken"));
        END;
        CREATE TRIGGER takenDayChanged AFTER UPDATE OF taken, isTrashed ON photoSummary
        WHEN NEW.taken IS NOT OLD.taken OR NEW.isTrashed <> OLD.isTrashed
        BEGIN
            UPDATE takenDay SET photos = photos - 1
                WHERE day = \(day("OLD.taken")) AND OLD.isTrashed = 0;
            \(countDay("NEW"))
        END;
        CREATE TRIGGER countsTrashed AFTER UPDATE OF isTrashed ON photoSummary
        WHEN NEW.isTrashed <> OLD.isTrashed
        BEGIN
            UPDATE label SET photos = photos + OLD.isTrashed - NEW.isTrashed
                WHERE id IN (SELECT labelID FROM photoLabel WHERE photoID = NEW.photoID);
            UPDATE placeName SET photos = photos + OLD.isTrashed - NEW.isTrashed
                WHERE id = (SELECT placeNameID FROM photoPlace WHERE photoID = NEW.photoID);
        END;

        CREATE TRIGGER placeCounted AFTER INSERT ON photoPlace WHEN NEW.placeNameID IS NOT NULL BEGIN
            \(countPlace("NEW", "+ 1"))
        END;
        CREATE TRIGGER placeCountedChanged AFTER UPDATE OF placeNameID ON photoPlace
        WHEN NEW.placeNameID IS NOT OLD.placeNameID
        BEGIN
            \(countPlace("OLD", "- 1"))
            \(countPlace("NEW", "+ 1"))
        END;
        CREATE TRIGGER placeCountedDeleted AFTER DELETE ON photoPlace
        WHEN OLD.placeNameID IS NOT NULL
        BEGIN
            \(countPlace("OLD", "- 1"))
        END;

        """
}

// MARK: - Parts of statements

extension Schema {
    /// The time of the camera's clock, in seconds; NULL for an invalid date.
    ///
    /// Only digits reach the date functions, which accept words such as 'now' and turn a day that
    /// the month does not have into another one.
    static func taken(_ row: String) -> String {
        let text = "\(row).dateTimeOriginal"
        let date = "replace(substr(\(text), 1, 10), ':', '-')"
        return """
            CASE WHEN \(text) GLOB
                '[12][0-9][0-9][0-9]:[01][0-9]:[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-6][0-9]*'
                AND date(\(date), '+0 days') = \(date) AND substr(\(text), 12, 2) < '24'
            THEN unixepoch(\(date) || substr(\(text), 11, 9)) END
            """
    }

    /// A day of `takenDay`.
    private static func day(_ taken: String) -> String { "ifnull(date(\(taken), 'unixepoch'), '')" }

    /// Counts a photo outside the trash on its day.
    private static func countDay(_ row: String) -> String {
        """
        INSERT INTO takenDay SELECT \(day("\(row).taken")), 1 WHERE \(row).isTrashed = 0
            ON CONFLICT (day) DO UPDATE SET photos = photos + 1;
        """
    }

    /// Counts a photo outside the trash at its place.
    private static func countPlace(_ row: String, _ change: String) -> String {
        """
        UPDATE placeName SET photos = photos \(change) WHERE id = \(row).placeNameID
            AND EXISTS (SELECT 1 FROM photoSummary
                WHERE photoID = \(row).photoID AND isTrashed = 0);
        """
    }

    /// Tests that one of some columns was changed.
    static func differs(_ columns: [String]) -> String {
        columns.map { "NEW.\($0) IS NOT OLD.\($0)" }.joined(separator: " OR ")
    }

    private static func largestFile(_ photo: String) -> String {
        """
        FROM picture q JOIN file f ON f.id = q.fileID WHERE q.photoID = \(photo)
        ORDER BY q.size DESC LIMIT 1
        """
    }

    private static func examinedFile(_ photo: String) -> String {
        """
        FROM picture q JOIN faceSet fs ON fs.fileID = q.fileID WHERE q.photoID = \(photo)
        ORDER BY q.size DESC LIMIT 1
        """
    }

    private static func isDamaged(_ photo: String) -> String {
        """
        EXISTS (SELECT 1 FROM picture q JOIN file f ON f.id = q.fileID
            WHERE q.photoID = \(photo) AND f.damage IS NOT NULL)
        """
    }

    private static func isDelisted(_ photo: String) -> String {
        "EXISTS (SELECT 1 FROM membership WHERE photoID = \(photo) AND dateGone IS NOT NULL)"
    }

    private static func hasPosition(_ row: String) -> String {
        """
        (\(row).latitude IS NOT NULL
            OR EXISTS (SELECT 1 FROM givenPosition WHERE photoID = \(row).id))
        """
    }

    /// Updates the columns about pictures in the summaries of some photos.
    private static func summarizePictures(_ which: String) -> String {
        """
        UPDATE photoSummary SET
            (size, fileType) = (SELECT f.byteCount, f.fileType \(largestFile("photoSummary.photoID"))),
            (examinedFileID, faceCount) = (
                SELECT fs.fileID, \(FaceRecord.shownCount) \(examinedFile("photoSummary.photoID"))),
            isDamaged = \(isDamaged("photoSummary.photoID"))
        \(which);
        """
    }

    static func photosWithFile(_ file: String) -> String {
        "WHERE photoID IN (SELECT photoID FROM picture WHERE fileID = \(file))"
    }
}

/// The full-text indexes. Their tokenizer and `labelKey` are defined by this program: another
/// program can read the catalog, but cannot write photos.
extension Schema {
    /// A photo's own texts; `content` is the photo's own row, so that no text is stored twice.
    private static let columns = ["title", "caption", "tags", "creator", "fileName"]

    static let words = """
        CREATE VIRTUAL TABLE photoWords USING fts5 (\(columns.joined(separator: ", ")),
            content = 'photo', content_rowid = 'id', tokenize = 'gallery');
        INSERT INTO photoWords (photoWords) VALUES ('rebuild');
        -- The few places have words of their own.
        CREATE VIRTUAL TABLE placeWords USING fts5 (country, region, city,
            content = 'placeName', content_rowid = 'id', tokenize = 'gallery');
        INSERT INTO placeWords (placeWords) VALUES ('rebuild');

        CREATE TRIGGER wordsChanged AFTER UPDATE OF \(columns.joined(separator: ", ")) ON photo
        WHEN \(differs(columns))
        BEGIN
            \(dropWords)
            \(addWords)
        END;
        CREATE TRIGGER wordsDeleted AFTER DELETE ON photo BEGIN
            \(dropWords)
        END;
        CREATE TRIGGER placeWordsAdded AFTER INSERT ON placeName BEGIN
            INSERT INTO placeWords (rowid, country, region, city)
                VALUES (NEW.id, NEW.country, NEW.region, NEW.city);
        END;
        CREATE TRIGGER placeWordsDeleted AFTER DELETE ON placeName BEGIN
            INSERT INTO placeWords (placeWords, rowid, country, region, city)
                VALUES ('delete', OLD.id, OLD.country, OLD.region, OLD.city);
        END;
        """

    /// Indexes the words of a new photo row.
    static let addWords = """
        INSERT INTO photoWords (rowid, \(columns.joined(separator: ", ")))
            VALUES (NEW.id, \(columns.map { "NEW.\($0)" }.joined(separator: ", ")));
        """

    private static let dropWords = """
        INSERT INTO photoWords (photoWords, rowid, \(columns.joined(separator: ", ")))
            VALUES ('delete', OLD.id, \(columns.map { "OLD.\($0)" }.joined(separator: ", ")));
        """
}

/// The triggers that maintain the labels of photos.
extension Schema {
    /// Selects `kind` and `name` of the labels in the metadata of a new photo row.
    static let factNames = """
        SELECT 'tag' AS kind, value AS name FROM json_each(NEW.tags)
            UNION ALL SELECT 'camera', \(camera("NEW"))
            UNION ALL SELECT 'lens', NEW.lens UNION ALL SELECT 'license', NEW.licenseName
            UNION ALL SELECT 'owner', NEW.owner UNION ALL SELECT 'creator', NEW.creator
        """

    /// The name of a camera: make and model, without repeating the make.
    static func camera(_ row: String) -> String {
        """
        trim(CASE WHEN instr(lower(\(row).model), lower(\(row).make)) = 1 THEN \(row).model
            ELSE ifnull(\(row).make, '') || ' ' || ifnull(\(row).model, '') END)
        """
    }

    /// Adds labels to a photo, keeping existing ones.
    ///
    /// Of spellings that differ only in case and accents, a frequent one is shown.
    static func addLabels(_ photo: String, from names: String) -> String {
        """
        INSERT INTO label (kind, key, name, lead, photos)
            SELECT kind, labelKey(name), name, 1, 0 FROM (\(names)) WHERE labelKey(name) <> ''
            ON CONFLICT (kind, key) DO UPDATE SET
                name = CASE WHEN lead = 0 THEN excluded.name ELSE name END,
                lead = CASE WHEN lead = 0 OR name = excluded.name THEN lead + 1 ELSE lead - 1 END;
        INSERT INTO photoLabel
            SELECT l.id, \(photo) FROM (\(names)) n
                CROSS JOIN label l ON l.kind = n.kind AND l.key = labelKey(n.name) WHERE true
            ON CONFLICT DO NOTHING;
        """
    }

    /// Removes the labels of some kinds from a photo.
    private static func dropLabels(_ photo: String, _ kinds: String) -> String {
        """
        DELETE FROM photoLabel WHERE photoID = \(photo)
            AND (SELECT kind FROM label WHERE id = labelID) \(kinds);
        """
    }

    static let labelTriggers = """
        CREATE TRIGGER labelCounted AFTER INSERT ON photoLabel BEGIN
            UPDATE label SET photos = photos + 1 WHERE id = NEW.labelID AND EXISTS (
                SELECT 1 FROM photoSummary WHERE photoID = NEW.photoID AND isTrashed = 0);
        END;
        CREATE TRIGGER labelCountedDeleted AFTER DELETE ON photoLabel BEGIN
            UPDATE label SET photos = photos - 1 WHERE id = OLD.labelID AND EXISTS (
                SELECT 1 FROM photoSummary WHERE photoID = OLD.photoID AND isTrashed = 0);
        END;
        CREATE TRIGGER labelsChanged
        AFTER UPDATE OF tags, make, model, lens, licenseName, owner, creator ON photo
        WHEN \(differs(["tags", "make", "model", "lens", "licenseName", "owner", "creator"]))
        BEGIN
            \(dropLabels("NEW.id", "NOT IN ('person', 'type')"))
            \(addLabels("NEW.id", from: factNames))
        END;
        CREATE TRIGGER labelTypeChanged AFTER UPDATE OF fileType ON photoSummary
        WHEN NEW.fileType IS NOT OLD.fileType
        BEGIN
            \(dropLabels("NEW.photoID", "= 'type'"))
            \(addLabels("NEW.photoID", from: "SELECT 'type' AS kind, NEW.fileType AS name"))
        END;

        -- The people in the picture whose faces the photo shows.
        CREATE TRIGGER labelPeopleChanged AFTER UPDATE OF examinedFileID ON photoSummary
        WHEN NEW.examinedFileID IS NOT OLD.examinedFileID
        BEGIN
            \(dropLabels("NEW.photoID", "= 'person'"))
            \(addLabels("NEW.photoID", from: peopleOfFile))
        END;
        CREATE TRIGGER labelPersonAdded AFTER INSERT ON face WHEN NEW.name IS NOT NULL BEGIN
            INSERT INTO label (kind, key, name, lead, photos)
                SELECT 'person', labelKey(NEW.name), NEW.name, 1, 0 WHERE labelKey(NEW.name) <> ''
                ON CONFLICT (kind, key) DO UPDATE SET
                    name = CASE WHEN lead = 0 THEN excluded.name ELSE name END,
                    lead = CASE WHEN lead = 0 OR name = excluded.name THEN lead + 1
                        ELSE lead - 1 END;
            INSERT INTO photoLabel
                SELECT l.id, s.photoID FROM label l CROSS JOIN photoSummary s
                WHERE l.kind = 'person' AND l.key = labelKey(NEW.name)
                    AND s.examinedFileID = NEW.fileID
                ON CONFLICT DO NOTHING;
        END;
        CREATE TRIGGER labelPersonDeleted AFTER DELETE ON face WHEN OLD.name IS NOT NULL BEGIN
            DELETE FROM photoLabel WHERE labelID = (
                    SELECT id FROM label WHERE kind = 'person' AND key = labelKey(OLD.name))
                AND photoID IN (
                    SELECT photoID FROM photoSummary WHERE examinedFileID = OLD.fileID)
                AND NOT EXISTS (SELECT 1 FROM face WHERE fileID = OLD.fileID
                    AND labelKey(name) = labelKey(OLD.name));
        END;

        """

    private static let peopleOfFile = """
        SELECT 'person' AS kind, name FROM face
            WHERE fileID = NEW.examinedFileID AND name IS NOT NULL
        """
}

/// Albums by query, and the journal of sections.
extension Schema {
    static let albums = """
        -- What an album finds, in the language of queries: it has no members of its own.
        ALTER TABLE section ADD COLUMN filter TEXT CHECK ((filter IS NULL) = (kind <> 'album'));

        -- The sections that a change made, renamed or removed: their columns as JSON; NULL is none.
        CREATE TABLE journalSection (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            sectionID INTEGER NOT NULL, -- the section may be gone by now
            before TEXT CHECK (before IS NULL OR json_valid(before)),
            after TEXT CHECK (after IS NULL OR json_valid(after)),
            PRIMARY KEY (journalID, sectionID)
        ) STRICT, WITHOUT ROWID;

        -- What a section that a change removed had at each ordinal: a member, or nothing.
        CREATE TABLE journalMember (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            sectionID INTEGER NOT NULL,
            ordinal INTEGER NOT NULL,
            photoID INTEGER, -- the photo may be gone by now
            dateAdded INTEGER, dateGone INTEGER, queryRevision INTEGER,
            PRIMARY KEY (journalID, sectionID, ordinal)
        ) STRICT, WITHOUT ROWID;
        """
}
