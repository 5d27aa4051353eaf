import Basics
import Catalog
import Foundation
import GalleryModel
import Imaging
import Synchronization
import Testing

@testable import Gallery

@Suite(
    "Thumbnails",
    .enabled(if: AnalyzedFolder.hasSamples, "Debian's package opencv-doc is not installed"))
struct ThumbnailTests {
    private final class Heard: Sendable {
        let failures = Mutex<[ItemFailure]>([])
        let remarks = Mutex<[String]>([])

        var work: WorkOptions {
            var work = WorkOptions()
            work.itemFailed = { failure in self.failures.withLock { $0.append(failure) } }
            work.remark = { remark in self.remarks.withLock { $0.append(remark) } }
            return work
        }
    }

    private func withGallery(
        _ change: (inout GallerySettings) -> Void = { _ in },
        _ body: (AnalyzedFolder) async throws -> Void
    ) async throws {
        let folder = try AnalyzedFolder(change)
        defer { folder.remove() }
        try await body(folder)
    }

    private func exists(_ thumbnail: Thumbnail) -> Bool {
        FileManager.default.fileExists(atPath: thumbnail.path.escaped)
    }

    @Test("thumbnails are made once at each size, never larger than the photo")
    func sizes() async throws {
        try await withGallery { folder async throws in
            try await folder.importSamples("messi5.jpg", "butterfly.jpg", "basketball1.png")
            let options = ThumbnailOptions()
            let rows = Mutex<[AnalyzedPicture]>([])
            let first = try await folder.gallery.thumbnails.make(
                .everything, options: options
            ) { new in rows.withLock { $0 += new } }
            #expect(first.photos == 3)
            #expect(first.upToDate == 0 && first.failed == 0 && first.damaged == 0)
            let made = rows.withLock { $0 }
            #expect(made.map(\.photoID) == (try folder.photos().map(\.id)))
            for (row, photo) in zip(made, try folder.photos()) {
                let whole = max(photo.picture?.width ?? 0, photo.picture?.height ?? 0)
                let thumbnails = try #require(row.thumbnails)
                #expect(row.error == nil && row.path == photo.picture?.path)
                #expect(
                    thumbnails.map { max($0.width, $0.height) }
                        == (whole > 640 ? [240, 640, whole] : [240, min(640, whole)]))
                for thumbnail in thumbnails {
                    #expect(exists(thumbnail))
                    let picture = try PictureDecoder().decode(
                        path: thumbnail.path, as: .bgr, longEdge: nil)
                    #expect(picture.width == thumbnail.width)
                    #expect(picture.height == thumbnail.height)
                    #expect(picture.format == .jpeg)
                }
            }
            let usage = try folder.gallery.thumbnails.usage()
            #expect(usage.count == first.made && usage.bytes == first.storedBytes)
            let second = try await folder.gallery.thumbnails.make(
                .everything, options: options)
            #expect(second.made == 0 && second.upToDate == 3)
            var again = options
            again.again = true
            let third = try await folder.gallery.thumbnails.make(.everything, options: again)
            #expect(third.made == first.made && third.photos == 3)
            #expect(try folder.gallery.thumbnails.usage().count == usage.count)
        }
    }

    @Test("thumbnails show the edit, and the unedited ones are reused after it is undone")
    func edited() async throws {
        try await withGallery { folder async throws in
            try await folder.importSamples("messi5.jpg")
            let photo = try #require(try folder.photos().first)
            let plain = try await folder.gallery.thumbnails.thumbnail(of: photo, side: 240)
            var edit = PhotoEdit()
            edit.rotation = 90
            _ = try folder.gallery.catalog.setEdits([(photo.id, edit)], command: "edit")
            let turned = try await folder.gallery.thumbnails.thumbnail(of: photo, side: 240)
            #expect(turned.width == plain.height && turned.height == plain.width)
            #expect(turned.path != plain.path)
            _ = try folder.gallery.catalog.setEdits([(photo.id, nil)], command: "edit")
            #expect(try await folder.gallery.thumbnails.thumbnail(of: photo, side: 240) == plain)
        }
    }

    @Test("thumbnails of a damaged picture show what can be decoded, and the problem stays listed")
    func damaged() async throws {
        try await withGallery { folder async throws in
            let whole = try AnalyzedFolder.bytes(of: "messi5.jpg")
            // A copy that is truncated after a complete import: its bytes are no longer checked.
            try folder.add(whole, as: "messi5.jpg")
            _ = try await folder.gallery.importPhotos(from: [folder.pictures])
            let photo = try #require(try folder.photos().first)
            let path = try #require(photo.picture?.path).escaped
            try FileManager.default.removeItem(atPath: path)
            try Data(whole[..<(whole.count * 2 / 3)]).write(to: URL(fileURLWithPath: path))
            let heard = Heard()
            let first = try await folder.gallery.thumbnails.make(
                .everything, options: ThumbnailOptions().with(heard.work))
            #expect(first.damaged == 1 && first.failed == 0 && first.made == 2)
            let failures = heard.failures.withLock { $0 }
            #expect(failures.map(\.subject?.text) == ["photo \(photo.id)"])
            #expect(failures.first?.message.contains("the picture is damaged") == true)
            let second = try await folder.gallery.thumbnails.make(
                .everything, options: ThumbnailOptions().with(heard.work))
            #expect(second.upToDate == 1 && second.made == 0 && second.damaged == 0)
            #expect(heard.failures.withLock(\.count) == 1)
            let problems = try folder.gallery.problems.list()
            #expect(problems.map(\.command) == ["thumbnails"])
            // Face detection in the remaining part does not resolve the problem.
            _ = try await folder.gallery.faces.detect(.everything, options: FaceOptions())
            #expect(try folder.gallery.problems.list() == problems)
            // A restored copy resolves it.
            try Data(whole).write(to: URL(fileURLWithPath: path))
            var again = ThumbnailOptions()
            again.again = true
            _ = try await folder.gallery.thumbnails.make(.everything, options: again)
            #expect(try folder.gallery.problems.list().isEmpty)
        }
    }

    @Test("changed files left in place are failures with a next step")
    func changed() async throws {
        try await withGallery { folder async throws in
            try folder.add(try AnalyzedFolder.bytes(of: "messi5.jpg"), as: "photo.jpg")
            _ = try await folder.gallery.importPhotos(from: [folder.pictures], inPlace: true)
            try folder.add(try AnalyzedFolder.bytes(of: "butterfly.jpg"), as: "photo.jpg")
            let heard = Heard()
            let summary = try await folder.gallery.thumbnails.make(
                .everything, options: ThumbnailOptions().with(heard.work))
            #expect(summary.failed == 1 && summary.made == 0)
            let failures = heard.failures.withLock { $0 }
            #expect(failures.count == 1)
            #expect(failures.first?.message.hasSuffix("import it again") == true)
            let photo = try #require(try folder.photos().first)
            await #expect(throws: GalleryError.self) {
                try await folder.gallery.thumbnails.thumbnail(of: photo, side: 240)
            }
            #expect(try folder.gallery.thumbnails.usage().count == 0)
        }
    }

    @Test("a dry run only counts thumbnails")
    func dryRun() async throws {
        try await withGallery { folder async throws in
            try await folder.importSamples("messi5.jpg", "butterfly.jpg")
            var work = WorkOptions()
            work.isDryRun = true
            let summary = try await folder.gallery.thumbnails.make(
                .everything, options: ThumbnailOptions().with(work))
            #expect(summary.photos == 2 && summary.made == 6)
            #expect(try folder.gallery.thumbnails.usage().count == 0)
        }
    }

    @Test("thumbnails stay within the configured size, and a size that is too small is reported")
    func bounded() async throws {
        try await withGallery {
            $0.thumbnails.maximumBytes = 40_000
        } _: { folder async throws in
            try await folder.importSamples("messi5.jpg", "butterfly.jpg", "fruits.jpg")
            let heard = Heard()
            let summary = try await folder.gallery.thumbnails.make(
                .everything, options: ThumbnailOptions().with(heard.work))
            #expect(summary.evicted > 0)
            let usage = try folder.gallery.thumbnails.usage()
            #expect(usage.bytes <= 40_000)
            #expect(usage.count == summary.made - summary.evicted)
            let remarks = heard.remarks.withLock { $0 }
            #expect(remarks.count == 1)
            #expect(remarks.first?.contains("thumbnails.maximumBytes") == true)
            // Requested thumbnails exist nevertheless.
            for photo in try folder.photos() {
                #expect(exists(try await folder.gallery.thumbnails.thumbnail(of: photo, side: 240)))
            }
            #expect(try folder.gallery.thumbnails.usage().bytes <= 40_000)
        }
    }

    @Test("thumbnails made before a cancellation are kept, and the next run makes the others")
    func cancelled() async throws {
        try await withGallery { folder async throws in
            try await folder.importSamples(
                "messi5.jpg", "butterfly.jpg", "fruits.jpg", "apple.jpg", "home.jpg")
            let stop = StopFlag()
            let decoded = Mutex(0)
            var work = WorkOptions()
            work.jobs = 1
            let run = try folder.gallery.pictureAnalysis(
                ThumbnailOptions(), nil, WorkContext(work, stop: stop), command: "thumbnails"
            ) { _ in
                if decoded.withLock({
                    $0 += 1; return $0
                }) == 3 {
                    stop.raise()
                }
            }
            try await offload {
                _ = #expect(throws: CancellationError.self) {
                    try run.run(.everything, total: 5) { _ in }
                }
            }
            let kept = try folder.gallery.thumbnails.usage().count
            #expect(kept > 0)
            let rest = try await folder.gallery.thumbnails.make(
                .everything, options: ThumbnailOptions())
            #expect(rest.upToDate == 3 && rest.photos == 2)
        }
    }

    @Test("a single thumbnail has the next larger configured size")
    func onDemand() async throws {
        try await withGallery { folder async throws in
            try await folder.importSamples("messi5.jpg", "butterfly.jpg")
            let photos = try folder.photos()
            let gallery = folder.gallery
            #expect(try gallery.thumbnails.stored(of: photos, side: 300).isEmpty)
            // Two tasks request the same one simultaneously.
            async let one = gallery.thumbnails.thumbnail(of: photos[0], side: 300)
            async let other = gallery.thumbnails.thumbnail(of: photos[0], side: 640)
            let both = try await [one, other]
            #expect(both[0] == both[1])
            #expect(both[0].side == 640 && exists(both[0]))
            #expect(try await gallery.thumbnails.thumbnail(of: photos[0], side: 9000).side == 1600)
            #expect(try gallery.thumbnails.stored(of: photos, side: 300) == [photos[0].id: both[0]])
            // A removed file is made again.
            try FileManager.default.removeItem(atPath: both[0].path.escaped)
            let again = try await gallery.thumbnails.thumbnail(of: photos[0], side: 640)
            #expect(exists(again) && again.byteCount == both[0].byteCount)
        }
    }

    @Test("thumbnails of photos without a stored picture are counted and not found")
    func pictureless() async throws {
        try await withGallery { folder async throws in
            let details = PhotoDetails(origin: .flickr, originID: "1")
            let catalog = folder.gallery.catalog
            let section = try catalog.makeSection(SectionReference(text: "flickr:dogs"))
            let id = try #require(
                try catalog.store([details], in: section, command: "search").first
            ).id
            let summary = try await folder.gallery.thumbnails.make(
                .everything, options: ThumbnailOptions())
            #expect(summary.withoutPicture == 1 && summary.photos == 0)
            let photo = try folder.gallery.photo(id: id)
            let error = await #expect(throws: GalleryError.self) {
                try await folder.gallery.thumbnails.thumbnail(of: photo, side: 240)
            }
            #expect(error?.kind == .notFound)
        }
    }

    @Test("invalid sizes are refused", arguments: [[], [15], [240, 8193]])
    func refused(sides: [Int]) async throws {
        try await withGallery { folder async throws in
            var options = ThumbnailOptions()
            options.sides = sides
            let error = await #expect(throws: GalleryError.self) {
                try await folder.gallery.thumbnails.make(.everything, options: options)
            }
            #expect(error?.kind == .usage)
        }
    }
}
