import FakeFlickr
import Foundation
import TestSupport
import Testing

/// A filter as typed by the user, the request to Flickr, and the expected photos.
struct FilterCase: Sendable, CustomStringConvertible {
    let arguments: [String]
    let parameters: [String: String]
    let matches: @Sendable (FakePhoto) -> Bool

    init(
        _ arguments: [String], _ parameters: [String: String],
        _ matches: @escaping @Sendable (FakePhoto) -> Bool
    ) {
        self.arguments = arguments
        self.parameters = parameters
        self.matches = matches
    }

    var description: String { arguments.joined(separator: " ") }
}

@Suite("Filters of gallery search")
struct SearchFilterTests {
    /// Six photos that differ in everything a filter can select, the newest upload first.
    static let world: FakeWorld = {
        let seeded = FakeWorld(seed: 31, photos: 6).found("dogs")
        let photos = seeded.enumerated().map { index, seed in
            var photo = seed
            photo.id = "\(60_000_000_000 + index)"
            photo.tags = index % 2 == 0 ? ["dogs", "beach"] : ["dogs", "snow"]
            if index == 4 { photo.tags.append("ball") }
            photo.machineTags = index == 3 ? ["geo:locality=rio"] : []
            photo.owner = index < 2 ? "11111111@N01" : "22222222@N02"
            photo.license = index + 4
            photo.dateUpload = 1_700_000_000 - Int64(index) * 86_400
            photo.dateTaken = "202\(index)-06-15 12:00:00"
            photo.dateTakenUnknown = false
            photo.latitude = index < 4 ? -33.8 + Double(index) * 20 : nil
            photo.longitude = index < 4 ? 151.2 - Double(index) * 50 : nil
            photo.safety = index == 5 ? 1 : 0
            photo.contentType = index == 2 ? 1 : 0
            photo.media = .photo
            photo.groups = index == 1 ? ["333@N33"] : []
            photo.isPublic = true
            return photo
        }
        return FakeWorld(photos: photos)
    }()

    private static func place(_ photo: FakePhoto) -> Int {
        (Int(photo.id) ?? 0) - 60_000_000_000
    }

    private static func places(_ wanted: Int...) -> @Sendable (FakePhoto) -> Bool {
        { wanted.contains(place($0)) }
    }

    static let cases: [FilterCase] = [
        FilterCase(["--tags", "beach"], ["tags": "beach"], places(0, 2, 4)),
        FilterCase(["--tags", "beach,-ball"], ["tags": "beach,-ball"], places(0, 2)),
        FilterCase(
            ["--tags", "beach,ball", "--tag-mode", "all"],
            ["tags": "beach,ball", "tag_mode": "all"], places(4)),
        FilterCase(["--user", "11111111@N01"], ["user_id": "11111111@N01"], places(0, 1)),
        FilterCase(["--license", "4,6"], ["license": "4,6"], places(0, 2)),
        FilterCase(
            ["--min-taken", "2022-01-01"], ["min_taken_date": "2022-01-01 00:00:00"],
            places(2, 3, 4)),
        FilterCase(
            ["--max-taken", "2021-12-31"], ["max_taken_date": "2021-12-31 23:59:59"], places(0, 1)),
        FilterCase(
            ["--min-upload", "1699913600"], ["min_upload_date": "1699913600"], places(0, 1)),
        FilterCase(
            ["--max-upload", "1699827200"], ["max_upload_date": "1699827200"], places(2, 3, 4)),
        FilterCase(
            ["--bbox", "100,-40,160,-10"], ["bbox": "100,-40,160,-10"], places(0, 1)),
        FilterCase(["--bbox=-10,0,60,30"], ["bbox": "-10,0,60,30"], places(2, 3)),
        FilterCase(
            ["--near", "-33.8,151.2"], ["lat": "-33.8", "lon": "151.2"], places(0)),
        FilterCase(
            ["--near", "-33.8,151.3", "--radius", "20"],
            ["lat": "-33.8", "lon": "151.3", "radius": "20", "radius_units": "km"], places(0)),
        FilterCase(["--has-geo"], ["has_geo": "1"], places(0, 1, 2, 3)),
        FilterCase(["--safe-search", "2"], ["safe_search": "2"], places(0, 1, 2, 3, 4, 5)),
        FilterCase(["--content-type", "1"], ["content_types": "1"], places(2)),
        FilterCase(["--media", "photos"], ["media": "photos"], places(0, 1, 2, 3, 4)),
        FilterCase(
            ["--machine-tags", "geo:locality="], ["machine_tags": "geo:locality="], places(3)),
        FilterCase(["--group", "333@N33"], ["group_id": "333@N33"], places(1)),
    ]

    @Test(
        "each filter is sent under Flickr's name and selects its photos", arguments: cases)
    func filter(_ filter: FilterCase) async throws {
        try await FlickrScene.with(Self.world) { scene async throws in
            let result = try scene.gallery.start(
                ["search", "dogs", "--size", "none"] + filter.arguments
            ).wait()
            #expect(result.status == 0, "\(result.errors)")
            let sent = try #require(scene.flickr.requests().first)
            #expect(sent.query["text"] == "dogs")
            for (name, value) in filter.parameters { #expect(sent.query[name] == value) }
            let expected = Self.world.photos.filter(filter.matches).map(\.id)
            #expect(Set(try scene.ids(try scene.onlySection())) == Set(expected))
            #expect(!expected.isEmpty)
        }
    }

    @Test("--sort determines the section's order")
    func sort() async throws {
        try await FlickrScene.with(Self.world) { scene async throws in
            _ = try scene.gallery.run(
                "search", "dogs", "--size", "none", "--sort", "date-posted-asc")
            #expect(scene.flickr.requests().first?.query["sort"] == "date-posted-asc")
            let newestFirst = Self.world.photos.filter { $0.safety == 0 }.map(\.id)
            #expect(try scene.ids("dogs sort:date-posted-asc") == newestFirst.reversed())
        }
    }

    @Test(
        "an invalid value of a filter is rejected by name before anything is sent",
        arguments: [
            ["--sort", "newest"], ["--min-taken", "yesterday"], ["--bbox", "1,2,3"],
            ["--bbox", "10,0,5,20"], ["--near", "91,0"], ["--radius", "5"],
            ["--near", "1,1", "--radius", "33"], ["--license", "99x"], ["--safe-search", "9"],
            ["--tag-mode", "some"], ["--media", "films"], ["--limit", "0"], ["--size", "huge"],
        ])
    func wrongValue(arguments: [String]) async throws {
        try await FlickrScene.with(Self.world) { scene async throws in
            let result = try scene.gallery.start(["search", "dogs"] + arguments).wait()
            #expect(result.status == 64, "\(result.errors)")
            let named = arguments == ["--radius", "5"] ? "--near" : arguments[arguments.count - 1]
            #expect(result.errors.contains(named), "\(result.errors)")
            #expect(scene.flickr.requests().isEmpty)
            #expect(try scene.gallery.run("list", "dogs").status == 66)
        }
    }

    @Test("refresh repeats the stored filters")
    func refreshKeepsFilters() async throws {
        try await FlickrScene.with(Self.world) { scene async throws in
            _ = try scene.gallery.run("search", "dogs", "--size", "none", "--license", "4,5")
            scene.flickr.clearLog()
            #expect(try scene.gallery.run("refresh").status == 0)
            #expect(scene.flickr.requests().map { $0.query["license"] } == ["4,5"])
            #expect(scene.count(.picture) == 0)
        }
    }
}
