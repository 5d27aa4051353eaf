import Basics
import GalleryModel

extension ExportColumn {
    /// What the column holds for a row.
    ///
    /// `picture` is the photo's largest stored picture and `coordinate` its position, both looked up
    /// once a row; `sourceFile` stands in place of the picture's path where a copy was written.
    @inline(__always)
    func value(
        in row: ListedPhoto, picture: Picture?, coordinate: Coordinate?, sourceFile: BytePath?
    ) -> ExportValue {
        // A case for each column: the compiler finds the one that is forgotten.
        switch self {
        case .sourceFile:
            if let path = sourceFile ?? picture?.path { .path(path) } else { .unknown }
        case .section: .text(row.section)
        case .position: ExportValue(row.position)
        case .id: .integer(row.photo.id.rawValue)
        case .origin: .text(row.photo.details.origin.rawValue)
        case .originID:
            // A camera photo's own id is the SHA-256 of its bytes, which has its own column.
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
        // EXIF keeps the height without a sign and says in the reference which side of the sea it
        // is.
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
        case .gone: .flag(row.isGone)
        case .cityDistance: ExportValue(row.photo.location?.place.cityDistanceKm)
        case .placeMatch: ExportValue(row.photo.location?.place.match.rawValue)
        case .positionSource:
            // A position that was not looked up yet is the photo's own.
            ExportValue(
                row.photo.location?.source.rawValue
                    ?? coordinate.map { _ in PositionSource.photo.rawValue })
        case .positionText: ExportValue(row.photo.details.positionText)
        case .positionWarning: ExportValue(row.photo.details.positionWarning)
        case .edit:
            if let edit = row.photo.edit { .json(edit.json) } else { .unknown }
        case .raw:
            if let raw = row.photo.details.rawJSON { .json(raw) } else { .unknown }
        }
    }
}

extension Photo {
    /// Pixels across and down of the stored picture where both are known, else of the original.
    @inline(__always)
    fileprivate func dimensions(of picture: Picture?) -> (width: Int?, height: Int?) {
        if let width = picture?.width, let height = picture?.height { return (width, height) }
        return (details.width, details.height)
    }
}
