/// The tables of positions and places. Positions are degrees, WGS 84; altitudes metres.
///
/// A photo's effective position is the one that a person gave, else its own.
extension Schema {
    static let places = """
        ALTER TABLE photo ADD COLUMN positionText TEXT; -- as the file writes it
        ALTER TABLE photo ADD COLUMN positionWarning TEXT; -- what is odd about it

        -- Ordinals whose members were deleted: with them and what lies in the trash, places in a section
        -- are known without counting all its members.
        CREATE TABLE membershipGap (
            sectionID INTEGER NOT NULL,
            ordinal INTEGER NOT NULL,
            PRIMARY KEY (sectionID, ordinal)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER membershipDeleted AFTER DELETE ON membership BEGIN
            INSERT INTO membershipGap VALUES (OLD.sectionID, OLD.ordinal);
        END;
        CREATE TRIGGER sectionDeleted AFTER DELETE ON section BEGIN
            DELETE FROM membershipGap WHERE sectionID = OLD.id;
        END;
        -- What is missing by now was deleted by hand: between two members, and behind the last one.
        WITH RECURSIVE gap (sectionID, ordinal, last) AS (
            SELECT sectionID, before + 1, ordinal - 1 FROM (
                SELECT sectionID, ordinal,
                    lag(ordinal, 1, 0) OVER (PARTITION BY sectionID ORDER BY ordinal) AS before
                FROM membership)
            WHERE ordinal > before + 1
            UNION ALL
            SELECT id, before + 1, lastOrdinal FROM (
                SELECT id, lastOrdinal, (SELECT ifnull(max(m.ordinal), 0) FROM membership m
                    WHERE m.sectionID = s.id) AS before
                FROM section s)
            WHERE lastOrdinal > before
            UNION ALL
            SELECT sectionID, ordinal + 1, last FROM gap WHERE ordinal < last)
        INSERT INTO membershipGap SELECT sectionID, ordinal FROM gap;
        CREATE INDEX membershipTrashed ON membership (sectionID, isTrashed, ordinal)
            WHERE isTrashed = 1;

        -- What a person decided about where a photo was taken.
        CREATE TABLE givenPosition (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            altitude REAL,
            source TEXT NOT NULL CHECK (source IN ('track')),
            track TEXT CHECK (track <> ''), -- the name of the track's file
            date INTEGER NOT NULL
        ) STRICT;

        -- Where one lived, which stands in where a photo has no position. It stays when the photo gets one,
        -- and when one moves: it cannot be found out again.
        CREATE TABLE homePosition (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            date INTEGER NOT NULL
        ) STRICT;

        -- Names that many photos share; an empty text is a name that the place does not have. Rows that
        -- no photo uses any more stay: they are few, as the Earth has few places, and may be used again.
        CREATE TABLE placeName (
            id INTEGER PRIMARY KEY,
            countryCode TEXT NOT NULL, country TEXT NOT NULL, region TEXT NOT NULL,
            city TEXT NOT NULL,
            countryKey TEXT NOT NULL, regionKey TEXT NOT NULL, cityKey TEXT NOT NULL,
            UNIQUE (countryCode, country, region, city)
        ) STRICT;
        CREATE INDEX placeNameCountryKey ON placeName (countryKey);
        CREATE INDEX placeNameRegionKey ON placeName (regionKey);
        CREATE INDEX placeNameCityKey ON placeName (cityKey);

        -- What the index of places said about a position. Always about the effective position of the
        -- photo, else its home: triggers take away what is about an older one.
        CREATE TABLE photoPlace (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            latitude REAL NOT NULL, longitude REAL NOT NULL, altitude REAL,
            source TEXT NOT NULL CHECK (source IN ('photo', 'track', 'home')),
            match TEXT CHECK (match IN ('inside', 'coast', 'none')),
            placeNameID INTEGER REFERENCES placeName,
            cityDistanceKm REAL,
            recipe TEXT NOT NULL, -- of the index and its overrides: another one is outdated
            date INTEGER NOT NULL,
            -- A given position stands here before it is looked up.
            CHECK (match IS NOT NULL OR source = 'track'),
            CHECK ((match IS NULL) = (placeNameID IS NULL))
        ) STRICT;
        CREATE INDEX photoPlaceName ON photoPlace (placeNameID);

        -- Photos whose place is to be looked up by the next command that does so.
        CREATE TABLE placeDue (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE
        ) STRICT;

        -- Effective positions. The corners are single-precision numbers that enclose the exact ones.
        CREATE VIRTUAL TABLE photoPosition USING rtree (
            photoID, minLatitude, maxLatitude, minLongitude, maxLongitude, +latitude, +longitude);

        INSERT INTO photoPosition
            SELECT id, latitude, latitude, longitude, longitude, latitude, longitude
            FROM photo WHERE latitude IS NOT NULL;
        INSERT INTO placeDue SELECT id FROM photo;

        CREATE TRIGGER photoAdded AFTER INSERT ON photo BEGIN
            INSERT INTO photoPosition
                SELECT NEW.id, NEW.latitude, NEW.latitude, NEW.longitude, NEW.longitude,
                    NEW.latitude, NEW.longitude
                WHERE NEW.latitude IS NOT NULL;
            INSERT INTO placeDue VALUES (NEW.id);
        END;
        CREATE TRIGGER photoPositionChanged AFTER UPDATE OF latitude, longitude, altitude ON photo
        WHEN (NEW.latitude IS NOT OLD.latitude OR NEW.longitude IS NOT OLD.longitude
                OR NEW.altitude IS NOT OLD.altitude)
            AND NOT EXISTS (SELECT 1 FROM givenPosition WHERE photoID = NEW.id)
        BEGIN
            DELETE FROM photoPosition WHERE photoID = NEW.id;
            INSERT INTO photoPosition
                SELECT NEW.id, NEW.latitude, NEW.latitude, NEW.longitude, NEW.longitude,
                    NEW.latitude, NEW.longitude
                WHERE NEW.latitude IS NOT NULL;
            DELETE FROM photoPlace WHERE photoID = NEW.id;
            INSERT INTO placeDue SELECT NEW.id
                WHERE NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = NEW.id);
        END;
        CREATE TRIGGER photoDeleted AFTER DELETE ON photo BEGIN
            DELETE FROM photoPosition WHERE photoID = OLD.id;
        END;

        CREATE TRIGGER givenPositionAdded AFTER INSERT ON givenPosition BEGIN
            DELETE FROM photoPosition WHERE photoID = NEW.photoID;
            INSERT INTO photoPosition VALUES (NEW.photoID, NEW.latitude, NEW.latitude,
                NEW.longitude, NEW.longitude, NEW.latitude, NEW.longitude);
            DELETE FROM photoPlace WHERE photoID = NEW.photoID;
            INSERT INTO photoPlace (photoID, latitude, longitude, altitude, source, recipe, date)
                VALUES (NEW.photoID, NEW.latitude, NEW.longitude, NEW.altitude, 'track', '',
                    NEW.date);
            INSERT INTO placeDue SELECT NEW.photoID
                WHERE NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = NEW.photoID);
        END;
        -- A photo that is deleted has no row any more: nothing of it is put back then.
        CREATE TRIGGER givenPositionTaken AFTER DELETE ON givenPosition BEGIN
            DELETE FROM photoPosition WHERE photoID = OLD.photoID;
            INSERT INTO photoPosition
                SELECT id, latitude, latitude, longitude, longitude, latitude, longitude
                FROM photo WHERE id = OLD.photoID AND latitude IS NOT NULL;
            DELETE FROM photoPlace WHERE photoID = OLD.photoID;
            INSERT INTO placeDue SELECT id FROM photo WHERE id = OLD.photoID
                AND NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = OLD.photoID);
        END;
        CREATE TRIGGER givenPositionChanged AFTER UPDATE ON givenPosition BEGIN
            DELETE FROM photoPosition WHERE photoID = NEW.photoID;
            INSERT INTO photoPosition VALUES (NEW.photoID, NEW.latitude, NEW.latitude,
                NEW.longitude, NEW.longitude, NEW.latitude, NEW.longitude);
            DELETE FROM photoPlace WHERE photoID = NEW.photoID;
            INSERT INTO photoPlace (photoID, latitude, longitude, altitude, source, recipe, date)
                VALUES (NEW.photoID, NEW.latitude, NEW.longitude, NEW.altitude, 'track', '',
                    NEW.date);
            INSERT INTO placeDue SELECT NEW.photoID
                WHERE NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = NEW.photoID);
        END;

        -- A home has a place only where no position has.
        CREATE TRIGGER homePositionAdded AFTER INSERT ON homePosition BEGIN
            DELETE FROM photoPlace WHERE photoID = NEW.photoID AND source = 'home';
            INSERT INTO placeDue SELECT NEW.photoID
                WHERE NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = NEW.photoID)
                AND NOT EXISTS (SELECT 1 FROM photoPlace WHERE photoID = NEW.photoID);
        END;
        CREATE TRIGGER homePositionChanged AFTER UPDATE ON homePosition BEGIN
            DELETE FROM photoPlace WHERE photoID = NEW.photoID AND source = 'home';
            INSERT INTO placeDue SELECT NEW.photoID
                WHERE NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = NEW.photoID)
                AND NOT EXISTS (SELECT 1 FROM photoPlace WHERE photoID = NEW.photoID);
        END;
        CREATE TRIGGER homePositionTaken AFTER DELETE ON homePosition BEGIN
            DELETE FROM photoPlace WHERE photoID = OLD.photoID AND source = 'home';
        END;
        """
}
