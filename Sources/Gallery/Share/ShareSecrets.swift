import Foundation
import Catalog
import GalleryModel
import Imaging
import PhotoSources

/// What a photo may tell when it is given away.
struct ShareSecrets: Sendable {
    /// The photo as it may be told.
    let photo: Photo
    /// What of the picture's own metadata goes along.
    let rules: MetadataTransfer.Rules
    /// Whether names of people go along.
    let keepsNames: Bool
    /// The name of the photo's file without its ending.
    let stem: String
    /// What a person should know: metadata that were to go along and cannot be read.
    let remarks: [String]

    /// Decides for a photo.
    ///
    /// - Throws: what the index of places throws, where positions are coarse, and the catalog.
    init(
        _ photo: Photo, _ options: ShareOptions, _ filter: PositionFilter, _ catalog: PhotoCatalog,
        limits: DecodeLimits
    ) throws {
        let source = PictureSource(photo, options, limits)
        keepsNames = options.keepsNames || options.keepsAll
        let names = keepsNames ? [] : try ShareSecrets.names(in: photo, source, catalog)
        let isExact = options.positions == .exact || options.keepsAll
        let places = isExact ? [] : photo.placeNames + source.told.places
        var told = options.keepsAll ? photo : try filter.applied(to: photo)
        if !keepsNames {
            let removal = NameRemoval(people: names)
            told.details.title = told.title.map { removal.applied(to: $0) }.flatMap(\.filled)
            told.details.caption = told.caption.map { removal.applied(to: $0) }.flatMap(\.filled)
            told.faces = told.faces?.map { face in
                var face = face
                face.name = nil
                return face
            }
        }
        if !options.keepsAll {
            let keepsNames = keepsNames
            let removal = NameRemoval(people: names, places: places)
            told.details.tags = told.tags.compactMap { tag in
                !keepsNames && NameRemoval.isOfPeople(tag) ? nil : removal.applied(toKeyword: tag)
            }
        }
        self.photo = told
        rules = MetadataTransfer.Rules(
            keepsLocation: options.positions == .exact, keepsSerials: options.keepsSerials,
            keepsNames: keepsNames, names: names, places: places)
        stem = ShareSecrets.stem(of: photo, without: names, places)
        remarks = source.remarks
    }

    /// The names of the people in a photo: those that the catalog knows, and those that its file and the
    /// sidecars beside it tell.
    private static func names(
        in photo: Photo, _ source: PictureSource, _ catalog: PhotoCatalog
    ) throws -> [String] {
        var names = photo.faces?.compactMap(\.name) ?? []
        names += photo.tags.flatMap(NameRemoval.people)
        names += try catalog.regionNames(of: photo.id) + source.told.people
        let paths = try catalog.sourcePaths(of: photo.id) + [photo.picture?.path].compactMap(\.self)
        for path in Set(paths) {
            for packet in SidecarFiles.packets(beside: path).packets {
                names += MetadataTransfer.Told(by: packet).people
            }
        }
        return Set(names).subtracting([""]).sorted()
    }

    /// The name of the photo's file or its title, without names; `photo-ID` where nothing is left.
    private static func stem(
        of photo: Photo, without people: [String], _ places: [String]
    ) -> String {
        let removal = NameRemoval(people: people, places: places)
        for text in [photo.fileName.map(withoutEnding), photo.title] {
            guard let text else { continue }
            let stem = removal.applied(to: text, isStrict: true)
            if stem.contains(where: { $0.isLetter || $0.isNumber }) { return stem }
        }
        return "photo-\(photo.id)"
    }

    private static func withoutEnding(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }
}

/// What the stored picture of a photo says, read once.
private struct PictureSource {
    /// Whom and which places it names.
    private(set) var told = MetadataTransfer.Told(by: [])
    /// What of it cannot be read.
    private(set) var remarks: [String] = []

    init(_ photo: Photo, _ options: ShareOptions, _ limits: DecodeLimits) {
        // A picture that cannot be read is not given away.
        guard !options.keepsAll,
            let bytes = try? PictureBytes.read(of: photo, atMost: limits.maximumBytes)
        else { return }
        told = MetadataTransfer.Told(by: bytes)
        let isKept =
            options.keepsNames || options.keepsSerials || options.positions != .dropped
        if isKept, told.isUnreadable {
            remarks = [
                "what the file of type \(PictureFormat.sniff(bytes).exiftoolName) tells about itself "
                    + "cannot be read: only what the catalog knows goes along"
            ]
        }
    }
}

extension String {
    /// The text; nil where it is empty.
    fileprivate var filled: String? { isEmpty ? nil : self }
}

extension Photo {
    fileprivate var placeNames: [String] {
        guard let place = location?.place else { return [] }
        return [place.city, place.region, place.country].compactMap(\.self)
    }
}
