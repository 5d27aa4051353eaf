import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

/// A server with a password and a gallery of three photos with private metadata, the last one in
/// the trash.
final class SharedScene: Sendable {
    static let hasSamples = PictureScene.hasSamples
    /// Texts that must not be shared without metadata.
    static let secrets = [
        "Ana Example", "Bo Other", "Zoe Maker", "Brest", "48.39", "48,23", "Low tide", "swims",
        "IMG_secret", "sailing",
    ]

    let access: AccessScene
    let photos: [PhotoID]

    init(
        settings: GallerySettings = GallerySettings(),
        _ change: (inout ServerOptions) -> Void = { _ in }
    ) async throws {
        access = try AccessScene(settings: settings, change)
        let gallery = access.gallery
        let camera = access.scene.folder.appending(path: "camera")
        try FileManager.default.createDirectory(at: camera, withIntermediateDirectories: true)
        var photos: [PhotoID] = []
        for (index, sample) in ["messi5.jpg", "fruits.jpg", "baboon.jpg"].enumerated() {
            let file = camera.appending(path: "IMG_secret_\(index).jpg")
            try Data(try PictureScene.bytes(of: sample)).write(to: file)
            try Data(SharedScene.sidecar.utf8).write(
                to: camera.appending(path: "IMG_secret_\(index).jpg.xmp"))
            _ = try await gallery.importPhotos(from: [BytePath(file.path)])
            photos.append(
                try gallery.photo(at: PhotoIndexPath(section: 0, item: index)).id)
        }
        try gallery.faces.add(
            FaceRectangle(x: 100, y: 60, width: 80, height: 90),
            to: try gallery.photo(id: photos[0]), name: "Bo Other")
        try gallery.trash.add([photos[2]])
        self.photos = photos
    }

    var gallery: PhotoGallery { access.gallery }

    /// Creates a link.
    func link(
        _ photos: [PhotoID], originals: Bool = false, metadata: Bool = false,
        password: String? = nil, expires: Date? = nil
    ) throws -> NewShareLink {
        var options = ShareLinkOptions()
        options.contents = ShareContents(originals: originals, metadata: metadata)
        options.password = password
        options.expires = expires
        return try gallery.shareLinks.make(.photos(photos), options: options, cost: .testing)
    }

    /// Sends a request as a browser does.
    func ask(
        _ path: String, _ headers: HTTPFields = [:], method: HTTPRequest.Method = .get,
        form: String? = nil
    ) async -> Response {
        var headers = headers
        if headers[.accept] == nil { headers[.accept] = "text/html" }
        return await access.ask(method, path, headers, form: form)
    }

    /// Sends the password of a link.
    func unlock(_ link: NewShareLink, _ password: String) async -> Response {
        await ask(link.path, method: .post, form: "password=\(PercentEncoding.encoded(password))")
    }

    /// The text of a response.
    func text(_ path: String, _ headers: HTTPFields = [:]) async throws -> String {
        String(decoding: try await ask(path, headers).bytes(), as: UTF8.self)
    }

    static let sidecar = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        exif:DateTimeOriginal="2024-05-17T10:11:12+02:00" exif:GPSLatitude="48,23.4N"
        exif:GPSLongitude="4,29.2W"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Low tide, Ana
        Example</rdf:li></rdf:Alt></dc:title><dc:description><rdf:Alt><rdf:li
        xml:lang="x-default">Ana Example swims</rdf:li></rdf:Alt></dc:description><dc:creator><rdf:Seq>
        <rdf:li>Zoe Maker</rdf:li></rdf:Seq></dc:creator><dc:subject><rdf:Bag><rdf:li>sailing</rdf:li>
        </rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
        """
}
