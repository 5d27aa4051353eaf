import Basics
import Foundation
import GalleryModel
import Testing

import Gallery

@Suite(
    "thumbnails made in one way or another",
    .enabled(if: AnalysedFolder.hasSamples, "Debian's package opencv-doc is not installed"))
struct SameThumbnailsTests {
    /// The files of one photo's thumbnails at some sides.
    private func files(
        _ sides: [Int], make: (PhotoGallery, Photo) async throws -> Void
    ) async throws -> [[UInt8]] {
        let folder = try AnalysedFolder()
        defer { folder.remove() }
        try folder.add(try AnalysedFolder.enlarged("messi5.jpg", times: 6), as: "large.jpg")
        _ = try await folder.gallery.importPhotos(from: [folder.pictures])
        let photo = try #require(try folder.photos().first)
        try await make(folder.gallery, photo)
        return try sides.map { side in
            let thumbnail = try #require(
                try folder.gallery.thumbnails(of: [photo], side: side)[photo.id])
            return Array(try Data(contentsOf: URL(fileURLWithPath: thumbnail.path.escaped)))
        }
    }

    @Test("are the same files: for all, while faces are looked for, and when one is asked for")
    func sameBytes() async throws {
        let sides = [1600, 640, 240]
        let batch = try await files(sides) { gallery, _ async throws in
            _ = try await gallery.makeThumbnails(.everything, options: ThumbnailOptions())
        }
        #expect(Set(batch).count == sides.count)
        for detector in AnalyseTests.detectors {
            let analysed = try await files(sides) { gallery, _ async throws in
                var options = AnalyseOptions()
                options.faces.detector = detector
                _ = try await gallery.analyse(.everything, options: options)
            }
            #expect(analysed == batch, "\(detector)")
        }
        // A smaller one alone comes from a smaller decode.
        let alone = try await files([1600]) { gallery, photo async throws in
            _ = try await gallery.thumbnail(of: photo, side: 1600)
        }
        #expect(alone == Array(batch.prefix(1)))
    }
}
