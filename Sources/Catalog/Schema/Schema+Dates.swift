/// The columns of summaries about dates and shapes, with which a grid of photos is laid out, and
/// the counts per day and month.
extension Schema {
    static let dateIndexes = """
        CREATE INDEX summaryDoubtful ON photoSummary (doubtfulTaken) WHERE doubtfulTaken IS NOT NULL;
        CREATE INDEX summaryDate ON photoSummary (date, photoID, aspect, colour, isTrashed, takenEnd)
            WHERE isTrashed = 0;
        CREATE INDEX summaryLatest ON photoSummary (latestGroup, moment) WHERE isTrashed = 0;
        """

    static let dateTriggers: Triggers = [
        "photoSummarized AFTER INSERT ON photo": """
        INSERT INTO photoSummary (photoID, isTrashed, dateAdded, titleKey, rating, isPublic,
            isEdited, isDamaged, isDelisted, hasPosition, hasTags, aspect, \(datedColumns))
        SELECT NEW.id, NEW.dateTrashed IS NOT NULL, NEW.dateAdded,
            nullif(labelKey(NEW.title), ''), NEW.rating, ifnull(NEW.isPublic, 0) <> 0, 0, 0, 0,
            NEW.latitude IS NOT NULL, json_array_length(NEW.tags) > 0,
            shownAspect(NEW.width, NEW.height, NEW.orientation, NULL), \(datedValues("NEW"));
        \(noteDoubts("FROM photo n WHERE n.id = NEW.id AND \(isDoubted)"))
        \(addLabels("NEW.id", from: factNames))
        \(addPhotoWords)
        """,
        change("photoDated", of: dateFacts, in: "photo"): """
        UPDATE photoSummary SET (\(datedColumns)) = (SELECT \(datedValues("NEW")))
        WHERE photoID = NEW.id;
        """,
        "photoDoubted AFTER UPDATE OF dateTimeOriginal, dateDoubt, dateTrashed ON photo "
            + "WHEN (NEW.dateDoubt IS NOT NULL OR OLD.dateDoubt IS NOT NULL) "
            + "AND (\(differs(["dateTimeOriginal", "dateDoubt", "dateTrashed"])))": """
        \(forgetDoubt)
        \(noteDoubts("FROM photo n WHERE n.id = NEW.id AND \(isDoubted)"))
        """,
        "photoDoubtForgotten AFTER DELETE ON photo WHEN OLD.dateDoubt IS NOT NULL": forgetDoubt,
        change("positionAccuracyChanged", of: ["positionAccuracy"], in: "photo")
            + " AND NOT EXISTS (SELECT 1 FROM givenPosition WHERE photoID = NEW.id)": """
        DELETE FROM photoPlace WHERE photoID = NEW.id AND source = 'photo';
        \(queue("NEW.id"))
        """,

        "takenDayAdded AFTER INSERT ON photoSummary WHEN NEW.isTrashed = 0": countPeriod,
        "takenDayDeleted AFTER DELETE ON photoSummary WHEN OLD.isTrashed = 0":
            "UPDATE takenDay SET photos = photos - 1 WHERE day = \(period("OLD"));",
        change("takenDayChanged", of: ["taken", "takenEnd", "isTrashed"], in: "photoSummary"): """
        UPDATE takenDay SET photos = photos - 1
            WHERE day = \(period("OLD")) AND OLD.isTrashed = 0;
        \(countPeriod)
        """,
        "dateMonthAdded AFTER INSERT ON photoSummary WHEN NEW.isTrashed = 0": countMonthOfDate,
        "dateMonthDeleted AFTER DELETE ON photoSummary WHEN OLD.isTrashed = 0": """
        UPDATE dateMonth SET photos = photos - 1, changes = changes + 1
            WHERE month = \(monthOfDate("OLD"));
        """,
        change("dateMonthChanged", of: ["date", "takenEnd", "isTrashed"], in: "photoSummary"): """
        UPDATE dateMonth SET photos = photos - 1, changes = changes + 1
            WHERE month = \(monthOfDate("OLD")) AND OLD.isTrashed = 0;
        \(countMonthOfDate)
        """,
        "dateMonthShape AFTER UPDATE OF aspect ON photoSummary "
            + "WHEN NEW.aspect <> OLD.aspect AND NEW.isTrashed = 0":
            "UPDATE dateMonth SET changes = changes + 1 WHERE month = \(monthOfDate("NEW"));",
    ]

