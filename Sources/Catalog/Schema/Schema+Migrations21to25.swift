/// Dates with their known precision: microseconds, a month or a year; and doubtful dates.
extension Schema {
    static let dates =
        factColumns + journalColumns + formerFlickrDates + summaryColumns + dateFill + dateIndexes
        + dateTriggers

    private static let factColumns = """
        ALTER TABLE photo ADD COLUMN subSecTimeOriginal TEXT; -- decimal digits: 05 is 0.05 s
        ALTER TABLE photo ADD COLUMN dateSource TEXT; -- the tag that the date comes from, or FileName
        ALTER TABLE photo ADD COLUMN isDateGuessed INTEGER; -- NULL is no
        ALTER TABLE photo ADD COLUMN positionAccuracy INTEGER; -- 1...16 as Flickr has it
        ALTER TABLE photo ADD COLUMN dateDoubt TEXT; -- why the date is not believed

        """

    private static let journalColumns = """
        ALTER TABLE journalPhoto ADD COLUMN subSecTimeOriginal TEXT;
        ALTER TABLE journalPhoto ADD COLUMN dateSource TEXT;
        ALTER TABLE journalPhoto ADD COLUMN isDateGuessed INTEGER;
        ALTER TABLE journalPhoto ADD COLUMN positionAccuracy INTEGER;
        ALTER TABLE journalPhoto ADD COLUMN dateDoubt TEXT;

        """

    /// Flickr's accuracy of dates and positions, which older catalogs have only in the stored JSON.
    private static let formerFlickrDates = """
        DROP TRIGGER photoSummaryChanged;
        UPDATE photo SET positionAccuracy = r.accuracy,
            isDateGuessed = CASE WHEN r.granularity = 8 THEN 1 END,
            dateTimeOriginal = CASE r.granularity WHEN 4 THEN substr(dateTimeOriginal, 1, 7)
                WHEN 6 THEN substr(dateTimeOriginal, 1, 4)
                WHEN 8 THEN substr(dateTimeOriginal, 1, 4) ELSE dateTimeOriginal END
        FROM (SELECT photoID, \(number("datetakengranularity", "dates.takengranularity")) AS granularity,
                nullif(\(number("accuracy", "location.accuracy")), 0) AS accuracy
            FROM photoRaw) r
        WHERE r.photoID = photo.id AND photo.origin = 'flickr'
            AND (r.granularity IN (4, 6, 8) OR r.accuracy IS NOT NULL);
        UPDATE photo SET dateDoubt = dateDoubt(dateTimeOriginal, dateUploaded, dateAdded)
            WHERE dateDoubt(dateTimeOriginal, dateUploaded, dateAdded) IS NOT NULL;
        -- Places that are finer than their positions are looked up again.
        DELETE FROM photoPlace WHERE source = 'photo'
            AND photoID IN (SELECT id FROM photo WHERE positionAccuracy < 11);
        INSERT OR IGNORE INTO placeDue SELECT id FROM photo WHERE positionAccuracy < 11;

        """

    private static let summaryColumns = """
        DROP INDEX photoLatest;
        DROP INDEX summaryDate;
        DROP TRIGGER photoSummarized;
        DROP TRIGGER dateSummarized;
        DROP TRIGGER takenDayAdded;
        DROP TRIGGER takenDayDeleted;
        DROP TRIGGER takenDayChanged;
        DROP TRIGGER dateMonthAdded;
        DROP TRIGGER dateMonthDeleted;
        DROP TRIGGER dateMonthChanged;
        DROP TRIGGER dateMonthShape;
        -- From here on `taken` and `date` are microseconds, and `taken` is NULL for a date that is not believed; the
        -- `date` of those is before any other.
        ALTER TABLE photoSummary ADD COLUMN takenEnd INTEGER; -- of a month or year alone
        ALTER TABLE photoSummary ADD COLUMN doubtfulTaken INTEGER; -- as `taken`, where it is not believed
        -- When it was taken, else uploaded, else added, in microseconds of UTC.
        ALTER TABLE photoSummary ADD COLUMN moment INTEGER NOT NULL DEFAULT 0;
        -- 0 for photos of the camera, 1 for others, 2 for those whose date is not believed.
        ALTER TABLE photoSummary ADD COLUMN latestGroup INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE photo DROP COLUMN moment;

        """

