import Basics
package import GalleryModel

/// A column of an export; the cases are in output order.
///
/// The names match exiftool's if it has an equivalent. docs/formats.md describes the contents.
package enum ExportColumn: String, Hashable, Sendable, CaseIterable {
    // Columns of every format.
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

    // Columns that only JSON contains by default.
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
    case subSecTimeOriginal = "SubSecTimeOriginal"
    case dateSource = "DateSource"
    case isDateGuessed = "IsDateGuessed"
    case dateDoubt = "DateDoubt"
    case delisted = "Gone"
    case district = "District"
    case cityDistance = "CityDistance"
    case placeMatch = "PlaceMatch"
    case positionSource = "PositionSource"
    case positionText = "PositionText"
    case positionWarning = "PositionWarning"
    case edit = "Edit"
    case raw = "Raw"

    /// The name used in the header and as a JSON key.
    package var name: String { rawValue }

    /// The columns of CSV in order: `SourceFile` to `Secret`.
    package static let tabular = allCases.filter(\.isTabular)

    /// Returns the default columns of a format.
    ///
    /// For JSON, these are all but `Raw`; for GeoJSON, those of CSV without the position, which is
    /// in the geometry, and without face rectangles. GPX has fixed fields and no columns.
    package static func defaults(for format: ExportFormat) -> [ExportColumn] {
        switch format {
        case .csv: tabular
        case .json, .jsonl: allCases.filter { $0 != .raw }
        case .geojson: tabular.filter { !$0.isPosition && $0 != .faceRectangles }
        case .gpx: []
        }
    }

    /// True if CSV contains the column by default.
    package var isTabular: Bool {
        switch self {
        case .pictures, .lens, .exposureTime, .fNumber, .iso, .focalLength, .rating, .copyright,
            .media, .thumbnailURL, .largePictureURL, .fileName, .delisted, .district, .cityDistance,
            .placeMatch, .positionSource, .positionText, .positionWarning, .subSecTimeOriginal,
            .dateSource, .isDateGuessed, .dateDoubt, .edit, .raw:
            false
        default: true
        }
    }

    /// True if the values are objects, which CSV and tables do not support.
    package var isNested: Bool { [.pictures, .edit, .raw].contains(self) }

    /// True if the column contains a place name of the photo.
    var isPlace: Bool {
        switch self {
        case .countryCode, .country, .region, .city, .district: true
        default: false
        }
    }

    /// True if the column contains a part of the position that is also in a GeoJSON geometry.
    private var isPosition: Bool {
        switch self {
        case .gpsLatitude, .gpsLatitudeRef, .gpsLongitude, .gpsLongitudeRef, .gpsAltitude,
            .gpsAltitudeRef:
            true
        default: false
        }
    }
}

extension ExportColumn {
    /// Parses a comma-separated list of column names, ignoring case and spaces.
    ///
    /// - Throws: `ExportError` for an unknown column, a column that the format does not support, a
    ///   repeated column, an empty list, and a format without columns.
    package static func parse(
        _ list: String, for format: ExportFormat
    ) throws(ExportError) -> [ExportColumn] {
        guard format != .gpx else { throw ExportError(.formatHasNoColumns, list) }
        var columns = [ExportColumn]()
        for part in list.split(separator: ",") {
            let name = part.trimmingSpaces()
            if name.isEmpty { continue }
            let choices = format == .csv ? allCases.filter { !$0.isNested } : allCases
            let folded = name.lowercased()
            guard let column = allCases.first(where: { $0.name.lowercased() == folded }) else {
                let nearest = NearestName.suggestions(for: name, among: choices.map(\.name))
                throw ExportError(.unknownColumn, name, suggestions: nearest)
            }
            guard choices.contains(column) else {
                throw ExportError(.columnNeedsJSON, column.name)
            }
            guard !columns.contains(column) else {
                throw ExportError(.repeatedColumn, column.name)
            }
            columns.append(column)
        }
        if columns.isEmpty {
            throw ExportError(.noColumns, list, suggestions: ["SourceFile", "Title"])
        }
        return columns
    }
}

extension Substring {
    fileprivate func trimmingSpaces() -> String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}

/// The value of a column for a photo, independent of the format.
enum ExportValue {
    case unknown
    case text(String)
    case integer(Int64)
    case decimal(Double)
    case flag(Bool)
    /// Seconds since 1970-01-01 UTC.
    case instant(Int64)
    case path(BytePath)
    case strings([String])
    case rectangles([FaceRectangle])
    case pictures([Picture])
    /// JSON text from the origin, or an edit.
    case json(String)

    @inline(__always)
    init(_ text: String?) {
        if let text { self = .text(text) } else { self = .unknown }
    }

    @inline(__always)
    init(_ number: Int?) {
        if let number { self = .integer(Int64(number)) } else { self = .unknown }
    }

    @inline(__always)
    init(_ number: Int64?) {
        if let number { self = .integer(number) } else { self = .unknown }
    }

    @inline(__always)
    init(_ number: Double?) {
        if let number, number.isFinite { self = .decimal(number) } else { self = .unknown }
    }

    @inline(__always)
    init(_ flag: Bool?) {
        if let flag { self = .flag(flag) } else { self = .unknown }
    }
}