    /// The columns that determine a photo's date.
    private static let dateFacts = [
        "dateTimeOriginal", "subSecTimeOriginal", "offsetTimeOriginal", "dateDoubt", "dateUploaded",
        "dateAdded",
    ]

    static let datedColumns = "taken, takenEnd, doubtfulTaken, date, moment, latestGroup"

    /// The values of `datedColumns` for a row of `photo`.
    ///
    /// Upload dates are clamped to the years 1...9999, because servers can send anything.
    static func datedValues(_ row: String) -> String {
        let begin = "takenBegin(\(row).dateTimeOriginal, \(row).subSecTimeOriginal)"
        return """
            CASE WHEN \(row).dateDoubt IS NULL THEN \(begin) END,
            takenEnd(\(row).dateTimeOriginal),
            CASE WHEN \(row).dateDoubt IS NOT NULL THEN \(begin) END,
            CASE WHEN \(row).dateDoubt IS NOT NULL THEN -62167219200000000
                ELSE ifnull(\(begin), \(row).dateAdded * 1000000) END,
            coalesce(
                CASE WHEN \(row).dateDoubt IS NULL THEN takenMoment(\(row).dateTimeOriginal,
                    \(row).subSecTimeOriginal, \(row).offsetTimeOriginal) END,
                min(max(\(row).dateUploaded, -62135596800), 253402300799) * 1000000,
                \(row).dateAdded * 1000000),
            CASE WHEN \(row).dateDoubt IS NOT NULL THEN 2 WHEN \(row).origin = 'camera' THEN 0 ELSE 1 END
            """
    }

    /// The text of a column of microseconds, by a format of SQLite; rounded toward the past, as
    /// dates before 1970 are negative.
    private static func text(_ format: String, of column: String) -> String {
        let yearZero = "62167219200"
        return """
            strftime('\(format)', (\(column) + \(yearZero)000000) / 1000000 - \(yearZero), 'unixepoch')
            """
    }

    /// A row of `takenDay`: the day, or the month or year if only that is known; empty without a
    /// date.
    static func period(_ row: String) -> String {
        """
        ifnull(CASE WHEN \(row).takenEnd IS NULL THEN \(text("%Y-%m-%d", of: "\(row).taken"))
            WHEN \(row).takenEnd - \(row).taken > 31 * 86400000000 THEN \(text("%Y", of: "\(row).taken"))
            ELSE \(text("%Y-%m", of: "\(row).taken")) END, '')
        """
    }

    private static let countPeriod = """
        INSERT INTO takenDay SELECT \(period("NEW")), 1 WHERE NEW.isTrashed = 0
            ON CONFLICT (day) DO UPDATE SET photos = photos + 1;
        """

    static func monthOfDate(_ row: String) -> String { text("%Y-%m", of: "\(row).date") }

    private static let countMonthOfDate = """
        INSERT INTO dateMonth SELECT \(monthOfDate("NEW")), 1, 1 WHERE NEW.isTrashed = 0
            ON CONFLICT (month) DO UPDATE SET photos = photos + 1, changes = changes + 1;
        """

    static let isDoubted = "n.dateDoubt IS NOT NULL AND n.dateTrashed IS NULL"

    /// Records the doubtful dates of photos `n` as problems.
    static func noteDoubts(_ photos: String) -> String {
        """
        INSERT INTO problem (date, command, subject, message)
            SELECT unixepoch(),
                CASE n.origin WHEN 'camera' THEN 'import' WHEN 'flickr' THEN 'search' ELSE 'pull' END,
                'photo ' || n.id || ' (date)',
                dateProblem(n.dateDoubt, n.dateTimeOriginal, n.origin)
            \(photos)
            ON CONFLICT (command, subject) DO UPDATE SET message = excluded.message;
        """
    }

    private static let forgetDoubt = """
        DELETE FROM problem WHERE command IN ('import', 'search', 'pull')
            AND subject = 'photo ' || OLD.id || ' (date)';
        """

