import GRDB
import GalleryModel

/// A filter whose sections were looked up, and whose albums are spelled out.
indirect enum FilterTree {
    /// Photos that fit every one; all photos where there is none.
    case all([FilterTree])
    /// Photos that fit at least one; no photo where there is none.
    case any([FilterTree])
    /// Photos that do not fit.
    case not(FilterTree)
    /// Photos that fit a condition, which is no section.
    case condition(PhotoCondition)
    /// Photos of a section that has members of its own.
    case section(PhotoSection)
    /// These photos.
    case photos([PhotoID])

    static var everything: FilterTree { .all([]) }
    static var nothing: FilterTree { .any([]) }

    /// Whether it fits every photo by its form.
    var isEverything: Bool {
        if case .all(let parts) = self { return parts.isEmpty }
        return false
    }

    /// Whether it fits no photo by its form.
    var isNothing: Bool {
        if case .any(let parts) = self { return parts.isEmpty }
        return false
    }

    /// Whether it asks for the trash: no photo of it fits any other.
    var mentionsTrash: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.mentionsTrash)
        case .not(let part): part.mentionsTrash
        case .condition(let condition): condition == .state(.trashed)
        case .section, .photos: false
        }
    }

    /// The words that photos may have to fit, but for those that they must not have.
    var words: [String] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.words)
        case .condition(.words(let text)): [text]
        case .not, .condition, .section, .photos: []
        }
    }

    /// What lets a photo of the trash in: what holds there and would not hold outside; of several branches, each
    /// by itself.
    var admitted: FilterTree {
        guard mentionsTrash else { return .nothing }
        switch self {
        case .any(let parts): return .any(parts.map(\.admitted))
        case .all(let parts):
            // One part lets it in, and the others hold.
            return .any(
                parts.indices.map { index in
                    .all(
                        parts.indices.map { other in
                            other == index
                                ? parts[other].admitted : parts[other].folded(isTrashed: true)
                        })
                })
        case .not, .condition, .section, .photos:
            return .all([folded(isTrashed: true), .not(folded(isTrashed: false))])
        }
    }

    /// What holds of a photo that lies in the trash, or does not.
    func folded(isTrashed: Bool) -> FilterTree {
        switch self {
        case .all(let parts):
            var kept: [FilterTree] = []
            for part in parts.map({ $0.folded(isTrashed: isTrashed) }) {
                if part.isNothing { return .nothing }
                if case .all(let inner) = part { kept += inner } else { kept.append(part) }
            }
            return kept.count == 1 ? kept[0] : .all(kept)
        case .any(let parts):
            var kept: [FilterTree] = []
            for part in parts.map({ $0.folded(isTrashed: isTrashed) }) {
                if part.isEverything { return .everything }
                if case .any(let inner) = part { kept += inner } else { kept.append(part) }
            }
            return kept.count == 1 ? kept[0] : .any(kept)
        case .not(let part):
            let part = part.folded(isTrashed: isTrashed)
            if part.isEverything { return .nothing }
            return part.isNothing ? .everything : .not(part)
        case .condition(.state(.trashed)): return isTrashed ? .everything : .nothing
        case .condition, .section, .photos: return self
        }
    }
}

extension FilterTree {
    /// How many albums may stand within each other.
    private static let deepest = 8

    /// Looks up what a filter names.
    init(_ filter: PhotoFilter, _ db: Database) throws {
        try self.init(filter, within: [], db)
    }

    /// Looks up the photos of a scope.
    init(_ scope: PhotoScope, _ db: Database) throws {
        switch scope {
        case .everything: self = .everything
        case .section(let section): try self.init(section, within: [], db)
        case .photos(let ids): self = .photos(ids)
        }
    }

    private init(_ filter: PhotoFilter, within albums: [Int64], _ db: Database) throws {
        switch filter {
        case .all(let parts): self = .all(try parts.map { try Self($0, within: albums, db) })
        case .any(let parts): self = .any(try parts.map { try Self($0, within: albums, db) })
        case .not(let part): self = .not(try Self(part, within: albums, db))
        case .condition(.section(let reference)):
            self = .any(
                try PhotoCatalog.sections(reference, db).map {
                    try Self($0, within: albums, db)
                })
        case .condition(let condition): self = .condition(condition)
        }
    }

    /// An album within itself finds nothing, and so does one too deep.
    private init(_ section: PhotoSection, within albums: [Int64], _ db: Database) throws {
        guard let filter = section.filter else {
            self = .section(section)
            return
        }
        guard albums.count < Self.deepest, !albums.contains(section.id) else {
            self = .nothing
            return
        }
        // What an album lists lies outside the trash.
        self = try Self(filter, within: albums + [section.id], db).folded(isTrashed: false)
    }
}
