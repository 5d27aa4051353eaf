/// What keeps the labels of photos right.
extension Schema {
    /// Gives `kind` and `name` of the labels that the facts of a new photo row say.
    static let factNames = """
        SELECT 'tag' AS kind, value AS name FROM json_each(NEW.tags)
            UNION ALL SELECT 'camera', \(camera("NEW"))
            UNION ALL SELECT 'lens', NEW.lens UNION ALL SELECT 'license', NEW.licenseName
            UNION ALL SELECT 'owner', NEW.owner UNION ALL SELECT 'creator', NEW.creator
        """

    /// The name of a camera: maker and model, the maker once.
    static func camera(_ row: String) -> String {
        """
        trim(CASE WHEN instr(lower(\(row).model), lower(\(row).make)) = 1 THEN \(row).model
            ELSE ifnull(\(row).make, '') || ' ' || ifnull(\(row).model, '') END)
        """
    }

    /// Gives a photo labels; those that it has stay.
    ///
    /// Of spellings that differ in case and accents alone one that was said often is told.
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

    /// Takes the labels of some kinds from a photo.
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
