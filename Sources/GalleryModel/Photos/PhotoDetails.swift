public import Foundation

/// The metadata of a photo from its origin, as stored by `search`, `refresh` and `import`.
///
/// Values that the origin did not provide are nil. Text is stored as received, with entities
/// decoded once.
public struct PhotoDetails: Hashable, Codable, Sendable {
    /// The origin of the photo.
    public var origin: Origin
    /// The ID at the origin: Flickr's photo ID, the SHA-256 of an imported file, or `SERVER/ID` for
    /// other servers, whose IDs are unique only per server.
    public var originID: String
    /// The ID as used by the origin, without the server.
    package var idAtOrigin: String {
        switch origin {
        case .camera, .flickr: originID
        case .share, .campaign:
            originID.lastIndex(of: "/").map { String(originID[originID.index(after: $0)...]) }
                ?? originID
        }
    }
    /// The title.
    public var title: String?
    /// The description or caption.
    public var caption: String?
    /// The name of the photographer.
    public var creator: String?
    /// The copyright notice.
    public var copyright: String?
    /// The Flickr ID of the owner, such as `78733179@N04`.
    public var owner: String?
    /// The license; nil if unknown.
    public var license: License?
    /// The URL of the photo's page at its origin.
    public var sourceURL: String?
    /// Tags or keywords in the origin's order.
    public var tags: [String] = []
    /// The date taken, `YYYY:MM:DD HH:MM:SS` by the camera's clock; `YYYY:MM` or `YYYY` if only the
    /// month or year is known.
    ///
    /// Not a `Date`: many cameras do not record the time zone, so the text does not identify an
    /// instant.
    public var dateTimeOriginal: String?
    /// The fraction of the second as decimal digits: `05` is 0.05.
    public var subSecTimeOriginal: String?
    /// The UTC offset of the clock: `+HH:MM`, `-HH:MM` or `Z`.
    public var offsetTimeOriginal: String?
    /// The tag from which the date was read, as spelled by exiftool, such as `XMP-xmp:CreateDate`,
    /// or `FileName`; nil if unknown and for photos from other servers.
    public var dateSource: String?
    /// True if the date was inferred from the file name, or is approximate according to the origin.
    public var isDateGuessed = false
    /// The upload date, to the second.
    public var dateUploaded: Date?
    /// The width of the original in pixels, as stored.
    public var width: Int?
    /// The height of the original in pixels, as stored.
    public var height: Int?
    /// The EXIF orientation, 1...8.
    public var orientation: Int?
    /// The camera maker.
    public var make: String?
    /// The camera model.
    public var model: String?
    /// The lens.
    public var lens: String?
    /// The exposure time in seconds.
    public var exposureTime: Double?
    /// The f-number.
    public var fNumber: Double?
    /// The ISO sensitivity.
    public var iso: Int?
    /// The focal length in millimeters.
    public var focalLength: Double?
    /// The rating in stars, 0...5, or -1 for rejected, as stored in the file.
    public var rating: Int?
    /// The position.
    public var coordinate: Coordinate?
    /// The accuracy of the position by Flickr's levels: 1 world, 3 country, 6 region, 11 city, 16
    /// street; nil if unknown.
    ///
    /// Source: https://www.flickr.com/services/api/flickr.photos.geo.setLocation.html
    public var positionAccuracy: Int?
    /// The position as written in the file, such as `55/1 6/1 1740/100 N, 1/1 53/1 420/100 W`; nil
    /// if it contains none and for other origins.
    public var positionText: String?
    /// Warnings about the position with explanations, `name: text`, separated by `; `.
    public var positionWarning: String?
    /// True if everyone can see the photo at its origin.
    public var isPublic: Bool?
    /// True if the owner's friends can see it.
    public var isFriend: Bool?
    /// True if the owner's family can see it.
    public var isFamily: Bool?
    /// The Flickr farm.
    public var farm: Int?
    /// The Flickr server.
    public var server: String?
    /// A value that changes when the picture is replaced: Flickr's secret for sizes up to 1024
    /// pixels, or the path of a post's picture.
    public var secret: String?
    /// `photo` or `video`.
    public var media: String?
    /// The URL of the thumbnail.
    public var thumbnailURL: String?
    /// The URL of the large picture.
    public var largePictureURL: String?
    /// The file name at first import, or the current one for files imported in place; nil for other
    /// origins.
    ///
    /// Bytes that are not valid UTF-8 are escaped as in `BytePath.escaped`.
    public var fileName: String?
    /// The origin's complete response as unmodified JSON; nil for camera photos.
    public var rawJSON: String?