extension ExportColumn {
    /// Returns the value of the column for a row.
    ///
    /// `picture` is the largest stored picture of the photo and `coordinate` its position, both
    /// computed once per row; `sourceFile` replaces the path of the picture if a copy was written.
    @inline(__always)
    func value(
        in row: ListedPhoto, picture: Picture?, coordinate: Coordinate?, sourceFile: BytePath?
    ) -> ExportValue {
        // No default case, so that the compiler detects missing columns.
        switch self {
        case .sourceFile:
            if let path = sourceFile ?? picture?.path { .path(path) } else { .unknown }
        case .section: .text(row.section)
        case .position: ExportValue(row.position)
        case .id: .integer(row.photo.id.rawValue)
        case .origin: .text(row.photo.details.origin.rawValue)
        case .originID:
            // The ID of a camera photo is the SHA-256 of its bytes, which has a separate column.
            row.photo.details.origin == .camera ? .unknown : .text(row.photo.details.idAtOrigin)
        case .title: ExportValue(row.photo.details.title)
        case .description: ExportValue(row.photo.details.caption)
        case .creator: ExportValue(row.photo.details.creator)
        case .owner: ExportValue(row.photo.details.owner)
        case .license: ExportValue(row.photo.details.license?.name)
        case .licenseURL: ExportValue(row.photo.details.license?.url)
        case .sourceURL: ExportValue(row.photo.details.sourceURL)
        case .tags: .strings(row.photo.details.tags)
        case .dateTimeOriginal: ExportValue(row.photo.details.dateTimeOriginal)
        case .offsetTimeOriginal: ExportValue(row.photo.details.offsetTimeOriginal)
        case .dateUploaded:
            if let date = row.photo.details.dateUploaded {
                .instant(date.unixSeconds)
            } else {
                .unknown
            }
        case .dateAdded: .instant(row.photo.dateAdded.unixSeconds)
        case .imageWidth: ExportValue(row.photo.dimensions(of: picture).width)
        case .imageHeight: ExportValue(row.photo.dimensions(of: picture).height)
        case .orientation: ExportValue(row.photo.details.orientation)
        case .fileType: ExportValue(picture?.fileType)
        case .fileSize: ExportValue(picture?.byteCount)
        case .sha256: ExportValue(picture?.sha256)
        case .make: ExportValue(row.photo.details.make)
        case .model: ExportValue(row.photo.details.model)
        case .gpsLatitude: ExportValue(coordinate?.latitude)
        case .gpsLatitudeRef: ExportValue(coordinate.map { $0.latitude < 0 ? "S" : "N" })
        case .gpsLongitude: ExportValue(coordinate?.longitude)
        case .gpsLongitudeRef: ExportValue(coordinate.map { $0.longitude < 0 ? "W" : "E" })
        // EXIF stores the absolute altitude, and whether it is below sea level in the reference.
        case .gpsAltitude: ExportValue(coordinate?.altitude?.magnitude)
        case .gpsAltitudeRef: ExportValue(coordinate?.altitude.map { $0 < 0 ? 1 : 0 })
        case .countryCode: ExportValue(row.photo.location?.place.countryCode)
        case .country: ExportValue(row.photo.location?.place.country)
        case .region: ExportValue(row.photo.location?.place.region)
        case .city: ExportValue(row.photo.location?.place.city)
        case .faces: ExportValue(row.photo.faces?.count)
        case .faceRectangles:
            if let faces = row.photo.faces { .rectangles(faces.map(\.rectangle)) } else { .unknown }
        case .isPublic: ExportValue(row.photo.details.isPublic)
        case .isFriend: ExportValue(row.photo.details.isFriend)
        case .isFamily: ExportValue(row.photo.details.isFamily)
        case .farm: ExportValue(row.photo.details.farm)
        case .server: ExportValue(row.photo.details.server)
        case .secret: ExportValue(row.photo.details.secret)
        case .pictures: .pictures(row.photo.pictures)
        case .lens: ExportValue(row.photo.details.lens)
        case .exposureTime: ExportValue(row.photo.details.exposureTime)
        case .fNumber: ExportValue(row.photo.details.fNumber)
        case .iso: ExportValue(row.photo.details.iso)
        case .focalLength: ExportValue(row.photo.details.focalLength)
        case .rating: ExportValue(row.photo.details.rating)
        case .copyright: ExportValue(row.photo.details.copyright)
        case .media: ExportValue(row.photo.details.media)
        case .thumbnailURL: ExportValue(row.photo.details.thumbnailURL)
        case .largePictureURL: ExportValue(row.photo.details.largePictureURL)
        case .fileName: ExportValue(row.photo.details.fileName)
        case .delisted: .flag(row.isDelisted)
        case .district: ExportValue(row.photo.location?.place.district)
        case .cityDistance: ExportValue(row.photo.location?.place.cityDistanceKm)
        case .placeMatch: ExportValue(row.photo.location?.place.match.rawValue)
        case .positionSource:
            // A position that has not been looked up yet is the photo's own.
            ExportValue(
                row.photo.location?.source.rawValue
                    ?? coordinate.map { _ in PositionSource.photo.rawValue })
        case .positionText: ExportValue(row.photo.details.positionText)
        case .positionWarning: ExportValue(row.photo.details.positionWarning)
        case .subSecTimeOriginal: ExportValue(row.photo.details.subSecTimeOriginal)
        case .dateSource: ExportValue(row.photo.details.dateSource)
        case .isDateGuessed:
            ExportValue(
                row.photo.details.dateTimeOriginal.map { _ in row.photo.details.isDateGuessed })
        case .dateDoubt: ExportValue(row.photo.dateDoubt?.rawValue)
        case .edit:
            if let edit = row.photo.edit { .json(edit.json) } else { .unknown }
        case .raw:
            if let raw = row.photo.details.rawJSON { .json(raw) } else { .unknown }
        }
    }
}

extension Photo {
    /// Returns the size in pixels of the stored picture if known, otherwise of the original.
    @inline(__always)
    fileprivate func dimensions(of picture: Picture?) -> (width: Int?, height: Int?) {
        if let width = picture?.width, let height = picture?.height { return (width, height) }
        return (details.width, details.height)
    }
}
