import Basics
import FakeFlickr
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import Hummingbird
import Testing

/// A server with a gallery that contains an example of everything the API returns.
struct FilledGallery {
    let scene: WebScene
    /// A camera photo of 96 × 72 pixels, turned upright and cropped, with two faces.
    let edited: PhotoID
    /// An unedited camera photo with a face and a date.
    let plain: PhotoID
    /// A photo in the trash.
    let trashed: PhotoID

    /// Runs a test on such a gallery, then removes it.
    static func with(
        options: ServerOptions = ServerOptions(),
        _ body: @Sendable (FilledGallery, RouterClient) async throws -> Void
    ) async throws {
        let world = FakeWorld(seed: 7, photos: 6)
        try await FakeFlickrServer.with(world) { flickr in
            let settings = try GallerySettings.load(environment: flickr.environment)
            let scene = try WebScene(options, settings: settings)
            let filled = try await FilledGallery(scene)
            try await scene.run { try await body(filled, $0) }
        }
    }

    private init(_ scene: WebScene) async throws {
        self.scene = scene
        let gallery = scene.gallery
        var query = FlickrQuery(term: "dogs")
        query.size = .small
        _ = try await gallery.sources.search(query)
        let dogs = try gallery.sections.find(SectionReference(text: "dogs"))
        let found = try gallery.photos(.section(dogs)).map(\.photo)
        let pictures = found.compactMap(\.picture?.path)
        let camera = scene.folder.appending(path: "camera")
        try FileManager.default.createDirectory(at: camera, withIntermediateDirectories: true)
        for (index, picture) in pictures.prefix(2).enumerated() {
            let file = camera.appending(path: "IMG_\(index).jpg")
            // Comments make the files different pictures.
            let bytes = try Data(contentsOf: URL(filePath: picture.string ?? ""))
            try (bytes.prefix(2) + [0xFF, 0xFE, 0, 3, UInt8(index)] + bytes.dropFirst(2)).write(
                to: file)
            try Data(FilledGallery.sidecar.utf8).write(
                to: camera.appending(path: "IMG_\(index).jpg.xmp"))
        }
        try Data("no picture".utf8).write(to: camera.appending(path: "broken.jpg"))
        _ = try await gallery.importPhotos(from: [BytePath(camera.path)])
        let own = try gallery.photos(.section(try gallery.sections.find(.camera))).map(\.photo)
        try #require(own.count == 2 && found.count == 6)
        edited = own[0].id
        plain = own[1].id
        trashed = found[5].id
        try gallery.faces.add(
            FaceRectangle(x: 8, y: 10, width: 20, height: 16), to: own[0], name: "Eva")
        try gallery.faces.add(
            FaceRectangle(x: 2, y: 2, width: 8, height: 8), to: try gallery.photo(id: own[0].id))
        try gallery.faces.add(FaceRectangle(x: 4, y: 4, width: 12, height: 12), to: own[1])
        var change = EditChange()
        change.rotation = 90
        change.zoom = 1.25
        change.effects = [AppliedEffect(.noir, intensity: 0.5)]
        _ = try await gallery.edits.apply(.photos([edited]), change)
        try gallery.albums.create(named: "best", filter: try gallery.filter("is:edited"))
        try gallery.trash.add([trashed])
    }

    /// A date with an offset and a position.
    private static let sidecar = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        exif:DateTimeOriginal="2024-05-17T10:11:12+02:00" exif:GPSLatitude="48,23.4N"
        exif:GPSLongitude="4,29.2W"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Café "au lait"
        </rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
        """
}

extension RouterClient {
    /// Sends a GET request; the body is null if it is not JSON.
    func get(
        _ uri: String, _ headers: HTTPFields = [:]
    ) async throws -> (status: Int, headers: HTTPFields, body: JSONValue) {
        try await execute(uri: uri, method: .get, headers: headers) { answer in
            let bytes = Array(answer.body.readableBytesView)
            let body = (try? JSONValue(bytes, depth: 64)) ?? .null
            return (answer.status.code, answer.headers, body)
        }
    }
}

extension JSONValue {
    /// A member of an object; nil if it is missing.
    subscript(_ key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The items of a list's page.
    var page: [JSONValue] { self["items"]?.items ?? [] }

    /// The number as an integer; nil if it has a fraction.
    var whole: Int? { double.flatMap(Int.init(exactly:)) }

    /// True if the value is `true`.
    var isTrue: Bool { if case .flag(true) = self { true } else { false } }

    /// True if the value is null.
    var isNull: Bool { if case .null = self { true } else { false } }
}
