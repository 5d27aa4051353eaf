/// The tables for queries: a narrow row per photo, names that photos share, words and stored
/// counts. Triggers maintain them.
extension Schema {
    static let summaryTables = """
        -- The columns by which photos are selected and ordered; the photo's own row is long.
        CREATE TABLE photoSummary (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            isTrashed INTEGER NOT NULL,
            -- The camera's clock as if it were UTC, microseconds; NULL if invalid or not believed.
            taken INTEGER,
            dateAdded INTEGER NOT NULL,
            titleKey TEXT, -- NULL without a title
            rating INTEGER,
            size INTEGER, fileType TEXT, -- of the largest stored picture
            -- The largest stored picture in which faces were detected, and how many it shows.
            examinedFileID INTEGER, faceCount INTEGER,
            isPublic INTEGER NOT NULL, isEdited INTEGER NOT NULL, isDamaged INTEGER NOT NULL,
            isDelisted INTEGER NOT NULL, hasPosition INTEGER NOT NULL, hasTags INTEGER NOT NULL,
            date INTEGER NOT NULL DEFAULT 0, -- as taken, else dateAdded; before all others if doubtful
            -- Width by height of the upright picture as edited, in thousandths; 0 if unknown.
            aspect INTEGER NOT NULL DEFAULT 0,
            -- The mean of the picture as edited, 0xRRGGBB in sRGB; NULL without a thumbnail of it.
            colour INTEGER,
            takenEnd INTEGER, -- of a date with only a month or year
            doubtfulTaken INTEGER, -- as taken, if it is not believed
            -- When it was taken, else uploaded, else added, in microseconds of UTC.
            moment INTEGER NOT NULL DEFAULT 0,
            -- 0 for photos of the camera, 1 for others, 2 for those with a doubtful date.
            latestGroup INTEGER NOT NULL DEFAULT 0,
            \(favoriteColumn)
        ) STRICT;
        \(summaryFavoriteIndex)
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
        \(dateIndexes)

        -- Names that photos share. Rows without photos stay: their count is 0.
        CREATE TABLE label (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL, -- tag, camera, lens, license, owner, creator, person, type
            key TEXT NOT NULL, -- without case and accents
            name TEXT NOT NULL, -- a frequent spelling
            lead INTEGER NOT NULL, -- its lead over other spellings
            photos INTEGER NOT NULL, -- the number outside the trash
            UNIQUE (kind, key)
        ) STRICT;
        CREATE TABLE photoLabel (
            labelID INTEGER NOT NULL REFERENCES label,
            photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            PRIMARY KEY (labelID, photoID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX photoLabelPhoto ON photoLabel (photoID);

        -- The number of photos outside the trash by the day on which they were taken, on the camera's clock:
        -- YYYY-MM-DD, or the month or year if only that is known; empty without a date.
        CREATE TABLE takenDay (day TEXT PRIMARY KEY, photos INTEGER NOT NULL) STRICT, WITHOUT ROWID;

        -- The number of photos outside the trash by the month of their date, YYYY-MM, and how often a photo
        -- came into it, left it, moved in it or changed its shape. Rows without photos stay.
        CREATE TABLE dateMonth (
            month TEXT PRIMARY KEY, photos INTEGER NOT NULL, changes INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    static let summaryFavoriteIndex = """
        CREATE INDEX summaryFavorite ON photoSummary (photoID)
            WHERE isTrashed = 0 AND isFavorite = 1;
        """

    static let summaryTriggers: Triggers = [
        // Before the row is deleted together with its place, because the counts need it.
        "photoLeaving BEFORE DELETE ON photo": """
        DELETE FROM photoLabel WHERE photoID = OLD.id;
        DELETE FROM photoPlace WHERE photoID = OLD.id;
        DELETE FROM photoSummary WHERE photoID = OLD.id;
        """,

        // Each column is updated alone, as an update of a column rewrites all indexes with it.
        change("trashedSummarized", of: ["dateTrashed"], in: "photo"):
            summarize("isTrashed = NEW.dateTrashed IS NOT NULL"),
        change("addedSummarized", of: ["dateAdded"], in: "photo"):
            summarize("dateAdded = NEW.dateAdded"),
        change("titleSummarized", of: ["title"], in: "photo"):
            summarize("titleKey = nullif(labelKey(NEW.title), '')"),
        change("ratingSummarized", of: ["rating"], in: "photo"): summarize("rating = NEW.rating"),
        change("favoriteSummarized", of: ["isFavorite"], in: "photo"):
            summarize("isFavorite = NEW.isFavorite"),
        change("publicSummarized", of: ["isPublic"], in: "photo"):
            summarize("isPublic = ifnull(NEW.isPublic, 0) <> 0"),
        change("tagsSummarized", of: ["tags"], in: "photo"):
            summarize("hasTags = json_array_length(NEW.tags) > 0"),
        change("ownPositionSummarized", of: ["latitude"], in: "photo"): summarize(
            """
            hasPosition = (NEW.latitude IS NOT NULL
                OR EXISTS (SELECT 1 FROM givenPosition WHERE photoID = NEW.id))
            """),

        "picturesSummarizedAdded AFTER INSERT ON picture WHEN NEW.fileID IS NOT NULL":
            summarizePictures("WHERE photoID = NEW.photoID"),
        change("picturesSummarizedChanged", of: ["fileID"], in: "picture"):
            summarizePictures("WHERE photoID = NEW.photoID"),
        "picturesSummarizedDeleted AFTER DELETE ON picture WHEN OLD.fileID IS NOT NULL":
            summarizePictures("WHERE photoID = OLD.photoID"),
        "picturesSummarizedDamage AFTER UPDATE OF damage ON file "
            + "WHEN (NEW.damage IS NULL) <> (OLD.damage IS NULL)":
            summarizePictures(photosWithFile("NEW.id")),
        "facesSummarizedAdded AFTER INSERT ON faceSet":
            summarizePictures(photosWithFile("NEW.fileID")),
        "facesSummarizedChanged AFTER UPDATE OF parameters, faceCount ON faceSet":
            summarizePictures(photosWithFile("NEW.fileID")),
        "facesSummarizedDeleted AFTER DELETE ON faceSet":
            summarizePictures(photosWithFile("OLD.fileID")),

        "editSummarized AFTER INSERT ON photoEdit":
            "UPDATE photoSummary SET isEdited = 1 WHERE photoID = NEW.photoID;",
        "editSummarizedTaken AFTER DELETE ON photoEdit":
            "UPDATE photoSummary SET isEdited = 0 WHERE photoID = OLD.photoID;",
        "positionSummarized AFTER INSERT ON givenPosition":
            "UPDATE photoSummary SET hasPosition = 1 WHERE photoID = NEW.photoID;",
        "positionSummarizedTaken AFTER DELETE ON givenPosition": """
        UPDATE photoSummary SET hasPosition = EXISTS (
            SELECT 1 FROM photo WHERE id = OLD.photoID AND latitude IS NOT NULL)
        WHERE photoID = OLD.photoID;
        """,
        "goneSummarizedAdded AFTER INSERT ON membership WHEN NEW.dateGone IS NOT NULL":
            "UPDATE photoSummary SET isDelisted = 1 WHERE photoID = NEW.photoID;",
        "goneSummarized AFTER UPDATE OF dateGone ON membership "
            + "WHEN (NEW.dateGone IS NULL) <> (OLD.dateGone IS NULL)":
            summarizeListing("NEW.photoID"),
        "goneSummarizedDeleted AFTER DELETE ON membership WHEN OLD.dateGone IS NOT NULL":
            summarizeListing("OLD.photoID"),

        "countsTrashed AFTER UPDATE OF isTrashed ON photoSummary "
            + "WHEN NEW.isTrashed <> OLD.isTrashed": """
        UPDATE label SET photos = photos + OLD.isTrashed - NEW.isTrashed
            WHERE id IN (SELECT labelID FROM photoLabel WHERE photoID = NEW.photoID);
        UPDATE placeName SET photos = photos + OLD.isTrashed - NEW.isTrashed
            WHERE id = (SELECT placeNameID FROM photoPlace WHERE photoID = NEW.photoID);
        """,
        "placeCounted AFTER INSERT ON photoPlace WHEN NEW.placeNameID IS NOT NULL":
            countPlace("NEW", "+ 1"),
        change("placeCountedChanged", of: ["placeNameID"], in: "photoPlace"): """
        \(countPlace("OLD", "- 1"))
        \(countPlace("NEW", "+ 1"))
        """,
        "placeCountedDeleted AFTER DELETE ON photoPlace WHEN OLD.placeNameID IS NOT NULL":
            countPlace("OLD", "- 1"),
    ]

    /// Updates a column of the summary of a photo row.
    private static func summarize(_ assignment: String) -> String {
        "UPDATE photoSummary SET \(assignment) WHERE photoID = NEW.id;"
    }

    /// Updates the columns about pictures in the summaries of some photos.
    private static func summarizePictures(_ which: String) -> String {
        """
        UPDATE photoSummary SET
            (size, fileType) = (SELECT f.byteCount, f.fileType
                FROM picture q JOIN file f ON f.id = q.fileID
                WHERE q.photoID = photoSummary.photoID ORDER BY q.size DESC LIMIT 1),
            (examinedFileID, faceCount) = (SELECT fs.fileID, \(FaceRecord.shownCount)
                FROM picture q JOIN faceSet fs ON fs.fileID = q.fileID
                WHERE q.photoID = photoSummary.photoID ORDER BY q.size DESC LIMIT 1),
            isDamaged = EXISTS (SELECT 1 FROM picture q JOIN file f ON f.id = q.fileID
                WHERE q.photoID = photoSummary.photoID AND f.damage IS NOT NULL)
        \(which);
        """
    }

    static func photosWithFile(_ file: String) -> String {
        "WHERE photoID IN (SELECT photoID FROM picture WHERE fileID = \(file))"
    }

    private static func summarizeListing(_ photo: String) -> String {
        """
        UPDATE photoSummary SET isDelisted = EXISTS (
            SELECT 1 FROM membership WHERE photoID = \(photo) AND dateGone IS NOT NULL)
        WHERE photoID = \(photo);
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

