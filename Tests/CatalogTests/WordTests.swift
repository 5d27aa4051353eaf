import GalleryModel
import Testing

@testable import Catalog

@Suite("Word indexes")
struct WordTests {
    @Test(
        "words match whole, without case and accents; unspaced scripts match by characters",
        arguments: [
            ("Dog on the Beach", "dog", true), ("Dog on the Beach", "BEACH", true),
            ("Dogs", "dog", false), ("dog", "dogs", false),
            ("Dog on the Beach", "on the", true), ("Dog on the Beach", "dog the", false),
            ("Café Łódź Ærø", "cafe lodz aero", true), ("cafe", "café", true),
            ("caf\u{65}\u{301}", "café", true), ("STRASSE", "straße", true),
            ("Ελλάδα", "ελλαδα", true), ("Москва́", "москва", true),
            ("l'été", "ete", true), ("IMG_2023-05.jpg", "2023", true),
            ("東京タワー", "東京", true), ("東京タワー", "タワー", true), ("東京タワー", "京東", false),
            ("서울타워", "타워", true), ("ภาษาไทย", "ไทย", true), ("東京 tower", "tower", true),
            ("dog", "!", false), ("!", "!", false), ("a\"b\" c", "b", true),
            ("x AND y", "and", true),
            ("x NEAR y", "x NEAR", true), ("star*", "st*", false),
        ])
    func words(title: String, words: String, isFound: Bool) throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        var details = PhotoDetails(origin: .flickr, originID: "1")
        details.title = title
        _ = try temporary.catalog.store([details], in: section, command: "search")
        let filter = PhotoFilter([.words(words)])
        #expect(
            try temporary.catalog.photoCount(of: [.everything], where: filter) == (isFound ? 1 : 0))
        // Also with another word that matches.
        var both = filter
        details.caption = "sunset"
        _ = try temporary.catalog.store([details], in: section, command: "refresh")
        both = .all([filter, PhotoFilter([.words("Sunset")])])
        #expect(
            try temporary.catalog.photoCount(of: [.everything], where: both) == (isFound ? 1 : 0))
        #expect(
            try temporary.catalog.photoCount(of: [.everything], where: .not(both))
                == (isFound ? 0 : 1))
    }

    @Test("words of one query may match the photo's text and the names of its place")
    func places() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(
            at: [PlaceScene.brest, PlaceScene.lyon, nil], to: section)
        try temporary.locateDue()
        func found(_ words: String...) throws -> [PhotoID] {
            try temporary.catalog.photos(
                of: [.everything], where: PhotoFilter(words.map(PhotoCondition.words)),
                in: PhotoOrder(.added)
            ).map(\.photoID)
        }
        #expect(try found("brest") == [ids[0]])
        #expect(try found("photo", "FRANCE") == [ids[0], ids[1]])
        #expect(try found("photo", "rhone alpes") == [ids[1]])
        #expect(try found("brest", "lyon").isEmpty)
        #expect(try found("photo 3") == [ids[2]])
    }
}
