import GalleryModel
import Testing

@Suite struct PhotoQueryTests {
    @Test(
        "Numbers of faces are read in all their forms",
        arguments: [
            ("faces:2", 2...2), ("faces:=2", 2...2), ("faces:>2", 3...Int.max),
            ("faces:>=2", 2...Int.max), ("faces:<2", 0...1), ("faces:<=2", 0...2),
            ("faces:2..4", 2...4), ("faces:2..", 2...Int.max), ("faces:..4", 0...4),
            ("FACES:0", 0...0),
        ])
    func faces(text: String, range: ClosedRange<Int>) throws {
        #expect(try PhotoQuery(text: text).conditions == [.faces(range)])
    }

    @Test("Several conditions are read in order, and quotes keep a name together")
    func several() throws {
        let query = try PhotoQuery(text: "  faces:>0 person:\"Ana María\"  person:Bob ")
        #expect(query.conditions == [.faces(1...Int.max), .person("Ana María"), .person("Bob")])
        #expect(try PhotoQuery(text: " ").conditions.isEmpty)
    }

    @Test(
        "What is no query is refused, with the word and what could be written",
        arguments: [
            ("faces:many", "'faces:many'"), ("faces:", "'faces:'"), ("faces:>", "'faces:>'"),
            ("faces:4..2", "'faces:4..2'"), ("faces:<0", "'faces:<0'"), ("faces:-1", "'faces:-1'"),
            ("faces:99999999999999999999", "99999999999999999999"),
            ("faces:>9223372036854775807", "9223372036854775807"), ("person:", "'person:'"),
            ("person:\"  \"", "names nobody"), ("dogs", "'dogs'"), ("colour:red", "'colour:'"),
            ("person:\"Ana", "does not close it"),
        ])
    func wrong(text: String, part: String) {
        let error = #expect(throws: PhotoQuery.ParseError.self) { try PhotoQuery(text: text) }
        #expect(error?.description.contains(part) == true)
    }
}
