-- The schema of version 20, the oldest that can be migrated, as SQLite stored it.
CREATE TABLE identity (
    id TEXT NOT NULL
) STRICT;
CREATE TABLE section (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind <> ''),
    name TEXT NOT NULL CHECK (name <> ''),
    nameKey TEXT NOT NULL,
    query TEXT CHECK (query IS NULL OR json_valid(query)),
    dateCreated INTEGER NOT NULL,
    dateRefreshed INTEGER,
    found INTEGER,
    queryRevision INTEGER NOT NULL DEFAULT 0,
    lastOrdinal INTEGER NOT NULL DEFAULT 0, filter TEXT CHECK ((filter IS NULL) = (kind <> 'album')),
    UNIQUE (kind, nameKey)
) STRICT;
CREATE TABLE photo (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    origin TEXT NOT NULL,
    originID TEXT NOT NULL CHECK (originID <> ''),
    title TEXT, caption TEXT, creator TEXT, copyright TEXT, owner TEXT,
    licenseName TEXT, licenseURL TEXT, sourceURL TEXT,
    tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
    dateTimeOriginal TEXT, offsetTimeOriginal TEXT, dateUploaded INTEGER,
    width INTEGER, height INTEGER,
    orientation INTEGER CHECK (orientation BETWEEN 1 AND 8),
    make TEXT, model TEXT, lens TEXT,
    exposureTime REAL, fNumber REAL, iso INTEGER, focalLength REAL, rating INTEGER,
    latitude REAL CHECK (latitude BETWEEN -90 AND 90),
    longitude REAL CHECK (longitude BETWEEN -180 AND 180),
    altitude REAL,
    isPublic INTEGER, isFriend INTEGER, isFamily INTEGER,
    farm INTEGER, server TEXT, secret TEXT, media TEXT,
    thumbnailURL TEXT, largePictureURL TEXT,
    fileName TEXT,
    dateAdded INTEGER NOT NULL,
    dateUpdated INTEGER,
    dateTrashed INTEGER, positionText TEXT, positionWarning TEXT, moment INTEGER GENERATED ALWAYS AS (coalesce(
    CASE WHEN dateTimeOriginal GLOB
    '[12][0-9][0-9][0-9]:[01][0-9]:[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-6][0-9]*'
    THEN coalesce(
    CASE WHEN offsetTimeOriginal GLOB '[-+][01][0-9]:[0-5][0-9]'
    OR offsetTimeOriginal = 'Z'
    THEN unixepoch(replace(substr(dateTimeOriginal, 1, 10), ':', '-')
    || substr(dateTimeOriginal, 11, 9) || offsetTimeOriginal) END,
    unixepoch(replace(substr(dateTimeOriginal, 1, 10), ':', '-')
    || substr(dateTimeOriginal, 11, 9))) END,
    dateUploaded, dateAdded)) VIRTUAL,
    UNIQUE (origin, originID),
    CHECK ((latitude IS NULL) = (longitude IS NULL))
) STRICT;
CREATE INDEX photoTrashed ON photo (dateTrashed) WHERE dateTrashed IS NOT NULL;
CREATE TABLE photoRaw (
    photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
    json TEXT NOT NULL
) STRICT;
CREATE TABLE membership (
    sectionID INTEGER NOT NULL REFERENCES section ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
    dateAdded INTEGER NOT NULL,
    dateGone INTEGER,
    queryRevision INTEGER NOT NULL,
    isTrashed INTEGER NOT NULL DEFAULT 0 CHECK (isTrashed IN (0, 1)),
    PRIMARY KEY (sectionID, ordinal),
    UNIQUE (sectionID, photoID)
) STRICT, WITHOUT ROWID;
CREATE INDEX membershipListed ON membership (sectionID, ordinal, photoID) WHERE isTrashed = 0;
CREATE INDEX membershipPhoto ON membership (photoID);
CREATE TRIGGER photoTrashedChanged AFTER UPDATE OF dateTrashed ON photo BEGIN
    UPDATE membership SET isTrashed = (NEW.dateTrashed IS NOT NULL) WHERE photoID = NEW.id;
END;
CREATE TABLE file (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64),
    byteCount INTEGER NOT NULL CHECK (byteCount > 0),
    fileType TEXT NOT NULL,
    extension TEXT NOT NULL,
    width INTEGER, height INTEGER,
    isStored INTEGER NOT NULL CHECK (isStored IN (0, 1))
