import Basics
import Foundation
@testable import GalleryModel

/// Rows for export tests.
enum SamplePhotos {
    static let digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

    /// A Flickr photo with every column filled, in Rio de Janeiro and below sea level.
    static var full: ListedPhoto {
        var details = PhotoDetails(origin: .flickr, originID: "53574198477")
        details.title = "Dog, \"Ronja\""
        details.caption = "Two\r\nlines"
        details.creator = "Jane Photographer"
        details.copyright = "© Jane"
        details.owner = "78733179@N04"
        details.license = License(flickrID: 4)
        details.sourceURL = "https://www.flickr.com/photos/78733179@N04/53574198477/"
        details.tags = ["dog", "low tide", "a\\b"]
        details.dateTimeOriginal = "2024:05:01 10:22:31"
        details.offsetTimeOriginal = "-03:00"
        details.dateUploaded = Date(timeIntervalSince1970: 1_714_560_000)
        details.width = 4000
        details.height = 3000
        details.orientation = 6
        details.make = "Canon"
        details.model = "Canon EOS 5D"
        details.lens = "EF50mm f/1.8"
        details.exposureTime = 0.004
        details.fNumber = 2.8
        details.iso = 400
        details.focalLength = 50
        details.rating = 4
        details.coordinate = Coordinate(
            latitude: -22.951916, longitude: -43.210487, altitude: -1.88)
        details.isPublic = true
        details.isFriend = false
        details.isFamily = false
        details.farm = 66
        details.server = "65535"
        details.secret = "0a1b2c3d4e"
        details.media = "photo"
        details.thumbnailURL = "https://live.staticflickr.com/65535/53574198477_0a1b2c3d4e_t.jpg"
        details.largePictureURL = "https://live.staticflickr.com/65535/53574198477_0a1b2c3d4e_b.jpg"
        details.rawJSON = "{\"id\": \"53574198477\",\n \"views\": 7}"
        var photo = Photo(
            id: PhotoID(rawValue: 42), details: details,
            dateAdded: Date(timeIntervalSince1970: 1_763_697_000),
            pictures: [
                Picture(
                    size: .medium, state: .stored, path: BytePath("/catalog/9f/dog.jpg"),
                    fileType: "JPEG", byteCount: 123_456, sha256: digest, width: 500, height: 375),
                Picture(size: .original, state: .unavailable),
            ],
            faces: [
                Face(
                    rectangle: FaceRectangle(x: 10, y: 20.5, width: 100, height: 110),
                    source: .haar),
                Face(rectangle: FaceRectangle(x: 0, y: 0, width: 1, height: 1), source: .haar),
            ])
        photo.location = details.coordinate.map {
            PhotoLocation(coordinate: $0, source: .photo, place: rio)
        }
        return ListedPhoto(section: "flickr:dogs", position: 1, photo: photo)
    }

    /// The place of the full photo in the index.
    static let rio = Place(
        match: .coast, countryCode: "BR", country: "Brazil", region: "Rio de Janeiro",
        city: "Niterói, \"RJ\"", district: "Icaraí", cityDistanceKm: 11.25)

    /// Sets a position that the user matched with a track.
    static func place(
        _ photo: inout Photo, onTrackAt latitude: Double, _ longitude: Double,
        altitude: Double? = nil
    ) {
        photo.location = Coordinate(latitude: latitude, longitude: longitude, altitude: altitude)
            .map { PhotoLocation(coordinate: $0, source: .track, place: rio) }
    }

    /// A photo with only an identity.
    static var bare: ListedPhoto {
        ListedPhoto(
            section: "camera", position: 2,
            photo: Photo(
                id: PhotoID(rawValue: 7),
                details: PhotoDetails(origin: .camera, originID: digest),
                dateAdded: Date(timeIntervalSince1970: 0)))
    }

    /// The minimal photo with one change.
    static func bare(_ change: (inout ListedPhoto) -> Void) -> ListedPhoto {
        var row = bare
        change(&row)
        return row
    }
}
