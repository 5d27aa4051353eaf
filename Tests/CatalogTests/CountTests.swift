import Basics
import Catalog
import GalleryModel
import Testing

/// Photos with known details, counted one by one.
private final class CountScene {
    /// The known details of a photo.
    struct Known {
        var id: PhotoID
        var details: PhotoDetails
        var people: [String]
        var isTrashed = false
    }

    let temporary: TemporaryCatalog
    let dogs: PhotoSection
    let cats: PhotoSection
    var photos: [Known] = []
    private var numbers = SystemNumbers(state: 13)

    /// Reproducible pseudorandom numbers.
    ///
    /// Source: D. Knuth, MMIX.
    struct SystemNumbers {
        var state: UInt64
        mutating func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
    }

    init() throws {
        temporary = try TemporaryCatalog()
        dogs = try temporary.makeSection("dogs")
        cats = try temporary.makeSection("cats")
        let tags = ["dog", "Dog", "DÓG", "beach", "new york", "a \"b\"", "犬"]
        let cameras = [nil, "Canon", "Sony"]
        let dates = [
            nil, "2023:05:01 10:00:00", "2023:05:31 23:59:59", "2024:02:29 00:00:00",
            "1969:12:31 12:00:00", "0000:00:00 00:00:00",
        ]
        for number in 1...120 {
            var details = PhotoDetails(origin: .flickr, originID: "\(number)")
            details.tags = (0..<numbers.next(4)).map { _ in tags[numbers.next(tags.count)] }
            details.make = cameras[numbers.next(cameras.count)]
            details.model = details.make.map { "\($0) \(numbers.next(3))" }
            details.dateTimeOriginal = dates[numbers.next(dates.count)]
            details.coordinate = [nil, PlaceScene.brest, PlaceScene.lyon][numbers.next(3)]
            let people = (0..<numbers.next(3)).map { ["Ana", "ana", "Ben"][($0 + number) % 3] }
            try add(details, people, also: numbers.next(3) == 0)
        }
        let trashed = photos.indices.filter { _ in numbers.next(5) == 0 }
        _ = try temporary.catalog.trash(trashed.map { photos[$0].id })
        for index in trashed { photos[index].isTrashed = true }
        try temporary.locateDue(limit: 100)
    }

    private func add(_ details: PhotoDetails, _ people: [String], also isInCats: Bool) throws {
        let catalog = temporary.catalog
        let id = try catalog.store([details], in: dogs, command: "search")[0].id
        if isInCats { _ = try catalog.store([details], in: cats, command: "search") }
        let file = PictureFile(
            digest: digest(UInt8(photos.count + 1)), byteCount: 10, fileType: "JPEG",
            fileExtension: "jpg", width: 400, height: 300)
        try catalog.record(
            [PictureResult(photoID: id, size: .medium, outcome: .stored(file))], command: "search")
        let faces = people.enumerated().map { index, name in
            FaceCandidate(
                rectangle: RelativeRectangle(
                    x: 0.1 + Double(index) / 4, y: 0.1, width: 0.1, height: 0.1),
                source: .haar, name: name)
        }
        _ = try catalog.record(
            [
                (
                    photoID: id, sha256: file.digest.hexadecimal,
                    found: FoundFaces(width: 400, height: 300, faces: faces)
                )
            ], analysis: FaceAnalysis(parameters: "test", version: 1))
        photos.append(Known(id: id, details: details, people: people))
        if isInCats { catIDs.insert(id) }
    }

    var catIDs: Set<PhotoID> = []

    /// Selections of photos and the matching known photos.
    func choices() throws -> [(PhotoScope, PhotoFilter, (Known) -> Bool)] {
        let france = PhotoFilter([.country("FR")])
        let lyon = PhotoFilter([.city("lyon"), .country("France")])
        let few = photos.prefix(40).map(\.id)
        let cats = try temporary.catalog.section(cats.reference)
        let dogs = PhotoFilter.any([.condition(.tag("dog")), .not(.condition(.country("FR")))])
        let listed: [(PhotoScope, PhotoFilter, (Known) -> Bool)] = [
            (.everything, .everything, { _ in true }),
            (.everything, france, { $0.details.coordinate != nil }),
            (.section(cats), .everything, { self.catIDs.contains($0.id) }),
            (
                .section(cats), lyon,
                { self.catIDs.contains($0.id) && $0.details.coordinate == PlaceScene.lyon }
            ),
            (
                .everything, dogs,
                {
                    $0.details.coordinate == nil
                        || $0.details.tags.contains { Place.key($0) == "dog" }
                }
            ),
            (.everything, PhotoFilter([.faces(1...9)]), { !$0.people.isEmpty }),
            (.photos(few), france, { few.contains($0.id) && $0.details.coordinate != nil }),
        ]
        // Named or explicitly requested photos are also counted in the trash.
        return listed.map { scope, filter, fits in
            (scope, filter, { !$0.isTrashed && fits($0) })
        } + [
            (.photos(few + few), .everything, { few.contains($0.id) }),
            (.everything, PhotoFilter([.state(.trashed)]), { $0.isTrashed }),
        ]
    }

