import Basics
import GalleryModel

/// A photo among others: a picture that leads to the photo's page.
struct PhotoTile {
    /// The classes of `gallery.css` tell the shape in steps: widths of 100 heights.
    private static let shapes = 45...300
    /// Pixels of style that a row is high where it is highest.
    private static let rowHeight = 240.0

    let photo: Photo
    /// Where its page and its pictures are.
    let addresses: any PageAddresses
    /// The language of the page.
    let language: PageLanguage
    /// What the photo is called where it has no title; nil for its id.
    var untitled: String?

    /// Makes the tile of a photo.
    init(photo: Photo, _ addresses: any PageAddresses, in language: PageLanguage) {
        self.photo = photo
        self.addresses = addresses
        self.language = language
    }

    /// Makes the tile of a photo on the server, in a section or among all photos.
    init(photo: Photo, section: String?, in language: PageLanguage) {
        self.init(
            photo: photo, ServerAddresses(listing: ListingAddress(section: section)),
            in: language)
    }

    /// The values for the template `tile`.
    var values: [String: Any] {
        let size = photo.shownGeometry?.result
        let ratio = size.map { Double($0.width) / Double($0.height) } ?? 1
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
                    // Of a small picture there is one size, which is told once.
                    "sources": few.width == many.width
                        ? "\(small.address) \(few.width)w"
                        : "\(small.address) \(few.width)w, \(large.address) \(many.width)w",
                    "width": many.width, "height": many.height,
                    "space": Int(ratio * PhotoTile.rowHeight),
                ] as [String: Any]
        }
        return values
    }

    /// The width of a photo's picture in hundredths of its height, in the steps that there are classes for.
    static func shape(of photo: Photo) -> Int {
        let size = photo.shownGeometry?.result
        let ratio = size.map { Double($0.width) / Double($0.height) } ?? 1
        return min(max(Int((ratio * 20).rounded()) * 5, shapes.lowerBound), shapes.upperBound)
    }
}

extension Photo {
    /// What a page calls the photo.
    ///
    /// - Parameter untitled: what it is called where it has no title; nil for its id.
    func shownTitle(in language: PageLanguage, untitled: String? = nil) -> String {
        for text in [details.title, details.fileName] {
            if let text, text.contains(where: { !$0.isWhitespace }) { return text }
        }
        return untitled ?? language.say("photo.untitled", ["id": "\(id)"])
    }

    /// The names of the people that it shows, each once.
    var people: [String] {
        var met: Set<String> = []
        return (shownFaces ?? []).compactMap(\.face.name).filter { met.insert($0).inserted }
    }

    /// What the picture shows, as far as that is known, for those who do not see it.
    ///
    /// - Parameter untitled: what it is called where it has no title; nil for its id.
    func alternativeText(in language: PageLanguage, untitled: String? = nil) -> String {
        let place = location?.place
        let facts =
            [shownTitle(in: language, untitled: untitled)] + people
            + [place?.city ?? place?.region, language.country(place?.countryCode, place?.country)]
            .compactMap(\.self)
            + [TakenClock(self)?.day(in: language)].compactMap(\.self)
        // Some texts are whole novels.
        return facts.map { DisplayText.truncated($0, to: 120) }.joined(separator: ", ")
    }
}