    // MARK: - The labels of photos

    static let labelTriggers: Triggers = [
        "labelCounted AFTER INSERT ON photoLabel": """
        UPDATE label SET photos = photos + 1 WHERE id = NEW.labelID AND EXISTS (
            SELECT 1 FROM photoSummary WHERE photoID = NEW.photoID AND isTrashed = 0);
        """,
        "labelCountedDeleted AFTER DELETE ON photoLabel": """
        UPDATE label SET photos = photos - 1 WHERE id = OLD.labelID AND EXISTS (
            SELECT 1 FROM photoSummary WHERE photoID = OLD.photoID AND isTrashed = 0);
        """,
        change(
            "labelsChanged", of: ["make", "model", "lens", "licenseName", "owner", "creator"],
            in: "photo"): """
        \(dropLabels("NEW.id", "NOT IN ('tag', 'person', 'type')"))
        \(addLabels("NEW.id", from: sourceNames))
        """,
        change("labelTagsChanged", of: ["tags"], in: "photo"): """
        DELETE FROM photoLabel WHERE photoID = NEW.id AND labelID IN (
            SELECT l.id FROM json_each(OLD.tags) t
            CROSS JOIN label l ON l.kind = 'tag' AND l.key = labelKey(t.value)
            WHERE l.key NOT IN (SELECT labelKey(value) FROM json_each(NEW.tags)));
        \(addLabels("NEW.id", from: newTagNames))
        """,
        change("labelTypeChanged", of: ["fileType"], in: "photoSummary"): """
        \(dropLabels("NEW.photoID", "= 'type'"))
        \(addLabels("NEW.photoID", from: "SELECT 'type' AS kind, NEW.fileType AS name"))
        """,

        // The people in the picture whose faces the photo shows.
        change("labelPeopleChanged", of: ["examinedFileID"], in: "photoSummary"): """
        \(dropLabels("NEW.photoID", "= 'person'"))
        \(addLabels("NEW.photoID", from: peopleOfFile))
        """,
        "labelPersonAdded AFTER INSERT ON face WHEN NEW.name IS NOT NULL": """
        INSERT INTO label (kind, key, name, lead, photos)
            SELECT 'person', labelKey(NEW.name), NEW.name, 1, 0 WHERE labelKey(NEW.name) <> ''
            \(countSpelling)
        INSERT INTO photoLabel
            SELECT l.id, s.photoID FROM label l CROSS JOIN photoSummary s
            WHERE l.kind = 'person' AND l.key = labelKey(NEW.name)
                AND s.examinedFileID = NEW.fileID
            ON CONFLICT DO NOTHING;
        """,
        "labelPersonDeleted AFTER DELETE ON face WHEN OLD.name IS NOT NULL": """
        DELETE FROM photoLabel WHERE labelID = (
                SELECT id FROM label WHERE kind = 'person' AND key = labelKey(OLD.name))
            AND photoID IN (
                SELECT photoID FROM photoSummary WHERE examinedFileID = OLD.fileID)
            AND NOT EXISTS (SELECT 1 FROM face WHERE fileID = OLD.fileID
                AND labelKey(name) = labelKey(OLD.name));
        """,
    ]

