import Basics
import Gallery
import GalleryModel

/// A photo on the map of a site: what the map's scripts and its list tell of it.
struct SitePoint: Sendable {
    let id: PhotoID
    /// The position as it may be told.
    let coordinate: Coordinate
    /// Whether a track says so.
    let isOfTrack: Bool
    /// The place as it may be told; nil where that is not known.
    let place: Place?
    /// The name of its country in the language of the site; nil at sea, and where it is not known.
    let country: String?
    /// The title; empty where the photo has none.
    let title: String
    /// When it was taken, by its camera's clock, in ISO 8601; empty where nobody knows.
    let taken: String
    /// The width of its picture in hundredths of the height, as classes of tiles have it.
    let shape: Int
    /// The long edge that its smallest picture's file is named by; 0 without one.
    let side: Int
    /// The ending of that file; empty without one.
    let ending: String

    /// Takes what may be told of a photo; nil where no position may be.
    init?(_ listed: SitePhoto, in language: PageLanguage) {
        let photo = listed.photo
        guard let coordinate = photo.coordinate else { return nil }
        id = photo.id
        self.coordinate = coordinate
        isOfTrack = photo.location?.source == .track
        place = photo.location?.place
        country = language.country(place?.countryCode, place?.country)
        let title = photo.details.title ?? ""
        self.title =
            title.contains { !$0.isWhitespace } ? DisplayText.truncated(title, to: 120) : ""
        taken = TakenClock(photo)?.text ?? ""
        shape = PhotoTile.shape(of: photo)
        side = listed.pictures.first?.side ?? 0
        ending = listed.pictures.first.map { "\(BytePath($0.file).fileExtension)" } ?? ""
    }

    /// The place in words, such as `Brest, France`; empty where it is not known.
    var placeText: String {
        [place?.city ?? place?.region, country].compactMap(\.self).joined(separator: ", ")
    }

    /// The day that it was taken on, such as 20240517; 0 where nobody knows.
    var day: Int { Int(taken.prefix(10).filter { $0 != "-" }) ?? 0 }

    /// Adds all that is told of it.
    func add(to inputs: inout InputDigest) {
        inputs.add(Int(id.rawValue))
        inputs.add(coordinate.latitude)
        inputs.add(coordinate.longitude)
        inputs.add(isOfTrack)
        inputs.add([title, taken, ending, placeText])
        inputs.add(shape)
        inputs.add(side)
    }

    /// Whether it comes before another one: the newest first, those without a date last.
    static func isNewer(_ one: SitePoint, _ other: SitePoint) -> Bool {
        (one.taken, one.id.rawValue) > (other.taken, other.id.rawValue)
    }
}
