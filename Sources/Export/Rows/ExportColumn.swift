/// Names a column of an export, in the order in which columns are written.
///
/// The names are those of exiftool where it has one. docs/formats.md says what each holds.
package enum ExportColumn: String, Hashable, Sendable, CaseIterable {
    // The columns every format has.
    case sourceFile = "SourceFile"
    case section = "Section"
    case position = "Position"
    case id = "ID"
    case origin = "Origin"
    case originID = "OriginID"
    case title = "Title"
    case description = "Description"
    case creator = "Creator"
    case owner = "Owner"
    case license = "License"
    case licenseURL = "LicenseURL"
    case sourceURL = "SourceURL"
    case tags = "Tags"
    case dateTimeOriginal = "DateTimeOriginal"
    case offsetTimeOriginal = "OffsetTimeOriginal"
    case dateUploaded = "DateUploaded"
    case dateAdded = "DateAdded"
    case imageWidth = "ImageWidth"
    case imageHeight = "ImageHeight"
    case orientation = "Orientation"
    case fileType = "FileType"
    case fileSize = "FileSize"
    case sha256 = "SHA256"
    case make = "Make"
    case model = "Model"
    case gpsLatitude = "GPSLatitude"
    case gpsLatitudeRef = "GPSLatitudeRef"
    case gpsLongitude = "GPSLongitude"
    case gpsLongitudeRef = "GPSLongitudeRef"
    case gpsAltitude = "GPSAltitude"
    case gpsAltitudeRef = "GPSAltitudeRef"
    case countryCode = "CountryCode"
    case country = "Country"
    case region = "Region"
    case city = "City"
    case faces = "Faces"
    case faceRectangles = "FaceRectangles"
    case isPublic = "IsPublic"
    case isFriend = "IsFriend"
    case isFamily = "IsFamily"
    case farm = "Farm"
    case server = "Server"
    case secret = "Secret"

    // The keys that only JSON has.
    case pictures = "Pictures"
    case lens = "Lens"
    case exposureTime = "ExposureTime"
    case fNumber = "FNumber"
    case iso = "ISO"
    case focalLength = "FocalLength"
    case rating = "Rating"
    case copyright = "Copyright"
    case media = "Media"
    case thumbnailURL = "ThumbnailURL"
    case largePictureURL = "LargePictureURL"
    case fileName = "FileName"
    case gone = "Gone"
    case cityDistance = "CityDistance"
    case placeMatch = "PlaceMatch"
    case positionSource = "PositionSource"
    case positionText = "PositionText"
    case positionWarning = "PositionWarning"
    case edit = "Edit"
    case raw = "Raw"

    /// The column's name as the header and the JSON keys spell it.
    package var name: String { rawValue }

    /// The columns of a CSV file, in order: `SourceFile` to `Secret`.
    package static let tabular = allCases.filter(\.isTabular)

    /// The columns written where none are asked for.
    ///
    /// For JSON that is everything but `Raw`; for GeoJSON what CSV has without the position, which the
    /// geometry holds, and without the rectangles of faces. GPX has fields of its own and no columns.
    package static func defaults(for format: ExportFormat) -> [ExportColumn] {
        switch format {
        case .csv: tabular
        case .json, .jsonl: allCases.filter { $0 != .raw }
        case .geojson: tabular.filter { !$0.isPosition && $0 != .faceRectangles }
        case .gpx: []
        }
    }

    /// Whether CSV has the column too.
    package var isTabular: Bool {
        switch self {
        case .pictures, .lens, .exposureTime, .fNumber, .iso, .focalLength, .rating, .copyright,
            .media, .thumbnailURL, .largePictureURL, .fileName, .gone, .cityDistance, .placeMatch,
            .positionSource, .positionText, .positionWarning, .edit, .raw:
            false
        default: true
        }
    }

    /// Whether the column holds a name of the place where the photo was taken.
    var isPlace: Bool {
        switch self {
        case .countryCode, .country, .region, .city: true
        default: false
        }
    }

    /// Whether the column holds a part of the position that a GeoJSON geometry holds too.
    private var isPosition: Bool {
        switch self {
        case .gpsLatitude, .gpsLatitudeRef, .gpsLongitude, .gpsLongitudeRef, .gpsAltitude,
            .gpsAltitudeRef:
            true
        default: false
        }
    }
}
