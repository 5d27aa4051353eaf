public import GalleryModel
import Imaging

/// Photos that look the same, the best first.
public struct DuplicateGroup: Hashable, Identifiable, Sendable {
    /// The photos: the best one, and at least one duplicate of it.
    public let photos: [DuplicatePhoto]

    /// The catalog id of the best photo.
    public var id: PhotoID { photos[0].id }

    /// The photos without the best one.
    public var others: [DuplicatePhoto] { Array(photos.dropFirst()) }
}

/// A photo in a group of duplicates.
public struct DuplicatePhoto: Hashable, Identifiable, Sendable {
    /// The catalog id.
    public var id: PhotoID
    /// The number of bits, 0 to 64, in which its perceptual hash differs from that of the best
    /// photo.
    public var distance: Int
    /// The largest stored picture; nil if none is available.
    public var picture: Picture?
    /// The reason why the photo is, or is not, the best one, such as `most pixels`.
    public var reason: String
    /// True if users decided something about the photo, but not about the best one: it is a
    /// favorite, has metadata, a position or an edit by hand, or an album filled by hand, a post or
    /// a link shows it.
    public var isKept = false
}

/// The properties by which photos that look the same are compared.
struct DuplicateCandidate: Sendable {
    /// The time in seconds in which photos of one camera are different shots.
    ///
    /// A corrected date differs by at least a quarter of an hour, the smallest step of time zones.
    private static let shotSeconds: Int64 = 15 * 60
    /// The largest share of the contrast that differs in copies of a shot, if only their look shows
    /// that they are not two shots within a second.
    private static let copyDifference: Float = 0.03

    let id: PhotoID
    let picture: Picture?
    /// The decisions of users about the photo as a text; nil without decisions.
    var decisions: String?
    /// True if the file's type contains the data of a camera's sensor.
    private let isRaw: Bool
    /// The rank of the file's type: those of cameras are less likely to be copies.
    private let format: Int
    /// The number of metadata fields with a value.
    private let facts: Int
    /// Make and model; nil if unknown.
    private let camera: String?
    private let taken: TakenDate?
    private let hasSubSeconds: Bool

    /// Creates the candidate of a photo whose offline pictures are known.
    init(_ photo: Photo) {
        id = photo.id
        picture = photo.picture
        let type = picture?.fileType ?? ""
        isRaw = Self.rawTypes.contains(type)
        format =
            isRaw ? 0 : ["HEIC", "HEIF", "JPEG", "TIFF"].contains(type) ? 1 : type == "PNG" ? 2 : 3
        let details = photo.details
        let values: [Any?] = [
            details.title, details.caption, details.creator, details.copyright, details.license,
            details.dateTimeOriginal, details.subSecTimeOriginal, details.offsetTimeOriginal,
            details.make, details.model, details.lens, details.exposureTime, details.fNumber,
            details.iso, details.focalLength, details.rating, photo.coordinate, photo.edit,
        ]
        facts =
            values.count { $0 != nil } + details.tags.count + (photo.isFavorite ? 1 : 0)
            + (photo.faces?.count { $0.name != nil } ?? 0)
        camera = details.model.map { "\(details.make ?? "") \($0)" }
        let date = TakenDate(details)
        // The last change of a file is not when it was taken.
        let isKnown = !details.isDateGuessed || details.dateSource == "FileName"
        taken = isKnown && date?.precision == .second ? date : nil
        hasSubSeconds = details.subSecTimeOriginal != nil
    }

    /// True if it is known when which camera took the photo.
    var isDated: Bool { taken != nil && camera != nil }

    private static let rawTypes: Set = [
        "RAW", "CR2", "CR3", "NEF", "ARW", "RAF", "ORF", "RW2", "DNG", "PEF", "SRW",
    ]

    private var pixels: Int { (picture?.width ?? 0) * (picture?.height ?? 0) }

    /// The properties that select the best photo, in order: a larger number is better.
    private var ranks: [(best: String, other: String, rank: Int64)] {
        [
            ("available", "unavailable", picture == nil ? 0 : 1),
            ("intact", "damaged", picture?.damage == nil ? 1 : 0),
            ("most pixels", "fewer pixels", Int64(pixels)),
            ("original format", "other format", Int64(-format)),
            ("largest file", "smaller file", picture?.byteCount ?? 0),
            ("most metadata", "less metadata", Int64(facts)),
            ("added first", "added later", -id.rawValue),
        ]
    }

