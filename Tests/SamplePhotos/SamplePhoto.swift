import GalleryModel
import Imaging

/// A picture of opencv-doc with the metadata of its sample.
struct SamplePhoto {
    /// The file's name in opencv-doc.
    let file: String
    /// The metadata written into the copy.
    let metadata: PictureMetadata

    private init(
        _ file: String, _ title: String, taken: String, offset: String, at place: Coordinate?,
        keywords: [String], orientation: Int = 1, rating: Int? = nil
    ) {
        var metadata = PictureMetadata()
        metadata.title = title
        metadata.caption = "A sample photo made of opencv-doc's \(file)"
        metadata.dateTimeOriginal = taken
        metadata.offsetTimeOriginal = offset
        metadata.coordinate = place
        metadata.tags = keywords
        metadata.orientation = orientation
        metadata.rating = rating
        metadata.make = "Gallery"
        metadata.model = "Sample 1"
        metadata.lens = "Sample 35mm f/2"
        metadata.exposureTime = 1.0 / 250
        metadata.fNumber = 5.6
        metadata.iso = 200
        metadata.focalLength = 35
        metadata.creator = "Zoë Sample"
        metadata.copyright = "OpenCV contributors"
        self.file = file
        self.metadata = metadata
    }

    /// The samples: places north and south, east and west, above and below sea level; one has no
    /// place.
    static let all = [
        SamplePhoto(
            "aloeL.jpg", "Aloe on a sill", taken: "2024:05:01 10:15:30", offset: "+02:00",
            at: Coordinate(latitude: 48.8566, longitude: 2.3522, altitude: 35),
            keywords: ["aloe", "Paris, France", "plant"], rating: 4),
        SamplePhoto(
            "apple.jpg", "An apple a day", taken: "2024:05:02 18:00:00", offset: "+11:00",
            at: Coordinate(latitude: -33.8568, longitude: 151.2153, altitude: 4.5),
            keywords: ["apple", "fruit", "Sydney"]),
        SamplePhoto(
            "baboon.jpg", "Baboon 🐒", taken: "2024:06:11 07:30:00", offset: "+03:00",
            at: Coordinate(latitude: -1.2921, longitude: 36.8219, altitude: 1795),
            keywords: ["animal", "🐒", "Nairobi"], rating: 5),
        SamplePhoto(
            "building.jpg", "Downtown", taken: "2023:12:31 23:59:59", offset: "-03:00",
            at: Coordinate(latitude: -22.9068, longitude: -43.1729, altitude: 11),
            keywords: ["architecture", "Rio de Janeiro"]),
        SamplePhoto(
            "fruits.jpg", "Fruits at the Dead Sea", taken: "2024:03:03 12:00:00", offset: "+02:00",
            at: Coordinate(latitude: 31.5590, longitude: 35.4732, altitude: -430.5),
            keywords: ["fruit", "market"], orientation: 6),
        SamplePhoto(
            "home.jpg", "Home", taken: "2022:07:04 20:45:10", offset: "-07:00",
            at: Coordinate(latitude: 37.7749, longitude: -122.4194, altitude: 16),
            keywords: ["home", "house"], orientation: 3),
        SamplePhoto(
            "messi5.jpg", "The match", taken: "2012:10:20 21:00:00", offset: "+02:00",
            at: Coordinate(latitude: 41.3809, longitude: 2.1228), keywords: ["football", "sport"]),
        SamplePhoto(
            "chicky_512.png", "Chicky", taken: "2024:01:01 00:00:00", offset: "Z", at: nil,
            keywords: ["drawing"]),
    ]
}
