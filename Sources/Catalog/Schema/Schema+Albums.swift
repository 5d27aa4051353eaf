/// Albums by query, and the journal of sections.
extension Schema {
    static let albums = """
        -- What an album finds, in the language of queries: it has no members of its own.
        ALTER TABLE section ADD COLUMN filter TEXT CHECK ((filter IS NULL) = (kind <> 'album'));

        -- The sections that a change made, renamed or removed: their columns as JSON; NULL is none.
        CREATE TABLE journalSection (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            sectionID INTEGER NOT NULL, -- the section may be gone by now
            before TEXT CHECK (before IS NULL OR json_valid(before)),
            after TEXT CHECK (after IS NULL OR json_valid(after)),
            PRIMARY KEY (journalID, sectionID)
        ) STRICT, WITHOUT ROWID;

        -- What a section that a change removed had at each ordinal: a member, or nothing.
        CREATE TABLE journalMember (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            sectionID INTEGER NOT NULL,
            ordinal INTEGER NOT NULL,
            photoID INTEGER, -- the photo may be gone by now
            dateAdded INTEGER, dateGone INTEGER, queryRevision INTEGER,
            PRIMARY KEY (journalID, sectionID, ordinal)
        ) STRICT, WITHOUT ROWID;
        """
}
