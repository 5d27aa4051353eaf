import Basics
import GalleryModel
import Testing

@testable import Catalog

@Suite("Publications")
struct PublicationTests {
    private func key(_ url: String, _ photo: PhotoID) throws -> PublicationKey {
        PublicationKey(
            photoID: photo, server: try #require(ServerAddress(url)), account: "roger",
            campaign: nil, content: digest(9))
    }

    @Test("the state before an attempt is kept until the server responds")
    func idsBefore() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let photo = try #require(
            try catalog.store(
                [flickrDetails("1")], in: try temporary.makeSection("dogs"), command: "search"
            ).first?.id)
        let key = try key("http://host/photoserver", photo)
        func begin(_ name: String, _ ids: Set<String>?, keepingName: Bool = false) throws {
            _ = try catalog.beginPublication(
                key, named: name, idsBefore: ids, keepingName: keepingName)
        }
        func record() throws -> PublicationRecord {
            try #require(try catalog.publications(of: photo).last)
        }
        try begin("dog", nil)
        #expect(try record().idsBefore == nil)
        // Unknown ids are added, but ids that appeared since are not.
        try begin("dog", ["7", "a\"b"])
        try begin("dog", ["7", "8"])
        #expect(try record().idsBefore == ["7", "a\"b"])
        try begin("cat", ["9"], keepingName: true)
        #expect(try record().idsBefore == ["7", "a\"b"] && record().publication.name == "dog")
        try begin("cat", ["9"])
        #expect(try record().idsBefore == ["9"] && record().publication.name == "cat")
        #expect(try catalog.publications(of: photo).count == 1)
        try catalog.endPublication(try record().id, named: "cat", remoteID: "12")
        #expect(try record().idsBefore == nil && record().publication.remoteID == "12")
    }

    @Test("a server now reached by https is the same one")
    func schemes() throws {
        let digest = digest(9).hexadecimal
        let older = try OlderCatalog(
            rows: """
                INSERT INTO photo (origin, originID, dateAdded) VALUES ('camera', 'a', 1);
                INSERT INTO publication (photoID, server, serverKey, account, campaign, contentKey,
                    name, remoteID, dateStarted, dateSent)
                VALUES (1, 'http://host/photoserver', 'host/photoserver', 'roger', '', '\(digest)',
                        'dog', '12', 1, 2),
                    (1, 'https://host/photoserver', 'host/photoserver', 'roger', '', '\(digest)',
                        'dog', NULL, 4, NULL);
                """)
        let catalog = try PhotoCatalog.open(at: older.folder)
        let photo = PhotoID(rawValue: 1)
        for url in ["http://host/photoserver", "https://host/photoserver"] {
            let key = try key(url, photo)
            let records = try catalog.publications(of: photo, like: key)
            #expect(records.map(\.publication.account) == ["roger", "roger"])
            #expect(records.map(\.publication.campaign) == [nil, nil])
            #expect(records.last?.publication.dateSent == nil)
            #expect(try catalog.publishedIDs(forTargetOf: key) == ["12"])
            let begun = try catalog.beginPublication(key, named: "dog", idsBefore: [])
            #expect(begun.id == records.last?.id && !begun.isNew)
            #expect(try catalog.publications(of: photo).last?.publication.server == url)
        }
    }
}