    /// Creates details with only the photo's identity.
    package init(origin: Origin, originID: String) {
        self.origin = origin
        self.originID = originID
    }
}

extension PhotoDetails {
    /// The exposure time in seconds as a fraction, such as `1/250`; nil from half a second, and for
    /// a time too short for any camera, because files can contain any.
    package var exposureFraction: String? {
        exposureTime.flatMap { (1e-9..<0.5).contains($0) ? "1/\(Int((1 / $0).rounded()))" : nil }
    }

    /// Returns the details with missing values filled in from other details of the same photo.
    package func filled(with others: PhotoDetails) -> PhotoDetails {
        var result = self
        func fill<Value>(_ fact: WritableKeyPath<PhotoDetails, Value?>) {
            if result[keyPath: fact] == nil { result[keyPath: fact] = others[keyPath: fact] }
        }
        for fact in PhotoDetails.texts { fill(fact) }
        for fact in PhotoDetails.numbers { fill(fact) }
        for fact in PhotoDetails.measures { fill(fact) }
        fill(\.isPublic)
        fill(\.isFriend)
        fill(\.isFamily)
        fill(\.license)
        fill(\.dateUploaded)
        if result.coordinate == nil, result.positionText == nil { result.takePosition(of: others) }
        // The offset and the fraction belong to the date they came with.
        if result.dateTimeOriginal == nil { result.takeDate(of: others) }
        if result.tags.isEmpty { result.tags = others.tags }
        return result
    }

    /// Returns the values that sidecars add to the details of the file itself.
    package func beyond(_ own: PhotoDetails) -> PhotoDetails {
        var result = self
        func drop<Value: Equatable>(_ fact: WritableKeyPath<PhotoDetails, Value?>) {
            if result[keyPath: fact] == own[keyPath: fact] { result[keyPath: fact] = nil }
        }
        for fact in PhotoDetails.texts { drop(fact) }
        for fact in PhotoDetails.numbers { drop(fact) }
        for fact in PhotoDetails.measures { drop(fact) }
        let none = PhotoDetails(origin: origin, originID: originID)
        if coordinate == own.coordinate, positionText == own.positionText {
            result.takePosition(of: none)
        }
        var dated = own
        dated.takeDate(of: self)
        if dated == own { result.takeDate(of: none) }
        result.tags.removeAll(where: own.tags.contains)
        return result
    }

    private mutating func takePosition(of others: PhotoDetails) {
        coordinate = others.coordinate
        positionText = others.positionText
        positionWarning = others.positionWarning
        positionAccuracy = others.positionAccuracy
    }

    private mutating func takeDate(of others: PhotoDetails) {
        dateTimeOriginal = others.dateTimeOriginal
        subSecTimeOriginal = others.subSecTimeOriginal
        offsetTimeOriginal = others.offsetTimeOriginal
        dateSource = others.dateSource
        isDateGuessed = others.isDateGuessed
    }

    private static var texts: [WritableKeyPath<PhotoDetails, String?>] {
        [
            \.title, \.caption, \.creator, \.copyright, \.owner, \.sourceURL, \.make, \.model,
            \.lens, \.server, \.secret, \.media, \.thumbnailURL, \.largePictureURL, \.fileName,
            \.rawJSON,
        ]
    }

    private static var numbers: [WritableKeyPath<PhotoDetails, Int?>] {
        [\.width, \.height, \.orientation, \.iso, \.rating, \.farm]
    }

    private static var measures: [WritableKeyPath<PhotoDetails, Double?>] {
        [\.exposureTime, \.fNumber, \.focalLength]
    }
}

/// The first origin of a photo.
public enum Origin: String, Hashable, Codable, Sendable, CaseIterable {
    /// Imported from a folder, memory card or list of files.
    case camera
    /// Listed by Flickr.
    case flickr
    /// Listed by a photo-share server.
    case share
    /// Listed by a campaign feed.
    case campaign

    /// The only picture size stored for this origin; nil if there are several.
    package var onlySize: PictureSize? { self == .flickr ? nil : .original }
}
