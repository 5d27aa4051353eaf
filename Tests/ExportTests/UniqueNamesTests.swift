import Basics
import Export
import Foundation
import GalleryModel
import Testing

@Suite("UniqueNames")
struct UniqueNamesTests {
    private func claimed(_ paths: [String]) -> [String] {
        var names = UniqueNames()
        return paths.map { names.claim(BytePath($0)).description }
    }

    @Test("the second use of a name gets a number before its extension")
    func numbers() {
        #expect(
            claimed(["d/a.jpg", "d/a.jpg", "d/a.jpg", "e/a.jpg", "a", "a"])
                == ["d/a.jpg", "d/a (2).jpg", "d/a (3).jpg", "e/a.jpg", "a", "a (2)"])
    }

    @Test("a number already in use is skipped")
    func takenNumber() {
        #expect(
            claimed(["a (2).jpg", "a.jpg", "a.jpg", "a.jpg"])
                == ["a (2).jpg", "a.jpg", "a (3).jpg", "a (4).jpg"])
    }

    @Test("names that differ only in case or Unicode form collide")
    func folded() {
        #expect(claimed(["Dog.jpg", "dog.JPG"]) == ["Dog.jpg", "dog (2).JPG"])
        let names = claimed(["\u{e9}.jpg", "e\u{301}.jpg", "\u{c9}.jpg"])
        #expect(names == ["é.jpg", "é (2).jpg", "É (3).jpg"])
        #expect(claimed(["ÀÖ/x.jpg", "àö/x.jpg"]) == ["ÀÖ/x.jpg", "àö/x (2).jpg"])
    }

    @Test("10,000 equal titles give 10,000 names, the same ones each time")
    func equalTitles() throws {
        let template = try NameTemplate("{title}.{ext}")
        let path = template.path(for: SamplePhotos.full)
        let paths = [String](repeating: path.description, count: 10_000)
        let names = claimed(paths)
        #expect(Set(names.map { $0.lowercased() }).count == 10_000)
        #expect(names.last == "Dog, _Ronja_ (10000).jpg")
        #expect(names == claimed(paths))
    }

    @Test("a number fits into the longest name")
    func longest() {
        let long = String(repeating: "é", count: 125) + ".jpeg"
        let names = claimed([long, long])
        #expect(names[1] == String(repeating: "é", count: 123) + " (2).jpeg")
    }

    @Test("20,000 random names are distinct on a file system that folds case and form")
    func randomNames() throws {
        var random = SeededGenerator(seed: 64)
        let template = try NameTemplate("{title}.{ext}")
        var names = UniqueNames()
        var seen = Set<String>()
        for _ in 0..<20_000 {
            var row = SamplePhotos.full
            row.photo.details.title = random.text(upTo: 3)
            let path = try #require(names.claim(template.path(for: row)).string)
            #expect(path.utf8.count <= 255)
            let key = path.decomposedStringWithCanonicalMapping.lowercased()
                .decomposedStringWithCanonicalMapping
            #expect(seen.insert(key).inserted, "\(path)")
        }
    }
}
