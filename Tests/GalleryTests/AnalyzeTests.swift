import Basics
import Catalog
import Faces
import Foundation
import GalleryModel
import Synchronization
import Testing

@testable import Gallery

@Suite(
    "Analysis of photos",
    .enabled(if: AnalyzedFolder.hasSamples, "Debian's package opencv-doc is not installed"))
struct AnalyzeTests {
    static let detectors = FaceDetectorName.allCases.filter { detector in
        detector == .haar || ModelFolders(setting: nil).path(of: .yunet) != nil
    }

    /// Runs a test on a gallery with small and large pictures of several types, with and without
    /// faces.
    private func withPhotos(_ body: (AnalyzedFolder) async throws -> Void) async throws {
        let folder = try AnalyzedFolder()
        defer { folder.remove() }
        try folder.add(try AnalyzedFolder.enlarged("messi5.jpg", times: 6), as: "large.jpg")
        try folder.add(try AnalyzedFolder.enlarged("messi5.jpg", times: 3), as: "medium.jpg")
        try await folder.importSamples(
            "messi5.jpg", "basketball1.png", "butterfly.jpg", "aloeL.jpg", "home.jpg")
        try await body(folder)
    }

    @Test("analysis decodes each picture once for thumbnails and faces, and not again later")
    func decodesOnce() async throws {
        try await withPhotos { folder async throws in
            let gallery = folder.gallery
            let decoded = Mutex<[BytePath: Int]>([:])
            func run() throws -> AnalysisSummary {
                try gallery.pictureAnalysis(
                    ThumbnailOptions(), FaceOptions(), WorkContext(WorkOptions()),
                    command: "analyse"
                ) { path in
                    decoded.withLock { $0[path, default: 0] += 1 }
                }.run(.everything, total: 7) { _ in }
            }
            let first = try run()
            #expect(first.thumbnails.photos == 7 && first.faces.examined == 7)
            #expect(first.failed == 0)
            let paths = try folder.photos().compactMap { $0.picture?.path }
            #expect(
                decoded.withLock { $0 } == Dictionary(uniqueKeysWithValues: paths.map { ($0, 1) }))
            let second = try run()
            #expect(second.thumbnails.upToDate == 7 && second.faces.upToDate == 7)
            #expect(decoded.withLock(\.count) == 7)
            #expect(decoded.withLock { $0.values.reduce(0, +) } == 7)
        }
    }

    @Test(
        "analysis finds the same faces at the same positions as a search for faces only",
        arguments: detectors)
    func sameFaces(detector: FaceDetectorName) async throws {
        try await withPhotos { folder async throws in
            var options = AnalysisOptions()
            options.faces.detector = detector
            var alone = options.faces
            alone.again = true
            _ = try await folder.gallery.analyze(.everything, options: options)
            let together = try folder.photos()
            _ = try await folder.gallery.faces.detect(.everything, options: alone)
            var found = 0
            for (one, other) in zip(together, try folder.photos()) {
                let faces = try #require(one.faces)
                let others = try #require(other.faces)
                #expect(one.facesPicture == other.facesPicture)
                #expect(faces.count == others.count, "photo \(one.fileName ?? "")")
                found += faces.count
                for (face, expected) in zip(faces, others) {
                    let overlap = RelativeRectangle(face.rectangle, width: 1, height: 1)
                        .overlap(RelativeRectangle(expected.rectangle, width: 1, height: 1))
                    #expect(overlap >= 0.8, "photo \(one.fileName ?? "")")
                }
            }
            #expect(found >= 4)
        }
    }

    @Test("analysis does only what is due: faces, thumbnails, or both")
    func partly() async throws {
        let folder = try AnalyzedFolder()
        defer { folder.remove() }
        try await folder.importSamples("messi5.jpg", "butterfly.jpg")
        let gallery = folder.gallery
        let ids = try folder.photos().map(\.id)
        _ = try await gallery.thumbnails.make(.photos([ids[0]]), options: ThumbnailOptions())
        _ = try await gallery.faces.detect(.photos([ids[1]]), options: FaceOptions())
        let rows = Mutex<[AnalyzedPicture]>([])
        let summary = try await gallery.analyze(.everything, options: AnalysisOptions()) { new in
            rows.withLock { $0 += new }
        }
        #expect(summary.thumbnails.photos == 1 && summary.thumbnails.upToDate == 1)
        #expect(summary.faces.examined == 1 && summary.faces.upToDate == 1)
        let reported = rows.withLock { $0 }
        #expect(reported.map(\.photoID) == ids)
        #expect(reported.map { $0.thumbnails != nil } == [false, true])
        #expect(reported.map { $0.faces != nil } == [true, false])
        #expect(try folder.photos().allSatisfy { $0.faces != nil })
        var work = WorkOptions()
        work.isDryRun = true
        let plan = try await gallery.analyze(
            .everything, options: AnalysisOptions().with(work))
        #expect(plan.thumbnails.photos == 0 && plan.faces.examined == 0)
    }

    @Test("analysis after an import includes only the new photos")
    func importing() async throws {
        let folder = try AnalyzedFolder()
        defer { folder.remove() }
        try folder.add(try AnalyzedFolder.bytes(of: "messi5.jpg"), as: "a.jpg")
        let first = try await folder.gallery.importPhotos(
            from: [folder.pictures], analyzing: AnalysisOptions())
        #expect(first.imported.new == 1)
        #expect(first.analyzed.thumbnails.photos == 1 && first.analyzed.faces.examined == 1)
        #expect(first.analyzed.places.withoutPosition == 1)
        try folder.add(try AnalyzedFolder.bytes(of: "butterfly.jpg"), as: "b.jpg")
        let second = try await folder.gallery.importPhotos(
            from: [folder.pictures], analyzing: AnalysisOptions())
        #expect(second.imported.new == 1 && second.imported.known == 1)
        #expect(second.analyzed.thumbnails.photos == 1 && second.analyzed.thumbnails.upToDate == 1)
        #expect(try folder.photos().allSatisfy { $0.faces != nil })
        #expect(try folder.gallery.thumbnails.stored(of: folder.photos(), side: 640).count == 2)
    }

    @Test("faces are found in a damaged photo and in one whose edit makes it small")
    func awkward() async throws {
        let folder = try AnalyzedFolder()
        defer { folder.remove() }
        try await folder.importSamples("messi5.jpg")
        let photo = try #require(try folder.photos().first)
        var edit = PhotoEdit()
        edit.longEdge = 64
        _ = try folder.gallery.catalog.setEdits([(photo.id, edit)], command: "edit")
        let path = try #require(photo.picture?.path).escaped
        let whole = try AnalyzedFolder.bytes(of: "messi5.jpg")
        try FileManager.default.removeItem(atPath: path)
        try Data(whole[..<(whole.count * 9 / 10)]).write(to: URL(fileURLWithPath: path))
        let summary = try await folder.gallery.analyze(
            .everything, options: AnalysisOptions())
        #expect(summary.thumbnails.photos == 1 && summary.thumbnails.damaged == 1)
        #expect(summary.faces.examined == 1 && summary.faces.faces == 1)
        #expect(summary.failed == 0)
        // Face detection succeeded; the damaged picture stays in the list.
        #expect(try folder.gallery.problems.list().map(\.command) == ["thumbnails"])
    }
}
