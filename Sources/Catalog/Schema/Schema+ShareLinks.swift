/// Photos that are given to whoever has an address. None of it is journalled.
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
