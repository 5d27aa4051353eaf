import Basics
import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

@Suite("Schema, older catalogs")
struct SchemaTests {
    @Test(
        "a migrated catalog has the same tables, indexes and triggers as a new one",
        arguments: Schema.oldestVersion..<Schema.version)
    func objects(version: Int) throws {
        func objects(_ catalog: PhotoCatalog) throws -> Set<String> {
            try catalog.read { db in
                let statements = try db.texts(
                    "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
                )
                return Set(
                    statements.map { sql in
                        sql.replacing(#/--[^\n]*/#, with: "").replacing(#/[\s"]+/#, with: " ")
                            .replacing(#/ ?([(),]) ?/#) { "\($0.output.1)" }
                    })
            }
        }
        let (older, new) = (try OlderCatalog(version: version), try TemporaryCatalog())
        let migrated = try objects(PhotoCatalog.open(at: older.folder))
        let created = try objects(new.catalog)
        #expect(migrated.subtracting(created) == [])
        #expect(created.subtracting(migrated) == [])
    }

    @Test(
        "catalogs of later versions keep their rows, and migrations run none of their triggers",
        arguments: [22, 25])
    func triggers(version: Int) throws {
        let digests = (digest(1).hexadecimal, digest(2).hexadecimal)
        let older = try OlderCatalog(
            version: version,
            rows: """
                INSERT INTO photo (origin, originID, title, dateTimeOriginal, dateAdded)
                VALUES ('flickr', '1', 'dog', '2024:05:01 12:00:00', 9),
                    ('campaign', '/12/\(digests.0)', 'cat', NULL, 8);
                INSERT INTO membership (sectionID, ordinal, photoID, dateAdded, queryRevision,
                    isTrashed)
                VALUES (1, 1, 1, 9, 0, 0);
                UPDATE section SET lastOrdinal = 1;
                INSERT INTO file (id, sha256, byteCount, fileType, extension, isStored)
                VALUES (1, '\(digests.1)', 9, 'JPEG', 'jpg', 0);
                INSERT INTO sourceFile (path, fileID, byteCount, modified, inode, isReference,
                    dateSeen)
                VALUES (CAST('/photos/dog.jpg' AS BLOB), 1, 9, 3, 4, 1, 5);
                INSERT INTO faceSet VALUES (1, 40, 30, 'detector=yunet 1', 0, 5);
                """,
            triggers: """
                CREATE TRIGGER earlier AFTER UPDATE ON faceSet
                BEGIN SELECT raise(ABORT, 'a trigger of the version ran'); END;
                """)
        let catalog = try PhotoCatalog.open(at: older.folder)
        #expect(try catalog.photo(id: PhotoID(rawValue: 1)).title == "dog")
        #expect(try catalog.section(.camera).count == 1)
        let received = PhotoID(rawValue: 2)
        #expect(try catalog.read { try ReceivedPicture.state(of: received, $0) } == .waiting)
        #expect(try catalog.senders(of: [received]) == [received: 12])
        let counts = try catalog.read { db in
            try ["sourceFile", "faceSet WHERE isChosen = 1"].map {
                try db.integer("SELECT count(*) FROM \($0)") ?? 0
            }
        }
        #expect(counts == [1, 1])
        // A change runs the current triggers.
        _ = try catalog.trash([PhotoID(rawValue: 1)])
        #expect(try catalog.section(.camera).count == 0)
        #expect(try PhotoCatalog.open(at: older.folder).trashedPhotos().map(\.id.rawValue) == [1])
    }

    @Test("a catalog of a version that cannot be migrated is rejected with both versions")
    func tooOld() throws {
        let temporary = try TemporaryCatalog()
        temporary.catalog.close()
        let queue = try DatabaseQueue(path: temporary.path("catalog.sqlite"))
        try queue.write { try $0.execute(sql: "PRAGMA user_version = 19") }
        try queue.close()
        let error = #expect(throws: CatalogError.self) {
            _ = try PhotoCatalog.open(at: temporary.folder)
        }
        #expect(error?.code == .damaged)
        #expect(
            error?.message.contains(
                "has schema version 19, but this program needs at least 20: open it once with an "
                    + "earlier version of gallery, which updates it, or import its picture files")
                == true)
    }

