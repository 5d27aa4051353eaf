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
        var values: [String: Any] = [
            "tileAddress": addresses.page(of: photo.id), "tilePhoto": "\(photo.id)",
            "tileShape": "s\(PhotoTile.shape(of: photo))",
            "tileText": photo.alternativeText(in: language, untitled: untitled),
            "tileName": photo.shownTitle(in: language, untitled: untitled),
        ]
        if let small = addresses.thumbnail(of: photo, side: 240),
            let large = addresses.thumbnail(of: photo, side: 640)
        {
            let shown = photo.shownSize ?? EditGeometry.Size(width: 640, height: 640)
            let size = large.size(of: shown)
            let picture: [String: Any] = [
                "small": small.address,
                "sources": addresses.sources(of: photo, sides: [240, 640], size: shown),
                "width": size.width, "height": size.height,
                "space": Int(PhotoTile.ratio(of: photo) * PhotoTile.rowHeight),
            ]
            values["tilePicture"] = picture
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
    /// Returns the values of a photo's tile for a template, viewed in a listing.
    func tile(of photo: Photo, in listing: ListingAddress = ListingAddress()) -> [String: Any] {
        let addresses = ServerAddresses(listing: listing)
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
        (shownFaces ?? []).compactMap(\.face.name).uniqued()
    }

    /// Returns the alternative text of the picture from known metadata.
    ///
    /// - Parameter untitled: the name of a photo without a title; nil for its id.
    func alternativeText(in language: PageLanguage, untitled: String? = nil) -> String {
        let place = location?.place
        let title = shownTitle(in: language, untitled: untitled)
        let day = TakenClock(self)?.day(in: language)
        let country = language.country(place?.countryCode, place?.country)
        let facts = [place?.city ?? place?.region, country, day == title ? nil : day]
        // Some titles are very long.
        return ([title] + people + facts.compactMap(\.self))
            .map { DisplayText.truncated($0, to: 120) }.joined(separator: ", ")
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
        func tiles(_ rows: ArraySlice<ListedPhoto>) -> [[String: Any]] {
            rows.map {
                PhotoTile(photo: $0.photo, addresses: addresses, language: language).values
            }
        }
        let clock: (Photo) -> TakenClock?
        switch order?.key {
        case .taken: clock = { TakenClock($0) }
        case .date: clock = { TakenClock($0) ?? TakenClock(added: $0) }
        default: return [["tiles": tiles(rows[...])]]
        }
        var groups: [[String: Any]] = []
        var rest = rows[...]
        while let first = rest.first {
            let start = clock(first.photo)
            let day = rest.prefix { clock($0.photo)?.group == start?.group }
            let heading = start?.heading(in: language)
            groups.append([
                "tiles": tiles(day), "dayName": heading?.note ?? "",
                "dayHeading": heading?.text ?? language.say("calendar.undated"),
            ])
            rest = rest.dropFirst(day.count)
        }
        return groups
    }
}
