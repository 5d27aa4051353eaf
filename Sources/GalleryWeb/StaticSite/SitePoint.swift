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
    /// The title; empty where the photo has none.
    let title: String
    /// When it was taken, by its camera's clock, in ISO 8601; empty where nobody knows.
    let taken: String
    /// The width of its picture in hundredths of the height, as classes of tiles have it.
    let shape: Int
    /// The ending of its smallest picture's file; empty without one.
    let ending: String

    /// Takes what may be told of a photo; nil where no position may be.
    init?(_ listed: SitePhoto, in language: PageLanguage) {
        let photo = listed.photo
        guard let coordinate = photo.coordinate else { return nil }
        id = photo.id
        self.coordinate = coordinate
        isOfTrack = photo.location?.source == .track
        place = photo.location?.place
        let title = photo.details.title ?? ""
        self.title =
            title.contains { !$0.isWhitespace } ? DisplayText.truncated(title, to: 120) : ""
        taken = TakenClock(photo)?.text ?? ""
        shape = PhotoTile.shape(of: photo)
        ending = listed.pictures.first.map { "\(BytePath($0.file).fileExtension)" } ?? ""
    }

    /// The day that it was taken on, such as 20240517; 0 where nobody knows.
    var day: Int { Int(taken.prefix(10).filter { $0 != "-" }) ?? 0 }

    /// Adds all that is told of it.
    func add(to inputs: inout InputDigest) {
        inputs.add(Int(id.rawValue))
        inputs.add(coordinate.latitude)
        inputs.add(coordinate.longitude)
        inputs.add(isOfTrack)
        inputs.add([title, taken, ending])
        inputs.add(shape)
    }

    /// Whether it comes before another one: the newest first, those without a date last.
    static func isNewer(_ one: SitePoint, _ other: SitePoint) -> Bool {
        (one.taken, one.id.rawValue) > (other.taken, other.id.rawValue)
    }
}