    /// The number of photos for each key.
    func naive(_ fits: (Known) -> Bool, _ keys: (Known) -> Set<String>) -> [String: Int] {
        var counts: [String: Int] = [:]
        for photo in photos where fits(photo) {
            for key in keys(photo) { counts[key, default: 0] += 1 }
        }
        return counts
    }
}

@Suite("PhotoCatalog, counts")
struct CountTests {
    @Test("years, months and days count each photo once, undated ones last")
    func timeline() throws {
        let scene = try CountScene()
        for (scope, filter, fits) in try scene.choices() {
            for (unit, length) in [(TimelineUnit.year, 4), (.month, 7), (.day, 10)] {
                let naive = scene.naive(fits) { photo in
                    let date = photo.details.dateTimeOriginal ?? "0"
                    return [
                        date.hasPrefix("0")
                            ? "" : String(date.prefix(length)).replacing(":", with: "-")
                    ]
                }
                let counts = try scene.temporary.catalog.timeline(
                    of: scope, where: filter, by: unit)
                let expected =
                    naive.keys.filter { !$0.isEmpty }.sorted() + (naive[""] == nil ? [] : [""])
                #expect(counts.map { $0.period ?? "" } == expected)
                #expect(counts.map(\.photos) == expected.map { naive[$0] })
            }
        }
    }

    @Test(
        "tags, people and cameras count each photo once, spellings together, most photos first",
        arguments: [QueryKey.tag, .person, .camera])
    func names(kind: QueryKey) throws {
        let scene = try CountScene()
        for (scope, filter, fits) in try scene.choices() {
            let naive = scene.naive(fits) { photo in
                switch kind {
                case .tag: Set(photo.details.tags.map(Place.key))
                case .person: Set(photo.people.map(Place.key))
                default: Set([photo.details.model].compactMap { $0.map(Place.key) })
                }
            }
            let counts = try scene.temporary.catalog.nameCounts(kind, of: scope, where: filter)
            let expected = naive.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            #expect(!expected.isEmpty)
            #expect(counts.map { Place.key($0.name) } == expected.map(\.key))
            #expect(counts.map(\.photos) == expected.map(\.value))
        }
    }

    @Test("counts follow photos into the trash, out of it and to other names")
    func changes() throws {
        let scene = try CountScene()
        let catalog = scene.temporary.catalog
        let all = scene.photos.map(\.id)
        _ = try catalog.restore(all)
        let whole = scene.photos.count { $0.details.tags.contains("beach") }
        func beach() throws -> Int? {
            try catalog.nameCounts(.tag).first { $0.name == "beach" }?.photos
        }
        #expect(try beach() == whole)
        _ = try catalog.trash(all)
        #expect(try catalog.nameCounts(.tag).isEmpty)
        #expect(try catalog.timeline(by: .day).isEmpty)
        #expect(try catalog.placeCounts(by: .city).counts.isEmpty)
        _ = try catalog.restore(all)
        #expect(try beach() == whole)
        var changed = scene.photos[0].details
        changed.tags = ["mountain"]
        _ = try catalog.store([changed], in: scene.dogs, command: "refresh")
        #expect(try catalog.nameCounts(.tag).contains(NameCount(name: "mountain", photos: 1)))
    }

    @Test(
        "suggested names start with the typed text, without case and accents, most frequent first"
    )
    func beginnings() throws {
        let scene = try CountScene()
        let catalog = scene.temporary.catalog
        #expect(try catalog.names(.tag, startingWith: "NEW", limit: 9).map(\.name) == ["new york"])
        #expect(try catalog.names(.tag, startingWith: "new ", limit: 9).map(\.name) == ["new york"])
        #expect(try catalog.names(.tag, startingWith: "newy", limit: 9).map(\.name) == [])
        #expect(
            try catalog.names(.tag, startingWith: "dó", limit: 9).map { Place.key($0.name) } == [
                "dog"
            ])
        #expect(try catalog.names(.tag, startingWith: "", limit: 2).count == 2)
        #expect(try catalog.names(.city, startingWith: "ly", limit: 9).map(\.name) == ["Lyon"])
        #expect(
            try catalog.names(.city, startingWith: "Récou", limit: 9).map(\.name) == ["Recouvrance"]
        )
        #expect(try catalog.names(.country, startingWith: "f", limit: 9).map(\.name) == ["France"])
        #expect(
            try catalog.names(.camera, startingWith: "canon 1", limit: 9).map(\.name) == ["Canon 1"]
        )
    }

    @Test("opening a catalog read-only neither changes nor creates it")
    func reading() throws {
        let scene = try CountScene()
        let folder = scene.temporary.folder
        let open = try PhotoCatalog.open(at: folder, busyTimeout: 1, isForReading: true)
        #expect(try open.names(.city, startingWith: "l", limit: 9).map(\.name) == ["Lyon"])
        #expect(throws: CatalogError.self) { _ = try open.trash([scene.photos[0].id]) }
        let none = folder.appending("none")
        #expect(throws: CatalogError.self) {
            _ = try PhotoCatalog.open(at: none, busyTimeout: 1, isForReading: true)
        }
        #expect(none.status == nil)
    }
}
