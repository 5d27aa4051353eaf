import Basics
import Foundation
import GalleryModel
import Imaging

import Gallery

/// A gallery in its own folder with pictures from Debian's package opencv-doc.
struct AnalyzedFolder {
    static let samples = "/usr/share/doc/opencv-doc/examples/data/"
    static let hasSamples = FileManager.default.fileExists(atPath: samples + "messi5.jpg")

    let folder: URL
    let gallery: PhotoGallery

    /// Creates an empty gallery.
    init(_ change: (inout GallerySettings) -> Void = { _ in }) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("analysed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("pictures"), withIntermediateDirectories: true)
        var settings = GallerySettings()
        change(&settings)
        gallery = try PhotoGallery.open(
            at: BytePath(folder.appendingPathComponent("catalog").path), settings: settings)
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The folder to import.
    var pictures: BytePath { BytePath(folder.appendingPathComponent("pictures").path) }

    /// Puts a file into the folder to import.
    func add(_ bytes: [UInt8], as name: String) throws {
        try Data(bytes).write(to: folder.appendingPathComponent("pictures/\(name)"))
    }

    /// Puts samples into the folder to import and imports it.
    func importSamples(_ names: String...) async throws {
        for name in names { try add(try Self.bytes(of: name), as: name) }
        _ = try await gallery.importPhotos(from: [pictures])
    }

    /// The photos of the camera section, as listed.
    func photos() throws -> [Photo] {
        let count = try gallery.sections.list()[0].count
        return try (0..<count).map { try gallery.photo(at: PhotoIndexPath(section: 0, item: $0)) }
    }

    static func bytes(of sample: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: samples + sample)))
    }

    /// A sample with its sides enlarged by a factor, as a JPEG.
    static func enlarged(_ sample: String, times: Int) throws -> [UInt8] {
        let picture = try PictureDecoder().decode(
            path: BytePath(samples + sample), as: .bgr, longEdge: nil
        ).pixels
        var bytes: [UInt8] = []
        for y in 0..<picture.height {
            var row: [UInt8] = []
            for x in 0..<picture.width {
                let start = (y * picture.width + x) * 3
                for _ in 0..<times { row += picture.bytes[start..<(start + 3)] }
            }
            for _ in 0..<times { bytes += row }
        }
        let large = PixelBuffer(
            layout: .bgr, width: picture.width * times, height: picture.height * times,
            bytes: bytes)
        return try JPEGEncoder().encode(large ?? picture)
    }
}
