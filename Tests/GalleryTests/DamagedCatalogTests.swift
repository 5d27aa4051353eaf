import Basics
import Catalog
import Foundation
import GalleryModel
import Testing

@testable import Gallery

@Suite("A catalog that is damaged in the middle")
struct DamagedCatalogTests {
    /// The number of photos in the section, more than a batch.
    private static let count = 1200
    /// A text that is only in the titles of photos near the end.
    private static let mark = "wounded"

    /// Passes a gallery whose database is intact for opening and the first batch, with the pages of
    /// later photos overwritten, and the path of a new folder next to it.
    private func withDamage(
        _ body: (PhotoGallery, PhotoSection, _ output: BytePath) async throws -> Void
    ) async throws {
        let parent = FileManager.default.temporaryDirectory.path + "/gallery-\(UUID().uuidString)"
        let folder = parent + "/catalog"
        defer { try? FileManager.default.removeItem(atPath: parent) }
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
        let section = try gallery.sections.find(SectionReference(text: "flickr:dogs"))
        try await body(gallery, section, BytePath(parent + "/out"))
    }

    /// Creates the catalog; all its data is in one file once it is closed.
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

    /// The kind of the gallery error that a body throws; nil for other errors.
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

    @Test("a listing returns the readable photos, then reports that the catalog is damaged")
    func listing() async throws {
        try await withDamage { gallery, section, _ in
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

    @Test("every export reports the damage: of rows, of pictures and of sidecars")
    func exports() async throws {
        try await withDamage { gallery, section, output in
            var bytes = 0
            #expect(
                await kind {
                    let rows = try gallery.export.rows(
                        .section(section), options: ExportOptions(format: .csv))
                    for try await piece in rows { bytes += piece.count }
                } == .badInput)
            #expect(
                await kind {
                    _ = try await gallery.export.originals(
                        .section(section), to: output, nameTemplate: ExportOptions.standardName,
                        options: ExportOptions(format: .csv)
                    ) { _ in }
                } == .badInput)
            #expect(
                await kind {
                    _ = try await gallery.export.sidecars(
                        .section(section), to: output, nameTemplate: ExportOptions.standardName)
                } == .badInput)
        }
    }

    @Test("jobs on photos of the catalog report the damage")
    func work() async throws {
        try await withDamage { gallery, section, _ in
            let selection = PhotoQuery.section(section)
            #expect(
                await kind {
                    _ = try await gallery.places.locate(selection, options: LocateOptions())
                }
                    == .badInput)
            var mirrored = EditChange()
            mirrored.isMirrored = true
            let change = mirrored
            #expect(
                await kind { _ = try await gallery.edits.apply(selection, change) } == .badInput)
        }
    }

    /// An error of a reader of rows, not of the gallery.
    private struct OwnError: Error, Equatable {
        var number: Int
    }

    @Test("an error of a sink is passed on unchanged, with or without damage")
    func sinks() async throws {
        try await withDamage { gallery, section, output in
            #expect(throws: OwnError(number: 1)) {
                try gallery.forEachPhoto(.section(section)) { _ in throw OwnError(number: 1) }
            }
            await #expect(throws: OwnError(number: 2)) {
                try await gallery.export.originals(
                    .section(section), to: output,
                    options: ExportOptions(format: .jsonl)
                ) { _ in throw OwnError(number: 2) }
            }
            #expect(throws: CancellationError.self) {
                try gallery.forEachPhoto(.section(section)) { _ in throw CancellationError() }
            }
        }
    }
}
