/// The users of the catalog's server, its jobs, links, posts and publications; only posts are
/// recorded in the journal.
extension Schema {
    static let serverTables = """
        CREATE TABLE account (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL CHECK (name <> ''),
            nameKey TEXT NOT NULL UNIQUE, -- without case
            passwordHash TEXT NOT NULL, -- as Basics/PasswordHash encodes it, with salt and cost
            dateCreated INTEGER NOT NULL, datePassword INTEGER NOT NULL,
            role TEXT NOT NULL DEFAULT 'viewer' CHECK (role IN ('viewer', 'member', 'owner')),
            email TEXT, emailKey TEXT, -- without case
            firstName TEXT, lastName TEXT, bio TEXT, level TEXT,
            photoID INTEGER REFERENCES photo (id) ON DELETE SET NULL,
            dateUpdated INTEGER -- NULL if unchanged since it was added
        ) STRICT;
        CREATE UNIQUE INDEX accountEmail ON account (emailKey) WHERE emailKey IS NOT NULL;
        CREATE INDEX accountPhoto ON account (photoID) WHERE photoID IS NOT NULL;

        CREATE TABLE accessToken (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL CHECK (name <> ''), nameKey TEXT NOT NULL,
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64), -- SHA-256 of the secret
            dateCreated INTEGER NOT NULL, dateExpires INTEGER, dateUsed INTEGER, dateRevoked INTEGER,
            role TEXT NOT NULL DEFAULT 'viewer' CHECK (role IN ('viewer', 'member', 'owner')),
            accountID INTEGER REFERENCES account (id) ON DELETE CASCADE, -- its role takes precedence
            -- Whether signing in created it: such tokens expire, and an account can have only so many.
            isSignIn INTEGER NOT NULL DEFAULT 0 CHECK (isSignIn IN (0, 1))
        ) STRICT;
        -- A name can be used again once its token is revoked.
        CREATE UNIQUE INDEX accessTokenName ON accessToken (nameKey) WHERE dateRevoked IS NULL;
        CREATE INDEX accessTokenAccount ON accessToken (accountID) WHERE accountID IS NOT NULL;
        CREATE INDEX accessTokenSignIn ON accessToken (accountID, id) WHERE isSignIn = 1;

        CREATE TABLE webSession (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- SHA-256 of the secret and the server's password.
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
            -- NULL for the owner, who signed in with the server's password.
            accountID INTEGER REFERENCES account (id) ON DELETE CASCADE,
            dateCreated INTEGER NOT NULL, dateExpires INTEGER NOT NULL,
            device TEXT -- its browser and system
        ) STRICT;
        CREATE INDEX webSessionAccount ON webSession (accountID);
        CREATE INDEX webSessionExpires ON webSession (dateExpires);

        CREATE TABLE job ( -- the latest thousand jobs, with their results
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL, title TEXT NOT NULL, asker TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting' CHECK (
                state IN ('waiting', 'running', 'done', 'failed', 'stopped', 'interrupted')),
            dateCreated INTEGER NOT NULL, dateStarted INTEGER, dateEnded INTEGER,
            activity TEXT, done INTEGER, total INTEGER,
            summary TEXT CHECK (summary IS NULL OR json_valid(summary)), sentence TEXT,
            failures TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(failures)),
            failedItems INTEGER NOT NULL DEFAULT 0,
            remarks TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(remarks)),
            error TEXT, retryAfter INTEGER
        ) STRICT;
        CREATE INDEX jobState ON job (state);

        CREATE TABLE shareLink (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64), -- SHA-256 of the secret in the address
            -- The section that it shows with its current photos; NULL for a list of photos. Not a
            -- reference: a removed section can be restored with its number.
            sectionID INTEGER,
            passwordHash TEXT, -- as Basics/PasswordHash encodes it; NULL without a password
            givesOriginals INTEGER NOT NULL CHECK (givesOriginals IN (0, 1)),
            givesMetadata INTEGER NOT NULL CHECK (givesMetadata IN (0, 1)),
            dateCreated INTEGER NOT NULL, dateExpires INTEGER, dateRevoked INTEGER,
            openings INTEGER NOT NULL DEFAULT 0, dateOpened INTEGER
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

        CREATE TABLE sharedFile ( -- the finished files of a link, in the folder shares/LINK
            linkID INTEGER NOT NULL REFERENCES shareLink ON DELETE CASCADE,
            photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            key TEXT NOT NULL, -- of its inputs: picture, edit, size, metadata
            fileName TEXT, -- NULL for the stored picture itself, and if it could not be made
            fileExtension TEXT NOT NULL,
            byteCount INTEGER NOT NULL CHECK (byteCount >= 0), -- 0 if it could not be made
            checksum INTEGER NOT NULL, -- CRC-32
            PRIMARY KEY (linkID, photoID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sharedFilePhoto ON sharedFile (photoID);
        """

