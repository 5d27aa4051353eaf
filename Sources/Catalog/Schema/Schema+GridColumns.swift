/// What a grid of photos is laid out from, of each photo and of each month. Triggers keep all of it.
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

    /// What was there before, in bulk; no thumbnail knows its colour yet.
    private static let fill = """
        UPDATE photoSummary SET date = ifnull(taken, dateAdded),
            aspect = (SELECT \(aspect) \(shownPicture("photoSummary.photoID")));
        INSERT INTO dateMonth SELECT \(month("date")), count(*), count(*) FROM photoSummary
            WHERE isTrashed = 0 GROUP BY 1;

        """

    /// All that a part of a month takes stands in the index.
    private static let indexes = """
        CREATE INDEX summaryDate ON photoSummary (date, photoID, aspect, colour, isTrashed)
            WHERE isTrashed = 0;

        """

    /// The trigger that made summaries before knew fewer columns.
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
        BEGIN \(summarizeColour) END;
        CREATE TRIGGER colourChanged AFTER UPDATE OF colour ON thumbnail
        WHEN NEW.colour IS NOT NULL
        BEGIN \(summarizeColour) END;

        """

    /// The trigger of before took an edited photo for right whose aspect was that of the picture before the edit.
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

    /// The shape of what `shownPicture` gives: examined pictures are told upright, and what an origin made of
    /// its original stands upright.
    private static let aspect = """
        shownAspect(coalesce(fs.width, f.width, p.width), coalesce(fs.height, f.height, p.height),
            CASE WHEN fs.width IS NOT NULL OR (f.width IS NOT NULL AND q.size < 4) THEN 1
                ELSE p.orientation END, e.recipe)
        """

    /// Gives a photo as `p`, its edit as `e`, its largest stored picture as `q`, the file of that as `f` and its
    /// size where faces were looked for as `fs`.
    private static func shownPicture(_ photo: String) -> String {
        """
        FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
            LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
                SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
            LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
            WHERE p.id = \(photo)
        """
    }

    /// Makes anew what the summaries of some photos say about how these look.
    private static func summarizeShape(_ which: String) -> String {
        """
        UPDATE photoSummary SET (aspect, colour) = (SELECT \(aspect),
                (SELECT t.colour FROM thumbnail t WHERE t.sha256 = f.sha256
                    AND t.edit IS e.recipe AND t.colour IS NOT NULL LIMIT 1)
            \(shownPicture("photoSummary.photoID")))
        \(which);
        """
    }

    /// Gives a new thumbnail's colour to the photos without one that look like it.
    private static let summarizeColour = """
        UPDATE photoSummary SET colour = NEW.colour
        WHERE colour IS NULL AND photoID IN (SELECT n.photoID FROM file m
                JOIN picture n ON n.fileID = m.id WHERE m.sha256 = NEW.sha256)
            AND EXISTS (SELECT 1 \(shownPicture("photoSummary.photoID"))
                AND f.sha256 = NEW.sha256 AND e.recipe IS NEW.edit);
        """
}
