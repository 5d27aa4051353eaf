import Basics
import Foundation
import GalleryModel
import Imaging
import Testing

import Gallery

/// A gallery in its own folder, with pictures whose pixels identify their positions.
struct EditScene {
    /// The folder that contains everything.
    let folder: String
    /// The gallery.
    let gallery: PhotoGallery

    /// Runs a test in a new gallery, then removes the gallery.
    static func with(_ body: (EditScene) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/edit-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let gallery = try PhotoGallery.open(at: BytePath(folder + "/catalog"))
        try FileManager.default.createDirectory(
            atPath: folder + "/camera", withIntermediateDirectories: true)
        try await body(EditScene(folder: folder, gallery: gallery))
    }

    /// A path in the folder.
    func path(_ name: String) -> BytePath { BytePath(folder + "/" + name) }

    /// The bytes of a file in the folder; nil if it does not exist.
    func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: folder + "/" + name).map(Array.init)
    }

    /// The sorted names of the files in a subfolder.
    func names(in name: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + name)) ?? []).sorted()
    }

    /// Imports a picture under a name.
    func importing(_ bytes: [UInt8], as name: String) async throws -> Photo {
        let file = folder + "/camera/" + name
        try Data(bytes).write(to: URL(filePath: file))
        let summary = try await gallery.importPhotos(from: [BytePath(file)])
        #expect(summary.failed == 0)
        let section = try gallery.sections.find(.camera)
        var found: Photo?
        try gallery.forEachPhoto(.section(section)) { batch in
            found = batch.last { $0.photo.fileName == name }?.photo ?? found
            return true
        }
        return try gallery.photo(id: try #require(found).id)
    }

    /// The photo as it is now.
    func again(_ photo: Photo) throws -> Photo { try gallery.photo(id: photo.id) }
}

/// Creates pictures whose pixels identify their positions.
enum EditPictures {
    /// A picture of 4 quarters: red, green, blue and white from the top left, row by row.
    static func quarters(width: Int, height: Int) throws -> PixelBuffer {
        let colors: [[UInt8]] = [[0, 0, 255], [0, 255, 0], [255, 0, 0], [255, 255, 255]]
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                bytes += colors[(y * 2 / height) * 2 + x * 2 / width]
            }
        }
        return try #require(
            PixelBuffer(layout: .bgr, width: width, height: height, bytes: bytes))
    }

    /// A PNG with a different color in every pixel.
    static func png(width: Int, height: Int) throws -> (bytes: [UInt8], pixels: PixelBuffer) {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { bytes += [UInt8(x % 256), UInt8(y % 256), UInt8((x + y) % 256)] }
        }
        let pixels = try #require(
            PixelBuffer(layout: .bgr, width: width, height: height, bytes: bytes))
        return (try PictureEncoder(.png).encode(pixels), pixels)
    }

    /// A JPEG of four quarters.
    static func jpeg(width: Int, height: Int) throws -> [UInt8] {
        try JPEGEncoder(quality: 95).encode(try quarters(width: width, height: height))
    }

    /// The pixels of a picture file, upright.
    static func pixels(of bytes: [UInt8]) throws -> PixelBuffer {
        try bytes.withUnsafeBytes {
            try PictureDecoder().decode(bytes: $0, as: .bgr, longEdge: nil).pixels
        }
    }

    /// The color in the middle of a part of a picture: `red`, `green`, `blue` or `white`.
    static func color(_ pixels: PixelBuffer, x: Double, y: Double) -> String {
        let column = min(Int(x * Double(pixels.width)), pixels.width - 1)
        let row = min(Int(y * Double(pixels.height)), pixels.height - 1)
        let start = (row * pixels.width + column) * 3
        let isHigh = pixels.bytes[start..<(start + 3)].map { $0 > 127 }
        return switch (isHigh[0], isHigh[1], isHigh[2]) {
        case (false, false, true): "red"
        case (false, true, false): "green"
        case (true, false, false): "blue"
        case (true, true, true): "white"
        default: "other"
        }
    }
}