    static let publicationTables = """
        CREATE TABLE publication ( -- photos published on other servers
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
            server TEXT NOT NULL, -- as ServerAddress writes it
            account TEXT NOT NULL,
            campaign TEXT NOT NULL, -- empty for a photo-share server
            contentKey TEXT NOT NULL CHECK (length(contentKey) = 64), -- SHA-256 of the picture's inputs
            name TEXT NOT NULL, -- its name on the server
            remoteID TEXT,
            dateStarted INTEGER NOT NULL,
            dateSent INTEGER, -- NULL until the server's answer, also if the program was killed
            serverKey TEXT NOT NULL DEFAULT '', -- the address without its scheme
            -- The server's ids of photos with the name before the upload, as a JSON list; NULL if unknown,
            -- and after the answer.
            idsBefore TEXT,
            CHECK (remoteID IS NULL OR dateSent IS NOT NULL)
        ) STRICT;
        CREATE INDEX publicationPhoto ON publication (photoID);
        CREATE INDEX publicationServer ON publication (serverKey, account, campaign);
        CREATE UNIQUE INDEX publicationUnderWay
            ON publication (photoID, serverKey, account, campaign, contentKey)
            WHERE dateSent IS NULL;
        """

    static let postTables = """
        CREATE TABLE post (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            sectionID INTEGER NOT NULL, -- the campaign's section, which can be removed and restored
            photoID INTEGER NOT NULL REFERENCES photo (id) ON DELETE CASCADE,
            -- NULL for the owner by the server's password, and if the account was removed.
            accountID INTEGER REFERENCES account (id) ON DELETE SET NULL,
            title TEXT NOT NULL CHECK (title <> ''),
            description TEXT NOT NULL,
            dateCreated INTEGER NOT NULL, -- milliseconds since 1970-01-01 UTC
            -- A deleted one is kept for undo.
            state TEXT NOT NULL CHECK (state IN ('shown', 'hidden', 'deleted'))
        ) STRICT;
        CREATE INDEX postFeed ON post (sectionID, id);
        CREATE INDEX postPhoto ON post (photoID);
        CREATE INDEX postAccount ON post (accountID) WHERE accountID IS NOT NULL;
        \(receivedPictureTable)
        """

    /// Received pictures: their senders, their bytes and whether posts show them.
    static let receivedPictureTable = """
        CREATE TABLE receivedPicture (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            account INTEGER NOT NULL, -- the sender, even if removed; 0: the owner without one
            sha256 TEXT NOT NULL, -- the bytes as they were sent
            -- 0: shared; sent to a campaign: 1: a post shows it, 2: no post shows it;
            -- drafts: 3: has the texts of a form, 4: waits for texts
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4)
        ) STRICT;
        CREATE INDEX receivedPictureSender ON receivedPicture (account, sha256);
        CREATE INDEX receivedPictureState ON receivedPicture (state);
        """

    static let postTriggers: Triggers = [
        "receivedPicturePosted AFTER INSERT ON post": renewReceived,
        "receivedPicturePost AFTER UPDATE OF state ON post": renewReceived,
        // Listings of other readers change, as if the photo came or went.
        "receivedPictureAdded AFTER INSERT ON receivedPicture WHEN NEW.state > 1": renewListings,
        "receivedPictureChanged AFTER UPDATE OF state ON receivedPicture "
            + "WHEN NEW.state <> OLD.state": renewListings,
    ]

    private static let renewReceived = """
        UPDATE receivedPicture SET state = 2 - EXISTS (
                SELECT 1 FROM post WHERE photoID = NEW.photoID AND state = 'shown')
            WHERE photoID = NEW.photoID AND state > 0;
        """

    private static let renewListings = """
        \(countMapChange)
        UPDATE dateMonth SET changes = changes + 1 WHERE month = (
            SELECT \(monthOfDate("photoSummary")) FROM photoSummary
            WHERE photoID = NEW.photoID);
        """
}
