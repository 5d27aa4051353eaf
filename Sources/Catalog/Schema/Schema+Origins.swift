/// What taking back what origins said needs of the journal: searches, refreshes, pulls, imports and uploads.
extension Schema {
    static let origins = """
        -- How a section listed each photo before a change that listed it, or marked it as no longer listed.
        CREATE TABLE journalListing (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            photoID INTEGER NOT NULL, -- the photo may be gone by now
            sectionID INTEGER NOT NULL, -- the section may be gone by now
            wasThere INTEGER NOT NULL CHECK (wasThere IN (0, 1)), -- whether there was the photo at all
            wasListed INTEGER NOT NULL CHECK (wasListed IN (0, 1)), -- whether the section listed it
            dateGone INTEGER, queryRevision INTEGER, -- of the membership that was there
            isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1)),
            PRIMARY KEY (journalID, photoID, sectionID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX journalListingChanged ON journalListing (sectionID, photoID, journalID)
            WHERE wasListed = 1 AND isUndone = 0;
        -- The marks of changes before this version; what they added cannot be taken back.
        INSERT INTO journalListing (journalID, photoID, sectionID, wasThere, wasListed, queryRevision)
            SELECT j.id, m.photoID, m.sectionID, 1, 1, m.queryRevision
            FROM journal j CROSS JOIN json_each(j.change, '$.gone') e
            JOIN section s ON s.kind || ':' || s.name = j.section
            JOIN membership m ON m.sectionID = s.id AND m.photoID = e.value
            WHERE j.gone > 0 AND j.undoneBy IS NULL AND m.dateGone IS NOT NULL
            GROUP BY j.id, m.photoID, m.sectionID;

        -- What an origin had said of a photo before a change.
        CREATE TABLE journalPhoto (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            photoID INTEGER NOT NULL, -- the photo may be gone by now
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
            json TEXT, -- that of photoRaw
            PRIMARY KEY (journalID, photoID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX journalPhotoChanged ON journalPhoto (photoID, journalID) WHERE isUndone = 0;

        -- The picture of a photo and size before a change; no state is no picture.
        CREATE TABLE journalPicture (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            photoID INTEGER NOT NULL, -- the photo may be gone by now
            size INTEGER NOT NULL,
            isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1)),
            state TEXT, fileID INTEGER, message TEXT, secret TEXT, date INTEGER,
            PRIMARY KEY (journalID, photoID, size)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX journalPictureChanged ON journalPicture (photoID, size, journalID)
            WHERE isUndone = 0;

        -- What a section asked its origin for, and when, before a change.
        CREATE TABLE journalRefresh (
            journalID INTEGER NOT NULL REFERENCES journal ON DELETE CASCADE,
            sectionID INTEGER NOT NULL, -- the section may be gone by now
            isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1)),
            query TEXT, queryRevision INTEGER NOT NULL, dateRefreshed INTEGER, found INTEGER,
            PRIMARY KEY (journalID, sectionID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX journalRefreshChanged ON journalRefresh (sectionID, journalID)
            WHERE isUndone = 0;

        -- Photos that are in the trash, or leave with their last section, because the change that brought them was
        -- taken back: another one brings them again, which it does not with what a person put there.
        CREATE TABLE takenBack (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            journalID INTEGER NOT NULL, -- that change
            -- Whether a person had put it into the trash before: it stays there.
            isRemoved INTEGER NOT NULL DEFAULT 0 CHECK (isRemoved IN (0, 1))
        ) STRICT;
        """
}