    private static let dateFill = """
        UPDATE photoSummary SET (\(datedColumns)) = (
            SELECT \(datedValues("p")) FROM photo p WHERE p.id = photoSummary.photoID);
        DELETE FROM takenDay;
        INSERT INTO takenDay SELECT \(period("photoSummary")), count(*) FROM photoSummary
            WHERE isTrashed = 0 GROUP BY 1;
        UPDATE dateMonth SET photos = 0, changes = changes + 1;
        INSERT INTO dateMonth SELECT \(monthOfDate("photoSummary")), count(*), count(*) FROM photoSummary
            WHERE isTrashed = 0 GROUP BY 1
            ON CONFLICT (month) DO UPDATE SET photos = excluded.photos;
        \(noteDoubts("FROM photo n WHERE \(isDoubted)"))

        """

    private static let dateIndexes = """
        CREATE INDEX summaryDoubtful ON photoSummary (doubtfulTaken) WHERE doubtfulTaken IS NOT NULL;
        CREATE INDEX summaryDate ON photoSummary (date, photoID, aspect, colour, isTrashed, takenEnd)
            WHERE isTrashed = 0;
        CREATE INDEX summaryLatest ON photoSummary (latestGroup, moment) WHERE isTrashed = 0;

        """

    private static let dateTriggers = """
        CREATE TRIGGER photoSummarized AFTER INSERT ON photo BEGIN
            INSERT INTO photoSummary (photoID, isTrashed, dateAdded, titleKey, rating, isPublic,
                isEdited, isDamaged, isDelisted, hasPosition, hasTags, aspect, \(datedColumns))
            SELECT NEW.id, NEW.dateTrashed IS NOT NULL, NEW.dateAdded,
                nullif(labelKey(NEW.title), ''), NEW.rating, ifnull(NEW.isPublic, 0) <> 0, 0, 0, 0,
                NEW.latitude IS NOT NULL, json_array_length(NEW.tags) > 0,
                shownAspect(NEW.width, NEW.height, NEW.orientation, NULL), \(datedValues("NEW"));
            \(noteDoubts("FROM photo n WHERE n.id = NEW.id AND \(isDoubted)"))
            \(addLabels("NEW.id", from: factNames))
            \(addWords)
        END;
        CREATE TRIGGER photoSummaryChanged
        AFTER UPDATE OF dateTrashed, dateAdded, title, rating, isPublic, latitude, tags ON photo
        WHEN \(differs(["dateTrashed", "dateAdded", "title", "rating", "isPublic", "latitude", "tags"]))
        BEGIN
            UPDATE photoSummary SET isTrashed = NEW.dateTrashed IS NOT NULL, dateAdded = NEW.dateAdded,
                titleKey = nullif(labelKey(NEW.title), ''), rating = NEW.rating,
                isPublic = ifnull(NEW.isPublic, 0) <> 0,
                hasPosition = (NEW.latitude IS NOT NULL
                    OR EXISTS (SELECT 1 FROM givenPosition WHERE photoID = NEW.id)),
                hasTags = json_array_length(NEW.tags) > 0
            WHERE photoID = NEW.id;
        END;
        CREATE TRIGGER photoDated AFTER UPDATE OF \(dateFacts.joined(separator: ", ")) ON photo
        WHEN \(differs(dateFacts))
        BEGIN
            UPDATE photoSummary SET (\(datedColumns)) = (SELECT \(datedValues("NEW")))
            WHERE photoID = NEW.id;
        END;
        CREATE TRIGGER photoDoubted AFTER UPDATE OF dateTimeOriginal, dateDoubt, dateTrashed ON photo
        WHEN (NEW.dateDoubt IS NOT NULL OR OLD.dateDoubt IS NOT NULL)
            AND (\(differs(["dateTimeOriginal", "dateDoubt", "dateTrashed"])))
        BEGIN
            \(forgetDoubt)
            \(noteDoubts("FROM photo n WHERE n.id = NEW.id AND \(isDoubted)"))
        END;
        CREATE TRIGGER photoDoubtForgotten AFTER DELETE ON photo WHEN OLD.dateDoubt IS NOT NULL BEGIN
            \(forgetDoubt)
        END;
        CREATE TRIGGER positionAccuracyChanged AFTER UPDATE OF positionAccuracy ON photo
        WHEN NEW.positionAccuracy IS NOT OLD.positionAccuracy
            AND NOT EXISTS (SELECT 1 FROM givenPosition WHERE photoID = NEW.id)
        BEGIN
            DELETE FROM photoPlace WHERE photoID = NEW.id AND source = 'photo';
            INSERT INTO placeDue SELECT NEW.id
                WHERE NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = NEW.id);
        END;

        CREATE TRIGGER takenDayAdded AFTER INSERT ON photoSummary WHEN NEW.isTrashed = 0 BEGIN
            \(countPeriod)
        END;
        CREATE TRIGGER takenDayDeleted AFTER DELETE ON photoSummary WHEN OLD.isTrashed = 0 BEGIN
            UPDATE takenDay SET photos = photos - 1 WHERE day = \(period("OLD"));
        END;
        CREATE TRIGGER takenDayChanged AFTER UPDATE OF taken, takenEnd, isTrashed ON photoSummary
        WHEN \(differs(["taken", "takenEnd", "isTrashed"]))
        BEGIN
            UPDATE takenDay SET photos = photos - 1
                WHERE day = \(period("OLD")) AND OLD.isTrashed = 0;
            \(countPeriod)
        END;
        CREATE TRIGGER dateMonthAdded AFTER INSERT ON photoSummary WHEN NEW.isTrashed = 0 BEGIN
            \(countMonthOfDate)
        END;
        CREATE TRIGGER dateMonthDeleted AFTER DELETE ON photoSummary WHEN OLD.isTrashed = 0 BEGIN
            UPDATE dateMonth SET photos = photos - 1, changes = changes + 1
                WHERE month = \(monthOfDate("OLD"));
        END;
        CREATE TRIGGER dateMonthChanged AFTER UPDATE OF date, takenEnd, isTrashed ON photoSummary
        WHEN \(differs(["date", "takenEnd", "isTrashed"]))
        BEGIN
            UPDATE dateMonth SET photos = photos - 1, changes = changes + 1
                WHERE month = \(monthOfDate("OLD")) AND OLD.isTrashed = 0;
            \(countMonthOfDate)
        END;
        CREATE TRIGGER dateMonthShape AFTER UPDATE OF aspect ON photoSummary
        WHEN NEW.aspect <> OLD.aspect AND NEW.isTrashed = 0
        BEGIN
            UPDATE dateMonth SET changes = changes + 1 WHERE month = \(monthOfDate("NEW"));
        END;
        """
}