    @Test("received pictures keep their senders and states, which were in their ids before")
    func receivedPictures() throws {
        let bytes = digest(1).hexadecimal
        let older = try OlderCatalog(
            rows: """
                INSERT INTO photo (origin, originID, dateAdded)
                VALUES ('campaign', '/0/\(bytes)', 1),
                    ('campaign', '/12/\(bytes)-0123456789abcdef', 1),
                    ('campaign', '/12/\(bytes)-7', 1), ('campaign', '/12/\(bytes)-8', 1),
                    ('share', '/7/\(bytes)-0123456789abcdef', 1), ('campaign', 'host/5', 1);
                INSERT INTO post (sectionID, photoID, title, description, dateCreated, state)
                VALUES (2, 3, 'dog', '', 1, 'hidden'), (2, 4, 'cat', '', 1, 'shown');
                UPDATE photo SET dateTrashed = 2 WHERE id IN (3, 6);
                """)
        let catalog = try PhotoCatalog.open(at: older.folder)
        let ids = (1...6).map { PhotoID(rawValue: $0) }
        let states = try catalog.read { db in
            try ids.map { try ReceivedPicture.state(of: $0, db) }
        }
        #expect(states == [.waiting, .form, .unpublished, .shown, .shared, nil])
        #expect(
            try catalog.senders(of: ids) == [
                ids[0]: 0, ids[1]: 12, ids[2]: 12, ids[3]: 12, ids[4]: 7,
            ])
        #expect(try catalog.isRemoved(sha256: bytes, of: 12))
        #expect(try !catalog.isRemoved(sha256: bytes, of: nil))
        #expect(try catalog.seen(by: .account(12)).hides(ids[0]))
        #expect(try !catalog.seen(by: .account(12)).hides(ids[2]))
        #expect(try catalog.seen(by: .anyone).hides(ids[2]))
        #expect(try !catalog.seen(by: .anyone).hides(ids[3]))
    }

    @Test("an older catalog keeps its photos, finds them by position, and all are due")
    func places() throws {
        // Given photos with and without a position, one in the trash, and a journal
        let older = try OlderCatalog(
            rows: """
                INSERT INTO photo (origin, originID, latitude, longitude, altitude, dateAdded,
                    dateTrashed)
                VALUES ('flickr', '1', 48.39, -4.49, 30, 1, NULL),
                    ('flickr', '2', NULL, NULL, NULL, 1, NULL),
                    ('flickr', '3', 48.39, -4.49, NULL, 1, 2);
                INSERT INTO membership (sectionID, ordinal, photoID, dateAdded, queryRevision,
                    isTrashed)
                VALUES (1, 1, 1, 1, 0, 0), (1, 2, 2, 1, 0, 0), (1, 3, 3, 1, 0, 1);
                UPDATE section SET lastOrdinal = 3;
                INSERT INTO journal (date, command, section, added, updated, gone, trashed,
                    restored, faces, positions, edits, change)
                VALUES (4, 'import', 'camera', 3, 0, 0, 0, 0, 0, 0, 0, '{"added":[1,2,3]}'),
                    (5, 'remove', NULL, 0, 0, 0, 1, 0, 0, 0, 0, '{"trashed":[3]}');
                """)
        // When this version opens it
        let catalog = try PhotoCatalog.open(at: older.folder)
        // Then queries by position find the photos, and all photos with a position are due
        let query = try PhotoFilter(text: "near:48.39,-4.49,1")
        var near: [Int] = []
        try catalog.forEachBatch(of: try catalog.section(.camera), where: query) { rows in
            near += rows.map(\.position)
            return true
        }
        #expect(near == [1])
        #expect(try catalog.section(.camera).count == 2)
        let due = try catalog.queuedPlaceWork(limit: 10, home: nil)
        #expect(due?.map(\.photoID.rawValue) == [1, 3])
        #expect(due?.first?.coordinate.altitude == 30)
        // And the journal is unchanged and its entries can be undone
        let entries = try catalog.journalEntries(limit: 9)
        #expect(entries.map(\.id) == [2, 1] && entries.map(\.date.unixSeconds) == [5, 4])
        #expect(entries.map(\.section) == [nil, "camera"])
        #expect(entries.map { $0[.added] } == [0, 3])
        #expect(entries.map { $0[.trashed] } == [1, 0])
        #expect(try catalog.undo(nil).id == 3)
        #expect(try catalog.trashedPhotos().isEmpty)
        #expect(try catalog.journalEntries(limit: 1).map(\.isUndone) == [true])
        #expect(try PhotoCatalog.open(at: older.folder).queuedPlaceCount() == 2)
    }

    @Test("an older catalog keeps its journal, which can be undone, and its order")
    func imaging() throws {
        // Given two photos, a manual position and its journal entry
        let older = try OlderCatalog(
            rows: """
                INSERT INTO photo (origin, originID, dateTimeOriginal, dateAdded)
                VALUES ('flickr', '1', '2024:05:01 12:00:00', 9), ('flickr', '2', 'now', 8);
                INSERT INTO givenPosition (photoID, latitude, longitude, source, date)
                VALUES (1, 45.76, 4.84, 'track', 1);
                INSERT INTO journal (date, command, added, updated, gone, trashed, restored, faces,
                    positions, edits, change)
                VALUES (4, 'search', 2, 0, 0, 0, 0, 0, 0, 0, '{"added":[1,2]}'),
                    (5, 'locate', 0, 0, 0, 0, 0, 0, 1, 0, '{}');
                INSERT INTO journalPosition (journalID, photoID, afterLatitude, afterLongitude,
                    afterSource)
                VALUES (2, 1, 45.76, 4.84, 'track');
                """)
        // When this version opens it
        let catalog = try PhotoCatalog.open(at: older.folder)
        // Then everything is unchanged
        let ids = [PhotoID(rawValue: 1), PhotoID(rawValue: 2)]
        #expect(try catalog.photo(id: ids[0]).coordinate == PlaceScene.lyon)
        let entries = try catalog.journalEntries(limit: 9)
        #expect(entries.map(\.command) == ["locate", "search"])
        #expect(entries.map { $0[.positions] } == [1, 0])
        #expect(entries.map { $0[.edits] } == [0, 0])
        #expect(entries.map { $0[.added] } == [0, 2])
        #expect(try catalog.latestPhotos(limit: 9).map(\.id) == ids)
        // And undo still works, also for edits
        var edit = PhotoEdit()
        edit.isMirrored = true
        try catalog.setEdits([(ids[1], edit)], command: "edit")
        #expect(try catalog.journalEntries(limit: 1).map(\.id) == [3])
        #expect(try catalog.undo(nil)[.edits] == [ids[1]])
        #expect(try catalog.undo(nil)[.positions] == [ids[0]])
        #expect(try catalog.photo(id: ids[0]).coordinate == nil)
    }

    @Test("positions from tracks and their places stay, and accept positions by hand")
    func manualPositions() throws {
        let older = try OlderCatalog(
            version: 26,
            rows: """
                INSERT INTO photo (origin, originID, title, dateAdded)
                VALUES ('flickr', '1', 'dog', 9), ('flickr', '2', 'cat', 8);
                INSERT INTO placeName (id, countryCode, country, region, city, countryKey,
                    regionKey, cityKey)
                VALUES (1, 'FR', 'France', 'Brittany', 'Brest', 'france', 'brittany', 'brest');
                INSERT INTO givenPosition (photoID, latitude, longitude, altitude, source, track,
                    date)
                VALUES (1, 48.39, -4.49, 7, 'track', 'walk.gpx', 1);
                DELETE FROM photoPlace;
                INSERT INTO photoPlace
                VALUES (1, 48.39, -4.49, 7, 'track', 'inside', 1, 1.5, 'index', 1);
                """)
        let catalog = try PhotoCatalog.open(at: older.folder)
        let ids = [PhotoID(rawValue: 1), PhotoID(rawValue: 2)]
        let photo = try catalog.photo(id: ids[0])
        #expect(photo.location?.source == .track && photo.location?.place.city == "Brest")
        #expect(photo.coordinate == PlaceScene.position(48.39, -4.49, altitude: 7))
        #expect(try catalog.manualPosition(of: ids[0])?.track == "walk.gpx")
        #expect(try catalog.photos(ids: ids).map(\.isFavorite) == [false, false])
        var metadata = MetadataChange()
        (metadata.title, metadata.isFavorite, metadata.location) = ("new", true, PlaceScene.lyon)
        var change = PhotosChange()
        change.metadata = ids.map { ($0, metadata) }
        _ = try catalog.change(change, command: "set")
        #expect(try catalog.photos(ids: ids).map { $0.location?.source } == [.user, .user])
        #expect(try catalog.photos(ids: ids).map(\.title) == ["new", "new"])
        _ = try catalog.undo(nil)
        #expect(try catalog.photos(ids: ids).map(\.title) == ["dog", "cat"])
        #expect(try catalog.photo(id: ids[0]).location?.source == .track)
        #expect(try catalog.photo(id: ids[1]).coordinate == nil)
    }

    @Test("an older catalog keeps accounts, sessions and tokens, and accepts members")
    func members() throws {
        let (eva, token, session) = (digest(1), digest(2).hexadecimal, digest(3).hexadecimal)
        let older = try OlderCatalog(
            rows: """
                INSERT INTO account (name, nameKey, role, passwordHash, dateCreated, datePassword)
                VALUES ('Gone', 'gone', 'viewer', 'x', 1, 1);
                INSERT INTO account (name, nameKey, role, passwordHash, dateCreated, datePassword)
                VALUES ('Eva', 'eva', 'viewer', '\(eva.hexadecimal)', 2, 3),
                    ('Max', 'max', 'owner', 'm', 4, 5);
                DELETE FROM account WHERE id = 1;
                INSERT INTO accessToken (name, nameKey, role, hash, dateCreated)
                VALUES ('ci', 'ci', 'owner', '\(token)', 6);
                INSERT INTO webSession (hash, accountID, dateCreated, dateExpires)
                VALUES ('\(session)', 2, 7, 4000000000);
                """)
        let catalog = try PhotoCatalog.open(at: older.folder)
        #expect(try catalog.accounts().map(\.name) == ["Eva", "Max"])
        #expect(try catalog.accounts().map(\.role) == [.viewer, .owner])
        #expect(try catalog.account(named: "eva")?.passwordHash == eva.hexadecimal)
        #expect(try catalog.webSession(hash: session)?.account?.name == "Eva")
        #expect(try catalog.accessToken(hash: token)?.role == .owner)
        var profile = AccountProfile()
        profile.email = "Ann@Example.org"
        #expect(
            try catalog.addAccount(
                named: "Ann", role: .member, profile: profile, passwordHash: "a") == .stored)
        let ann = try #require(try catalog.account(named: "ann")?.account)
        #expect(ann.role == .member)
        #expect(ann.profile == profile)
        #expect(ann.id == 4)
        profile.email = "ann@example.ORG"
        #expect(
            try catalog.updateAccount(named: "max", role: .owner, profile: profile) == .emailTaken)
        // A token for an account has its role and is removed with it.
        let hash = digest(4).hexadecimal
        #expect(
            try catalog.addAccessToken(
                named: "phone", role: .owner, account: ann.id, hash: hash, expires: nil))
        #expect(try catalog.accessToken(hash: hash)?.role == .member)
        _ = try catalog.updateAccount(named: "ann", role: .viewer, profile: ann.profile)
        #expect(try catalog.accessToken(hash: hash)?.account?.name == "Ann")
        #expect(try catalog.accessToken(hash: hash)?.role == .viewer)
        _ = try catalog.setPasswordHash("b", ofAccount: "ann")
        #expect(try catalog.accessToken(hash: hash)?.dateRevoked != nil)
        _ = try catalog.removeAccount(named: "ann")
        #expect(try catalog.accessToken(hash: hash) == nil)
    }
}
