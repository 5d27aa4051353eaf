import Basics
import Foundation
package import GalleryModel

/// A column of an export; the cases are in output order.
///
/// The names match exiftool's if it has an equivalent. docs/formats.md describes the contents.
package enum ExportColumn: String, Hashable, Sendable, CaseIterable {
    // Columns of every format.
    case sourceFile, section, position, id, origin, originID, title, description, creator, owner
    case license, licenseURL, sourceURL, tags, dateTimeOriginal, offsetTimeOriginal, dateUploaded
    case dateAdded, imageWidth, imageHeight, orientation, fileType, fileSize, sha256, make, model
    case gpsLatitude, gpsLatitudeRef, gpsLongitude, gpsLongitudeRef, gpsAltitude, gpsAltitudeRef
    case countryCode, country, region, city, faces, faceRectangles, isPublic, isFriend, isFamily
    case farm, server, secret

    // Columns that only JSON contains by default.
    case pictures, lens, exposureTime, fNumber, iso, focalLength, rating, favorite, copyright
    case media, thumbnailURL, largePictureURL, fileName, subSecTimeOriginal, dateSource
    case isDateGuessed, dateDoubt, delisted, district, cityDistance, placeMatch, positionSource
    case positionText, positionWarning, edit, raw

    /// The name used in the header and as a JSON key, such as `Title`, `ImageWidth` or `SHA256`.
    package var name: String {
        switch self {
        case .id, .iso, .sha256: rawValue.uppercased()
        case .delisted: "Gone"
        case _ where rawValue.hasPrefix("gps"): "GPS" + rawValue.dropFirst(3)
        default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        }
    }

    /// The columns of CSV in order: `SourceFile` to `Secret`.
    package static let tabular = Array(allCases.prefix { $0 != .pictures })

    /// Returns the default columns of a format.
    ///
    /// For JSON, these are all but `Raw`; for GeoJSON, those of CSV without the position, which is
    /// in the geometry, and without face rectangles. GPX has fixed fields and no columns.
    package static func defaults(for format: ExportFormat) -> [ExportColumn] {
        switch format {
        case .csv: tabular
        case .json, .jsonl: allCases.filter { $0 != .raw }
        case .geojson: tabular.filter { !$0.rawValue.hasPrefix("gps") && $0 != .faceRectangles }
        case .gpx: []
        }
    }

    /// True if the values are objects, which CSV and tables do not support.
    package var isNested: Bool { [.pictures, .edit, .raw].contains(self) }

    /// True if the column contains a place name of the photo.
    var isPlace: Bool { [.countryCode, .country, .region, .city, .district].contains(self) }
}

extension ExportColumn {
    /// Parses a comma-separated list of column names, ignoring case and spaces.
    ///
    /// - Throws: `ExportError` for an unknown column, a column that the format does not support, a
    ///   repeated column, an empty list, and a format without columns.
    package static func parse(
        _ list: String, for format: ExportFormat
    ) throws(ExportError) -> [ExportColumn] {
        guard format != .gpx else { throw .formatHasNoColumns(list) }
        var columns = [ExportColumn]()
        for part in list.split(separator: ",") {
            let name = part.trimmingCharacters(in: .whitespacesAndNewlines)
            if name.isEmpty { continue }
            let choices = format == .csv ? allCases.filter { !$0.isNested } : allCases
            let folded = name.lowercased()
            guard let column = allCases.first(where: { $0.name.lowercased() == folded }) else {
                let nearest = NearestName.suggestions(for: name, among: choices.map(\.name))
                throw .unknownColumn(name, nearest: nearest)
            }
            guard choices.contains(column) else { throw .columnNeedsJSON(column.name) }
            guard !columns.contains(column) else { throw .repeatedColumn(column.name) }
            columns.append(column)
        }
        if columns.isEmpty { throw .noColumns(list) }
        return columns
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
    init(_ text: String?) { self = text.map { .text($0) } ?? .unknown }

    @inline(__always)
    init(_ number: (some BinaryInteger)?) {
        self = number.map { .integer(Int64($0)) } ?? .unknown
    }

    @inline(__always)
    init(_ number: Double?) {
        self = number.flatMap { $0.isFinite ? .decimal($0) : nil } ?? .unknown
    }

    @inline(__always)
    init(_ flag: Bool?) { self = flag.map { .flag($0) } ?? .unknown }
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
            row.photo.details.dateUploaded.map { .instant($0.unixSeconds) } ?? .unknown
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
            row.photo.faces.map { .rectangles($0.map(\.rectangle)) } ?? .unknown
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
        case .favorite: .flag(row.photo.isFavorite)
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
        case .edit: row.photo.edit.map { .json($0.json) } ?? .unknown
        case .raw: row.photo.details.rawJSON.map(ExportValue.json) ?? .unknown
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