    /// Selects `kind` and `name` of the labels in the metadata of a new photo row; a camera is make
    /// and model, without repeating the make.
    static let factNames = "\(tagNames) UNION ALL \(sourceNames)"

    private static let tagNames = "SELECT 'tag' AS kind, value AS name FROM json_each(NEW.tags)"

    /// The tags that the photo's old row does not have in the same spelling.
    private static let newTagNames =
        "\(tagNames) WHERE value NOT IN (SELECT value FROM json_each(OLD.tags))"

    private static let sourceNames = """
        SELECT 'camera' AS kind, trim(
                CASE WHEN instr(lower(NEW.model), lower(NEW.make)) = 1 THEN NEW.model
                ELSE ifnull(NEW.make, '') || ' ' || ifnull(NEW.model, '') END) AS name
            UNION ALL SELECT 'lens', NEW.lens UNION ALL SELECT 'license', NEW.licenseName
            UNION ALL SELECT 'owner', NEW.owner UNION ALL SELECT 'creator', NEW.creator
        """

    private static let peopleOfFile = """
        SELECT 'person' AS kind, name FROM face
            WHERE fileID = NEW.examinedFileID AND name IS NOT NULL
        """

    /// Adds labels to a photo, keeping existing ones.
    static func addLabels(_ photo: String, from names: String) -> String {
        """
        INSERT INTO label (kind, key, name, lead, photos)
            SELECT kind, labelKey(name), name, 1, 0 FROM (\(names)) WHERE labelKey(name) <> ''
            \(countSpelling)
        INSERT INTO photoLabel
            SELECT l.id, \(photo) FROM (\(names)) n
                CROSS JOIN label l ON l.kind = n.kind AND l.key = labelKey(n.name) WHERE true
            ON CONFLICT DO NOTHING;
        """
    }

