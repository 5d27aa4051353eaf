import FakeFlickr
import Testing

@Suite("Filters of flickr.photos.search")
struct SearchFilterTests {
    /// A filter: its arguments, and the condition that exactly the found photos meet.
    struct Filter: Sendable, CustomTestStringConvertible {
        let arguments: [String: String]
        let isFound: @Sendable (FakePhoto) -> Bool

        var testDescription: String { arguments.map { "\($0.key)=\($0.value)" }.joined() }

        init(_ arguments: [String: String], _ isFound: @escaping @Sendable (FakePhoto) -> Bool) {
            self.arguments = arguments
            self.isFound = isFound
        }
    }

    static let world = FakeWorld(seed: 11, photos: 300)
    static let owner = world.photos[0].owner

    static let filters: [Filter] = [
        Filter(["text": "DOGS"]) { _ in true },
        Filter(["text": "my dogs"]) { $0.title == "My dogs" },
        Filter(["text": "dogs -sofa"]) { !$0.title.contains("sofa") },
        Filter(["text": "公園"]) { $0.title.contains("公園") },
        Filter(["text": "café"]) { $0.title.contains("Cafe\u{301}") },
        Filter(["tags": "beach,goldenhour"]) {
            !Set($0.normalizedTags).isDisjoint(with: ["beach", "goldenhour"])
        },
        Filter(["tags": "dogs, Golden Hour", "tag_mode": "all"]) {
            $0.tags.contains("Golden Hour")
        },
        Filter(["tags": "dogs,-beach", "tag_mode": "all"]) { !$0.tags.contains("beach") },
        Filter(["tags": "🐾"]) { $0.tags.contains("🐾") },
        Filter(["user_id": owner]) { $0.owner == owner },
        Filter(["license": "4,11,16"]) { [4, 11, 16].contains($0.license) },
        Filter(["min_upload_date": "1400000000"]) { $0.dateUpload >= 1_400_000_000 },
        Filter(["max_upload_date": "2014-05-13 16:53:20"]) { $0.dateUpload <= 1_400_000_000 },
        Filter(["min_taken_date": "2010-01-01"]) { $0.dateTaken >= "2010-01-01 00:00:00" },
        Filter(["max_taken_date": "1262304000"]) { $0.dateTaken <= "2010-01-01 00:00:00" },
        Filter(["text": "dogs", "bbox": "150,-34.5,152,-33"]) {
            ($0.latitude ?? 0) < -33.5 && ($0.longitude ?? 0) > 150
        },
        Filter(["text": "dogs", "bbox": "178,-19,-178,-17"]) { ($0.longitude ?? 0) > 178 },
        Filter(["text": "dogs", "lat": "48.8566", "lon": "2.3522", "radius": "20"]) {
            (48...49.5).contains($0.latitude ?? 0)
        },
        Filter(["text": "dogs", "lat": "48.8566", "lon": "2.5", "radius": "1"]) { _ in false },
        Filter(["text": "dogs", "has_geo": "1"]) { $0.latitude != nil },
        Filter(["text": "dogs", "has_geo": "0"]) { $0.latitude == nil },
        Filter(["content_types": "1,2"]) { [1, 2].contains($0.contentType) },
        Filter(["media": "videos"]) { $0.media == .video },
        Filter(["media": "photos"]) { $0.media == .photo },
        Filter(["machine_tags": "uploaded:by=flickrmobile"]) {
            $0.machineTags.contains("uploaded:by=flickrmobile")
        },
        Filter(["machine_tags": "dc:"]) { $0.machineTags.contains { $0.hasPrefix("dc:") } },
        Filter(["group_id": "1243222@N20"]) { $0.groups.contains("1243222@N20") },
    ]

    @Test("each filter finds exactly the photos it describes", arguments: filters)
    func finds(filter: Filter) async throws {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            var arguments = filter.arguments
            arguments["per_page"] = "500"
            if arguments["bbox"] != nil || arguments["lat"] != nil { arguments["per_page"] = "250" }
            let found = try await RawClient(fakeFlickr).search(arguments).ids
            let visible = Self.world.photos.filter { $0.isPublic && $0.safety == 0 }
            #expect(Set(found) == Set(visible.filter(filter.isFound).map(\.id)))
            #expect(found.count == Set(found).count)
            let logged = try #require(fakeFlickr.requests().first).query
            for (name, value) in filter.arguments { #expect(logged[name] == value) }
        }
    }

    @Test("safe_search widens the results, and private photos are never found")
    func safety() async throws {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            for (level, limit) in [("1", 0), ("2", 1), ("3", 2)] {
                let answer = try await RawClient(fakeFlickr).search([
                    "text": "dogs", "safe_search": level, "per_page": "500",
                ])
                let expected = Self.world.photos.filter { $0.isPublic && $0.safety <= limit }
                #expect(Set(answer.ids) == Set(expected.map(\.id)))
            }
        }
    }

    @Test(
        "each order lists all photos, and descending is ascending reversed",
        arguments: ["date-posted", "date-taken", "interestingness"])
    func orders(name: String) async throws {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let down = try await client.search([
                "text": "dogs", "sort": "\(name)-desc", "per_page": "500",
            ]).ids
            let up = try await client.search([
                "text": "dogs", "sort": "\(name)-asc", "per_page": "500",
            ]).ids
            #expect(down.count == 300 && down == up.reversed())
            let photos = up.compactMap { Self.world[$0] }
            switch name {
            case "date-posted":
                #expect(photos.map(\.dateUpload) == photos.map(\.dateUpload).sorted())
            case "date-taken":
                #expect(photos.map(\.dateTaken) == photos.map(\.dateTaken).sorted())
            default: #expect(up != up.sorted())
            }
        }
    }

    @Test("without an order the newest uploads come first, around a point the nearest")
    func defaultOrders() async throws {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let plain = try await client.search(["text": "dogs", "per_page": "500"]).ids
            #expect(plain == Self.world.found("dogs").map(\.id))
            let relevant = try await client.search(["text": "dogs", "sort": "relevance"]).ids
            #expect(Self.world[relevant[0]]?.title.contains("dogs") == true)
            let near = try await client.search([
                "text": "dogs", "lat": "48.8566", "lon": "2.3522", "radius": "30",
            ]).ids.compactMap { Self.world[$0] }
            let distances = near.map { photo in
                let north = (photo.latitude ?? 0) - 48.8566
                let east = ((photo.longitude ?? 0) - 2.3522) * 0.658
                return north * north + east * east
            }
            #expect(
                near.count > 2
                    && zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 * 1.01 })
        }
    }
}
