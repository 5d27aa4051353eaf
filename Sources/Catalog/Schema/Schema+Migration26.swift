/// Received pictures: their senders, their bytes and whether posts show them.
extension Schema {
    /// Replaces the state in the ids of photos, and the table of unpublished photos.
    static let receivedPictures = """
        CREATE TABLE receivedPicture (
            photoID INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
            account INTEGER NOT NULL, -- the sender, even if removed; 0: the owner without one
            sha256 TEXT NOT NULL, -- the bytes as they were sent
            -- 0: shared; sent to a campaign: 1: a post shows it, 2: no post shows it;
            -- drafts: 3: has the texts of a form, 4: waits for texts
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4)
        ) STRICT;
        CREATE INDEX receivedPictureSender ON receivedPicture (account, sha256);
        CREATE INDEX receivedPictureState ON receivedPicture (state);
        INSERT INTO receivedPicture
            SELECT p.id, CAST(substr(p.originID, 2) AS INTEGER),
                substr(p.originID, instr(substr(p.originID, 2), '/') + 2, 64),
                CASE WHEN p.origin = 'share' THEN 0 WHEN u.photoID IS NULL THEN 1
                    WHEN u.isDraft = 0 THEN 2 WHEN instr(p.originID, '-') > 0 THEN 3 ELSE 4 END
            FROM photo p LEFT JOIN unpublished u ON u.photoID = p.id
            WHERE p.origin IN ('campaign', 'share') AND p.originID >= '/' AND p.originID < '0';

        DROP TRIGGER unpublishedSent;
        DROP TRIGGER unpublishedNamed;
        DROP TRIGGER unpublishedPosted;
        DROP TRIGGER unpublishedState;
        DROP TABLE unpublished;

        CREATE TRIGGER receivedPicturePosted AFTER INSERT ON post BEGIN \(renewReceived) END;
        CREATE TRIGGER receivedPicturePost AFTER UPDATE OF state ON post BEGIN \(renewReceived) END;
        -- Listings of other readers change, as if the photo came or went.
        CREATE TRIGGER receivedPictureAdded AFTER INSERT ON receivedPicture WHEN NEW.state > 1
        BEGIN \(renewListings("NEW")) END;
        CREATE TRIGGER receivedPictureChanged AFTER UPDATE OF state ON receivedPicture
        WHEN NEW.state <> OLD.state
        BEGIN \(renewListings("NEW")) END;
        """

    private static let renewReceived = """
        UPDATE receivedPicture SET state = 2 - EXISTS (
                SELECT 1 FROM post WHERE photoID = NEW.photoID AND state = 'shown')
            WHERE photoID = NEW.photoID AND state > 0;
        """
}
