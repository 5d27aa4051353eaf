import Basics
import GalleryModel
import Places
import Testing

@Suite("PlaceIndex")
struct PlaceIndexTests {
    @Test("an index has a version, credits, countries and disputed areas")
    func facts() throws {
        let file = try IndexFile(SmallWorld.index.bytes())
        let index = try PlaceIndex(path: file.path)
        try index.verifyAll()
        #expect(index.dataVersion == "2000-01-01.1")
        #expect(try index.credits() == "Made up for tests.\nNo rights reserved.")
        #expect(try index.countries().contains { $0 == (code: "BB", name: "Beland") })
        let area = try #require(try index.areas().first)
        #expect(area.key == "isle" && area.title == "The Isle")
        #expect(area.standardCountryCode == "AA" && area.claimants == ["AA", "BB"])
        #expect(area.note == "Aland governs it.")
    }

    @Test("the cache key depends only on the data and the overrides")
    func cacheKey() throws {
        let file = try IndexFile(SmallWorld.index.bytes())
        let index = try PlaceIndex(path: file.path)
        let plain = index.cacheKey(.none)
        #expect(plain.contains("2000-01-01.1"))
        #expect(index.cacheKey(try PlaceOverrides(["isle=AA"], index: index)) == plain)
        let chosen = index.cacheKey(try PlaceOverrides(["isle=BB"], index: index))
        #expect(chosen != plain)
        #expect(
            index.cacheKey(try PlaceOverrides(["isle=CC", "isle=bb"], index: index)) == chosen)
        var later = SmallWorld.index
        later.dataVersion = "2001-01-01.1"
        let other = try IndexFile(later.bytes())
        #expect(try PlaceIndex(path: other.path).cacheKey(.none) != plain)
    }

    @Test(
        "the error about an unknown override lists the known values",
        arguments: [
            ("isle", "isle=UA"), ("=BB", "areas: isle"), ("isle=", "areas: isle"),
            ("isle=BB=CC", "areas: isle"), ("", "areas: isle"),
            ("island=BB", "'island'"), ("island=BB", "areas: isle"), ("isle=ZZ", "'ZZ'"),
            ("isle=ZZ", "AA, BB"),
        ])
    func overrides(text: String, says: String) throws {
        let file = try IndexFile(SmallWorld.index.bytes())
        let index = try PlaceIndex(path: file.path)
        let error = #expect(throws: PlacesError.self) {
            try PlaceOverrides([text], index: index)
        }
        #expect(error?.description.contains(says) == true)
    }

    @Test("errors distinguish foreign files, folders and missing files")
    func foreign() throws {
        let file = try IndexFile(Array("\u{89}PNG\r\n and more".utf8))
        #expect(throws: PlacesError.notAnIndex(file.path)) { try PlaceIndex(path: file.path) }
        try file.write([])
        #expect(throws: PlacesError.notAnIndex(file.path)) { try PlaceIndex(path: file.path) }
        try file.write(Array("GLRYPLC".utf8))
        #expect(throws: PlacesError.notAnIndex(file.path)) { try PlaceIndex(path: file.path) }
        let folder = file.path.parent
        let isFolder = #expect(throws: PlacesError.self) { try PlaceIndex(path: folder) }
        #expect(isFolder?.description.contains("Is a directory") == true)
        let missing = #expect(throws: PlacesError.self) {
            try PlaceIndex(path: folder.appending("none.idx"))
        }
        #expect(missing?.description.contains("none.idx': No such file or directory") == true)
    }

    @Test("the error about an index of a newer format names both formats")
    func newer() throws {
        var bytes = SmallWorld.index.bytes()
        bytes[8] = 3
        let file = try IndexFile(bytes)
        let error = #expect(throws: PlacesError.newer(file.path, format: 3, known: 2)) {
            try PlaceIndex(path: file.path)
        }
        #expect(error?.description.contains("format 3") == true)
    }

    @Test("an open index stays usable when its file is replaced")
    func replaced() throws {
        let file = try IndexFile(SmallWorld.index.bytes())
        let lookup = try PlaceLookup(try PlaceIndex(path: file.path))
        try file.write(Array("something else".utf8))
        #expect(try lookup.place(0.5, 0.2).region == "West")
    }
}
