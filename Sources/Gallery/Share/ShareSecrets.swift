import Foundation
import GalleryModel
import Imaging

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

    /// Decides for a photo.
    ///
    /// - Throws: what the index of places throws, where positions are coarse.
    init(_ photo: Photo, _ options: ShareOptions, _ filter: PositionFilter) throws {
        keepsNames = options.keepsNames || options.keepsAll
        let names = keepsNames ? [] : ShareSecrets.names(in: photo)
        let removal = NameRemoval(people: names)
        var told = options.keepsAll ? photo : try filter.applied(to: photo)
        if !keepsNames {
            told.details.title = told.details.title.map { removal.applied(to: $0) }
            told.details.caption = told.details.caption.map { removal.applied(to: $0) }
            told.details.tags = told.details.tags.filter { ShareSecrets.person(inTag: $0) == nil }
                .map { removal.applied(to: $0) }.filter { !$0.isEmpty }
            told.faces = told.faces?.map { face in
                var face = face
                face.name = nil
                return face
            }
        }
        self.photo = told
        rules = MetadataTransfer.Rules(
            keepsLocation: options.positions == .exact, keepsSerials: options.keepsSerials,
            keepsNames: keepsNames, names: names)
        let isExact = options.positions == .exact || options.keepsAll
        stem = ShareSecrets.stem(of: photo, without: names, isExact ? [] : photo.placeNames)
    }

    /// The person that a keyword of a hierarchy such as `People/Ana` names; nil for other keywords.
    private static func person(inTag tag: String) -> String? {
        let levels = tag.split { $0 == "/" || $0 == "|" }
        guard levels.count > 1, let last = levels.last,
            ["people", "person", "persons", "faces"].contains(levels[0].lowercased())
        else { return nil }
        return String(last)
    }

    /// The names of the people in a photo: those the catalog knows and those its file tells.
    private static func names(in photo: Photo) -> [String] {
        var names = photo.faces?.compactMap(\.name) ?? []
        names += photo.tags.compactMap(person)
        if let path = photo.picture?.path, let metadata = try? MetadataReader().read(path: path) {
            names += metadata.faceRegions.compactMap(\.name)
        }
        var met: Set<String> = []
        return names.filter { !$0.isEmpty && met.insert($0).inserted }
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

extension Photo {
    fileprivate var placeNames: [String] {
        guard let place = location?.place else { return [] }
        return [place.city, place.region, place.country].compactMap(\.self)
    }
}