    /// Returns whether the photo is better than another one, and why.
    func comparison(with other: DuplicateCandidate) -> (isBetter: Bool, reason: String) {
        for (one, two) in zip(ranks, other.ranks) where one.rank != two.rank {
            return one.rank > two.rank ? (true, one.best) : (false, one.other)
        }
        return (false, "")
    }

    /// Returns true if two photos that look the same are not copies: shots of one camera within
    /// minutes, and the raw file and the JPEG of a shot.
    func isStacked(with other: DuplicateCandidate, _ pair: DuplicatePair) -> Bool {
        // Without a known camera, such as on Flickr, photos are assumed to be of the same one.
        guard camera == other.camera, let taken, let otherTaken = other.taken else { return false }
        let seconds = abs(taken.seconds - otherTaken.seconds)
        if isRaw != other.isRaw { return seconds < Self.shotSeconds }
        // Copies of a picture with other metadata can have another date.
        if pair.isSameData { return false }
        // Programs that save copies can omit the fraction.
        if hasSubSeconds, other.hasSubSeconds, seconds < 2 {
            return taken.begin != otherTaken.begin
        }
        if seconds > 0 { return seconds < Self.shotSeconds }
        let isSameSize =
            picture?.width == other.picture?.width && picture?.height == other.picture?.height
        return isSameSize && pair.difference > Self.copyDifference
    }
}

/// Two photos that look the same, by their numbers.
struct DuplicatePair: Sendable {
    let left: Int32
    let right: Int32
    /// The share of the contrast that differs.
    let difference: Float
    /// True if the data of their pictures, or all pixels of their looks, are the same.
    let isSameData: Bool
}

extension DuplicateGroup {
    /// Groups photos around the best of them: each photo of a group looks the same as the best one.
    ///
    /// Of a burst, only the shot that is most similar to a best one without a date or camera is in
    /// its group.
    ///
    /// - Parameters:
    ///   - candidates: the photos, by number.
    ///   - hashes: the perceptual hashes, by number.
    ///   - ignored: the groups that a user declared different.
    /// - Returns: the groups, by the ids of their best photos.
    static func groups(
        _ candidates: [Int32: DuplicateCandidate], _ pairs: [DuplicatePair],
        hashes: [UInt64], ignored: [PhotoID: Int64]
    ) -> [DuplicateGroup] {
        var neighbors: [Int32: [Int32: Float]] = [:]
        var stacks: [Int32: Set<Int32>] = [:]
        for pair in pairs {
            guard let left = candidates[pair.left], let right = candidates[pair.right],
                ignored[left.id] == nil || ignored[left.id] != ignored[right.id]
            else { continue }
            let isStacked = left.isStacked(with: right, pair)
            for (one, other) in [(pair.left, pair.right), (pair.right, pair.left)] {
                if isStacked {
                    stacks[one, default: []].insert(other)
                } else {
                    let known = neighbors[one]?[other] ?? .infinity
                    neighbors[one, default: [:]][other] = min(known, pair.difference)
                }
            }
        }
        let ranked = candidates.filter { neighbors[$0.key] != nil }.sorted {
            $0.value.comparison(with: $1.value).isBetter
        }
        let ranks = Dictionary(
            uniqueKeysWithValues: ranked.enumerated().map { ($0.element.key, $0.offset) })
        var grouped: Set<Int32> = []
        var groups: [DuplicateGroup] = []
        for (number, best) in ranked where grouped.insert(number).inserted {
            var others: [Int32] = []
            let near = (neighbors[number] ?? [:]).filter { !grouped.contains($0.key) }
                .sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            for (other, _) in near
            where best.isDated || stacks[other]?.isDisjoint(with: others) ?? true {
                others.append(other)
            }
            others.sort { ranks[$0, default: 0] < ranks[$1, default: 0] }
            guard let second = others.first.flatMap({ candidates[$0] }) else { continue }
            grouped.formUnion(others)
            let first = DuplicatePhoto(
                id: best.id, distance: 0, picture: best.picture,
                reason: best.comparison(with: second).reason)
            let copies = others.compactMap { other in
                candidates[other].map {
                    DuplicatePhoto(
                        id: $0.id,
                        distance: PictureLook.distance(hashes[Int(number)], hashes[Int(other)]),
                        picture: $0.picture, reason: $0.comparison(with: best).reason,
                        isKept: $0.decisions != nil && $0.decisions != best.decisions)
                }
            }
            groups.append(DuplicateGroup(photos: [first] + copies))
        }
        return groups.sorted { $0.id.rawValue < $1.id.rawValue }
    }
}