    // MARK: - The aspect ratio and color of photos

    static let shapeTriggers: Triggers = [
        change("shapeOfPhoto", of: ["width", "height", "orientation"], in: "photo"):
            summarizeShape("WHERE photoID = NEW.id"),
        change("shapeOfFile", of: ["width", "height"], in: "file"):
            summarizeShape(photosWithFile("NEW.id")),
        "shapeOfPicture AFTER INSERT ON picture WHEN NEW.fileID IS NOT NULL":
            summarizeShape("WHERE photoID = NEW.photoID"),
        change("shapeOfPictureChanged", of: ["fileID"], in: "picture"):
            summarizeShape("WHERE photoID = NEW.photoID"),
        "shapeOfPictureDeleted AFTER DELETE ON picture WHEN OLD.fileID IS NOT NULL":
            summarizeShape("WHERE photoID = OLD.photoID"),
        "shapeOfExamined AFTER INSERT ON faceSet "
            + "WHEN EXISTS (SELECT 1 FROM picture q JOIN photoSummary s ON s.photoID = q.photoID "
            + "WHERE q.fileID = NEW.fileID "
            + "AND (s.isEdited OR s.aspect <> shownAspect(NEW.width, NEW.height, NULL, NULL)))":
            summarizeShape(photosWithFile("NEW.fileID")),
        change("shapeOfExaminedChanged", of: ["width", "height"], in: "faceSet"):
            summarizeShape(photosWithFile("NEW.fileID")),
        "shapeOfExaminedDeleted AFTER DELETE ON faceSet":
            summarizeShape(photosWithFile("OLD.fileID")),
        "shapeOfEdit AFTER INSERT ON photoEdit": summarizeShape("WHERE photoID = NEW.photoID"),
        "shapeOfEditChanged AFTER UPDATE OF recipe ON photoEdit WHEN NEW.recipe <> OLD.recipe":
            summarizeShape("WHERE photoID = NEW.photoID"),
        "shapeOfEditDeleted AFTER DELETE ON photoEdit":
            summarizeShape("WHERE photoID = OLD.photoID"),

        // The first thumbnail determines the color; those of other sizes hardly differ.
        "colourAdded AFTER INSERT ON thumbnail WHEN NEW.colour IS NOT NULL": summarizeColor,
        "colourChanged AFTER UPDATE OF colour ON thumbnail WHEN NEW.colour IS NOT NULL":
            summarizeColor,
    ]

    /// The aspect ratio of the picture of `shownPicture`: examined pictures have an upright size,
    /// and pictures that an origin derived from the original are upright.
    private static let aspect = """
        shownAspect(coalesce(fs.width, f.width, p.width), coalesce(fs.height, f.height, p.height),
            CASE WHEN fs.width IS NOT NULL OR (f.width IS NOT NULL AND q.size < 4) THEN 1
                ELSE p.orientation END, e.recipe)
        """

    /// Selects the photo of a summary as `p`, its edit as `e`, its largest stored picture as `q`,
    /// that picture's file as `f` and its size from face detection as `fs`.
    private static let shownPicture = """
        FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
            LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
                SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
            LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
            WHERE p.id = photoSummary.photoID
        """

    /// Updates the columns about appearance in the summaries of some photos.
    private static func summarizeShape(_ which: String) -> String {
        """
        UPDATE photoSummary SET (aspect, colour) = (SELECT \(aspect),
                (SELECT t.colour FROM thumbnail t WHERE t.sha256 = f.sha256
                    AND t.edit IS e.recipe AND t.colour IS NOT NULL LIMIT 1)
            \(shownPicture))
        \(which);
        """
    }

    /// Sets the color of photos without one that look like a new thumbnail.
    private static let summarizeColor = """
        UPDATE photoSummary SET colour = NEW.colour
        WHERE colour IS NULL AND photoID IN (SELECT n.photoID FROM file m
                JOIN picture n ON n.fileID = m.id WHERE m.sha256 = NEW.sha256)
            AND EXISTS (SELECT 1 \(shownPicture)
                AND f.sha256 = NEW.sha256 AND e.recipe IS NEW.edit);
        """
}
