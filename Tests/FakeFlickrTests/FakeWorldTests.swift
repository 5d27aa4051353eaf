import FakeFlickr
import Testing

@Suite("Seeded worlds")
struct FakeWorldTests {
    @Test("the same seed gives the same photos, another seed gives others")
    func seeds() {
        let world = FakeWorld(seed: 7, photos: 200)
        #expect(world.photos == FakeWorld(seed: 7, photos: 200).photos)
        #expect(world.photos != FakeWorld(seed: 8, photos: 200).photos)
    }

    @Test("a seed gives the same photos as ever, on every machine")
    func knownPhoto() throws {
        let photo = try #require(FakeWorld(seed: 1, photos: 3).photos.first)
        #expect(photo.id == "50000004013")
        #expect(photo.secret == "ef0d2df7ab")
        #expect(photo.title == "My dogs")
    }

    @Test(
        "a plain search finds the requested number of photos for each term",
        arguments: [1, 12, 100, 501])
    func counts(photos: Int) {
        let world = FakeWorld(
            seed: 3, photos: photos, terms: ["zebras", "golden retriever", "🐕 犬"])
        for term in ["zebras", "golden retriever", "🐕 犬"] {
            #expect(world.found(term).count == photos)
        }
        #expect(world.photos.count == photos * 3 + photos * 3 / 12)
    }

    @Test("ids are unique and ascend with upload time")
    func ids() {
        let photos = FakeWorld(seed: 5, photos: 1000).photos
        #expect(Set(photos.map(\.id)).count == photos.count)
        #expect(photos.map(\.id) == photos.map(\.id).sorted())
        #expect(photos.map(\.dateUpload) == photos.map(\.dateUpload).sorted())
    }

    @Test("a world contains every oddity that a client must handle")
    func oddities() {
        let photos = FakeWorld(seed: 1, photos: 200).photos
        let oddities: [(FakePhoto) -> Bool] = [
            { $0.media == .video && $0.server == "0" }, { $0.latitude == nil },
            { ($0.latitude ?? 0) < 0 }, { ($0.longitude ?? 0) < 0 }, { $0.pathAlias == nil },
            { $0.pathAlias != nil }, { !$0.hasURLs }, { !$0.isOriginalPermitted },
            { $0.originalFormat == "png" }, { $0.title.isEmpty }, { $0.title.contains("\n") },
            { $0.title.contains("&quot;") }, { $0.title.contains(",") },
            { $0.title.contains("公園") }, { $0.title.contains("👩‍👩‍👧‍👦") },
            { $0.title.contains("כלבים") }, { $0.granularity == 4 }, { $0.safety > 0 },
            { !$0.isPublic }, { $0.contentType > 0 }, { !$0.groups.isEmpty },
            { !$0.machineTags.isEmpty },
        ]
        for (number, isOdd) in oddities.enumerated() {
            #expect(photos.contains(where: isOdd), "oddity \(number)")
        }
        #expect(Set(photos.map(\.license)) == Set(0...16))
    }

    @Test("setting a photo by id adds, replaces and removes it")
    func editing() throws {
        var world = FakeWorld(seed: 1, photos: 3)
        var photo = try #require(world.photos.first)
        let count = world.photos.count
        photo.title = "changed"
        world[photo.id] = photo
        #expect(world.photos.count == count && world[photo.id]?.title == "changed")
        world[photo.id] = nil
        #expect(world.photos.count == count - 1 && world[photo.id] == nil)
        world[photo.id] = photo
        #expect(world.photos.count == count)
    }
}