    /// Of spellings that differ only in case and accents, a frequent one is shown.
    private static let countSpelling = """
        ON CONFLICT (kind, key) DO UPDATE SET
            name = CASE WHEN lead = 0 THEN excluded.name ELSE name END,
            lead = CASE WHEN lead = 0 OR name = excluded.name THEN lead + 1 ELSE lead - 1 END;
        """

    /// Removes the labels of some kinds from a photo.
    private static func dropLabels(_ photo: String, _ kinds: String) -> String {
        """
        DELETE FROM photoLabel WHERE photoID = \(photo)
            AND (SELECT kind FROM label WHERE id = labelID) \(kinds);
        """
    }

    // MARK: - The full-text indexes

    // Their tokenizer and `labelKey` are defined by this program: another program can read the
    // catalog, but cannot write photos.

    /// A photo's own texts; `content` is the photo's own row, so that no text is stored twice.
    private static let photoWords = ["title", "caption", "tags", "creator", "fileName"]
    private static let placeWords = ["country", "region", "city", "district"]

    static let wordTables = """
        \(wordTable("photoWords", photoWords, of: "photo"))
        \(placeWordTable)
        """

    static let placeWordTable = wordTable("placeWords", placeWords, of: "placeName")

    private static func wordTable(
        _ table: String, _ columns: [String], of content: String
    ) -> String {
        """
        CREATE VIRTUAL TABLE \(table) USING fts5 (\(columns.joined(separator: ", ")),
            content = '\(content)', content_rowid = 'id', tokenize = 'gallery');
        """
    }

    static let wordTriggers: Triggers = [
        change("wordsChanged", of: photoWords, in: "photo"): """
        \(dropWords("photoWords", photoWords))
        \(addPhotoWords)
        """,
        "wordsDeleted AFTER DELETE ON photo": dropWords("photoWords", photoWords),
        "placeWordsAdded AFTER INSERT ON placeName": addWords("placeWords", placeWords),
        "placeWordsDeleted AFTER DELETE ON placeName": dropWords("placeWords", placeWords),
    ]

    /// Indexes the words of a new photo row.
    static let addPhotoWords = addWords("photoWords", photoWords)

    private static func addWords(_ table: String, _ columns: [String]) -> String {
        """
        INSERT INTO \(table) (rowid, \(columns.joined(separator: ", ")))
            VALUES (NEW.id, \(columns.map { "NEW.\($0)" }.joined(separator: ", ")));
        """
    }

    private static func dropWords(_ table: String, _ columns: [String]) -> String {
        """
        INSERT INTO \(table) (\(table), rowid, \(columns.joined(separator: ", ")))
            VALUES ('delete', OLD.id, \(columns.map { "OLD.\($0)" }.joined(separator: ", ")));
        """
    }
}
