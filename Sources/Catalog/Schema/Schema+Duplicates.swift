/// The looks of pictures, and the photos that look the same but are no duplicates.
extension Schema {
    static let duplicateTables = """
        CREATE TABLE look (
            fileID INTEGER PRIMARY KEY REFERENCES file ON DELETE CASCADE,
            version INTEGER NOT NULL, -- of the method; looks of older versions are outdated
            hash INTEGER, -- 64 bits
            pixels BLOB, -- as specified in docs/formats.md
            CHECK ((hash IS NULL) = (pixels IS NULL)) -- both are NULL for plain and unreadable pictures
        ) STRICT;

        -- Photos that a user declared different, in groups named by one of their photos.
        CREATE TABLE ignoredDuplicate (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            groupID INTEGER NOT NULL,
            date INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX ignoredDuplicateGroup ON ignoredDuplicate (groupID);

        CREATE TABLE journalDuplicate ( -- the groups that a change set or removed; NULL is none
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            photoID INTEGER NOT NULL,
            before INTEGER, after INTEGER,
            PRIMARY KEY (journalID, photoID)
        ) STRICT, WITHOUT ROWID;
        """
}
