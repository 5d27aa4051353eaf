import Basics
import Gallery
import GalleryModel

/// The picture of a photo's page: its sizes, and the frames of its faces.
struct PhotoPicture {
    let photo: Photo
    /// Where its sizes are.
    var addresses: any PageAddresses = ServerAddresses()
    /// The language of the page.
    let language: PageLanguage
    /// What the photo is called where it has no title; nil for its id.
    var untitled: String?

    /// The values for the template `photo`: the thumbnails with their widths, the size of the largest picture that is
    /// given, and where a browser gets that; nil where no picture is stored.
    var values: [String: Any]? {
        guard let large = addresses.thumbnail(of: photo, side: 1600) else { return nil }
        let size = photo.shownGeometry?.result ?? EditGeometry.Size(width: 1600, height: 1200)
        var widths: Set<Int> = []
        let sources = [240, 640, 1600].compactMap { side -> String? in
            guard let source = addresses.thumbnail(of: photo, side: side) else { return nil }
            let width = source.size(of: size).width
            // Small pictures are not enlarged: one of them is enough.
            guard widths.insert(width).inserted else { return nil }
            return "\(source.address) \(width)w"
        }
        let shown = large.size(of: size)
        let whole = addresses.whole(of: photo)
        let largest = (whole ?? large).size(of: size)
        var values: [String: Any] = [
            "large": large.address, "sources": sources.joined(separator: ", "),
            "width": shown.width, "height": shown.height, "wholeWidth": largest.width,
            "wholeHeight": largest.height,
            "text": photo.alternativeText(in: language, untitled: untitled),
        ]
        values["whole"] = whole?.address
        return values
    }

    /// Frames in the picture's own pixels, which an SVG of its shape draws at any size.
    var faces: [String: Any]? {
        guard let size = photo.shownGeometry?.result, photo.picture != nil,
            let shown = photo.shownFaces, !shown.isEmpty
        else { return nil }
        // A fortieth of the height, so that names can be read.
        let letter = max(Double(min(size.width, size.height)) / 30, 1)
        let frames: [[String: Any]] = shown.map { number, face in
            let box = face.rectangle
            let isBelow = box.y + box.height + letter * 1.4 < Double(size.height)
            var frame: [String: Any] = [
                "x": short(box.x), "y": short(box.y), "width": short(box.width),
                "height": short(box.height),
                "faceName": face.name ?? language.say("photo.face", ["number": "\(number)"]),
            ]
            if let name = face.name {
                frame["label"] =
                    [
                        "labelX": short(box.x + box.width / 2),
                        // Above where there is no room below; the distance is told in letters, whatever their size.
                        "labelY": short(isBelow ? box.y + box.height : box.y),
                        "labelShift": isBelow ? "1.2em" : "-0.4em",
                        "labelText": DisplayText.truncated(name, to: 40),
                    ] as [String: Any]
            }
            return frame
        }
        return [
            "frameWidth": size.width, "frameHeight": size.height, "letter": short(letter),
            "frames": frames, "faceCount": language.say("count.faces", count: shown.count),
        ]
    }

    /// A number with a place at most: whole pixels are enough for a frame.
    private func short(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
}
