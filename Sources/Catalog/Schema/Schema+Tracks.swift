/// The lines of tracks that photos were matched with.
extension Schema {
    static let tracks = """
        CREATE TABLE track (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- SHA-256 of the bytes of its file, 64 hexadecimal digits.
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            name TEXT NOT NULL,
            fileName TEXT NOT NULL,
            -- When its first and its last fix was made.
            dateFrom INTEGER NOT NULL,
            dateTo INTEGER NOT NULL CHECK (dateTo >= dateFrom),
            -- A box with all of it; where west is greater than east it crosses the antimeridian.
            west REAL NOT NULL CHECK (west BETWEEN -180 AND 180),
            south REAL NOT NULL CHECK (south BETWEEN -90 AND 90),
            east REAL NOT NULL CHECK (east BETWEEN -180 AND 180),
            north REAL NOT NULL CHECK (north BETWEEN south AND 90),
            points INTEGER NOT NULL CHECK (points > 0),
            dateAdded INTEGER NOT NULL,
            dateRemoved INTEGER, -- it is kept for undo alone
            line BLOB NOT NULL -- as TrackLine+Blob spells it; last, as lists read the columns before it
        ) STRICT;
        CREATE UNIQUE INDEX trackFile ON track (sha256) WHERE dateRemoved IS NULL;

        -- The boxes of tracks that were not removed; east of the antimeridian they go on beyond 180.
        CREATE VIRTUAL TABLE trackBox USING rtree (
            trackID, minLongitude, maxLongitude, minLatitude, maxLatitude);
        CREATE TRIGGER trackAdded AFTER INSERT ON track WHEN NEW.dateRemoved IS NULL BEGIN \(box) END;
        CREATE TRIGGER trackRemoved AFTER UPDATE OF dateRemoved ON track
        WHEN NEW.dateRemoved IS NOT NULL
        BEGIN DELETE FROM trackBox WHERE trackID = NEW.id; END;
        CREATE TRIGGER trackRestored AFTER UPDATE OF dateRemoved ON track
        WHEN NEW.dateRemoved IS NULL AND OLD.dateRemoved IS NOT NULL
        BEGIN \(box) END;
        CREATE TRIGGER trackDeleted AFTER DELETE ON track
        BEGIN DELETE FROM trackBox WHERE trackID = OLD.id; END;

        -- The tracks that a change added or removed.
        CREATE TABLE journalTrack (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            trackID INTEGER NOT NULL, -- the track may be gone by now
            isAdded INTEGER NOT NULL CHECK (isAdded IN (0, 1)),
            PRIMARY KEY (journalID, trackID)
        ) STRICT, WITHOUT ROWID;
        """

    private static let box = """
        INSERT INTO trackBox VALUES (NEW.id, NEW.west,
            NEW.east + CASE WHEN NEW.west > NEW.east THEN 360 ELSE 0 END, NEW.south, NEW.north);
        """
}
