import Basics
import Foundation
import GalleryModel
import Imaging
import TestSupport

/// Pictures with and without faces from Debian's opencv-doc.
enum FacePictures {
    /// A footballer, 548 × 342 pixels, one face.
    static let messi = URL(
        fileURLWithPath: "/usr/share/doc/opencv-doc/examples/data/messi5.jpg")
    /// The position of his face, marked by hand from the brow to the chin.
    static let messiFace = FaceRectangle(x: 226, y: 96, width: 40, height: 42)
    /// Fruit, no face.
    static let fruits = URL(
        fileURLWithPath: "/usr/share/doc/opencv-doc/examples/data/fruits.jpg")

    /// The footballer stored rotated, with the EXIF orientation that makes him upright.
    static func messi(orientation: Int) throws -> Data {
        let picture = try PictureDecoder().decode(
            path: BytePath(messi.path), as: .bgr, longEdge: nil)
        // Only the quarter turns undo each other.
        let inverse = [6: 8, 8: 6][orientation] ?? orientation
        let stored = try JPEGEncoder(quality: 95).encode(
            picture.pixels.upright(orientation: inverse))
        var metadata = PictureMetadata()
        metadata.orientation = orientation
        return Data(try MetadataWriter().applying(metadata, to: stored))
    }

    /// The overlap of two rectangles: intersection over union.
    static func overlap(_ face: [String: Any], _ box: FaceRectangle) -> Double {
        func number(_ key: String) -> Double { (face[key] as? NSNumber)?.doubleValue ?? -1 }
        let found = FaceRectangle(
            x: number("x"), y: number("y"), width: number("width"), height: number("height"))
        return RelativeRectangle(found, width: 1000, height: 1000)
            .overlap(RelativeRectangle(box, width: 1000, height: 1000))
    }
}

/// A program with pictures in a folder.
struct FaceScene {
    let gallery: GalleryProgram
    let photos: URL

    init() throws {
        gallery = try GalleryProgram()
        photos = gallery.folder.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    }

    /// Writes a file into the folder of photos and returns its path.
    @discardableResult
    func add(_ name: String, _ data: Data) throws -> String {
        let url = photos.appendingPathComponent(name)
        try data.write(to: url)
        return url.path
    }

    /// Imports the footballer as photo 1 and the fruits as photo 2, and detects faces.
    func importAndDetect() throws {
        try add("a-messi.jpg", try Data(contentsOf: FacePictures.messi))
        try add("b-fruits.jpg", try Data(contentsOf: FacePictures.fruits))
        try gallery.run("import", photos.path)
        try gallery.run("faces", "camera")
    }

    /// The faces of a photo as `faces list` shows them.
    func faces(_ photo: String = "1") throws -> [[String: Any]] {
        try gallery.run("faces", "list", photo, "--format", "jsonl").lines()
    }
}
