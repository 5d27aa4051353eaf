/// The work that a server was asked for.
extension Schema {
    static let jobs = """
        -- What a server was asked to do, and what came of it; the latest thousand.
        CREATE TABLE job (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            asker TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting' CHECK (
                state IN ('waiting', 'running', 'done', 'failed', 'stopped', 'interrupted')),
            dateCreated INTEGER NOT NULL,
            dateStarted INTEGER,
            dateEnded INTEGER,
            activity TEXT,
            done INTEGER,
            total INTEGER,
            summary TEXT CHECK (summary IS NULL OR json_valid(summary)),
            sentence TEXT,
            failures TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(failures)),
            failedItems INTEGER NOT NULL DEFAULT 0,
            remarks TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(remarks)),
            error TEXT,
            retryAfter INTEGER
        ) STRICT;
        CREATE INDEX jobState ON job (state);
        """
}