, damage TEXT CHECK (damage <> '')) STRICT;
CREATE TABLE sourceFile (
    path BLOB PRIMARY KEY,
    fileID INTEGER NOT NULL REFERENCES file ON DELETE CASCADE,
    byteCount INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    sidecar INTEGER,
    isReference INTEGER NOT NULL CHECK (isReference IN (0, 1)),
    dateSeen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sourceFileFile ON sourceFile (fileID);
CREATE TABLE picture (
    photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
    size INTEGER NOT NULL CHECK (size BETWEEN 0 AND 4),
    state TEXT NOT NULL CHECK (state IN ('stored', 'unavailable', 'failed')),
    fileID INTEGER REFERENCES file,
    message TEXT,
    secret TEXT,
    date INTEGER NOT NULL,
    PRIMARY KEY (photoID, size),
    CHECK ((state = 'stored') = (fileID IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX pictureFile ON picture (fileID);
CREATE TABLE ledger (
    sha256 TEXT NOT NULL,
    kind TEXT NOT NULL,
    recipe INTEGER NOT NULL,
    parameters TEXT NOT NULL DEFAULT '',
    outcome TEXT NOT NULL,
    date INTEGER NOT NULL,
    PRIMARY KEY (sha256, kind, parameters)
) STRICT, WITHOUT ROWID;
CREATE TABLE problem (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    date INTEGER NOT NULL,
    command TEXT NOT NULL,
    subject TEXT NOT NULL,
    message TEXT NOT NULL,
    UNIQUE (command, subject)
) STRICT;
CREATE TABLE apiQuery (
    id INTEGER PRIMARY KEY,
    date REAL NOT NULL
) STRICT;
CREATE INDEX apiQueryDate ON apiQuery (date);
CREATE TABLE faceDecision (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    kind TEXT NOT NULL CHECK (kind IN ('named', 'added', 'rejected')),
    x REAL NOT NULL, y REAL NOT NULL,
    width REAL NOT NULL CHECK (width > 0), height REAL NOT NULL CHECK (height > 0),
    name TEXT CHECK (name <> ''),
    date INTEGER NOT NULL,
    CHECK (kind <> 'rejected' OR name IS NULL)
) STRICT;
CREATE INDEX faceDecisionFile ON faceDecision (sha256);
CREATE TABLE faceRegion (
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    path BLOB NOT NULL,
    number INTEGER NOT NULL,
    date INTEGER NOT NULL,
    x REAL NOT NULL, y REAL NOT NULL,
    width REAL NOT NULL CHECK (width > 0), height REAL NOT NULL CHECK (height > 0),
    name TEXT CHECK (name <> ''),
    PRIMARY KEY (sha256, path, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE faceSet (
    fileID INTEGER PRIMARY KEY REFERENCES file ON DELETE CASCADE,
    width INTEGER NOT NULL CHECK (width > 0),
    height INTEGER NOT NULL CHECK (height > 0),
    parameters TEXT,
    faceCount INTEGER NOT NULL,
    date INTEGER NOT NULL
) STRICT;
CREATE TABLE face (
    fileID INTEGER NOT NULL REFERENCES faceSet ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    x REAL NOT NULL, y REAL NOT NULL,
    width REAL NOT NULL CHECK (width > 0), height REAL NOT NULL CHECK (height > 0),
    score REAL CHECK (score BETWEEN 0 AND 1),
    source TEXT NOT NULL CHECK (source IN ('haar', 'yunet', 'person', 'metadata')),
    landmarks TEXT NOT NULL CHECK (json_valid(landmarks)),
    name TEXT CHECK (name <> ''),
    nameKey TEXT,
    PRIMARY KEY (fileID, number),
    CHECK ((name IS NULL) = (nameKey IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX facePerson ON face (nameKey) WHERE nameKey IS NOT NULL;
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
CREATE INDEX membershipTrashed ON membership (sectionID, isTrashed, ordinal)
    WHERE isTrashed = 1;
CREATE TABLE givenPosition (
    photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
    latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    altitude REAL,
    source TEXT NOT NULL CHECK (source IN ('track')),
    track TEXT CHECK (track <> ''),
    date INTEGER NOT NULL
) STRICT;
CREATE TABLE homePosition (
    photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
    latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    date INTEGER NOT NULL
) STRICT;
CREATE TABLE placeName (
    id INTEGER PRIMARY KEY,
    countryCode TEXT NOT NULL, country TEXT NOT NULL, region TEXT NOT NULL,
    city TEXT NOT NULL,
    countryKey TEXT NOT NULL, regionKey TEXT NOT NULL, cityKey TEXT NOT NULL, photos INTEGER NOT NULL DEFAULT 0,
    UNIQUE (countryCode, country, region, city)
) STRICT;
CREATE INDEX placeNameCountryKey ON placeName (countryKey);
CREATE INDEX placeNameRegionKey ON placeName (regionKey);
CREATE INDEX placeNameCityKey ON placeName (cityKey);
CREATE TABLE photoPlace (
    photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
    latitude REAL NOT NULL, longitude REAL NOT NULL, altitude REAL,
    source TEXT NOT NULL CHECK (source IN ('photo', 'track', 'home')),
    match TEXT CHECK (match IN ('inside', 'coast', 'none')),
    placeNameID INTEGER REFERENCES placeName,
    cityDistanceKm REAL,
    recipe TEXT NOT NULL,
    date INTEGER NOT NULL,
    CHECK (match IS NOT NULL OR source = 'track'),
    CHECK ((match IS NULL) = (placeNameID IS NULL))
) STRICT;
CREATE INDEX photoPlaceName ON photoPlace (placeNameID);
CREATE TABLE placeDue (
    photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE
) STRICT;
CREATE VIRTUAL TABLE photoPosition USING rtree (
    photoID, minLatitude, maxLatitude, minLongitude, maxLongitude, +latitude, +longitude);
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
CREATE TABLE photoEdit (
    photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
    recipe TEXT NOT NULL CHECK (json_valid(recipe)),
    date INTEGER NOT NULL
) STRICT;
CREATE TABLE thumbnail (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    recipe TEXT NOT NULL,
    side INTEGER NOT NULL CHECK (side > 0),
    extension TEXT NOT NULL,
    isWhole INTEGER NOT NULL CHECK (isWhole IN (0, 1)),
    width INTEGER NOT NULL CHECK (width > 0),
    height INTEGER NOT NULL CHECK (height > 0),
    byteCount INTEGER NOT NULL CHECK (byteCount > 0),
    dateUsed INTEGER NOT NULL, colour INTEGER, edit TEXT,
    UNIQUE (sha256, recipe, side)
) STRICT;
CREATE INDEX thumbnailUsed ON thumbnail (dateUsed);
CREATE TABLE thumbnailTotal (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL,
    byteCount INTEGER NOT NULL
) STRICT;
CREATE TRIGGER thumbnailAdded AFTER INSERT ON thumbnail BEGIN
    UPDATE thumbnailTotal SET number = number + 1, byteCount = byteCount + NEW.byteCount;
END;
CREATE TRIGGER thumbnailDeleted AFTER DELETE ON thumbnail BEGIN
    UPDATE thumbnailTotal SET number = number - 1, byteCount = byteCount - OLD.byteCount;
END;
CREATE TRIGGER thumbnailChanged AFTER UPDATE OF byteCount ON thumbnail BEGIN
    UPDATE thumbnailTotal SET byteCount = byteCount + NEW.byteCount - OLD.byteCount;
END;
CREATE TRIGGER pictureReplaced AFTER UPDATE OF fileID ON picture
WHEN OLD.fileID IS NOT NULL AND NEW.fileID IS NOT OLD.fileID
    AND NOT EXISTS (SELECT 1 FROM picture WHERE fileID = OLD.fileID)
BEGIN
    UPDATE thumbnail SET dateUsed = 0
    WHERE sha256 = (SELECT sha256 FROM file WHERE id = OLD.fileID);
END;
CREATE TRIGGER pictureDeleted AFTER DELETE ON picture
WHEN OLD.fileID IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM picture WHERE fileID = OLD.fileID)
BEGIN
    UPDATE thumbnail SET dateUsed = 0
    WHERE sha256 = (SELECT sha256 FROM file WHERE id = OLD.fileID);
END;
CREATE TRIGGER pictureReturned AFTER UPDATE OF fileID ON picture
WHEN NEW.fileID IS NOT NULL AND NEW.fileID IS NOT OLD.fileID
BEGIN
    UPDATE thumbnail SET dateUsed = unixepoch() * 1000000000
    WHERE sha256 = (SELECT sha256 FROM file WHERE id = NEW.fileID) AND dateUsed = 0;
END;
CREATE TRIGGER pictureAdded AFTER INSERT ON picture
WHEN NEW.fileID IS NOT NULL
BEGIN
    UPDATE thumbnail SET dateUsed = unixepoch() * 1000000000
    WHERE sha256 = (SELECT sha256 FROM file WHERE id = NEW.fileID) AND dateUsed = 0;
END;
CREATE INDEX photoLatest ON photo (origin = 'camera', moment) WHERE dateTrashed IS NULL;
CREATE TABLE "journal" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    date INTEGER NOT NULL,
    command TEXT NOT NULL,
    section TEXT,
    undoes INTEGER,
    undoneBy INTEGER,
    undonePartlyBy INTEGER,
    added INTEGER NOT NULL, updated INTEGER NOT NULL, gone INTEGER NOT NULL,
    trashed INTEGER NOT NULL, restored INTEGER NOT NULL, faces INTEGER NOT NULL,
    positions INTEGER NOT NULL, edits INTEGER NOT NULL,
    change TEXT NOT NULL CHECK (json_valid(change))
) STRICT;
CREATE INDEX journalUndoes ON journal (undoes) WHERE undoes IS NOT NULL;
CREATE TABLE journalPosition (
    journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    photoID INTEGER NOT NULL,
    beforeLatitude REAL, beforeLongitude REAL, beforeAltitude REAL,
    beforeSource TEXT, beforeTrack TEXT,
    afterLatitude REAL, afterLongitude REAL, afterAltitude REAL,
    afterSource TEXT, afterTrack TEXT,
    PRIMARY KEY (journalID, photoID)
) STRICT, WITHOUT ROWID;
CREATE TABLE journalEdit (
    journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    photoID INTEGER NOT NULL,
    before TEXT, after TEXT,
    PRIMARY KEY (journalID, photoID)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER homePositionOfCamera BEFORE INSERT ON homePosition
WHEN NOT EXISTS (SELECT 1 FROM photo WHERE id = NEW.photoID AND origin = 'camera')
BEGIN
    SELECT RAISE(ABORT, 'a home is for photos of the camera');
END;
CREATE INDEX problemSubject ON problem (subject);
CREATE INDEX sectionName ON section (nameKey);
CREATE INDEX journalUndonePartly ON journal (undonePartlyBy)
    WHERE undonePartlyBy IS NOT NULL;
CREATE TABLE photoSummary (
    photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
    isTrashed INTEGER NOT NULL,
    taken INTEGER,
    dateAdded INTEGER NOT NULL,
    titleKey TEXT,
    rating INTEGER,
    size INTEGER, fileType TEXT,
    examinedFileID INTEGER, faceCount INTEGER,
    isPublic INTEGER NOT NULL, isEdited INTEGER NOT NULL, isDamaged INTEGER NOT NULL,
    isDelisted INTEGER NOT NULL, hasPosition INTEGER NOT NULL, hasTags INTEGER NOT NULL
, date INTEGER NOT NULL DEFAULT 0, aspect INTEGER NOT NULL DEFAULT 0, colour INTEGER) STRICT;
CREATE TABLE label (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    lead INTEGER NOT NULL,
    photos INTEGER NOT NULL,
    UNIQUE (kind, key)
) STRICT;
CREATE TABLE photoLabel (
    labelID INTEGER NOT NULL REFERENCES label,
    photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
    PRIMARY KEY (labelID, photoID)
) STRICT, WITHOUT ROWID;
CREATE TABLE takenDay (
    day TEXT PRIMARY KEY,
    photos INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX photoLabelPhoto ON photoLabel (photoID);
CREATE INDEX summaryTaken ON photoSummary (taken) WHERE isTrashed = 0;
CREATE INDEX summaryAdded ON photoSummary (dateAdded) WHERE isTrashed = 0;
CREATE INDEX summaryTitle ON photoSummary (titleKey) WHERE isTrashed = 0;
CREATE INDEX summaryRating ON photoSummary (rating) WHERE isTrashed = 0;
CREATE INDEX summarySize ON photoSummary (size) WHERE isTrashed = 0;
CREATE INDEX summaryFaces ON photoSummary (faceCount)
    WHERE isTrashed = 0 AND faceCount IS NOT NULL;
CREATE INDEX summaryExamined ON photoSummary (examinedFileID)
    WHERE examinedFileID IS NOT NULL;
CREATE INDEX summaryEdited ON photoSummary (photoID) WHERE isTrashed = 0 AND isEdited = 1;
CREATE INDEX summaryDamaged ON photoSummary (photoID) WHERE isTrashed = 0 AND isDamaged = 1;
CREATE INDEX summaryDelisted ON photoSummary (photoID)
    WHERE isTrashed = 0 AND isDelisted = 1;
CREATE INDEX summaryTrashed ON photoSummary (photoID) WHERE isTrashed = 1;
CREATE TRIGGER photoSummaryChanged
AFTER UPDATE OF dateTrashed, dateTimeOriginal, dateAdded, title, rating, isPublic, latitude, tags
ON photo
WHEN NEW.dateTrashed IS NOT OLD.dateTrashed OR NEW.dateTimeOriginal IS NOT OLD.dateTimeOriginal OR NEW.dateAdded IS NOT OLD.dateAdded OR NEW.title IS NOT OLD.title OR NEW.rating IS NOT OLD.rating OR NEW.isPublic IS NOT OLD.isPublic OR NEW.latitude IS NOT OLD.latitude OR NEW.tags IS NOT OLD.tags
BEGIN
    UPDATE photoSummary SET isTrashed = NEW.dateTrashed IS NOT NULL, taken = CASE WHEN NEW.dateTimeOriginal GLOB
    '[12][0-9][0-9][0-9]:[01][0-9]:[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-6][0-9]*'
    AND date(replace(substr(NEW.dateTimeOriginal, 1, 10), ':', '-'), '+0 days') = replace(substr(NEW.dateTimeOriginal, 1, 10), ':', '-') AND substr(NEW.dateTimeOriginal, 12, 2) < '24'
THEN unixepoch(replace(substr(NEW.dateTimeOriginal, 1, 10), ':', '-') || substr(NEW.dateTimeOriginal, 11, 9)) END,
    dateAdded = NEW.dateAdded, titleKey = nullif(labelKey(NEW.title), ''),
    rating = NEW.rating, isPublic = ifnull(NEW.isPublic, 0) <> 0,
    hasPosition = (NEW.latitude IS NOT NULL
    OR EXISTS (SELECT 1 FROM givenPosition WHERE photoID = NEW.id)), hasTags = json_array_length(NEW.tags) > 0
    WHERE photoID = NEW.id;
END;
CREATE TRIGGER photoLeaving BEFORE DELETE ON photo BEGIN
    DELETE FROM photoLabel WHERE photoID = OLD.id;
    DELETE FROM photoPlace WHERE photoID = OLD.id;
    DELETE FROM photoSummary WHERE photoID = OLD.id;
END;
CREATE TRIGGER picturesSummarizedAdded AFTER INSERT ON picture WHEN NEW.fileID IS NOT NULL
BEGIN UPDATE photoSummary SET
    (size, fileType) = (SELECT f.byteCount, f.fileType FROM picture q JOIN file f ON f.id = q.fileID WHERE q.photoID = photoSummary.photoID
ORDER BY q.size DESC LIMIT 1),
    (examinedFileID, faceCount) = (
    SELECT fs.fileID, CASE WHEN fs.parameters IS NULL AND fs.faceCount = 0 THEN NULL ELSE fs.faceCount END FROM picture q JOIN faceSet fs ON fs.fileID = q.fileID WHERE q.photoID = photoSummary.photoID
ORDER BY q.size DESC LIMIT 1),
    isDamaged = EXISTS (SELECT 1 FROM picture q JOIN file f ON f.id = q.fileID
    WHERE q.photoID = photoSummary.photoID AND f.damage IS NOT NULL)
WHERE photoID = NEW.photoID; END;
CREATE TRIGGER picturesSummarizedChanged AFTER UPDATE OF fileID ON picture
WHEN NEW.fileID IS NOT OLD.fileID
BEGIN UPDATE photoSummary SET
    (size, fileType) = (SELECT f.byteCount, f.fileType FROM picture q JOIN file f ON f.id = q.fileID WHERE q.photoID = photoSummary.photoID
ORDER BY q.size DESC LIMIT 1),
    (examinedFileID, faceCount) = (
    SELECT fs.fileID, CASE WHEN fs.parameters IS NULL AND fs.faceCount = 0 THEN NULL ELSE fs.faceCount END FROM picture q JOIN faceSet fs ON fs.fileID = q.fileID WHERE q.photoID = photoSummary.photoID
ORDER BY q.size DESC LIMIT 1),
    isDamaged = EXISTS (SELECT 1 FROM picture q JOIN file f ON f.id = q.fileID
    WHERE q.photoID = photoSummary.photoID AND f.damage IS NOT NULL)
WHERE photoID = NEW.photoID; END;
CREATE TRIGGER picturesSummarizedDeleted AFTER DELETE ON picture WHEN OLD.fileID IS NOT NULL
BEGIN UPDATE photoSummary SET
    (size, fileType) = (SELECT f.byteCount, f.fileType FROM picture q JOIN file f ON f.id = q.fileID WHERE q.photoID = photoSummary.photoID
ORDER BY q.size DESC LIMIT 1),
    (examinedFileID, faceCount) = (
    SELECT fs.fileID, CASE WHEN fs.parameters IS NULL AND fs.faceCount = 0 THEN NULL ELSE fs.faceCount END FROM picture q JOIN faceSet fs ON fs.fileID = q.fileID WHERE q.photoID = photoSummary.photoID
ORDER BY q.size DESC LIMIT 1),
    isDamaged = EXISTS (SELECT 1 FROM picture q JOIN file f ON f.id = q.fileID
    WHERE q.photoID = photoSummary.photoID AND f.damage IS NOT NULL)
WHERE photoID = OLD.photoID; END;
CREATE TRIGGER picturesSummarizedDamage AFTER UPDATE OF damage ON file
WHEN (NEW.damage IS NULL) <> (OLD.damage IS NULL)
BEGIN UPDATE photoSummary SET
    (size, fileType) = (SELECT f.byteCount, f.fileType FROM picture q JOIN file f ON f.id = q.fileID WHERE q.photoID = photoSummary.photoID
ORDER BY q.size DESC LIMIT 1),
    (examinedFileID, faceCount) = (
    SELECT fs.fileID, CASE WHEN fs.parameters IS NULL AND fs.faceCount = 0 THEN NULL ELSE fs.faceCount END FROM picture q JOIN faceSet fs ON fs.fileID = q.fileID WHERE q.photoID = photoSummary.photoID
ORDER BY q.size DESC LIMIT 1),
    isDamaged = EXISTS (SELECT 1 FROM picture q JOIN file f ON f.id = q.fileID
    WHERE q.photoID = photoSummary.photoID AND f.damage IS NOT NULL)
WHERE photoID IN (SELECT photoID FROM picture WHERE fileID = NEW.id); END;
CREATE TRIGGER facesSummarizedAdded AFTER INSERT ON faceSet
BEGIN UPDATE photoSummary SET
    (size, fileType) = (SELECT f.byteCount, f.fileType FROM picture q JOIN file f ON f.id = q.fileID WHERE q.photoID = photoSummary.photoID
ORDER BY q.size DESC LIMIT 1),
    (examinedFileID, faceCount) = (
    SELECT fs.fileID, CASE WHEN fs.parameters IS NULL AND fs.faceCount = 0 THEN NULL ELSE fs.faceCount END FROM picture q JOIN faceSet fs ON fs.fileID = q.fileID WHERE q.photoID = photoSummary.photoID
ORDER BY q.size DESC LIMIT 1),
    isDamaged = EXISTS (SELECT 1 FROM picture q JOIN file f ON f.id = q.fileID
    WHERE q.photoID = photoSummary.photoID AND f.damage IS NOT NULL)
WHERE photoID IN (SELECT photoID FROM picture WHERE fileID = NEW.fileID); END;
CREATE TRIGGER facesSummarizedChanged AFTER UPDATE OF parameters, faceCount ON faceSet
BEGIN UPDATE photoSummary SET
    (size, fileType) = (SELECT f.byteCount, f.fileType FROM picture q JOIN file f ON f.id = q.fileID WHERE q.photoID = photoSummary.photoID
ORDER BY q.size DESC LIMIT 1),
    (examinedFileID, faceCount) = (
    SELECT fs.fileID, CASE WHEN fs.parameters IS NULL AND fs.faceCount = 0 THEN NULL ELSE fs.faceCount END FROM picture q JOIN faceSet fs ON fs.fileID = q.fileID WHERE q.photoID = photoSummary.photoID
ORDER BY q.size DESC LIMIT 1),
    isDamaged = EXISTS (SELECT 1 FROM picture q JOIN file f ON f.id = q.fileID
    WHERE q.photoID = photoSummary.photoID AND f.damage IS NOT NULL)
WHERE photoID IN (SELECT photoID FROM picture WHERE fileID = NEW.fileID); END;
CREATE TRIGGER facesSummarizedDeleted AFTER DELETE ON faceSet
BEGIN UPDATE photoSummary SET
    (size, fileType) = (SELECT f.byteCount, f.fileType FROM picture q JOIN file f ON f.id = q.fileID WHERE q.photoID = photoSummary.photoID
ORDER BY q.size DESC LIMIT 1),
    (examinedFileID, faceCount) = (
    SELECT fs.fileID, CASE WHEN fs.parameters IS NULL AND fs.faceCount = 0 THEN NULL ELSE fs.faceCount END FROM picture q JOIN faceSet fs ON fs.fileID = q.fileID WHERE q.photoID = photoSummary.photoID
ORDER BY q.size DESC LIMIT 1),
    isDamaged = EXISTS (SELECT 1 FROM picture q JOIN file f ON f.id = q.fileID
    WHERE q.photoID = photoSummary.photoID AND f.damage IS NOT NULL)
WHERE photoID IN (SELECT photoID FROM picture WHERE fileID = OLD.fileID); END;
CREATE TRIGGER editSummarized AFTER INSERT ON photoEdit BEGIN
    UPDATE photoSummary SET isEdited = 1 WHERE photoID = NEW.photoID;
END;
CREATE TRIGGER editSummarizedTaken AFTER DELETE ON photoEdit BEGIN
    UPDATE photoSummary SET isEdited = 0 WHERE photoID = OLD.photoID;
END;
CREATE TRIGGER positionSummarized AFTER INSERT ON givenPosition BEGIN
    UPDATE photoSummary SET hasPosition = 1 WHERE photoID = NEW.photoID;
END;
CREATE TRIGGER positionSummarizedTaken AFTER DELETE ON givenPosition BEGIN
    UPDATE photoSummary SET hasPosition = EXISTS (
    SELECT 1 FROM photo WHERE id = OLD.photoID AND latitude IS NOT NULL)
    WHERE photoID = OLD.photoID;
END;
CREATE TRIGGER goneSummarizedAdded AFTER INSERT ON membership WHEN NEW.dateGone IS NOT NULL
BEGIN
    UPDATE photoSummary SET isDelisted = 1 WHERE photoID = NEW.photoID;
END;
CREATE TRIGGER goneSummarized AFTER UPDATE OF dateGone ON membership
WHEN (NEW.dateGone IS NULL) <> (OLD.dateGone IS NULL)
BEGIN
    UPDATE photoSummary SET isDelisted = EXISTS (SELECT 1 FROM membership WHERE photoID = NEW.photoID AND dateGone IS NOT NULL)
    WHERE photoID = NEW.photoID;
END;
CREATE TRIGGER goneSummarizedDeleted AFTER DELETE ON membership
WHEN OLD.dateGone IS NOT NULL
BEGIN
    UPDATE photoSummary SET isDelisted = EXISTS (SELECT 1 FROM membership WHERE photoID = OLD.photoID AND dateGone IS NOT NULL)
    WHERE photoID = OLD.photoID;
END;
CREATE TRIGGER takenDayAdded AFTER INSERT ON photoSummary WHEN NEW.isTrashed = 0 BEGIN
    INSERT INTO takenDay SELECT ifnull(date(NEW.taken, 'unixepoch'), ''), 1 WHERE NEW.isTrashed = 0
    ON CONFLICT (day) DO UPDATE SET photos = photos + 1;
END;
CREATE TRIGGER takenDayDeleted AFTER DELETE ON photoSummary WHEN OLD.isTrashed = 0 BEGIN
    UPDATE takenDay SET photos = photos - 1 WHERE day = ifnull(date(OLD.taken, 'unixepoch'), '');
END;
CREATE TRIGGER takenDayChanged AFTER UPDATE OF taken, isTrashed ON photoSummary
WHEN NEW.taken IS NOT OLD.taken OR NEW.isTrashed <> OLD.isTrashed
BEGIN
    UPDATE takenDay SET photos = photos - 1
    WHERE day = ifnull(date(OLD.taken, 'unixepoch'), '') AND OLD.isTrashed = 0;
    INSERT INTO takenDay SELECT ifnull(date(NEW.taken, 'unixepoch'), ''), 1 WHERE NEW.isTrashed = 0
    ON CONFLICT (day) DO UPDATE SET photos = photos + 1;
END;
CREATE TRIGGER countsTrashed AFTER UPDATE OF isTrashed ON photoSummary
WHEN NEW.isTrashed <> OLD.isTrashed
BEGIN
    UPDATE label SET photos = photos + OLD.isTrashed - NEW.isTrashed
    WHERE id IN (SELECT labelID FROM photoLabel WHERE photoID = NEW.photoID);
    UPDATE placeName SET photos = photos + OLD.isTrashed - NEW.isTrashed
    WHERE id = (SELECT placeNameID FROM photoPlace WHERE photoID = NEW.photoID);
END;
CREATE TRIGGER placeCounted AFTER INSERT ON photoPlace WHEN NEW.placeNameID IS NOT NULL BEGIN
    UPDATE placeName SET photos = photos + 1 WHERE id = NEW.placeNameID
    AND EXISTS (SELECT 1 FROM photoSummary
    WHERE photoID = NEW.photoID AND isTrashed = 0);
END;
CREATE TRIGGER placeCountedChanged AFTER UPDATE OF placeNameID ON photoPlace
WHEN NEW.placeNameID IS NOT OLD.placeNameID
BEGIN
    UPDATE placeName SET photos = photos - 1 WHERE id = OLD.placeNameID
    AND EXISTS (SELECT 1 FROM photoSummary
    WHERE photoID = OLD.photoID AND isTrashed = 0);
    UPDATE placeName SET photos = photos + 1 WHERE id = NEW.placeNameID
    AND EXISTS (SELECT 1 FROM photoSummary
    WHERE photoID = NEW.photoID AND isTrashed = 0);
END;
CREATE TRIGGER placeCountedDeleted AFTER DELETE ON photoPlace
WHEN OLD.placeNameID IS NOT NULL
BEGIN
    UPDATE placeName SET photos = photos - 1 WHERE id = OLD.placeNameID
    AND EXISTS (SELECT 1 FROM photoSummary
    WHERE photoID = OLD.photoID AND isTrashed = 0);
END;
CREATE TRIGGER labelCounted AFTER INSERT ON photoLabel BEGIN
    UPDATE label SET photos = photos + 1 WHERE id = NEW.labelID AND EXISTS (
    SELECT 1 FROM photoSummary WHERE photoID = NEW.photoID AND isTrashed = 0);
END;
CREATE TRIGGER labelCountedDeleted AFTER DELETE ON photoLabel BEGIN
    UPDATE label SET photos = photos - 1 WHERE id = OLD.labelID AND EXISTS (
    SELECT 1 FROM photoSummary WHERE photoID = OLD.photoID AND isTrashed = 0);
END;
CREATE TRIGGER labelsChanged
AFTER UPDATE OF tags, make, model, lens, licenseName, owner, creator ON photo
WHEN NEW.tags IS NOT OLD.tags OR NEW.make IS NOT OLD.make OR NEW.model IS NOT OLD.model OR NEW.lens IS NOT OLD.lens OR NEW.licenseName IS NOT OLD.licenseName OR NEW.owner IS NOT OLD.owner OR NEW.creator IS NOT OLD.creator
BEGIN
    DELETE FROM photoLabel WHERE photoID = NEW.id
    AND (SELECT kind FROM label WHERE id = labelID) NOT IN ('person', 'type');
    INSERT INTO label (kind, key, name, lead, photos)
    SELECT kind, labelKey(name), name, 1, 0 FROM (SELECT 'tag' AS kind, value AS name FROM json_each(NEW.tags)
    UNION ALL SELECT 'camera', trim(CASE WHEN instr(lower(NEW.model), lower(NEW.make)) = 1 THEN NEW.model
    ELSE ifnull(NEW.make, '') || ' ' || ifnull(NEW.model, '') END)
    UNION ALL SELECT 'lens', NEW.lens UNION ALL SELECT 'license', NEW.licenseName
    UNION ALL SELECT 'owner', NEW.owner UNION ALL SELECT 'creator', NEW.creator) WHERE labelKey(name) <> ''
    ON CONFLICT (kind, key) DO UPDATE SET
    name = CASE WHEN lead = 0 THEN excluded.name ELSE name END,
    lead = CASE WHEN lead = 0 OR name = excluded.name THEN lead + 1 ELSE lead - 1 END;
INSERT INTO photoLabel
    SELECT l.id, NEW.id FROM (SELECT 'tag' AS kind, value AS name FROM json_each(NEW.tags)
    UNION ALL SELECT 'camera', trim(CASE WHEN instr(lower(NEW.model), lower(NEW.make)) = 1 THEN NEW.model
    ELSE ifnull(NEW.make, '') || ' ' || ifnull(NEW.model, '') END)
    UNION ALL SELECT 'lens', NEW.lens UNION ALL SELECT 'license', NEW.licenseName
    UNION ALL SELECT 'owner', NEW.owner UNION ALL SELECT 'creator', NEW.creator) n
    CROSS JOIN label l ON l.kind = n.kind AND l.key = labelKey(n.name) WHERE true
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER labelTypeChanged AFTER UPDATE OF fileType ON photoSummary
WHEN NEW.fileType IS NOT OLD.fileType
BEGIN
    DELETE FROM photoLabel WHERE photoID = NEW.photoID
    AND (SELECT kind FROM label WHERE id = labelID) = 'type';
    INSERT INTO label (kind, key, name, lead, photos)
    SELECT kind, labelKey(name), name, 1, 0 FROM (SELECT 'type' AS kind, NEW.fileType AS name) WHERE labelKey(name) <> ''
    ON CONFLICT (kind, key) DO UPDATE SET
    name = CASE WHEN lead = 0 THEN excluded.name ELSE name END,
    lead = CASE WHEN lead = 0 OR name = excluded.name THEN lead + 1 ELSE lead - 1 END;
INSERT INTO photoLabel
    SELECT l.id, NEW.photoID FROM (SELECT 'type' AS kind, NEW.fileType AS name) n
    CROSS JOIN label l ON l.kind = n.kind AND l.key = labelKey(n.name) WHERE true
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER labelPeopleChanged AFTER UPDATE OF examinedFileID ON photoSummary
WHEN NEW.examinedFileID IS NOT OLD.examinedFileID
BEGIN
    DELETE FROM photoLabel WHERE photoID = NEW.photoID
    AND (SELECT kind FROM label WHERE id = labelID) = 'person';
    INSERT INTO label (kind, key, name, lead, photos)
    SELECT kind, labelKey(name), name, 1, 0 FROM (SELECT 'person' AS kind, name FROM face
    WHERE fileID = NEW.examinedFileID AND name IS NOT NULL) WHERE labelKey(name) <> ''
    ON CONFLICT (kind, key) DO UPDATE SET
    name = CASE WHEN lead = 0 THEN excluded.name ELSE name END,
    lead = CASE WHEN lead = 0 OR name = excluded.name THEN lead + 1 ELSE lead - 1 END;
INSERT INTO photoLabel
    SELECT l.id, NEW.photoID FROM (SELECT 'person' AS kind, name FROM face
    WHERE fileID = NEW.examinedFileID AND name IS NOT NULL) n
    CROSS JOIN label l ON l.kind = n.kind AND l.key = labelKey(n.name) WHERE true
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER labelPersonAdded AFTER INSERT ON face WHEN NEW.name IS NOT NULL BEGIN
    INSERT INTO label (kind, key, name, lead, photos)
    SELECT 'person', labelKey(NEW.name), NEW.name, 1, 0 WHERE labelKey(NEW.name) <> ''
    ON CONFLICT (kind, key) DO UPDATE SET
    name = CASE WHEN lead = 0 THEN excluded.name ELSE name END,
    lead = CASE WHEN lead = 0 OR name = excluded.name THEN lead + 1
    ELSE lead - 1 END;
    INSERT INTO photoLabel
    SELECT l.id, s.photoID FROM label l CROSS JOIN photoSummary s
    WHERE l.kind = 'person' AND l.key = labelKey(NEW.name)
    AND s.examinedFileID = NEW.fileID
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER labelPersonDeleted AFTER DELETE ON face WHEN OLD.name IS NOT NULL BEGIN
    DELETE FROM photoLabel WHERE labelID = (
    SELECT id FROM label WHERE kind = 'person' AND key = labelKey(OLD.name))
    AND photoID IN (
    SELECT photoID FROM photoSummary WHERE examinedFileID = OLD.fileID)
    AND NOT EXISTS (SELECT 1 FROM face WHERE fileID = OLD.fileID
    AND labelKey(name) = labelKey(OLD.name));
END;
CREATE VIRTUAL TABLE photoWords USING fts5 (title, caption, tags, creator, fileName,
    content = 'photo', content_rowid = 'id', tokenize = 'gallery');
CREATE VIRTUAL TABLE placeWords USING fts5 (country, region, city,
    content = 'placeName', content_rowid = 'id', tokenize = 'gallery');
CREATE TRIGGER wordsChanged AFTER UPDATE OF title, caption, tags, creator, fileName ON photo
WHEN NEW.title IS NOT OLD.title OR NEW.caption IS NOT OLD.caption OR NEW.tags IS NOT OLD.tags OR NEW.creator IS NOT OLD.creator OR NEW.fileName IS NOT OLD.fileName
BEGIN
    INSERT INTO photoWords (photoWords, rowid, title, caption, tags, creator, fileName)
    VALUES ('delete', OLD.id, OLD.title, OLD.caption, OLD.tags, OLD.creator, OLD.fileName);
    INSERT INTO photoWords (rowid, title, caption, tags, creator, fileName)
    VALUES (NEW.id, NEW.title, NEW.caption, NEW.tags, NEW.creator, NEW.fileName);
END;
CREATE TRIGGER wordsDeleted AFTER DELETE ON photo BEGIN
    INSERT INTO photoWords (photoWords, rowid, title, caption, tags, creator, fileName)
    VALUES ('delete', OLD.id, OLD.title, OLD.caption, OLD.tags, OLD.creator, OLD.fileName);
END;
CREATE TRIGGER placeWordsAdded AFTER INSERT ON placeName BEGIN
    INSERT INTO placeWords (rowid, country, region, city)
    VALUES (NEW.id, NEW.country, NEW.region, NEW.city);
END;
CREATE TRIGGER placeWordsDeleted AFTER DELETE ON placeName BEGIN
    INSERT INTO placeWords (placeWords, rowid, country, region, city)
    VALUES ('delete', OLD.id, OLD.country, OLD.region, OLD.city);
END;
CREATE TABLE journalSection (
    journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    sectionID INTEGER NOT NULL,
    before TEXT CHECK (before IS NULL OR json_valid(before)),
    after TEXT CHECK (after IS NULL OR json_valid(after)),
    PRIMARY KEY (journalID, sectionID)
) STRICT, WITHOUT ROWID;
CREATE TABLE journalMember (
    journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    sectionID INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    photoID INTEGER,
    dateAdded INTEGER, dateGone INTEGER, queryRevision INTEGER,
    PRIMARY KEY (journalID, sectionID, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE account (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (name <> ''),
    nameKey TEXT NOT NULL UNIQUE,
    passwordHash TEXT NOT NULL,
    dateCreated INTEGER NOT NULL,
    datePassword INTEGER NOT NULL
, role TEXT NOT NULL DEFAULT 'viewer'
    CHECK (role IN ('viewer', 'member', 'owner')), email TEXT, emailKey TEXT, firstName TEXT, lastName TEXT, bio TEXT, level TEXT, photoID INTEGER REFERENCES photo (id) ON DELETE SET NULL, dateUpdated INTEGER) STRICT;
CREATE TABLE accessToken (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (name <> ''),
    nameKey TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
    dateCreated INTEGER NOT NULL,
    dateExpires INTEGER,
    dateUsed INTEGER,
    dateRevoked INTEGER
, role TEXT NOT NULL DEFAULT 'viewer'
    CHECK (role IN ('viewer', 'member', 'owner')), accountID INTEGER
    REFERENCES account (id) ON DELETE CASCADE, isSignIn INTEGER NOT NULL DEFAULT 0
    CHECK (isSignIn IN (0, 1))) STRICT;
CREATE UNIQUE INDEX accessTokenName ON accessToken (nameKey) WHERE dateRevoked IS NULL;
CREATE TABLE webSession (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
    accountID INTEGER REFERENCES account (id) ON DELETE CASCADE,
    dateCreated INTEGER NOT NULL,
    dateExpires INTEGER NOT NULL
) STRICT;
CREATE INDEX webSessionAccount ON webSession (accountID);
CREATE INDEX webSessionExpires ON webSession (dateExpires);
CREATE TABLE dateMonth (
    month TEXT PRIMARY KEY,
    photos INTEGER NOT NULL,
    changes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX summaryDate ON photoSummary (date, photoID, aspect, colour, isTrashed)
    WHERE isTrashed = 0;
CREATE TRIGGER photoSummarized AFTER INSERT ON photo BEGIN
    INSERT INTO photoSummary (photoID, isTrashed, taken, dateAdded, titleKey, rating, isPublic,
    isEdited, isDamaged, isDelisted, hasPosition, hasTags, date, aspect)
    SELECT NEW.id, NEW.dateTrashed IS NOT NULL, taken, NEW.dateAdded,
    nullif(labelKey(NEW.title), ''), NEW.rating, ifnull(NEW.isPublic, 0) <> 0, 0, 0, 0,
    NEW.latitude IS NOT NULL, json_array_length(NEW.tags) > 0,
    ifnull(taken, NEW.dateAdded),
    shownAspect(NEW.width, NEW.height, NEW.orientation, NULL)
    FROM (SELECT CASE WHEN NEW.dateTimeOriginal GLOB
    '[12][0-9][0-9][0-9]:[01][0-9]:[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-6][0-9]*'
    AND date(replace(substr(NEW.dateTimeOriginal, 1, 10), ':', '-'), '+0 days') = replace(substr(NEW.dateTimeOriginal, 1, 10), ':', '-') AND substr(NEW.dateTimeOriginal, 12, 2) < '24'
THEN unixepoch(replace(substr(NEW.dateTimeOriginal, 1, 10), ':', '-') || substr(NEW.dateTimeOriginal, 11, 9)) END AS taken);
    INSERT INTO label (kind, key, name, lead, photos)
    SELECT kind, labelKey(name), name, 1, 0 FROM (SELECT 'tag' AS kind, value AS name FROM json_each(NEW.tags)
    UNION ALL SELECT 'camera', trim(CASE WHEN instr(lower(NEW.model), lower(NEW.make)) = 1 THEN NEW.model
    ELSE ifnull(NEW.make, '') || ' ' || ifnull(NEW.model, '') END)
    UNION ALL SELECT 'lens', NEW.lens UNION ALL SELECT 'license', NEW.licenseName
    UNION ALL SELECT 'owner', NEW.owner UNION ALL SELECT 'creator', NEW.creator) WHERE labelKey(name) <> ''
    ON CONFLICT (kind, key) DO UPDATE SET
    name = CASE WHEN lead = 0 THEN excluded.name ELSE name END,
    lead = CASE WHEN lead = 0 OR name = excluded.name THEN lead + 1 ELSE lead - 1 END;
INSERT INTO photoLabel
    SELECT l.id, NEW.id FROM (SELECT 'tag' AS kind, value AS name FROM json_each(NEW.tags)
    UNION ALL SELECT 'camera', trim(CASE WHEN instr(lower(NEW.model), lower(NEW.make)) = 1 THEN NEW.model
    ELSE ifnull(NEW.make, '') || ' ' || ifnull(NEW.model, '') END)
    UNION ALL SELECT 'lens', NEW.lens UNION ALL SELECT 'license', NEW.licenseName
    UNION ALL SELECT 'owner', NEW.owner UNION ALL SELECT 'creator', NEW.creator) n
    CROSS JOIN label l ON l.kind = n.kind AND l.key = labelKey(n.name) WHERE true
    ON CONFLICT DO NOTHING;
    INSERT INTO photoWords (rowid, title, caption, tags, creator, fileName)
    VALUES (NEW.id, NEW.title, NEW.caption, NEW.tags, NEW.creator, NEW.fileName);
END;
CREATE TRIGGER dateSummarized AFTER UPDATE OF taken, dateAdded ON photoSummary
WHEN NEW.date <> ifnull(NEW.taken, NEW.dateAdded)
BEGIN
    UPDATE photoSummary SET date = ifnull(NEW.taken, NEW.dateAdded)
    WHERE photoID = NEW.photoID;
END;
CREATE TRIGGER shapeOfPhoto AFTER UPDATE OF width, height, orientation ON photo
WHEN NEW.width IS NOT OLD.width OR NEW.height IS NOT OLD.height OR NEW.orientation IS NOT OLD.orientation
BEGIN UPDATE photoSummary SET (aspect, colour) = (SELECT shownAspect(coalesce(fs.width, f.width, p.width), coalesce(fs.height, f.height, p.height),
    CASE WHEN fs.width IS NOT NULL OR (f.width IS NOT NULL AND q.size < 4) THEN 1
    ELSE p.orientation END, e.recipe),
    (SELECT t.colour FROM thumbnail t WHERE t.sha256 = f.sha256
    AND t.edit IS e.recipe AND t.colour IS NOT NULL LIMIT 1)
    FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
    LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
    SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
    LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
    WHERE p.id = photoSummary.photoID)
WHERE photoID = NEW.id; END;
CREATE TRIGGER shapeOfFile AFTER UPDATE OF width, height ON file
WHEN NEW.width IS NOT OLD.width OR NEW.height IS NOT OLD.height
BEGIN UPDATE photoSummary SET (aspect, colour) = (SELECT shownAspect(coalesce(fs.width, f.width, p.width), coalesce(fs.height, f.height, p.height),
    CASE WHEN fs.width IS NOT NULL OR (f.width IS NOT NULL AND q.size < 4) THEN 1
    ELSE p.orientation END, e.recipe),
    (SELECT t.colour FROM thumbnail t WHERE t.sha256 = f.sha256
    AND t.edit IS e.recipe AND t.colour IS NOT NULL LIMIT 1)
    FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
    LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
    SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
    LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
    WHERE p.id = photoSummary.photoID)
WHERE photoID IN (SELECT photoID FROM picture WHERE fileID = NEW.id); END;
CREATE TRIGGER shapeOfPicture AFTER INSERT ON picture WHEN NEW.fileID IS NOT NULL
BEGIN UPDATE photoSummary SET (aspect, colour) = (SELECT shownAspect(coalesce(fs.width, f.width, p.width), coalesce(fs.height, f.height, p.height),
    CASE WHEN fs.width IS NOT NULL OR (f.width IS NOT NULL AND q.size < 4) THEN 1
    ELSE p.orientation END, e.recipe),
    (SELECT t.colour FROM thumbnail t WHERE t.sha256 = f.sha256
    AND t.edit IS e.recipe AND t.colour IS NOT NULL LIMIT 1)
    FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
    LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
    SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
    LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
    WHERE p.id = photoSummary.photoID)
WHERE photoID = NEW.photoID; END;
CREATE TRIGGER shapeOfPictureChanged AFTER UPDATE OF fileID ON picture
WHEN NEW.fileID IS NOT OLD.fileID
BEGIN UPDATE photoSummary SET (aspect, colour) = (SELECT shownAspect(coalesce(fs.width, f.width, p.width), coalesce(fs.height, f.height, p.height),
    CASE WHEN fs.width IS NOT NULL OR (f.width IS NOT NULL AND q.size < 4) THEN 1
    ELSE p.orientation END, e.recipe),
    (SELECT t.colour FROM thumbnail t WHERE t.sha256 = f.sha256
    AND t.edit IS e.recipe AND t.colour IS NOT NULL LIMIT 1)
    FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
    LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
    SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
    LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
    WHERE p.id = photoSummary.photoID)
WHERE photoID = NEW.photoID; END;
CREATE TRIGGER shapeOfPictureDeleted AFTER DELETE ON picture WHEN OLD.fileID IS NOT NULL
BEGIN UPDATE photoSummary SET (aspect, colour) = (SELECT shownAspect(coalesce(fs.width, f.width, p.width), coalesce(fs.height, f.height, p.height),
    CASE WHEN fs.width IS NOT NULL OR (f.width IS NOT NULL AND q.size < 4) THEN 1
    ELSE p.orientation END, e.recipe),
    (SELECT t.colour FROM thumbnail t WHERE t.sha256 = f.sha256
    AND t.edit IS e.recipe AND t.colour IS NOT NULL LIMIT 1)
    FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
    LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
    SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
    LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
    WHERE p.id = photoSummary.photoID)
WHERE photoID = OLD.photoID; END;
CREATE TRIGGER shapeOfExaminedChanged AFTER UPDATE OF width, height ON faceSet
WHEN NEW.width IS NOT OLD.width OR NEW.height IS NOT OLD.height
BEGIN UPDATE photoSummary SET (aspect, colour) = (SELECT shownAspect(coalesce(fs.width, f.width, p.width), coalesce(fs.height, f.height, p.height),
    CASE WHEN fs.width IS NOT NULL OR (f.width IS NOT NULL AND q.size < 4) THEN 1
    ELSE p.orientation END, e.recipe),
    (SELECT t.colour FROM thumbnail t WHERE t.sha256 = f.sha256
    AND t.edit IS e.recipe AND t.colour IS NOT NULL LIMIT 1)
    FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
    LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
    SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
    LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
    WHERE p.id = photoSummary.photoID)
WHERE photoID IN (SELECT photoID FROM picture WHERE fileID = NEW.fileID); END;
CREATE TRIGGER shapeOfExaminedDeleted AFTER DELETE ON faceSet
BEGIN UPDATE photoSummary SET (aspect, colour) = (SELECT shownAspect(coalesce(fs.width, f.width, p.width), coalesce(fs.height, f.height, p.height),
    CASE WHEN fs.width IS NOT NULL OR (f.width IS NOT NULL AND q.size < 4) THEN 1
    ELSE p.orientation END, e.recipe),
    (SELECT t.colour FROM thumbnail t WHERE t.sha256 = f.sha256
    AND t.edit IS e.recipe AND t.colour IS NOT NULL LIMIT 1)
    FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
    LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
    SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
    LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
    WHERE p.id = photoSummary.photoID)
WHERE photoID IN (SELECT photoID FROM picture WHERE fileID = OLD.fileID); END;
CREATE TRIGGER shapeOfEdit AFTER INSERT ON photoEdit
BEGIN UPDATE photoSummary SET (aspect, colour) = (SELECT shownAspect(coalesce(fs.width, f.width, p.width), coalesce(fs.height, f.height, p.height),
    CASE WHEN fs.width IS NOT NULL OR (f.width IS NOT NULL AND q.size < 4) THEN 1
    ELSE p.orientation END, e.recipe),
    (SELECT t.colour FROM thumbnail t WHERE t.sha256 = f.sha256
    AND t.edit IS e.recipe AND t.colour IS NOT NULL LIMIT 1)
    FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
    LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
    SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
    LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
    WHERE p.id = photoSummary.photoID)
WHERE photoID = NEW.photoID; END;
CREATE TRIGGER shapeOfEditChanged AFTER UPDATE OF recipe ON photoEdit
WHEN NEW.recipe <> OLD.recipe
BEGIN UPDATE photoSummary SET (aspect, colour) = (SELECT shownAspect(coalesce(fs.width, f.width, p.width), coalesce(fs.height, f.height, p.height),
    CASE WHEN fs.width IS NOT NULL OR (f.width IS NOT NULL AND q.size < 4) THEN 1
    ELSE p.orientation END, e.recipe),
    (SELECT t.colour FROM thumbnail t WHERE t.sha256 = f.sha256
    AND t.edit IS e.recipe AND t.colour IS NOT NULL LIMIT 1)
    FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
    LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
    SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
    LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
    WHERE p.id = photoSummary.photoID)
WHERE photoID = NEW.photoID; END;
CREATE TRIGGER shapeOfEditDeleted AFTER DELETE ON photoEdit
BEGIN UPDATE photoSummary SET (aspect, colour) = (SELECT shownAspect(coalesce(fs.width, f.width, p.width), coalesce(fs.height, f.height, p.height),
    CASE WHEN fs.width IS NOT NULL OR (f.width IS NOT NULL AND q.size < 4) THEN 1
    ELSE p.orientation END, e.recipe),
    (SELECT t.colour FROM thumbnail t WHERE t.sha256 = f.sha256
    AND t.edit IS e.recipe AND t.colour IS NOT NULL LIMIT 1)
    FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
    LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
    SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
    LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
    WHERE p.id = photoSummary.photoID)
WHERE photoID = OLD.photoID; END;
CREATE TRIGGER colourAdded AFTER INSERT ON thumbnail WHEN NEW.colour IS NOT NULL
BEGIN UPDATE photoSummary SET colour = NEW.colour
WHERE colour IS NULL AND photoID IN (SELECT n.photoID FROM file m
    JOIN picture n ON n.fileID = m.id WHERE m.sha256 = NEW.sha256)
    AND EXISTS (SELECT 1 FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
    LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
    SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
    LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
    WHERE p.id = photoSummary.photoID
    AND f.sha256 = NEW.sha256 AND e.recipe IS NEW.edit); END;
CREATE TRIGGER colourChanged AFTER UPDATE OF colour ON thumbnail
WHEN NEW.colour IS NOT NULL
BEGIN UPDATE photoSummary SET colour = NEW.colour
WHERE colour IS NULL AND photoID IN (SELECT n.photoID FROM file m
    JOIN picture n ON n.fileID = m.id WHERE m.sha256 = NEW.sha256)
    AND EXISTS (SELECT 1 FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
    LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
    SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
    LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
    WHERE p.id = photoSummary.photoID
    AND f.sha256 = NEW.sha256 AND e.recipe IS NEW.edit); END;
CREATE TRIGGER dateMonthAdded AFTER INSERT ON photoSummary WHEN NEW.isTrashed = 0 BEGIN
    INSERT INTO dateMonth SELECT strftime('%Y-%m', NEW.date, 'unixepoch'), 1, 1 WHERE NEW.isTrashed = 0
    ON CONFLICT (month) DO UPDATE SET photos = photos + 1, changes = changes + 1;
END;
CREATE TRIGGER dateMonthDeleted AFTER DELETE ON photoSummary WHEN OLD.isTrashed = 0 BEGIN
    UPDATE dateMonth SET photos = photos - 1, changes = changes + 1
    WHERE month = strftime('%Y-%m', OLD.date, 'unixepoch');
END;
CREATE TRIGGER dateMonthChanged AFTER UPDATE OF date, isTrashed ON photoSummary
WHEN NEW.date <> OLD.date OR NEW.isTrashed <> OLD.isTrashed
BEGIN
    UPDATE dateMonth SET photos = photos - 1, changes = changes + 1
    WHERE month = strftime('%Y-%m', OLD.date, 'unixepoch') AND OLD.isTrashed = 0;
    INSERT INTO dateMonth SELECT strftime('%Y-%m', NEW.date, 'unixepoch'), 1, 1 WHERE NEW.isTrashed = 0
    ON CONFLICT (month) DO UPDATE SET photos = photos + 1, changes = changes + 1;
END;
CREATE TRIGGER dateMonthShape AFTER UPDATE OF aspect ON photoSummary
WHEN NEW.aspect <> OLD.aspect AND NEW.isTrashed = 0
BEGIN
    UPDATE dateMonth SET changes = changes + 1 WHERE month = strftime('%Y-%m', NEW.date, 'unixepoch');
END;
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
CREATE TABLE mapState (changes INTEGER NOT NULL) STRICT;
CREATE TRIGGER mapPhotoAdded AFTER INSERT ON photo WHEN NEW.latitude IS NOT NULL
BEGIN UPDATE mapState SET changes = changes + 1; END;
CREATE TRIGGER mapPhotoMoved AFTER UPDATE OF latitude, longitude ON photo
WHEN NEW.latitude IS NOT OLD.latitude OR NEW.longitude IS NOT OLD.longitude
BEGIN UPDATE mapState SET changes = changes + 1; END;
CREATE TRIGGER mapPhotoChanged AFTER UPDATE OF isTrashed, date ON photoSummary
WHEN NEW.isTrashed IS NOT OLD.isTrashed OR NEW.date IS NOT OLD.date
BEGIN UPDATE mapState SET changes = changes + 1; END;
CREATE TRIGGER mapPhotoDeleted AFTER DELETE ON photo BEGIN UPDATE mapState SET changes = changes + 1; END;
CREATE TRIGGER givenPositionOnMap AFTER INSERT ON givenPosition BEGIN UPDATE mapState SET changes = changes + 1; END;
CREATE TRIGGER givenPositionOnMapMoved AFTER UPDATE OF latitude, longitude, source ON givenPosition BEGIN UPDATE mapState SET changes = changes + 1; END;
CREATE TRIGGER givenPositionOnMapTaken AFTER DELETE ON givenPosition BEGIN UPDATE mapState SET changes = changes + 1; END;
CREATE TRIGGER homePositionOnMap AFTER INSERT ON homePosition BEGIN UPDATE mapState SET changes = changes + 1; END;
CREATE TRIGGER homePositionOnMapMoved AFTER UPDATE OF latitude, longitude ON homePosition BEGIN UPDATE mapState SET changes = changes + 1; END;
CREATE TRIGGER homePositionOnMapTaken AFTER DELETE ON homePosition BEGIN UPDATE mapState SET changes = changes + 1; END;
CREATE INDEX summaryWithFaces ON photoSummary (photoID)
    WHERE isTrashed = 0 AND faceCount > 0;
CREATE TABLE shareLink (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
    sectionID INTEGER,
    passwordHash TEXT,
    givesOriginals INTEGER NOT NULL CHECK (givesOriginals IN (0, 1)),
    givesMetadata INTEGER NOT NULL CHECK (givesMetadata IN (0, 1)),
    dateCreated INTEGER NOT NULL,
    dateExpires INTEGER,
    dateRevoked INTEGER,
    openings INTEGER NOT NULL DEFAULT 0,
    dateOpened INTEGER
) STRICT;
CREATE INDEX shareLinkExpires ON shareLink (dateExpires) WHERE dateExpires IS NOT NULL;
CREATE TABLE shareLinkPhoto (
    linkID INTEGER NOT NULL REFERENCES shareLink ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
    PRIMARY KEY (linkID, ordinal),
    UNIQUE (linkID, photoID)
) STRICT, WITHOUT ROWID;
CREATE INDEX shareLinkPhotoPhoto ON shareLinkPhoto (photoID);
CREATE TABLE sharedFile (
    linkID INTEGER NOT NULL REFERENCES shareLink ON DELETE CASCADE,
    photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
    key TEXT NOT NULL,
    fileName TEXT,
    fileExtension TEXT NOT NULL,
    byteCount INTEGER NOT NULL CHECK (byteCount >= 0),
    checksum INTEGER NOT NULL,
    PRIMARY KEY (linkID, photoID)
) STRICT, WITHOUT ROWID;
CREATE INDEX sharedFilePhoto ON sharedFile (photoID);
CREATE TABLE track (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    name TEXT NOT NULL,
    fileName TEXT NOT NULL,
    dateFrom INTEGER NOT NULL,
    dateTo INTEGER NOT NULL CHECK (dateTo >= dateFrom),
    west REAL NOT NULL CHECK (west BETWEEN -180 AND 180),
    south REAL NOT NULL CHECK (south BETWEEN -90 AND 90),
    east REAL NOT NULL CHECK (east BETWEEN -180 AND 180),
    north REAL NOT NULL CHECK (north BETWEEN south AND 90),
    points INTEGER NOT NULL CHECK (points > 0),
    dateAdded INTEGER NOT NULL,
    dateRemoved INTEGER,
    line BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX trackFile ON track (sha256) WHERE dateRemoved IS NULL;
CREATE VIRTUAL TABLE trackBox USING rtree (
    trackID, minLongitude, maxLongitude, minLatitude, maxLatitude);
CREATE TRIGGER trackAdded AFTER INSERT ON track WHEN NEW.dateRemoved IS NULL BEGIN INSERT INTO trackBox VALUES (NEW.id, NEW.west,
    NEW.east + CASE WHEN NEW.west > NEW.east THEN 360 ELSE 0 END, NEW.south, NEW.north); END;
CREATE TRIGGER trackRemoved AFTER UPDATE OF dateRemoved ON track
WHEN NEW.dateRemoved IS NOT NULL
BEGIN DELETE FROM trackBox WHERE trackID = NEW.id; END;
CREATE TRIGGER trackRestored AFTER UPDATE OF dateRemoved ON track
WHEN NEW.dateRemoved IS NULL AND OLD.dateRemoved IS NOT NULL
BEGIN INSERT INTO trackBox VALUES (NEW.id, NEW.west,
    NEW.east + CASE WHEN NEW.west > NEW.east THEN 360 ELSE 0 END, NEW.south, NEW.north); END;
CREATE TRIGGER trackDeleted AFTER DELETE ON track
BEGIN DELETE FROM trackBox WHERE trackID = OLD.id; END;
CREATE TABLE journalTrack (
    journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    trackID INTEGER NOT NULL,
    isAdded INTEGER NOT NULL CHECK (isAdded IN (0, 1)),
    PRIMARY KEY (journalID, trackID)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX accountEmail ON account (emailKey) WHERE emailKey IS NOT NULL;
CREATE INDEX accountPhoto ON account (photoID) WHERE photoID IS NOT NULL;
CREATE INDEX accessTokenAccount ON accessToken (accountID) WHERE accountID IS NOT NULL;
CREATE TABLE post (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sectionID INTEGER NOT NULL,
    photoID INTEGER NOT NULL REFERENCES photo (id) ON DELETE CASCADE,
    accountID INTEGER REFERENCES account (id) ON DELETE SET NULL,
    title TEXT NOT NULL CHECK (title <> ''),
    description TEXT NOT NULL,
    dateCreated INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('shown', 'hidden', 'deleted'))
) STRICT;
CREATE INDEX postFeed ON post (sectionID, id);
CREATE INDEX postPhoto ON post (photoID);
CREATE INDEX postAccount ON post (accountID) WHERE accountID IS NOT NULL;
CREATE TABLE journalPost (
    journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    postID INTEGER NOT NULL,
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    PRIMARY KEY (journalID, postID)
) STRICT, WITHOUT ROWID;
CREATE INDEX accessTokenSignIn ON accessToken (accountID, id) WHERE isSignIn = 1;
CREATE TABLE publication (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    photoID INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
    server TEXT NOT NULL,
    account TEXT NOT NULL,
    campaign TEXT NOT NULL,
    contentKey TEXT NOT NULL CHECK (length(contentKey) = 64),
    name TEXT NOT NULL,
    remoteID TEXT,
    dateStarted INTEGER NOT NULL,
    dateSent INTEGER, serverKey TEXT NOT NULL DEFAULT '', idsBefore TEXT,
    CHECK (remoteID IS NULL OR dateSent IS NOT NULL)
) STRICT;
CREATE INDEX publicationPhoto ON publication (photoID);
CREATE TRIGGER shapeOfExamined AFTER INSERT ON faceSet
WHEN EXISTS (SELECT 1 FROM picture q JOIN photoSummary s ON s.photoID = q.photoID
    WHERE q.fileID = NEW.fileID AND (s.isEdited
    OR s.aspect <> shownAspect(NEW.width, NEW.height, NULL, NULL)))
BEGIN UPDATE photoSummary SET (aspect, colour) = (SELECT shownAspect(coalesce(fs.width, f.width, p.width), coalesce(fs.height, f.height, p.height),
    CASE WHEN fs.width IS NOT NULL OR (f.width IS NOT NULL AND q.size < 4) THEN 1
    ELSE p.orientation END, e.recipe),
    (SELECT t.colour FROM thumbnail t WHERE t.sha256 = f.sha256
    AND t.edit IS e.recipe AND t.colour IS NOT NULL LIMIT 1)
    FROM photo p LEFT JOIN photoEdit e ON e.photoID = p.id
    LEFT JOIN picture q ON q.photoID = p.id AND q.size = (
    SELECT max(size) FROM picture WHERE photoID = p.id AND fileID IS NOT NULL)
    LEFT JOIN file f ON f.id = q.fileID LEFT JOIN faceSet fs ON fs.fileID = f.id
    WHERE p.id = photoSummary.photoID)
WHERE photoID IN (SELECT photoID FROM picture WHERE fileID = NEW.fileID); END;
CREATE TABLE journalListing (
    journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    photoID INTEGER NOT NULL,
    sectionID INTEGER NOT NULL,
    wasThere INTEGER NOT NULL CHECK (wasThere IN (0, 1)),
    wasListed INTEGER NOT NULL CHECK (wasListed IN (0, 1)),
    dateGone INTEGER, queryRevision INTEGER,
    isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1)),
    PRIMARY KEY (journalID, photoID, sectionID)
) STRICT, WITHOUT ROWID;
CREATE INDEX journalListingChanged ON journalListing (sectionID, photoID, journalID)
    WHERE wasListed = 1 AND isUndone = 0;
CREATE TABLE journalPhoto (
    journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    photoID INTEGER NOT NULL,
    isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1)),
    title TEXT, caption TEXT, creator TEXT, copyright TEXT, owner TEXT,
    licenseName TEXT, licenseURL TEXT, sourceURL TEXT, tags TEXT,
    dateTimeOriginal TEXT, offsetTimeOriginal TEXT, dateUploaded INTEGER,
    width INTEGER, height INTEGER, orientation INTEGER,
    make TEXT, model TEXT, lens TEXT,
    exposureTime REAL, fNumber REAL, iso INTEGER, focalLength REAL, rating INTEGER,
    latitude REAL, longitude REAL, altitude REAL,
    isPublic INTEGER, isFriend INTEGER, isFamily INTEGER,
    farm INTEGER, server TEXT, secret TEXT, media TEXT,
    thumbnailURL TEXT, largePictureURL TEXT, fileName TEXT,
    positionText TEXT, positionWarning TEXT,
    dateUpdated INTEGER,
    json TEXT,
    PRIMARY KEY (journalID, photoID)
) STRICT, WITHOUT ROWID;
CREATE INDEX journalPhotoChanged ON journalPhoto (photoID, journalID) WHERE isUndone = 0;
CREATE TABLE journalPicture (
    journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    photoID INTEGER NOT NULL,
    size INTEGER NOT NULL,
    isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1)),
    state TEXT, fileID INTEGER, message TEXT, secret TEXT, date INTEGER,
    PRIMARY KEY (journalID, photoID, size)
) STRICT, WITHOUT ROWID;
CREATE INDEX journalPictureChanged ON journalPicture (photoID, size, journalID)
    WHERE isUndone = 0;
CREATE TABLE journalRefresh (
    journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
    sectionID INTEGER NOT NULL,
    isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1)),
    query TEXT, queryRevision INTEGER NOT NULL, dateRefreshed INTEGER, found INTEGER,
    PRIMARY KEY (journalID, sectionID)
) STRICT, WITHOUT ROWID;
CREATE INDEX journalRefreshChanged ON journalRefresh (sectionID, journalID)
    WHERE isUndone = 0;
CREATE TABLE takenBack (
    photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
    journalID INTEGER NOT NULL,
    isRemoved INTEGER NOT NULL DEFAULT 0 CHECK (isRemoved IN (0, 1))
) STRICT;
CREATE INDEX publicationServer ON publication (serverKey, account, campaign);
CREATE UNIQUE INDEX publicationUnderWay
    ON publication (photoID, serverKey, account, campaign, contentKey)
    WHERE dateSent IS NULL;
INSERT INTO identity (id) VALUES (lower(hex(randomblob(16))));
INSERT INTO section (kind, name, nameKey, dateCreated)
    VALUES ('camera', 'camera', 'camera', unixepoch());
INSERT INTO thumbnailTotal VALUES (1, 0, 0);
INSERT INTO mapState VALUES (0);
