/// What was published on other servers. None of it is journalled: it tells what happened elsewhere.
extension Schema {
    static let publications = """
        CREATE TABLE publication (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            server TEXT NOT NULL, -- as ServerAddress spells it
            account TEXT NOT NULL,
            campaign TEXT NOT NULL, -- empty for a photo-share server
            -- SHA-256 of what the sent picture was made of, 64 hexadecimal digits.
            contentKey TEXT NOT NULL CHECK (length(contentKey) = 64),
            name TEXT NOT NULL, -- what it was called there
            remoteID TEXT,
            dateStarted INTEGER NOT NULL,
            -- NULL from before the request until its answer: a killed program leaves it so.
            dateSent INTEGER,
            CHECK (remoteID IS NULL OR dateSent IS NOT NULL)
        ) STRICT;
        CREATE INDEX publicationPhoto ON publication (photoID);
        CREATE INDEX publicationServer ON publication (server, account, campaign);
        CREATE UNIQUE INDEX publicationUnderWay
            ON publication (photoID, server, account, campaign, contentKey) WHERE dateSent IS NULL;
        """
}
