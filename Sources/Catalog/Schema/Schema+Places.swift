/// Positions, places, tracks and the map. Positions are degrees, WGS 84; altitudes are meters.
///
/// A photo's effective position is the one that the user gave, else its own.
extension Schema {
    static let placeTables = """
        \(givenPositionTable)

        -- The user's home at the time, used for photos without a position. It stays when the photo gets one,
        -- and when the user moves: it cannot be determined again.
        CREATE TABLE homePosition (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            date INTEGER NOT NULL
        ) STRICT;
        \(placeNameTable)

        -- The index's result for a position: the effective one of the photo, else its home. Triggers remove
        -- results for an older position.
        \(photoPlaceTable)

        CREATE TABLE placeDue ( -- photos whose place the next command looks up
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE
        ) STRICT;

        -- Effective positions. The corners are single-precision numbers that enclose the exact ones.
        CREATE VIRTUAL TABLE photoPosition USING rtree (
            photoID, minLatitude, maxLatitude, minLongitude, maxLongitude, +latitude, +longitude);

        -- Counts, at least, how often a photo outside the trash came onto the map, left it, moved on it or
        -- got another date.
        CREATE TABLE mapState (changes INTEGER NOT NULL) STRICT;
        INSERT INTO mapState VALUES (0);
        """

    static let givenPositionTable = """
        CREATE TABLE givenPosition ( -- users' decisions about where a photo was taken
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            altitude REAL,
            source TEXT NOT NULL CHECK (source IN ('track', 'user')),
            track TEXT CHECK (track <> ''), -- the name of the track's file
            date INTEGER NOT NULL
        ) STRICT;
        """

    static let photoPlaceTable = """
        CREATE TABLE photoPlace (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            latitude REAL NOT NULL, longitude REAL NOT NULL, altitude REAL,
            source TEXT NOT NULL CHECK (source IN ('photo', 'track', 'home', 'user')),
            match TEXT CHECK (match IN ('inside', 'coast', 'none')),
            placeNameID INTEGER REFERENCES placeName,
            cityDistanceKm REAL,
            recipe TEXT NOT NULL, -- of the index and its overrides: a different one is outdated
            date INTEGER NOT NULL,
            -- A given position is stored before it is looked up.
            CHECK (match IS NOT NULL OR source IN ('track', 'user')),
            CHECK ((match IS NULL) = (placeNameID IS NULL))
        ) STRICT;
        CREATE INDEX photoPlaceName ON photoPlace (placeNameID);
        """

    /// Names that photos share; a name that the place does not have is empty.
    ///
    /// Rows without photos stay: they are few.
    static let placeNameTable = """
        CREATE TABLE placeName (
            id INTEGER PRIMARY KEY,
            countryCode TEXT NOT NULL, country TEXT NOT NULL, region TEXT NOT NULL,
            city TEXT NOT NULL, district TEXT NOT NULL,
            countryKey TEXT NOT NULL, regionKey TEXT NOT NULL, cityKey TEXT NOT NULL,
            districtKey TEXT NOT NULL,
            photos INTEGER NOT NULL DEFAULT 0, -- the number outside the trash
            UNIQUE (countryCode, country, region, city, district)
        ) STRICT;
        CREATE INDEX placeNameCountryKey ON placeName (countryKey);
        CREATE INDEX placeNameRegionKey ON placeName (regionKey);
        CREATE INDEX placeNameCityKey ON placeName (cityKey);
        CREATE INDEX placeNameDistrictKey ON placeName (districtKey);
        """

    static let positionTriggers: Triggers = [
        "photoAdded AFTER INSERT ON photo": """
        \(placePhoto)
        INSERT INTO placeDue VALUES (NEW.id);
        """,
        "photoPositionChanged AFTER UPDATE OF latitude, longitude, altitude ON photo "
            + "WHEN (\(differs(["latitude", "longitude", "altitude"]))) "
            + "AND NOT EXISTS (SELECT 1 FROM givenPosition WHERE photoID = NEW.id)": """
        DELETE FROM photoPosition WHERE photoID = NEW.id;
        \(placePhoto)
        DELETE FROM photoPlace WHERE photoID = NEW.id;
        \(queue("NEW.id"))
        """,
        "photoDeleted AFTER DELETE ON photo": "DELETE FROM photoPosition WHERE photoID = OLD.id;",

        "givenPositionAdded AFTER INSERT ON givenPosition": placeGiven,
        // A deleted photo has no row any more, so nothing of it is restored.
        "givenPositionTaken AFTER DELETE ON givenPosition": """
        DELETE FROM photoPosition WHERE photoID = OLD.photoID;
        INSERT INTO photoPosition
            SELECT id, latitude, latitude, longitude, longitude, latitude, longitude
            FROM photo WHERE id = OLD.photoID AND latitude IS NOT NULL;
        DELETE FROM photoPlace WHERE photoID = OLD.photoID;
        INSERT INTO placeDue SELECT id FROM photo WHERE id = OLD.photoID
            AND NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = OLD.photoID);
        """,
        "givenPositionChanged AFTER UPDATE ON givenPosition": placeGiven,

        // A home determines a place only without a position, and only of camera photos.
        "homePositionAdded AFTER INSERT ON homePosition": placeHome,
        "homePositionChanged AFTER UPDATE ON homePosition": placeHome,
        "homePositionTaken AFTER DELETE ON homePosition":
            "DELETE FROM photoPlace WHERE photoID = OLD.photoID AND source = 'home';",
        "homePositionOfCamera BEFORE INSERT ON homePosition "
            + "WHEN NOT EXISTS (SELECT 1 FROM photo WHERE id = NEW.photoID AND origin = 'camera')":
            "SELECT RAISE(ABORT, 'a home is for photos of the camera');",
    ]

