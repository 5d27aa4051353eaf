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

    static let publicationKeys = """
        -- The address without its scheme: a server that is reached by https now is the same one.
        ALTER TABLE publication ADD COLUMN serverKey TEXT NOT NULL DEFAULT '';
        -- A list in JSON of the server's own ids of what had the name before anything was sent; NULL where they
        -- are not known, and once there is an answer.
        ALTER TABLE publication ADD COLUMN idsBefore TEXT;
        UPDATE publication SET serverKey = substr(server, instr(server, '://') + 3);
        DELETE FROM publication WHERE dateSent IS NULL AND EXISTS (
            SELECT 1 FROM publication later
            WHERE later.photoID = publication.photoID AND later.serverKey = publication.serverKey
                AND later.account = publication.account AND later.campaign = publication.campaign
                AND later.contentKey = publication.contentKey AND later.dateSent IS NULL
                AND later.id > publication.id);
        DROP INDEX publicationServer;
        CREATE INDEX publicationServer ON publication (serverKey, account, campaign);
        DROP INDEX publicationUnderWay;
        CREATE UNIQUE INDEX publicationUnderWay
            ON publication (photoID, serverKey, account, campaign, contentKey)
            WHERE dateSent IS NULL;
        """
}