// MARK: - Parts of statements

extension Schema {
    /// The columns that determine a photo's date.
    private static let dateFacts = [
        "dateTimeOriginal", "subSecTimeOriginal", "offsetTimeOriginal", "dateDoubt", "dateUploaded",
        "dateAdded",
    ]

    private static let datedColumns = "taken, takenEnd, doubtfulTaken, date, moment, latestGroup"

    /// The values of `datedColumns` for a row of `photo`.
    ///
    /// Upload dates are clamped to the years 1...9999, because servers can send anything.
    private static func datedValues(_ row: String) -> String {
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

    /// A number in Flickr's response, from a list or about one photo.
    private static func number(_ listed: String, _ reported: String) -> String {
        """
        CAST(CASE WHEN json_valid(json)
            THEN coalesce(json ->> '$.\(listed)', json ->> '$.\(reported)') END AS INTEGER)
        """
    }

    private static let isDoubted = "n.dateDoubt IS NOT NULL AND n.dateTrashed IS NULL"

    /// Records the doubtful dates of photos `n` as problems.
    private static func noteDoubts(_ photos: String) -> String {
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
}

/// Submitted pictures that are hidden because no post shows them.
extension Schema {
    /// The pictures that were submitted to a campaign and that no post shows, so that no statement
    /// searches all photos for them.
    static let unpublished = """
        CREATE TABLE unpublished (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            -- Whether it waits for its first post.
            isDraft INTEGER NOT NULL CHECK (isDraft IN (0, 1))
        ) STRICT;
        CREATE INDEX unpublishedDraft ON unpublished (isDraft);
        INSERT INTO unpublished
            SELECT p.id, \(isToBePublished)
                AND NOT EXISTS (SELECT 1 FROM post WHERE photoID = p.id)
            FROM photo p WHERE \(isSent) AND \(isUnshown);

        CREATE TRIGGER unpublishedSent AFTER INSERT ON photo WHEN \(ofNew(isSent))
        BEGIN
            INSERT INTO unpublished VALUES (NEW.id, \(ofNew(isToBePublished)));
        END;
        CREATE TRIGGER unpublishedNamed AFTER UPDATE OF originID ON photo
        WHEN NEW.originID <> OLD.originID
        BEGIN
            UPDATE unpublished SET isDraft = \(ofNew(isToBePublished))
            WHERE photoID = NEW.id AND isDraft = 1;
        END;
        CREATE TRIGGER unpublishedPosted AFTER INSERT ON post BEGIN \(renewPosted) END;
        CREATE TRIGGER unpublishedState AFTER UPDATE OF state ON post BEGIN \(renewPosted) END;

        -- Listings of other readers change, as if the photo came or went.
        CREATE TRIGGER unpublishedAdded AFTER INSERT ON unpublished BEGIN \(renewListings("NEW")) END;
        CREATE TRIGGER unpublishedChanged AFTER UPDATE OF isDraft ON unpublished
        WHEN NEW.isDraft <> OLD.isDraft
        BEGIN \(renewListings("NEW")) END;
        CREATE TRIGGER unpublishedTaken AFTER DELETE ON unpublished BEGIN \(renewListings("OLD")) END;
        """

    /// Tests that a photo `p` was sent to a campaign of this gallery.
    private static let isSent = "p.origin = 'campaign' AND p.originID >= '/' AND p.originID < '0'"

    /// Tests that a photo `p` waits for texts, or has texts from a form, without the number of a
    /// change.
    private static let isToBePublished =
        "\(isSent) AND instr(p.originID, '-') IN (0, length(p.originID) - 16)"

    private static let isUnshown =
        "NOT EXISTS (SELECT 1 FROM post WHERE photoID = p.id AND state = 'shown')"

    private static let renewPosted = """
        DELETE FROM unpublished WHERE photoID = NEW.photoID AND NEW.state = 'shown';
        INSERT INTO unpublished SELECT p.id, 0 FROM photo p
            WHERE p.id = NEW.photoID AND \(isSent) AND \(isUnshown)
            ON CONFLICT (photoID) DO UPDATE SET isDraft = 0;
        """

    /// Converts a condition on the photo `p` to a trigger's new row.
    private static func ofNew(_ condition: String) -> String {
        condition.replacing("p.", with: "NEW.")
    }

    static func renewListings(_ row: String) -> String {
        """
        UPDATE mapState SET changes = changes + 1;
        UPDATE dateMonth SET changes = changes + 1 WHERE month = (
            SELECT \(monthOfDate("photoSummary")) FROM photoSummary
            WHERE photoID = \(row).photoID);
        """
    }
}

/// Files left in place that other programs modify, move and delete, and unreadable parts of files.
extension Schema {
    static let sourceFiles = """
        -- Made anew: two disks may have the same path in turn.
        CREATE TABLE newSourceFile (
            path BLOB NOT NULL,
            folder TEXT NOT NULL, -- the disk and folder that the path led to; empty if unknown
            fileID INTEGER NOT NULL REFERENCES file ON DELETE CASCADE,
            byteCount INTEGER NOT NULL,
            modified INTEGER NOT NULL, -- nanoseconds since 1970-01-01 UTC
            inode INTEGER NOT NULL,
            sidecar INTEGER, -- tells whether the XMP sidecars are as they were; NULL without any
            said TEXT CHECK (said IS NULL OR json_valid(said)), -- what the sidecars say beyond the file; NULL if unknown
            warnings TEXT CHECK (warnings IS NULL OR json_valid(warnings)), -- what could not be read; NULL for nothing
            isReference INTEGER NOT NULL CHECK (isReference IN (0, 1)),
            dateSeen INTEGER NOT NULL, -- nanoseconds since 1970-01-01 UTC
            dateMissing INTEGER, -- when a file in place was found deleted; NULL while it is there
            PRIMARY KEY (path, folder)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO newSourceFile (path, folder, fileID, byteCount, modified, inode, sidecar,
                isReference, dateSeen)
            SELECT path, '', fileID, byteCount, modified, inode, sidecar, isReference, dateSeen
            FROM sourceFile;
        DROP TABLE sourceFile;
        ALTER TABLE newSourceFile RENAME TO sourceFile;
        CREATE INDEX sourceFileFile ON sourceFile (fileID);
        CREATE INDEX sourceFileMissing ON sourceFile (fileID) WHERE dateMissing IS NOT NULL;

        -- The SHA-256 of the picture data without the metadata; NULL if nobody looked.
        ALTER TABLE file ADD COLUMN pictureData TEXT;
        CREATE INDEX filePictureData ON file (pictureData) WHERE pictureData IS NOT NULL;
        -- The SHA-256 of the bytes that took the place of these, of a file in place.
        ALTER TABLE file ADD COLUMN successor TEXT;

        -- Whether it makes no run fail: what could not be read of a file that was imported.
        ALTER TABLE problem ADD COLUMN isNote INTEGER NOT NULL DEFAULT 0 CHECK (isNote IN (0, 1));
        """
}

/// Acknowledged problems, and numbers of faces that are stable across detections.
extension Schema {
    static let ignoredProblems = """
        -- The problems that a user acknowledged, which a later run may meet again.
        CREATE TABLE ignoredProblem (
            subject TEXT NOT NULL,
            command TEXT NOT NULL,
            PRIMARY KEY (subject, command)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX ignoredProblemCommand ON ignoredProblem (command);
        """

    static let stableFaces = """
        -- The number of every face that a picture ever showed, and where it was last: a face that comes back
        -- gets its number back, and no other face does.
        CREATE TABLE faceNumber (
            fileID INTEGER NOT NULL REFERENCES faceSet ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number > 0),
            x REAL NOT NULL, y REAL NOT NULL, width REAL NOT NULL, height REAL NOT NULL,
            PRIMARY KEY (fileID, number)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO faceNumber SELECT fileID, number, x, y, width, height FROM face;

        -- Whether a user chose the detector or its quality for the faces that are shown. YuNet was never the
        -- default before.
        ALTER TABLE faceSet ADD COLUMN isChosen INTEGER NOT NULL DEFAULT 0
            CHECK (isChosen IN (0, 1));
        UPDATE faceSet SET isChosen = 1 WHERE parameters LIKE 'detector=yunet %';
        """
}

/// The districts of places: another name, which distinguishes places of one city.
extension Schema {
    static let districts = """
        -- A table's UNIQUE cannot be changed: made anew under its name, with the same numbers. What points to
        -- them is checked at the end.
        PRAGMA defer_foreign_keys = ON;
        CREATE TABLE keptPlaceName AS SELECT * FROM placeName;
        DROP TABLE placeName;
        CREATE TABLE placeName (
            id INTEGER PRIMARY KEY,
            countryCode TEXT NOT NULL, country TEXT NOT NULL, region TEXT NOT NULL,
            city TEXT NOT NULL, district TEXT NOT NULL,
            countryKey TEXT NOT NULL, regionKey TEXT NOT NULL, cityKey TEXT NOT NULL,
            districtKey TEXT NOT NULL,
            photos INTEGER NOT NULL DEFAULT 0,
            UNIQUE (countryCode, country, region, city, district)
        ) STRICT;
        INSERT INTO placeName
            SELECT id, countryCode, country, region, city, '', countryKey, regionKey, cityKey, '', photos
            FROM keptPlaceName;
        DROP TABLE keptPlaceName;
        CREATE INDEX placeNameCountryKey ON placeName (countryKey);
        CREATE INDEX placeNameRegionKey ON placeName (regionKey);
        CREATE INDEX placeNameCityKey ON placeName (cityKey);
        CREATE INDEX placeNameDistrictKey ON placeName (districtKey);

        DROP TABLE placeWords;
        CREATE VIRTUAL TABLE placeWords USING fts5 (country, region, city, district,
            content = 'placeName', content_rowid = 'id', tokenize = 'gallery');
        INSERT INTO placeWords (placeWords) VALUES ('rebuild');
        CREATE TRIGGER placeWordsAdded AFTER INSERT ON placeName BEGIN
            INSERT INTO placeWords (rowid, country, region, city, district)
                VALUES (NEW.id, NEW.country, NEW.region, NEW.city, NEW.district);
        END;
        CREATE TRIGGER placeWordsDeleted AFTER DELETE ON placeName BEGIN
            INSERT INTO placeWords (placeWords, rowid, country, region, city, district)
                VALUES ('delete', OLD.id, OLD.country, OLD.region, OLD.city, OLD.district);
        END;
        """
}
