import Basics
import Foundation
import GalleryModel
import Testing

import Gallery

@Suite(
    "Thumbnails made in different ways",
    .enabled(if: AnalyzedFolder.hasSamples, "Debian's package opencv-doc is not installed"))
struct SameThumbnailsTests {
    /// The files of one photo's thumbnails at some sides.
    private func files(
        _ sides: [Int], make: (PhotoGallery, Photo) async throws -> Void
    ) async throws -> [[UInt8]] {
        let folder = try AnalyzedFolder()
        defer { folder.remove() }
        try folder.add(try AnalyzedFolder.enlarged("messi5.jpg", times: 6), as: "large.jpg")
        _ = try await folder.gallery.importPhotos(from: [folder.pictures])
        let photo = try #require(try folder.photos().first)
        try await make(folder.gallery, photo)
        return try sides.map { side in
            let thumbnail = try #require(
                try folder.gallery.thumbnails.stored(of: [photo], side: side)[photo.id])
            return Array(try Data(contentsOf: URL(fileURLWithPath: thumbnail.path.escaped)))
        }
    }

    @Test("thumbnails made in bulk, during analysis and on demand are the same files")
    func sameBytes() async throws {
        let sides = [1600, 640, 240]
        let batch = try await files(sides) { gallery, _ async throws in
            _ = try await gallery.thumbnails.make(.everything, options: ThumbnailOptions())
        }
        #expect(Set(batch).count == sides.count)
        for detector in AnalyzeTests.detectors {
            let analyzed = try await files(sides) { gallery, _ async throws in
                var options = AnalysisOptions()
                options.faces.detector = detector
                _ = try await gallery.analyze(.everything, options: options)
            }
            #expect(analyzed == batch, "\(detector)")
        }
        // A single small thumbnail is made from a smaller decoded picture.
        let alone = try await files([1600]) { gallery, photo async throws in
            _ = try await gallery.thumbnails.thumbnail(of: photo, side: 1600)
        }
        #expect(alone == Array(batch.prefix(1)))
    }
}
