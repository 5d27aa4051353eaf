/// Members, what accounts say of their people, and tokens that act for an account.
extension Schema {
    /// The column of roles comes anew, as a check cannot be changed: dropping the table instead would end all sessions.
    private static func widenRoles(of table: String) -> String {
        """
        ALTER TABLE \(table) RENAME COLUMN role TO formerRole;
        ALTER TABLE \(table) ADD COLUMN role TEXT NOT NULL DEFAULT 'viewer'
            CHECK (role IN ('viewer', 'member', 'owner'));
        UPDATE \(table) SET role = formerRole;
        ALTER TABLE \(table) DROP COLUMN formerRole;

        """
    }

    static let members =
        widenRoles(of: "account") + widenRoles(of: "accessToken")
            + """
            ALTER TABLE account ADD COLUMN email TEXT;
            -- The address without case: two accounts do not have the same one.
            ALTER TABLE account ADD COLUMN emailKey TEXT;
            ALTER TABLE account ADD COLUMN firstName TEXT;
            ALTER TABLE account ADD COLUMN lastName TEXT;
            ALTER TABLE account ADD COLUMN bio TEXT;
            ALTER TABLE account ADD COLUMN level TEXT;
            ALTER TABLE account ADD COLUMN photoID INTEGER REFERENCES photo (id) ON DELETE SET NULL;
            -- NULL where nothing was changed since it was added.
            ALTER TABLE account ADD COLUMN dateUpdated INTEGER;
            CREATE UNIQUE INDEX accountEmail ON account (emailKey) WHERE emailKey IS NOT NULL;
            CREATE INDEX accountPhoto ON account (photoID) WHERE photoID IS NOT NULL;

            -- For whom it acts: its role counts then, and the token's own does not.
            ALTER TABLE accessToken ADD COLUMN accountID INTEGER
                REFERENCES account (id) ON DELETE CASCADE;
            CREATE INDEX accessTokenAccount ON accessToken (accountID) WHERE accountID IS NOT NULL;
            """
}
