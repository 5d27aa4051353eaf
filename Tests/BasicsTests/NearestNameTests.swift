import Basics
import Testing

@Suite("NearestName")
struct NearestNameTests {
    @Test(
        "the distance counts insertions, deletions, replacements and swaps",
        arguments: [
            ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("ABC", "abc", 0),
            ("kitten", "sitting", 3), ("flaw", "lawn", 2), ("ab", "ba", 1), ("imoprt", "import", 1),
            // Optimal string alignment edits no substring twice.
            ("ca", "abc", 3),
        ])
    func distances(text: String, name: String, distance: Int) {
        #expect(NearestName.distance(text, name) == distance)
        #expect(NearestName.distance(name, text) == distance)
    }

    @Test(
        "the likeliest intended names come first",
        arguments: [
            ("titel", ["Title"]),
            ("sha", ["SHA256"]),
            ("mage", ["ImageWidth", "ImageHeight"]),
            ("zzzz", ["Make", "Title"]),
        ])
    func suggestions(text: String, names: [String]) {
        let all = ["Title", "SHA256", "ImageWidth", "ImageHeight", "Make"]
        let found = NearestName.suggestions(for: text, among: all)
        #expect(found.prefix(names.count) == names[...])
        #expect(found.count <= 3)
        #expect(NearestName.nearest(to: text, among: all) == names[0])
    }

    @Test("an empty list of names gives no suggestion")
    func noNames() {
        #expect(NearestName.suggestions(for: "a", among: []).isEmpty)
        #expect(NearestName.nearest(to: "a", among: []) == nil)
    }

    @Test("a text of a megabyte is rejected quickly")
    func longText() {
        let text = String(repeating: "x", count: 1 << 20)
        #expect(NearestName.distance(text, "jobs") == 128)
    }
}
