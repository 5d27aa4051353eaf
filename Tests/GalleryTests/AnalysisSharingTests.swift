import Basics
import Catalog
import Foundation
import GalleryModel
import Synchronization
import Testing

@testable import Gallery

@Suite("Simultaneous analyses of a catalog")
struct AnalysisSharingTests {
    /// The results of several runs.
    private struct Outcome {
        var decoded: [BytePath: Int] = [:]
        var made = 0
        var upToDate = 0
        var errors: [String] = []
    }

    /// Runs two analyses while another program works on every picture, and releases the pictures
    /// once both have skipped all of them.
    private func runTogether(_ gallery: PhotoGallery, _ photos: [Photo]) throws -> Outcome {
        let others = gallery.catalog.makeClaims()
        let pictures = photos.compactMap { $0.picture?.sha256 }
        try #require(pictures.allSatisfy(others.take))
        let outcome = Mutex(Outcome())
        let arrived = DispatchSemaphore(value: 0)
        let running = DispatchGroup()
        for _ in 0..<2 {
            let hasArrived = Mutex(false)
            var work = WorkOptions()
            work.progress = { progress in
                guard progress.done >= photos.count else { return }
                let isFirst = hasArrived.withLock { known in
                    defer { known = true }
                    return !known
                }
                if isFirst { arrived.signal() }
            }
            let analysis = try gallery.pictureAnalysis(
                ThumbnailOptions(), nil, WorkContext(work), command: "thumbnails"
            ) { path in
                outcome.withLock { $0.decoded[path, default: 0] += 1 }
            }
            DispatchQueue.global().async(group: running) {
                do {
                    let summary = try analysis.run(.everything, total: photos.count) { _ in }
                    outcome.withLock {
                        $0.made += summary.thumbnails.photos
                        $0.upToDate += summary.thumbnails.upToDate
                    }
                } catch {
                    outcome.withLock { $0.errors.append("\(error)") }
                }
            }
        }
        for _ in 0..<2 { #expect(arrived.wait(timeout: .now() + 60) == .success) }
        #expect(outcome.withLock(\.decoded).isEmpty, "the others have every picture")
        pictures.forEach(others.release)
        running.wait()
        return outcome.withLock(\.self)
    }

    @Test("analyses process each picture that others had locked once and count it once")
    func putOff() async throws {
        let folder = try AnalyzedFolder()
        defer { folder.remove() }
        let jpeg = try EditPictures.jpeg(width: 400, height: 300)
        for number in 0..<40 {
            // Bytes after the end marker make the files different.
            try folder.add(jpeg + Array("\(number)".utf8), as: "\(number + 100).jpg")
        }
        try await folder.importSamples()
        let photos = try folder.photos()
        #expect(photos.count == 40)
        let outcome = try runTogether(folder.gallery, photos)
        #expect(outcome.errors == [])
        #expect(outcome.decoded.count == 40 && outcome.decoded.values.allSatisfy { $0 == 1 })
        #expect(outcome.made == 40 && outcome.upToDate == 40)
    }
}
