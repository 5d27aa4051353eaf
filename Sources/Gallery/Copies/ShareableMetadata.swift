import Basics
import Foundation
import GalleryModel
import Imaging

/// The metadata of a photo that may be shared.
///
/// An allow-list: the user's texts are included only on request, and no text is searched for names
/// or places. For a photo that is public on Flickr, the title, creator and license are always
/// included, because licenses require them.
struct ShareableMetadata: Sendable {
    /// The photo without private metadata.
    let photo: Photo
    /// The rules for the picture's own metadata.
    let rules: MetadataTransfer.Rules
    /// Whether to keep names of people and face regions.
    var keepsNames: Bool { rules.contains(.names) }
    /// Whether the options request metadata that only the file contains.
    let needsFileMetadata: Bool
    /// Whether to keep creator, copyright, license and source.
    let keepsCredit: Bool

    private typealias Kind = (
        name: String, rule: MetadataTransfer.Rules, isKept: @Sendable (ShareOptions) -> Bool
    )

    /// The kinds of metadata in the picture's file, with the options that keep them.
    private static let kinds: [Kind] = [
        ("Location", .location, { $0.positions == .exact }), ("Camera", .camera, \.keepsCamera),
        ("Serials", .serials, \.keepsSerials),
        ("Names", .names, { $0.keepsNames || $0.keepsAll }), ("Title", .title, \.keepsTitle),
        ("Description", .description, \.keepsDescription), ("Tags", .tags, \.keepsTags),
        ("Credit", .credit, \.keepsCredit),
    ]

    /// Applies the options to a photo.
    ///
    /// - Throws: errors of the place index, if positions are to be coarsened.
    init(_ photo: Photo, _ options: ShareOptions, _ filter: PositionFilter) throws {
        keepsCredit =
            options.keepsCredit || options.keepsAll || ShareableMetadata.isPublished(photo)
        rules = MetadataTransfer.Rules(Self.kinds.filter { $0.isKept(options) }.map(\.rule))
        self.photo =
            options.keepsAll
            ? photo : ShareableMetadata.publicPhoto(try filter.applied(to: photo), options)
        needsFileMetadata =
            !options.keepsAll
            && (options.positions != .dropped
                || !rules.isDisjoint(with: [.names, .camera, .serials, .credit]))
    }

    /// Returns the photo without texts that the options do not keep.
    private static func publicPhoto(_ photo: Photo, _ options: ShareOptions) -> Photo {
        var publicPhoto = photo
        var details = photo.details
        let isPublished = isPublished(photo)
        if !options.keepsTitle, !isPublished { details.title = nil }
        if !options.keepsDescription { details.caption = nil }
        if !options.keepsTags { (details.tags, details.rating) = ([], nil) }
        if !options.keepsCamera { (details.make, details.model, details.lens) = (nil, nil, nil) }
        if !options.keepsCredit, !isPublished {
            (details.creator, details.copyright) = (nil, nil)
            (details.license, details.sourceURL) = (nil, nil)
        }
        publicPhoto.details = details
        if !options.keepsNames {
            for index in (photo.faces ?? []).indices { publicPhoto.faces?[index].name = nil }
        }
        return publicPhoto
    }

    /// Returns true if the photo is public at its origin.
    static func isPublished(_ photo: Photo) -> Bool {
        photo.origin == .flickr && photo.isPublic == true
    }

    /// The rules in the text of cache keys, which does not change, so that stored files stay valid.
    var rulesText: String {
        let texts = Self.kinds.map { ", keeps\($0.name): \(rules.contains($0.rule))" }
        return "Rules(keepsEverything: false\(texts.joined()))"
    }

    /// Returns a hint if requested metadata of the file cannot be read.
    func remarks(on bytes: [UInt8]) -> [String] {
        guard needsFileMetadata, MetadataTransfer.isUnreadable(bytes) else { return [] }
        return [
            "the metadata of the \(PictureFormat.sniff(bytes).exiftoolName) file cannot be read: "
                + "only the catalog's metadata is included"
        ]
    }
}

extension ShareableMetadata {
    /// The photo as it may appear on public pages, limited to the members set here.
    ///
    /// The date added, storage details, the file name and the visibility at the origin are always
    /// private.
    var shown: Photo {
        var details = PhotoDetails(origin: photo.details.origin, originID: "")
        func keep<each Value>(_ paths: repeat WritableKeyPath<PhotoDetails, each Value>) {
            for path in repeat each paths { details[keyPath: path] = photo.details[keyPath: path] }
        }
        keep(
            \.title, \.caption, \.tags, \.rating, \.creator, \.copyright, \.license, \.sourceURL,
            \.dateTimeOriginal, \.subSecTimeOriginal, \.offsetTimeOriginal, \.isDateGuessed,
            \.width, \.height, \.orientation, \.make, \.model, \.lens, \.exposureTime, \.fNumber,
            \.iso, \.focalLength, \.coordinate)
        if keepsCredit { keep(\.dateUploaded) }
        var shown = Photo(id: photo.id, details: details, dateAdded: .distantPast)
        shown.pictures = photo.pictures.map { picture in
            Picture(
                size: picture.size, state: picture.state, fileType: picture.fileType,
                sha256: picture.sha256, width: picture.width, height: picture.height)
        }
        shown.facesPicture = photo.facesPicture
        shown.faces = keepsNames ? photo.faces : nil
        // A home is the owner's location, not the photo's.
        shown.location = photo.location?.source == .home ? nil : photo.location
        shown.edit = photo.edit
        shown.dateDoubt = photo.dateDoubt
        return shown
    }
}

extension Photo {
    /// A digest of everything that pages may show of the photo; see `ShareableMetadata.shown`.
    var pageInputs: UInt64 {
        let (shown, upright, place) = (shownSize, uprightSize, location?.place)
        var inputs = InputDigest(
            id.rawValue, details.origin.rawValue, details.title, details.caption, details.creator,
            details.copyright, details.owner, details.license?.name, details.license?.url,
            details.sourceURL, details.dateTimeOriginal, details.offsetTimeOriginal, details.make,
            details.model, details.lens, thumbnailVersion, dateDoubt?.rawValue,
            details.isDateGuessed, details.tags, details.rating, details.iso)
        inputs.add(
            shown?.width, shown?.height, upright?.width, upright?.height,
            details.exposureTime, details.fNumber, details.focalLength,
            details.dateUploaded?.timeIntervalSince1970, coordinate?.latitude,
            coordinate?.longitude, coordinate?.altitude, location?.source.rawValue)
        inputs.add(
            place?.countryCode, place?.country, place?.region, place?.city, place?.district,
            faces?.count)
        for face in faces ?? [] {
            let frame = face.rectangle
            inputs.add(face.name, frame.x, frame.y, frame.width, frame.height)
        }
        return inputs.value
    }
}
