/// Faces. Rectangles are fractions of the upright picture, origin top left.
extension Schema {
    static let faceTables = """
        -- Users' decisions, by the bytes of the picture: no detection changes them.
        CREATE TABLE faceDecision (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            kind TEXT NOT NULL CHECK (kind IN ('named', 'added', 'rejected')),
            \(rectangle)
            name TEXT CHECK (name <> ''),
            date INTEGER NOT NULL,
            CHECK (kind <> 'rejected' OR name IS NULL)
        ) STRICT;
        CREATE INDEX faceDecisionFile ON faceDecision (sha256);

        -- The regions in the metadata of a picture or its sidecar: each import replaces those from the same
        -- path, so that a second copy without a sidecar removes nothing.
        CREATE TABLE faceRegion (
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            path BLOB NOT NULL, number INTEGER NOT NULL, date INTEGER NOT NULL,
            \(rectangle)
            name TEXT CHECK (name <> ''),
            PRIMARY KEY (sha256, path, number)
        ) STRICT, WITHOUT ROWID;

        -- The faces of a picture as shown, made of detections (ledger), regions and decisions.
        CREATE TABLE faceSet (
            fileID INTEGER PRIMARY KEY REFERENCES file ON DELETE CASCADE,
            width INTEGER NOT NULL CHECK (width > 0), -- pixels of the upright picture
            height INTEGER NOT NULL CHECK (height > 0),
            parameters TEXT, -- of the detection in the ledger; NULL if none ran
            faceCount INTEGER NOT NULL,
            date INTEGER NOT NULL,
            -- True if a user chose the detector or its quality for the faces that are shown.
            isChosen INTEGER NOT NULL DEFAULT 0 CHECK (isChosen IN (0, 1))
        ) STRICT;
        CREATE TABLE face (
            fileID INTEGER NOT NULL REFERENCES faceSet ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number > 0), -- left to right
            \(rectangle)
            score REAL CHECK (score BETWEEN 0 AND 1),
            source TEXT NOT NULL CHECK (source IN ('haar', 'yunet', 'person', 'metadata')),
            landmarks TEXT NOT NULL CHECK (json_valid(landmarks)),
            name TEXT CHECK (name <> ''),
            nameKey TEXT, -- the name without case
            PRIMARY KEY (fileID, number),
            CHECK ((name IS NULL) = (nameKey IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX facePerson ON face (nameKey) WHERE nameKey IS NOT NULL;
        \(unnamedFaceIndex)
        \(faceNumberTable)
        """

    /// The unnamed faces, the largest first.
    static let unnamedFaceIndex =
        "CREATE INDEX faceUnnamed ON face (-width * height) WHERE name IS NULL;"

    private static let rectangle = """
        x REAL NOT NULL, y REAL NOT NULL,
        width REAL NOT NULL CHECK (width > 0), height REAL NOT NULL CHECK (height > 0),
        """

    /// The number of every face that a picture ever showed, and its last rectangle: a face that
    /// returns gets its number back, and no other face does.
    static let faceNumberTable = """
        CREATE TABLE faceNumber (
            fileID INTEGER NOT NULL REFERENCES faceSet ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number > 0),
            x REAL NOT NULL, y REAL NOT NULL, width REAL NOT NULL, height REAL NOT NULL,
            PRIMARY KEY (fileID, number)
        ) STRICT, WITHOUT ROWID;
        """
}
