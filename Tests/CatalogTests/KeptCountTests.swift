import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

@Suite("Stored query data")
struct KeptCountTests {
    @Test("stored query data matches the photos after any change")
    func kept() throws {
        var scene = try FindScene(seed: 15, photos: 60)
        for round in 0..<40 {
            for _ in 0..<10 { try scene.change() }
            if round % 10 == 0 { try scene.store(3) }
            if round % 15 == 14 {
                let id = scene.dice.one(of: try scene.ids()).rawValue
                try scene.catalog.write { db in
                    try db.execute(sql: "DELETE FROM photo WHERE id = ?", arguments: [id])
                }
            }
            try Self.checkKept(scene.catalog)
        }
    }

    @Test("an older catalog is filled with the data of its photos")
    func olderCatalog() throws {
        let scene = try FindScene(seed: 20, photos: 80, fractions: [nil])
        let older = try OlderCatalog(copying: scene.temporary.path("catalog.sqlite"))
        let catalog = try PhotoCatalog.open(at: older.folder)
        try Self.checkKept(catalog)
        #expect(try Self.summaries(catalog) == Self.summaries(scene.catalog))
        #expect(try catalog.rebuildWords() == scene.ids().count)
        try Self.checkKept(catalog)
    }

    /// The rows of the summaries without colors, which are unknown for older thumbnails.
    private static func summaries(_ catalog: PhotoCatalog) throws -> [Row] {
        try catalog.read { db in
            let columns = try db.columns(in: "photoSummary").map(\.name).filter { $0 != "colour" }
            return try Row.fetchAll(
                db,
                sql: "SELECT \(columns.joined(separator: ", ")) FROM photoSummary ORDER BY photoID")
        }
    }

    /// Compares the columns of a grid with the photos.
    private static func checkColumns(_ naive: NaiveFilter, _ db: Database) throws {
        let months = try Row.fetchAll(
            db, sql: "SELECT month, photos FROM dateMonth WHERE photos <> 0")
        let listed = naive.photos.filter { $0.dateTrashed == nil }
        #expect(
            Dictionary(uniqueKeysWithValues: months.map { ($0["month"], $0["photos"]) })
                == Dictionary(grouping: listed, by: NaiveFilter.month).mapValues(\.count))
        let thumbnails = try Row.fetchAll(
            db, sql: "SELECT sha256, edit, colour FROM thumbnail WHERE colour IS NOT NULL")
        let colors = Dictionary(
            thumbnails.map { row in
                ([row["sha256"] as String, row["edit"] as String? ?? ""], row["colour"] as Int)
            }, uniquingKeysWith: { first, _ in first })
        for photo in naive.photos {
            let row = try #require(
                try Row.fetchOne(
                    db, sql: "SELECT date, aspect, colour FROM photoSummary WHERE photoID = ?",
                    arguments: [photo.id.rawValue]))
            #expect(row["date"] == NaiveFilter.date(photo))
            #expect(row["aspect"] == NaiveFilter.aspect(photo), "\(photo)")
            let look = photo.picture?.sha256.map { [$0, photo.edit?.json ?? ""] }
            #expect(row["colour"] == look.flatMap { colors[$0] }, "\(photo)")
        }
    }

    /// Compares every stored count with a count of the photos.
    private static func checkKept(_ catalog: PhotoCatalog) throws {
        let naive = try NaiveFilter(catalog)
        let listed = naive.photos.filter { $0.dateTrashed == nil }
        var labels: [[String]: Int] = [:]
        for photo in listed {
            let camera = LabelKey.key([photo.make ?? "", photo.model ?? ""].joined(separator: " "))
            var own = Set(photo.tags.map { ["tag", LabelKey.key($0)] })
            own.formUnion(
                (photo.faces ?? []).compactMap(\.name).map { ["person", LabelKey.key($0)] })
            if photo.make == "Canon" {
                own.insert(["camera", "canon eos 5d"])
            } else if !camera.isEmpty {
                own.insert(["camera", camera])
            }
            for (kind, name) in [
                ("lens", photo.lens), ("license", photo.license?.name), ("owner", photo.owner),
                ("creator", photo.creator), ("type", photo.picture?.fileType),
            ] {
                if let name { own.insert([kind, LabelKey.key(name)]) }
            }
            for label in own { labels[label, default: 0] += 1 }
        }
        try catalog.read { db in
            let kept = try Row.fetchAll(
                db, sql: "SELECT kind, key, photos FROM label WHERE photos <> 0")
            #expect(
                Dictionary(
                    uniqueKeysWithValues: kept.map { ([$0["kind"], $0["key"]], $0["photos"]) })
                    == labels)
            let days = try Row.fetchAll(
                db, sql: "SELECT day, photos FROM takenDay WHERE photos <> 0")
            let expectedDays = Dictionary(
                grouping: listed,
                by: { NaiveFilter.taken($0) == nil ? "" : $0.dateTimeOriginal?.prefix(10) }
            ).values.map(\.count)
            #expect(days.map { $0["photos"] as Int }.sorted() == expectedDays.sorted())
            try checkColumns(naive, db)
            #expect(
                try db.integers("SELECT photoID FROM photoCopy ORDER BY photoID")
                    == naive.copies.map(\.id.rawValue))
            let wrong = try String.fetchAll(
                db,
                sql: """
                    SELECT city FROM placeName n WHERE photos <> (
                        SELECT count(*) FROM photoPlace pp JOIN photo p ON p.id = pp.photoID
                        WHERE pp.placeNameID = n.id AND p.dateTrashed IS NULL)
                    """)
            #expect(wrong.isEmpty)
        }
        // FTS5 compares its index with the photos and places and fails if they differ.
        try catalog.write { db in
            try db.execute(
                sql: "INSERT INTO photoWords (photoWords, rank) VALUES ('integrity-check', 1)")
            try db.execute(
                sql: "INSERT INTO placeWords (placeWords, rank) VALUES ('integrity-check', 1)")
        }
    }
}
