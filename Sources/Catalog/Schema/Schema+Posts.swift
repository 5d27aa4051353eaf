/// What people publish in campaigns, and the tokens that signing in gives.
extension Schema {
    static let posts = """
        CREATE TABLE post (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            sectionID INTEGER NOT NULL, -- the campaign's section, which may be removed and come back
            photoID INTEGER NOT NULL REFERENCES photo (id) ON DELETE CASCADE,
            -- NULL for the owner by the server's password, and where the account is gone.
            accountID INTEGER REFERENCES account (id) ON DELETE SET NULL,
            title TEXT NOT NULL CHECK (title <> ''),
            description TEXT NOT NULL,
            dateCreated INTEGER NOT NULL, -- milliseconds since 1970-01-01 UTC
            -- A deleted one is kept for undo alone.
            state TEXT NOT NULL CHECK (state IN ('shown', 'hidden', 'deleted'))
        ) STRICT;
        CREATE INDEX postFeed ON post (sectionID, id);
        CREATE INDEX postPhoto ON post (photoID);
        CREATE INDEX postAccount ON post (accountID) WHERE accountID IS NOT NULL;

        -- The posts that a change made, hid, showed or deleted; one that it made was deleted before.
        CREATE TABLE journalPost (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            postID INTEGER NOT NULL, -- the post may be gone by now
            before TEXT NOT NULL,
            after TEXT NOT NULL,
            PRIMARY KEY (journalID, postID)
        ) STRICT, WITHOUT ROWID;

        -- Whether it came with signing in: such tokens expire, and there are only so many of an account.
        ALTER TABLE accessToken ADD COLUMN isSignIn INTEGER NOT NULL DEFAULT 0
            CHECK (isSignIn IN (0, 1));
        CREATE INDEX accessTokenSignIn ON accessToken (accountID, id) WHERE isSignIn = 1;
        """
}
