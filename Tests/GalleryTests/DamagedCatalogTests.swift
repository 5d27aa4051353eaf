import Basics
import Catalog
import Foundation
import GalleryModel
import Testing

@testable import Gallery

@Suite("a catalog that is damaged in the middle")
struct DamagedCatalogTests {
    /// How many photos the section lists, more than a batch.
    private static let count = 1200
    /// In the titles of photos near the end alone.
    private static let mark = "wounded"

    /// A gallery whose database is whole for what opening and the first batch need; the pages of later
    /// photos are overwritten.
    private func withDamage(
        _ body: (PhotoGallery, PhotoSection) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/gallery-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try fill(folder)
        let path = folder + "/catalog.sqlite"
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        var damaged = 0
        for page in 1..<(bytes.count / size) {
            let range = page * size..<(page + 1) * size
            guard bytes[range].range(of: Data(Self.mark.utf8)) != nil else { continue }
            bytes.replaceSubrange(range, with: Data(repeating: 0xFF, count: size))
            damaged += 1
        }
        try #require(damaged > 0)
        try bytes.write(to: URL(fileURLWithPath: path))
        let gallery = try PhotoGallery.open(at: BytePath(folder))
        try await body(gallery, try gallery.section(SectionReference(text: "flickr:dogs")))
    }

    /// Makes the catalog; what it wrote is in the one file once it is closed.
    private func fill(_ folder: String) throws {
        let gallery = try PhotoGallery.open(at: BytePath(folder))
        let section = try gallery.catalog.makeSection(SectionReference(text: "flickr:dogs"))
        let page = (1...Self.count).map { number in
            var details = PhotoDetails(origin: .flickr, originID: "\(number)")
            details.title = number > Self.count - 100 ? "\(Self.mark) \(number)" : "photo \(number)"
            return details
        }
        _ = try gallery.catalog.store(page, in: section, command: "search")
    }

    /// The kind of the gallery's error that a body throws; nil for another one.
    private func kind(_ body: () async throws -> Void) async -> GalleryError.Kind? {
        do {
            try await body()
            Issue.record("nothing was thrown")
            return nil
        } catch let error as GalleryError {
            return error.kind
        } catch {
            Issue.record("not the gallery's error: \(error)")
            return nil
        }
    }

    @Test("a listing hands out what can be read and then says that the catalog is damaged")
    func listing() async throws {
        try await withDamage { gallery, section in
            var rows = 0
            let kind = await kind {
                try gallery.forEachPhoto(.section(section)) { batch in
                    rows += batch.count
                    return true
                }
            }
            #expect(kind == .badInput)
            #expect(rows >= 512 && rows < Self.count)
        }
    }

    @Test("every export says so, of rows, of pictures and of sidecars")
    func exports() async throws {
        try await withDamage { gallery, section in
            let target = gallery.path.appending("out")
            var bytes = 0
            #expect(
                await kind {
                    let rows = try gallery.export(
                        .section(section), options: ExportOptions(format: .csv))
                    for try await piece in rows { bytes += piece.count }
                } == .badInput)
            #expect(
                await kind {
                    _ = try await gallery.exportOriginals(
                        .section(section), to: target, nameTemplate: ExportOptions.standardName,
                        options: ExportOptions(format: .csv)
                    ) { _ in }
                } == .badInput)
            #expect(
                await kind {
                    _ = try await gallery.exportSidecars(
                        .section(section), to: target, nameTemplate: ExportOptions.standardName)
                } == .badInput)
        }
    }

    @Test("work on the photos of the catalog says so")
    func work() async throws {
        try await withDamage { gallery, section in
            let selection = PhotoQuery.section(section)
            #expect(
                await kind { _ = try await gallery.locate(selection, options: LocateOptions()) }
                    == .badInput)
            var mirrored = EditChange()
            mirrored.isMirrored = true
            let change = mirrored
            #expect(
                await kind { _ = try await gallery.edit(selection, change) } == .badInput)
        }
    }

    /// What a reader of rows throws; not the gallery's.
    private struct OwnError: Error, Equatable {
        var number: Int
    }

    @Test("what a sink throws passes as it is, where the catalog is whole and where it is not")
    func sinks() async throws {
        try await withDamage { gallery, section in
            #expect(throws: OwnError(number: 1)) {
                try gallery.forEachPhoto(.section(section)) { _ in throw OwnError(number: 1) }
            }
            await #expect(throws: OwnError(number: 2)) {
                try await gallery.exportOriginals(
                    .section(section), to: gallery.path.appending("out"),
                    options: ExportOptions(format: .jsonl)
                ) { _ in throw OwnError(number: 2) }
            }
            #expect(throws: CancellationError.self) {
                try gallery.forEachPhoto(.section(section)) { _ in throw CancellationError() }
            }
        }
    }
}
