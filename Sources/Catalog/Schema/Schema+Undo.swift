/// What taking changes back needs of the journal, a part of the migration of places.
extension Schema {
    static let undo = """
        -- Made anew: what lists and undo read stands before the change, which may be megabytes long.
        CREATE TABLE newJournal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            date INTEGER NOT NULL,
            command TEXT NOT NULL,
            section TEXT,
            undoes INTEGER, -- the entry that this one took back
            undoneBy INTEGER, -- the entry that took this one back
            undonePartlyBy INTEGER, -- the latest that took it back but for photos changed since
            -- Numbers of photos.
            added INTEGER NOT NULL, updated INTEGER NOT NULL, gone INTEGER NOT NULL,
            trashed INTEGER NOT NULL, restored INTEGER NOT NULL, faces INTEGER NOT NULL,
            positions INTEGER NOT NULL,
            change TEXT NOT NULL CHECK (json_valid(change))
        ) STRICT;
        INSERT INTO newJournal
            SELECT id, date, command, json_extract(change, '$.section'), NULL, NULL, NULL,
                ifnull(json_array_length(change, '$.added'), 0),
                ifnull(json_array_length(change, '$.updated'), 0),
                ifnull(json_array_length(change, '$.gone'), 0),
                ifnull(json_array_length(change, '$.trashed'), 0),
                ifnull(json_array_length(change, '$.restored'), 0),
                json_type(change, '$.faces') IS NOT NULL, 0, json_remove(change, '$.section')
            FROM journal;
        DROP TABLE journal;
        ALTER TABLE newJournal RENAME TO journal;
        CREATE INDEX journalUndoes ON journal (undoes) WHERE undoes IS NOT NULL;

        -- The positions that a change gave or took away; no latitude is no position.
        CREATE TABLE journalPosition (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            photoID INTEGER NOT NULL, -- the photo may be gone by now
            beforeLatitude REAL, beforeLongitude REAL, beforeAltitude REAL,
            beforeSource TEXT, beforeTrack TEXT,
            afterLatitude REAL, afterLongitude REAL, afterAltitude REAL,
            afterSource TEXT, afterTrack TEXT,
            PRIMARY KEY (journalID, photoID)
        ) STRICT, WITHOUT ROWID;
        """
}
