import Foundation
import GalleryModel
import Imaging
import TestSupport

/// A `gallery` with photos that contain positions and times.
struct PlaceScene {
    var gallery: GalleryProgram
    let photos: URL

    init() throws {
        gallery = try GalleryProgram()
        photos = gallery.folder.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    }

    /// Adds a picture; its bytes differ by name.
    func add(
        _ name: String, at coordinate: Coordinate? = nil, taken: String? = nil,
        offset: String? = nil, keywords: [String] = [], model: String? = nil
    ) throws {
        var metadata = PictureMetadata()
        metadata.title = name
        metadata.coordinate = coordinate
        metadata.dateTimeOriginal = taken
        metadata.offsetTimeOriginal = offset
        metadata.tags = keywords
        metadata.model = model
        let bytes = try MetadataWriter().applying(
            metadata, to: Array(PictureFiles.jpeg(comment: name)))
        try Data(bytes).write(to: photos.appendingPathComponent(name + ".jpg"))
    }

    /// Photos in Brest, Paris and Sydney, off the coast and at sea, and one without a position.
    func addWorld() throws {
        try add("1-brest", at: Coordinate(latitude: 48.3904, longitude: -4.4861))
        try add("2-paris", at: Coordinate(latitude: 48.8583, longitude: 2.2945, altitude: 35))
        try add("3-sydney", at: Coordinate(latitude: -33.8568, longitude: 151.2153))
        try add("4-sea", at: Coordinate(latitude: 45, longitude: -30))
        try add("5-nowhere")
        try gallery.run("import", photos.path)
    }

    /// Values of the camera's photos, in order, as in JSON.
    func column(_ name: String) throws -> [String?] {
        try gallery.run("export", "camera", "--format", "jsonl").lines().map { row in
            row[name] is NSNull ? nil : row[name].map { "\($0)" }
        }
    }

    /// The titles of the photos that match a query, in order.
    func titles(where query: String) throws -> [String] {
        let result = try gallery.run("list", "camera", "--where", query, "--format", "jsonl")
        return try result.lines().compactMap { $0["Title"] as? String }
    }
}
