import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog jobs")
struct JobCatalogTests {
    @Test("titles and results are stored as messages with their values")
    func messages() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let title: Message = "search \("{0} \"dogs\"") in \(number: 1_204) photos"
        var job = try catalog.addJob(.search, title: title, requester: "")
        job.sentence = Message.list([Message.count(1, "file"), Message.count(2, "file")])
        try catalog.record(job)
        let stored = try #require(try catalog.job(job.id))
        #expect(stored.title == title)
        #expect("\(stored.title)" == "search {0} \"dogs\" in 1,204 photos")
        #expect(stored.sentence == job.sentence)
        #expect(stored.sentence?.description == "1 file, 2 files")
    }

    @Test("the English texts that earlier versions stored are shown as they are")
    func earlierTexts() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let id = try catalog.addJob(.search, title: "x", requester: "").id
        try catalog.write { db in
            try db.execute(
                sql: "UPDATE job SET title = 'search ''{0}''', sentence = '12' WHERE id = ?",
                arguments: [id])
        }
        let stored = try #require(try catalog.job(id))
        #expect("\(stored.title)" == "search '{0}'")
        #expect(stored.sentence?.description == "12")
    }
}
