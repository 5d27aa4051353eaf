/// Who may use a server of the catalog: accounts, tokens and sessions. None of it is journalled.
extension Schema {
    static let accounts = """
        CREATE TABLE account (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL CHECK (name <> ''),
            -- The name without case: two accounts do not differ by it alone.
            nameKey TEXT NOT NULL UNIQUE,
            role TEXT NOT NULL CHECK (role IN ('viewer', 'owner')),
            -- As Basics/PasswordHash spells it, with salt and cost.
            passwordHash TEXT NOT NULL,
            dateCreated INTEGER NOT NULL,
            datePassword INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE accessToken (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL CHECK (name <> ''),
            nameKey TEXT NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('viewer', 'owner')),
            -- SHA-256 of the secret, 64 hexadecimal digits.
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
            dateCreated INTEGER NOT NULL,
            dateExpires INTEGER,
            dateUsed INTEGER,
            dateRevoked INTEGER
        ) STRICT;
        -- A name may come again once its token is revoked.
        CREATE UNIQUE INDEX accessTokenName ON accessToken (nameKey) WHERE dateRevoked IS NULL;

        CREATE TABLE webSession (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- SHA-256 of the secret and the server's password, 64 hexadecimal digits.
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
            -- NULL for the owner, who signed in by the server's password.
            accountID INTEGER REFERENCES account (id) ON DELETE CASCADE,
            dateCreated INTEGER NOT NULL,
            dateExpires INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX webSessionAccount ON webSession (accountID);
        CREATE INDEX webSessionExpires ON webSession (dateExpires);
        """
}