    /// Stores the own position of a new photo row.
    private static let placePhoto = """
        INSERT INTO photoPosition
            SELECT NEW.id, NEW.latitude, NEW.latitude, NEW.longitude, NEW.longitude,
                NEW.latitude, NEW.longitude
            WHERE NEW.latitude IS NOT NULL;
        """

    /// Gives a photo the new position of a user.
    private static let placeGiven = """
        DELETE FROM photoPosition WHERE photoID = NEW.photoID;
        INSERT INTO photoPosition VALUES (NEW.photoID, NEW.latitude, NEW.latitude,
            NEW.longitude, NEW.longitude, NEW.latitude, NEW.longitude);
        DELETE FROM photoPlace WHERE photoID = NEW.photoID;
        INSERT INTO photoPlace (photoID, latitude, longitude, altitude, source, recipe, date)
            VALUES (NEW.photoID, NEW.latitude, NEW.longitude, NEW.altitude, NEW.source, '',
                NEW.date);
        \(queue("NEW.photoID"))
        """

    private static let placeHome = """
        DELETE FROM photoPlace WHERE photoID = NEW.photoID AND source = 'home';
        INSERT INTO placeDue SELECT NEW.photoID
            WHERE NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = NEW.photoID)
            AND NOT EXISTS (SELECT 1 FROM photoPlace WHERE photoID = NEW.photoID);
        """

    /// Queues a photo for looking up its place.
    static func queue(_ photo: String) -> String {
        """
        INSERT INTO placeDue SELECT \(photo)
            WHERE NOT EXISTS (SELECT 1 FROM placeDue WHERE photoID = \(photo));
        """
    }

    static let mapTriggers: Triggers = [
        "mapPhotoAdded AFTER INSERT ON photo WHEN NEW.latitude IS NOT NULL": countMapChange,
        change("mapPhotoMoved", of: ["latitude", "longitude"], in: "photo"): countMapChange,
        change("mapPhotoChanged", of: ["isTrashed", "date"], in: "photoSummary"): countMapChange,
        "mapPhotoDeleted AFTER DELETE ON photo": countMapChange,
        "givenPositionOnMap AFTER INSERT ON givenPosition": countMapChange,
        "givenPositionOnMapMoved AFTER UPDATE OF latitude, longitude, source ON givenPosition":
            countMapChange,
        "givenPositionOnMapTaken AFTER DELETE ON givenPosition": countMapChange,
        "homePositionOnMap AFTER INSERT ON homePosition": countMapChange,
        "homePositionOnMapMoved AFTER UPDATE OF latitude, longitude ON homePosition":
            countMapChange,
        "homePositionOnMapTaken AFTER DELETE ON homePosition": countMapChange,
    ]

    static let countMapChange = "UPDATE mapState SET changes = changes + 1;"

    static let trackTables = """
        CREATE TABLE track ( -- the lines of tracks that photos were matched with
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64), -- of the bytes of its file
            name TEXT NOT NULL, fileName TEXT NOT NULL,
            dateFrom INTEGER NOT NULL, -- of its first and its last fix
            dateTo INTEGER NOT NULL CHECK (dateTo >= dateFrom),
            -- The bounds; they cross the antimeridian if west is greater than east.
            west REAL NOT NULL CHECK (west BETWEEN -180 AND 180),
            south REAL NOT NULL CHECK (south BETWEEN -90 AND 90),
            east REAL NOT NULL CHECK (east BETWEEN -180 AND 180),
            north REAL NOT NULL CHECK (north BETWEEN south AND 90),
            points INTEGER NOT NULL CHECK (points > 0),
            dateAdded INTEGER NOT NULL, dateRemoved INTEGER, -- a removed one is kept for undo
            line BLOB NOT NULL -- as TrackLine+Blob encodes it; last, as lists read the columns before it
        ) STRICT;
        CREATE UNIQUE INDEX trackFile ON track (sha256) WHERE dateRemoved IS NULL;

        -- The bounds of tracks that were not removed; longitudes east of the antimeridian exceed 180.
        CREATE VIRTUAL TABLE trackBox USING rtree (
            trackID, minLongitude, maxLongitude, minLatitude, maxLatitude);
        """

    static let trackTriggers: Triggers = [
        "trackAdded AFTER INSERT ON track WHEN NEW.dateRemoved IS NULL": addTrackBox,
        "trackRemoved AFTER UPDATE OF dateRemoved ON track WHEN NEW.dateRemoved IS NOT NULL":
            "DELETE FROM trackBox WHERE trackID = NEW.id;",
        "trackRestored AFTER UPDATE OF dateRemoved ON track "
            + "WHEN NEW.dateRemoved IS NULL AND OLD.dateRemoved IS NOT NULL": addTrackBox,
        "trackDeleted AFTER DELETE ON track": "DELETE FROM trackBox WHERE trackID = OLD.id;",
    ]

    private static let addTrackBox = """
        INSERT INTO trackBox VALUES (NEW.id, NEW.west,
            NEW.east + CASE WHEN NEW.west > NEW.east THEN 360 ELSE 0 END, NEW.south, NEW.north);
        """
}
