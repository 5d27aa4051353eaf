import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

/// A server with a gallery of imported pictures from Debian's package opencv-doc.
final class PictureScene: Sendable {
    static let samples = URL(filePath: "/usr/share/doc/opencv-doc/examples/data/")
    static let hasSamples = FileManager.default.fileExists(
        atPath: samples.appending(path: "messi5.jpg").path)

    let web: WebScene

    init(_ change: (inout GallerySettings) -> Void = { _ in }) throws {
        var settings = GallerySettings()
        change(&settings)
        web = try WebScene(ServerOptions(), settings: settings)
        try FileManager.default.createDirectory(
            at: camera, withIntermediateDirectories: true)
    }

    var gallery: PhotoGallery { web.gallery }
    var camera: URL { web.folder.appending(path: "camera") }

    /// Imports bytes under a name.
    @discardableResult
    func add(_ bytes: [UInt8], as name: String, inPlace: Bool = false) async throws -> PhotoID {
        let file = camera.appending(path: name)
        try Data(bytes).write(to: file)
        _ = try await gallery.importPhotos(from: [BytePath(file.path)], inPlace: inPlace)
        let count = try gallery.sections.list()[0].count
        return try gallery.photo(at: PhotoIndexPath(section: 0, item: count - 1)).id
    }

    /// Imports a sample.
    @discardableResult
    func add(
        sample: String, as name: String? = nil, inPlace: Bool = false
    ) async throws -> PhotoID {
        try await add(
            try PictureScene.bytes(of: sample), as: name ?? sample, inPlace: inPlace)
    }

    static func bytes(of sample: String) throws -> [UInt8] {
        Array(try Data(contentsOf: samples.appending(path: sample)))
    }

    /// The address in a listing.
    func address(of id: PhotoID, side: Int = 240) throws -> String {
        let row = try #require(try gallery.photos(.photos([id])).first)
        return try #require(PictureAddress.thumbnail(of: row.photo, side: side))
    }
}

/// A received response.
struct Came: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]
}

extension RouterClient {
    func picture(
        _ address: String, _ headers: HTTPFields = [:], method: HTTPRequest.Method = .get
    ) async throws -> Came {
        try await execute(uri: address, method: method, headers: headers) { answer in
            Came(
                status: answer.status.code, headers: answer.headers,
                body: Array(answer.body.readableBytesView))
        }
    }
}
