import Basics
import Foundation
import GRDB
import GalleryModel

@testable import Catalog

/// Reproducible random choices from a seed.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    mutating func some<Element>(of elements: [Element]) -> [Element] {
        elements.filter { _ in oneIn(3) }
    }
}

/// A catalog with photos of every kind: some are alike, some have no details.
struct FindScene {
    static let words = [
        "Dog", "beach", "Łódź", "éclair", "東京タワー", "New", "York", "run-away", "it's",
    ]
    static let tags = [
        "dog", "Dog", "DÖG", "new york", "New-York", "犬", "'", "beach", "a \"b\"", "x\\y",
    ]
    static let cameras: [(make: String?, model: String?)] = [
        (nil, nil), ("Canon", "Canon EOS 5D"), ("NIKON CORPORATION", "NIKON D90"), ("Apple", nil),
        (nil, "X100"),
    ]
    static let people = ["Eva", "eva Maria", "Bob", "Éva"]
    static let positions = [
        PlaceScene.brest, PlaceScene.lyon, PlaceScene.home, PlaceScene.position(10, 179.9),
        PlaceScene.position(10, -179.9),
    ]
    static let dates = [
        "2024:05:17 10:00:00", "2024:05:17 23:59:59", "2023:02:31 10:00:00", "2024:06:01 00:00:00",
        "1999:12:31 23:59:59.5", "now", "0000:00:00 00:00:00", "2024:02:29 12:00:00",
        "1978", "1978:06", "1978:06:30 23:59:59", "0987:01:02 03:04:05", "1969:12:31 23:59:59",
        // Doubtful dates: in the future, and from a clock that was never set.
        "2098:01:01 00:00:00", "2000:01:01 00:00:00",
    ]
    static let analysis = FaceAnalysis(parameters: "detector=haar", version: 1)

    let temporary: TemporaryCatalog
    var dice: Dice
    /// Digits of fractions of seconds.
    private let fractions: [String?]
    private var nextNumber = 1

    var catalog: PhotoCatalog { temporary.catalog }

    init(
        seed: UInt64, photos: Int, fractions: [String?] = [nil, "5", "05", "999999", "50"]
    ) throws {
        self.fractions = fractions
        temporary = try TemporaryCatalog()
        dice = Dice(seed: seed)
        for name in ["dogs", "cats"] { _ = try temporary.makeSection(name) }
        try store(photos)
        for _ in 0..<photos { try change() }
    }

    /// The ids of all photos.
    func ids() throws -> [PhotoID] {
        try catalog.read { db in
            try db.integers("SELECT id FROM photo").map(PhotoID.init(rawValue:))
        }
    }

    /// Stores new photos in one or two sections.
    mutating func store(_ count: Int) throws {
        for _ in 0..<count {
            let details = self.details("\(nextNumber)")
            nextNumber += 1
            for section in try catalog.sections().dropFirst() where dice.oneIn(2) {
                _ = try catalog.store([details], in: section, command: "search")
            }
        }
    }

