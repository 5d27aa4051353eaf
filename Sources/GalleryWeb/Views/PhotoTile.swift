import Basics
import GalleryModel

/// A photo in a grid: a thumbnail that links to the photo's page.
struct PhotoTile {
    /// The range of widths, in percent of the height, for which `gallery.css` has classes.
    private static let shapes = 45...300
    /// The maximum height of a row, in CSS pixels.
    private static let rowHeight = 240.0

    let photo: Photo
    /// The addresses of its page and pictures.
    let addresses: any PageAddresses
    /// The language of the page.
    let language: PageLanguage
    /// The display name of a photo without a title; nil for its id.
    var untitled: String?

    /// The values for the template `tile`.
    var values: [String: Any] {
        let size = photo.shownSize
        var values: [String: Any] = [
            "tileAddress": addresses.page(of: photo.id), "tilePhoto": "\(photo.id)",
            "tileShape": "s\(PhotoTile.shape(of: photo))",
            "tileText": photo.alternativeText(in: language, untitled: untitled),
            "tileName": photo.shownTitle(in: language, untitled: untitled),
        ]
        if let small = addresses.thumbnail(of: photo, side: 240),
            let large = addresses.thumbnail(of: photo, side: 640)
        {
            let shown = size ?? EditGeometry.Size(width: 640, height: 640)
            let (few, many) = (small.size(of: shown), large.size(of: shown))
            values["tilePicture"] =
                [
                    "small": small.address,
                    // A small picture has a single size.
                    "sources": few.width == many.width
                        ? "\(small.address) \(few.width)w"
                        : "\(small.address) \(few.width)w, \(large.address) \(many.width)w",
                    "width": many.width, "height": many.height,
                    "space": Int(PhotoTile.ratio(of: photo) * PhotoTile.rowHeight),
                ] as [String: Any]
        }
        return values
    }

    /// Returns the width of a photo in percent of its height, rounded to an existing CSS class.
    static func shape(of photo: Photo) -> Int {
        let percent = Int((ratio(of: photo) * 20).rounded()) * 5
        return min(max(percent, shapes.lowerBound), shapes.upperBound)
    }

    private static func ratio(of photo: Photo) -> Double {
        photo.shownSize.map { Double($0.width) / Double($0.height) } ?? 1
    }
}

extension GalleryPage {
    /// Returns the values of a photo's tile for a template.
    ///
    /// - Parameter section: the section in which the photo is viewed; nil for all photos.
    func tile(of photo: Photo, in section: String? = nil) -> [String: Any] {
        let addresses = ServerAddresses(listing: ListingAddress(section: section))
        return PhotoTile(photo: photo, addresses: addresses, language: language).values
    }
}

extension Photo {
    /// Returns the display name of the photo.
    ///
    /// - Parameter untitled: the name of a photo without a title; nil for its id.
    func shownTitle(in language: PageLanguage, untitled: String? = nil) -> String {
        for text in [details.title, details.fileName] {
            if let text, text.contains(where: { !$0.isWhitespace }) { return text }
        }
        return untitled ?? language.say("photo.untitled", ["id": "\(id)"])
    }

    /// The names of the people in the photo, without duplicates.
    var people: [String] {
        var met: Set<String> = []
        return (shownFaces ?? []).compactMap(\.face.name).filter { met.insert($0).inserted }
    }

    /// Returns the alternative text of the picture from known metadata.
    ///
    /// - Parameter untitled: the name of a photo without a title; nil for its id.
    func alternativeText(in language: PageLanguage, untitled: String? = nil) -> String {
        let place = location?.place
        let title = shownTitle(in: language, untitled: untitled)
        let day = TakenClock(self)?.day(in: language)
        let facts =
            [title] + people
            + [place?.city ?? place?.region, language.country(place?.countryCode, place?.country)]
            .compactMap(\.self)
            + [day == title ? nil : day].compactMap(\.self)
        // Some titles are very long.
        return facts.map { DisplayText.truncated($0, to: 120) }.joined(separator: ", ")
    }
}

/// Photos grouped by the day they were taken or added.
enum PhotoRows {
    /// Returns the values for the template `rows`.
    ///
    /// - Parameter order: the order of the photos; they are grouped only if it is by date.
    static func values(
        _ rows: [ListedPhoto], order: PhotoOrder?, _ addresses: any PageAddresses,
        in language: PageLanguage
    ) -> [[String: Any]] {
        let clock: (Photo) -> TakenClock?
        switch order?.key {
        case .taken: clock = { TakenClock($0) }
        case .date: clock = { TakenClock(orAdded: $0) }
        default: return [group(rows[...], addresses, language)]
        }
        var groups: [[String: Any]] = []
        var rest = rows[...]
        while let first = rest.first {
            let start = clock(first.photo)
            let day = rest.prefix { clock($0.photo)?.group == start?.group }
            var values = group(day, addresses, language)
            let heading = start?.heading(in: language)
            values["dayHeading"] = heading?.text ?? language.say("calendar.undated")
            values["dayName"] = heading?.note ?? ""
            groups.append(values)
            rest = rest.dropFirst(day.count)
        }
        return groups
    }

    private static func group(
        _ rows: ArraySlice<ListedPhoto>, _ addresses: any PageAddresses,
        _ language: PageLanguage
    ) -> [String: Any] {
        [
            "tiles": rows.map {
                PhotoTile(photo: $0.photo, addresses: addresses, language: language).values
            }
        ]
    }
}
