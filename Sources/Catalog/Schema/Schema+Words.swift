/// The indexes of words. Their tokenizer and `labelKey` are this program's own: another one can read the
/// catalog, and cannot write photos.
extension Schema {
    /// What a photo itself says; `content` is the photo's own row, so that no text is kept twice.
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

    /// Takes the words of a new photo row.
    static let addWords = """
        INSERT INTO photoWords (rowid, \(columns.joined(separator: ", ")))
            VALUES (NEW.id, \(columns.map { "NEW.\($0)" }.joined(separator: ", ")));
        """

    private static let dropWords = """
        INSERT INTO photoWords (photoWords, rowid, \(columns.joined(separator: ", ")))
            VALUES ('delete', OLD.id, \(columns.map { "OLD.\($0)" }.joined(separator: ", ")));
        """
}
