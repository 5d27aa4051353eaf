import Basics
import Gallery
import GalleryModel
import Hummingbird

/// The page of one photo: the picture with its faces, what is known about it, and the ways on.
struct PhotoPage {
    let request: WebRequest
    let gallery: PhotoGallery

    /// Makes the page; blocks for some milliseconds.
    ///
    /// - Throws: 404 for what is no photo.
    func response() throws -> Response {
        let photo = try PhotoRoutes.photo(request, in: gallery)
        let places = try gallery.places(of: photo.id)
        var frame = PageFrame(title: photo.shownTitle)
        frame.isSignedIn = request.principal.sessionID != nil
        var values = PhotoFacts(photo: photo, places: places).values
        values["title"] = photo.shownTitle
        values["caption"] = photo.caption
        values["isTrashed"] = photo.dateTrashed != nil
        values["picture"] = PhotoPage.picture(photo)
        values["missingPicture"] = photo.picture == nil
        values["photoID"] = "\(photo.id)"
        values["faces"] = PhotoPage.faces(photo)
        if photo.picture != nil {
            values["downloadAddress"] = PictureAddress.original(of: photo) + "?download=1"
        }
        values["metadata"] = try metadata(photo, places)
        try addNeighbours(of: photo, places, to: &values)
        return .html(try frame.page("photo", values))
    }

    /// The picture at the size in which pages show it.
    private static func picture(_ photo: Photo) -> [String: Any]? {
        guard let large = PictureAddress.thumbnail(of: photo, side: 1600),
            let small = PictureAddress.thumbnail(of: photo, side: 640)
        else { return nil }
        let size = photo.shownGeometry?.result ?? EditGeometry.Size(width: 1600, height: 1200)
        let (shown, reduced) = (
            size.bounded(toLongestSide: 1600), size.bounded(toLongestSide: 640)
        )
        return [
            "large": large, "small": small, "width": shown.width, "height": shown.height,
            "smallWidth": reduced.width, "text": photo.alternativeText,
        ]
    }

    /// Frames in the picture's own pixels, which an SVG of its shape draws at any size.
    private static func faces(_ photo: Photo) -> [String: Any]? {
        guard let size = photo.shownGeometry?.result, photo.picture != nil,
            let shown = photo.shownFaces, !shown.isEmpty
        else { return nil }
        // A fortieth of the height, so that names can be read.
        let letter = max(Double(min(size.width, size.height)) / 30, 1)
        let frames: [[String: Any]] = shown.map { number, face in
            let box = face.rectangle
            var frame: [String: Any] = [
                "x": short(box.x), "y": short(box.y), "width": short(box.width),
                "height": short(box.height), "faceName": face.name ?? "Face \(number)",
            ]
            if let name = face.name {
                frame["label"] =
                    [
                        "labelX": short(box.x + box.width / 2),
                        // Above where there is no room below.
                        "labelY": short(
                            box.y + box.height + letter * 1.4 < Double(size.height)
                                ? box.y + box.height + letter * 1.2 : box.y - letter * 0.4),
                        "labelText": DisplayText.truncated(name, to: 40),
                    ] as [String: Any]
            }
            return frame
        }
        return [
            "frameWidth": size.width, "frameHeight": size.height, "letter": short(letter),
            "frames": frames, "faceCount": Count.text(shown.count, "face"),
        ]
    }

    /// A number with a place at most: whole pixels are enough for a frame.
    private static func short(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }

    private func addNeighbours(
        of photo: Photo, _ places: [SectionEntry], to values: inout [String: Any]
    ) throws {
        let from = request.parameter("from").map { SectionReference(text: $0) }
        let entry = places.first { $0.section == from && $0.position != nil }
        let neighbours: PhotoNeighbours
        if let entry, let position = entry.position {
            let section = try gallery.section(entry.section)
            neighbours = try PhotoNeighbours(of: section, at: position, in: gallery)
            let first = (position - 1) / PhotoSheet.size * PhotoSheet.size + 1
            values["backAddress"] = PageAddress.with(
                [("position", first > 1 ? String(first) : nil)],
                PageAddress.section(entry.section.text))
            values["backText"] = entry.section.name
            values["positionText"] =
                "\(Count.text(position)) of \(Count.text(section.count))"
        } else if photo.dateTrashed == nil {
            neighbours = try PhotoNeighbours(of: photo, in: gallery)
            values["backAddress"] = "/"
            values["backText"] = "Photos"
        } else {
            return
        }
        let section = entry?.section.text
        values["previousAddress"] = neighbours.previous.map {
            PageAddress.photo($0, from: section)
        }
        values["nextAddress"] = neighbours.next.map { PageAddress.photo($0, from: section) }
        values["previousText"] = section == nil ? "Newer" : "Previous"
        values["nextText"] = section == nil ? "Older" : "Next"
    }

    /// Everything that `gallery show` tells, but for where files lie on the server.
    private func metadata(_ photo: Photo, _ places: [SectionEntry]) throws -> [[String: Any]] {
        let row = PhotoDocument.listed(photo, places)
        var options = ExportOptions(format: .jsonl)
        options.includesPaths = false
        let bytes = try PhotoGallery.encode([row], options: options)
        guard let line = bytes.split(separator: UInt8(ascii: "\n")).first,
            case .object(let members) = try JSONValue(Array(line))
        else { return [] }
        return members.compactMap { name, value in
            let text: String
            switch value {
            case .null: return nil
            case .text(let value): text = value
            case .list(let items) where items.isEmpty: return nil
            case .list, .object, .flag, .number:
                text = String(decoding: value.compact, as: UTF8.self)
            }
            return text.isEmpty ? nil : ["name": name, "value": text]
        }
    }
}