    private mutating func details(_ id: String) -> PhotoDetails {
        var details = PhotoDetails(origin: .flickr, originID: id)
        func text(_ dice: inout Dice) -> String? {
            let words = dice.some(of: Self.words)
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
        details.title = text(&dice)
        details.caption = text(&dice)
        details.creator = dice.oneIn(2) ? nil : dice.one(of: ["Ana Dog", "ána dog", "Zoe"])
        details.owner = dice.oneIn(2) ? nil : dice.one(of: ["1@N00", "2@N00"])
        details.fileName = dice.oneIn(2) ? nil : dice.one(of: ["IMG_1.JPG", "beach.jpg"])
        details.tags = dice.some(of: Self.tags)
        details.license = dice.oneIn(3) ? nil : License(flickrID: dice.one(of: [4, 9]))
        (details.make, details.model) = dice.one(of: Self.cameras)
        details.lens = dice.oneIn(2) ? nil : dice.one(of: ["EF 50mm f/1.8", "50mm"])
        details.rating = dice.oneIn(3) ? nil : Int.random(in: -1...5, using: &dice)
        details.coordinate = dice.oneIn(3) ? nil : dice.one(of: Self.positions)
        details.dateTimeOriginal = dice.oneIn(4) ? nil : dice.one(of: Self.dates)
        details.subSecTimeOriginal = dice.one(of: fractions)
        details.isPublic = dice.one(of: [true, false, nil])
        if !dice.oneIn(3) { (details.width, details.height) = (4_000, 3_000) }
        details.orientation = dice.one(of: [nil, 1, 6])
        return details
    }

    /// Makes a random change to a photo.
    mutating func change() throws {
        let ids = try ids()
        let id = dice.one(of: ids)
        let photo = try catalog.photo(id: id)
        switch Int.random(in: 0..<13, using: &dice) {
        case 0: _ = try catalog.trash([id])
        case 1: _ = try catalog.restore([id])
        case 2:
            var edit = PhotoEdit()
            edit.isMirrored = true
            edit.rotation = dice.one(of: [0, 90])
            try catalog.setEdits([(id, dice.oneIn(3) ? nil : edit)], command: "edit")
        case 3:
            let position = ManualPosition(coordinate: dice.one(of: Self.positions))
            try catalog.setPositions([(id, dice.oneIn(3) ? nil : position)], command: "locate")
        case 4: try temporary.locateDue(limit: 9)
        case 5:
            let details = details(photo.originID)
            let section = dice.one(of: try catalog.sections())
            _ = try catalog.store([details], in: section, command: "refresh")
        case 6:
            let section = dice.one(of: try catalog.sections())
            let listed = try catalog.photosExpected(in: section)
            _ = try catalog.markDelisted(
                from: section, exceptFor: Set(listed.filter { _ in !dice.oneIn(9) }),
                command: "refresh")
        case 7, 8: try storePicture(of: id)
        case 9, 10: try findFaces(in: photo)
        case 11: try storeThumbnail(of: photo)
        default:
            do { _ = try catalog.undo(nil) } catch {
                guard error.code == .notUndoable || error.code == .noEntry else { throw error }
            }
        }
    }

    private mutating func storePicture(of id: PhotoID) throws {
        let number = UInt8.random(in: 1...200, using: &dice)
        let type = dice.one(of: [("JPEG", "jpg"), ("PNG", "png")])
        try catalog.record(
            [
                PictureResult(
                    photoID: id, size: dice.one(of: [.thumbnail, .medium, .large, .original]),
                    outcome: .stored(
                        PictureFile(
                            digest: digest(number), byteCount: Int64(number) * 100,
                            fileType: number % 2 == 0 ? "PNG" : "JPEG", fileExtension: type.1,
                            width: 400, height: number % 3 == 0 ? 600 : 300)))
            ], command: "search")
        if dice.oneIn(5) {
            try catalog.write { db in
                try db.execute(
                    sql: "UPDATE file SET damage = ? WHERE sha256 = ?",
                    arguments: [dice.oneIn(2) ? nil : "cut", digest(number).hexadecimal])
            }
        }
    }

    /// The color is a function of the picture and the edit.
    private func storeThumbnail(of photo: Photo) throws {
        guard let sha256 = photo.picture?.sha256, let first = sha256.utf8.first else { return }
        let edit = photo.edit?.json ?? ""
        try catalog.storeThumbnails([
            (
                key: ThumbnailKey(sha256: sha256, cacheKey: "1 jpeg \(edit)", side: 240),
                isWhole: false, width: 240, height: 180, bytes: [1], fileExtension: "jpg",
                color: Int(first) << 16 | edit.utf8.count, edit: photo.edit
            )
        ])
    }

    private mutating func findFaces(in photo: Photo) throws {
        guard !photo.pictures.isEmpty else { return }
        guard let sha256 = dice.one(of: photo.pictures).sha256 else { return }
        let faces = dice.some(of: Self.people).map { name in
            var face = FaceCandidate(
                rectangle: RelativeRectangle(x: 0.1, y: 0.1, width: 0.1, height: 0.2),
                source: .haar)
            face.name = dice.oneIn(3) ? nil : name
            return face
        }
        _ = try catalog.record(
            [
                (
                    photoID: photo.id, sha256: sha256,
                    found: FoundFaces(width: 400, height: 300, faces: faces)
                )
            ],
            analysis: Self.analysis)
    }
}

// MARK: - Queries

extension FindScene {
    /// A random condition that some photos meet.
    mutating func condition() throws -> PhotoCondition {
        let ranges = [0...0, 1...9, 0...2, 3...5, -1...(-1), 500...9_000]
        switch Int.random(in: 0..<20, using: &dice) {
        case 0: return .prefix(dice.one(of: ["do", "LÓD", "東", "jp", "bre", "run-a", "o", "none"]))
        case 1:
            return .words(
                dice.one(of: [
                    "dog", "LODZ", "eclair", "東京", "タ", "new york", "runaway", "run away", "it s",
                    "jpg", "Brest", "brittany", "ana", "york dog", "nothing",
                ]))
        case 2: return .tag(dice.one(of: ["DOG", "dög", "new york", "犬", "'", "x\\y", "none"]))
        case 3: return .near(dice.one(of: Self.positions), kilometers: dice.one(of: [1, 60, 900]))
        case 4:
            let box = dice.one(of: [(-10.0, 40.0, 20.0, 60.0), (179, 0, -179, 20)])
            return CoordinateBox(west: box.0, south: box.1, east: box.2, north: box.3).map {
                dice.oneIn(2) ? .box($0) : .home($0)
            } ?? .has(.position)
        case 5: return .country(dice.one(of: ["fr", "France", "DE", "XK"]))
        case 6: return .region(dice.one(of: ["brittany", "auvergne rhone alpes"]))
        case 7: return .city(dice.one(of: ["BREST", "Berlin", "recouvrance"]))
        case 8: return .faces(dice.one(of: ranges))
        case 9:
            let name = dice.one(of: ["eva", "Maria", "EVA MARIA", "ev"])
            return dice.oneIn(2) ? .person(name) : .named(name)
        case 10:
            let spans: [(String?, String?)] = [
                ("2024", nil), ("2024", "2024-05-17"), ("2024-05", nil), ("2024-05", "2024-05-17"),
                ("1978", "1978"), ("1978-06", "1978-06"), ("1978-06-02", "1978-12"),
                (nil, "1978-06-30"), (nil, "1977"), ("1978-12", nil),
            ]
            let span = dice.one(of: spans)
            return .taken(
                .from(
                    span.0.flatMap { PartialDate(text: $0[...]) },
                    through: span.1.flatMap { PartialDate(text: $0[...]) }))
        case 11: return .added(.last(1, .days))
        case 12: return .license(dice.one(of: ["cc by 2.0", "CC0 1.0"]))
        case 13: return .camera(dice.one(of: ["canon", "nikon corporation", "eos", "D9"]))
        case 14: return .lens(dice.one(of: ["50mm", "ef", "f/1.8"]))
        case 15: return dice.oneIn(2) ? .rating(dice.one(of: ranges)) : .size(dice.one(of: ranges))
        case 16: return .type(dice.one(of: ["jpeg", "png", "webp"]))
        case 17:
            return .section(
                SectionReference(kind: .flickr, name: dice.one(of: ["dogs", "cats", "none"])))
        case 18:
            return dice.oneIn(2)
                ? .owner(dice.one(of: ["1@n00", "ana", "dog", "ana d"]))
                : .has(dice.one(of: PhotoCondition.Property.allCases))
        default: return .state(dice.one(of: PhotoCondition.State.allCases))
        }
    }

    /// A random tree of conditions.
    mutating func filter(depth: Int = 3) throws -> PhotoFilter {
        guard depth > 0, !dice.oneIn(3) else { return .condition(try condition()) }
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: return .not(try filter(depth: depth - 1))
        case 1:
            return .any(
                try (0..<Int.random(in: 0...3, using: &dice)).map { _ in
                    try filter(depth: depth - 1)
                })
        default:
            return .all(
                try (0..<Int.random(in: 0...3, using: &dice)).map { _ in
                    try filter(depth: depth - 1)
                })
        }
    }
}
