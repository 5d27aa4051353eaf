import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Routes for the faces of a photo: detecting, adding, naming, moving and rejecting them, and their
/// pictures.
enum FaceRoutes {
    static let all = [
        // With a rectangle, adds a face that was not detected.
        Route(.post, "/api/v1/photos/{photo}/faces", for: .owners) { request, site in
            let body = try await BodyMembers(of: request, detection + rectangle + ["name"])
            let name = try body.text("name")
            let options = try JobRoutes.detection(body, in: site.gallery)
            if let box = try box(body) {
                return try await decide(request, site) { photo in
                    .add(try detected(box, in: photo), name: name)
                }
            }
            let photo = try await offload { try PhotoRoutes.photo(request, in: site.gallery).id }
            return try await JobRoutes.start(.faces(PhotoChoice(photo), options), request, site)
        },
        Route(.post, "/api/v1/photos/{photo}/faces/detect", for: .owners) { request, site in
            let body = try await BodyMembers(of: request, detection)
            let gallery = site.gallery
            let photo = try await offload { try PhotoRoutes.photo(request, in: gallery).id }
            var options = try JobRoutes.detection(body, in: gallery)
            let failure = Failure()
            options.work.itemFailed = { item in failure.message.withLock { $0 = item.message } }
            let summary = try await request.whileClientWaits { [options] in
                try await site.detections.run {
                    try await gallery.faces.detect(.photos([photo]), options: options)
                }
            }
            if summary.withoutPicture > 0 { throw withoutPicture }
            if let message = failure.message.withLock(\.self) {
                throw Problem(.unprocessableContent, message)
            }
            return try await offload { .json(JSONValue(try gallery.photo(id: photo).faceMembers)) }
        },
        Route(.patch, "/api/v1/photos/{photo}/faces/{face}", for: .owners) { request, site in
            let names = ["name"] + rectangle
            let body = try await BodyMembers(of: request, names)
            guard names.contains(where: body.contains) else {
                throw Problem(
                    .unprocessableContent, say: "error.no-changes",
                    ["names": names.joined(separator: ", ")])
            }
            let name = try body.text("name")
            let box = try box(body)
            if box != nil, let name { throw body.wrong("name", .text(name), .text("null")) }
            return try await decide(request, site) { photo in
                let face = try number(request)
                return try box.map { .move(face, to: try detected($0, in: photo)) }
                    ?? .name(face, name)
            }
        },
        Route(.delete, "/api/v1/photos/{photo}/faces/{face}", for: .owners) { request, site in
            try await decide(request, site) { _ in .reject([try number(request)]) }
        },
        Route(.get, "/api/v1/photos/{photo}/faces/{face}/picture", for: .viewers, ["v"]) {
            request, site in
            let gallery = site.gallery
            let portrait = try await offload {
                let photo = try PhotoRoutes.photo(request, in: gallery)
                let face = try number(request)
                guard let portrait = FacePortrait.all(of: photo).first(where: { $0.number == face })
                else { throw Problem(.notFound, say: "error.no-face", ["face": "\(face)"]) }
                return portrait
            }
            var headers = PictureResponder.headers(EntityTag(portrait.version))
            let isCurrent = request.parameter("v") == portrait.version
            headers[.cacheControl] = Conditional.caching(isCurrent: isCurrent)
            if EntityTag(portrait.version).isNamed(in: request.headers[.ifNoneMatch]) {
                return Response(status: .notModified, headers: headers)
            }
            let bytes = try await request.whileClientWaits {
                try await gallery.thumbnails.picture(of: portrait)
            }
            headers[.contentType] = gallery.thumbnails.format == .webp ? "image/webp" : "image/jpeg"
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        },
    ]

    /// Routes that rename a person.
    ///
    /// The form, for browsers without scripts, also names faces.
    static let people = [
        Route(.patch, "/api/v1/people/{person}", for: .owners) { request, site in
            let body = try await BodyMembers(of: request, ["name"])
            guard let name = try body.text("name") else {
                throw body.wrong("name", .null, .say("expected.text"))
            }
            let (photos, step) = try await offload {
                try site.gallery.faces.rename(request.part("person"), to: name)
            }
            return .json(JSONValue([("name", name), ("photos", photos.count), ("undo", step)]))
        },
        Route(.post, "/people", for: .owners) { request, site in
            let fields = try await request.form()
            let name = fields["name"] ?? ""
            return try await offload {
                let faces = site.gallery.faces
                guard let photo = fields["photo"].flatMap({ Int64($0) }) else {
                    _ = try faces.rename(fields["person"] ?? "", to: name)
                    return .seeOther(PageAddress.person(name))
                }
                let face = fields["face"].flatMap { Int($0) } ?? 0
                try faces.name(face, of: site.gallery.photo(id: PhotoID(rawValue: photo)), as: name)
                return .seeOther("/people/unnamed")
            }
        },
    ]

    /// The reason why an item failed.
    private final class Failure: Sendable {
        let message = Mutex<String?>(nil)
    }

    /// The members of a body that configure the detection of faces.
    static let detection = ["again", "detector"]
    /// The members of a rectangle, in pixels of the picture as shown.
    private static let rectangle = ["x", "y", "width", "height"]

    private static var withoutPicture: Problem {
        Problem(.unprocessableContent, say: "error.no-picture")
    }

    /// Returns the rectangle of a body; nil without one.
    private static func box(_ body: BodyMembers) throws(Problem) -> FaceRectangle? {
        guard rectangle.contains(where: body.contains) else { return nil }
        let side = Double(PhotoEdit.maximumSide)
        return FaceRectangle(
            x: try body.number("x", in: 0...side), y: try body.number("y", in: 0...side),
            width: try body.number("width", in: 1...side),
            height: try body.number("height", in: 1...side))
    }

    /// Returns a rectangle of the picture as shown in pixels that faces refer to.
    private static func detected(_ box: FaceRectangle, in photo: Photo) throws -> FaceRectangle {
        guard let size = photo.shownSize, let found = photo.faceRectangle(shown: box) else {
            throw withoutPicture
        }
        guard box.x + box.width <= Double(size.width), box.y + box.height <= Double(size.height)
        else {
            throw Problem(
                .unprocessableContent, say: "error.outside-picture",
                ["width": "\(size.width)", "height": "\(size.height)"])
        }
        return found
    }

    private static func number(_ request: WebRequest) throws(Problem) -> Int {
        let text = request.part("face")
        guard let number = Int(text) else {
            throw Problem(
                .notFound, say: "error.no-face", ["face": DisplayText.truncated(text, to: 60)])
        }
        return number
    }

    /// Changes the faces of a photo, and returns all of them, with the number of the step for
    /// `undo`.
    private static func decide(
        _ request: WebRequest, _ site: Site,
        _ change: @escaping @Sendable (Photo) throws -> FaceChange
    ) async throws -> Response {
        try await offload {
            let gallery = site.gallery
            let photo = try PhotoRoutes.photo(request, in: gallery)
            let (_, entry) = try gallery.faces.change(change(photo), in: photo)
            let faces = try gallery.photo(id: photo.id).faceMembers
            return .json(JSONValue(faces + [("entry", entry)]))
        }
    }
}
