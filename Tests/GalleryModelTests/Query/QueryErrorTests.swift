import GalleryModel
import Testing

@Suite("Query errors")
struct QueryErrorTests {
    @Test(
        "invalid queries are rejected with the column, the value and the expected syntax",
        arguments: [
            ("faces:many", 7, "'faces:many'"), ("faces:", 7, "'faces:'"),
            ("faces:>", 7, "'faces:>'"),
            ("faces:4..2", 7, "'faces:4..2'"), ("faces:<0", 7, "'faces:<0'"),
            ("faces:-1", 7, "'faces:-1'"), ("faces:..", 7, "'faces:..'"),
            ("faces:99999999999999999999", 7, "99999999999999999999"),
            ("faces:>9223372036854775807", 7, "9223372036854775807"),
            ("a person:", 10, "'person:'"), ("person:\"  \"", 9, "person:Ana"),
            ("colour:red", 1, "unknown key 'colour:'"),
            ("x contry:FR", 3, "did you mean 'country:'?"),
            ("flickr:dogs", 1, "did you mean 'section:flickr:'?"), ("nott:x", 1, "'not:'?"),
            ("http://x", 1, "quote words that contain a colon"),
            ("a person:\"Ana", 10, "unterminated quote"), ("country:", 9, "country:France"),
            ("region:\"\"", 9, "region:Brittany"), ("city:", 6, "city:Brest"),
            ("near:48.39,-4.49", 6, "near:LAT,LON,KM"),
            ("near:48.39,-4.49,0", 6, "near:LAT,LON,KM"),
            ("near:48.39,-4.49,-3", 6, "near:LAT,LON,KM"), ("near:91,0,1", 6, "near:LAT,LON,KM"),
            ("near:48,2,1e999", 6, "near:LAT,LON,KM"), ("near:Brest,10", 6, "near:LAT,LON,KM"),
            ("bbox:1,2,3", 6, "WEST,SOUTH,EAST,NORTH"),
            ("bbox:0,10,1,9", 6, "WEST,SOUTH,EAST,NORTH"),
            ("rating:6", 8, "-1 to 5"), ("rating:>5", 8, "-1 to 5"), ("size:5XB", 6, "MiB"),
            ("size:99999999999GB", 6, "MiB"), ("taken:2024-13", 7, "2024-05"),
            ("taken:2023-02-29", 7, "2024-05"), ("taken:24", 7, "2024-05"),
            ("taken:2024..2023", 7, "2024-05"), ("taken:>9999", 7, "2024-05"),
            ("taken:last", 7, "\"last 30 days\""), ("added:\"last 0 days\"", 8, "\"last 30 days\""),
            ("is:edit", 4, "did you mean 'is:edited'?"), ("has:face", 5, "'has:faces'?"),
            ("no:nothing", 4, "position, faces, title"), ("section:flickr:", 9, "section:dogs"),
            ("dog - cat", 5, "directly precede"), ("not: dog", 1, "directly precede"),
            ("-", 1, "'-'"), ("cat not dog", 5, "not:dog"), ("a d*g", 4, "the end of a word"),
            ("...", 1, "'...'"), ("a \"!?\"", 3, "'!?'"), ("\"\"", 1, "empty quotes"),
            ("or dog", 1, "before 'or'"), ("dog or", 7, "after 'or'"),
            ("dog or OR cat", 8, "after 'or'"), ("and", 1, "before 'and'"),
            ("dog AND", 8, "after 'AND'"), ("dog and or cat", 9, "after 'and'"),
            ("dog or and cat", 8, "after 'or'"), ("(dog", 1, "without a matching ')'"),
            ("a (b (c)", 3, "without a matching ')'"), ("(", 1, "without a matching ')'"),
            ("a)", 2, "without a matching '('"),
            (")", 1, "without a matching '('"), ("a ( )", 5, "empty parentheses"),
            ("(a or )", 7, "after 'or'"),
            ("img(1)", 4, "before '('"), ("5\" disk", 2, "before '\"'"), ("(a)b", 4, "before 'b'"),
            ("\"a\"b", 4, "before 'b'"), ("tag:\"a\"b", 8, "before 'b'"),
            ("tag:a\"b\"", 6, "before '\"'"),
        ])
    func wrong(text: String, column: Int, part: String) {
        let error = #expect(throws: QueryError.self) { try PhotoFilter(text: text) }
        #expect(error?.column == column)
        #expect(error?.reason.contains(part) == true, "\(error?.reason ?? "")")
        #expect(error?.query == text)
    }

    @Test(
        "the caret is under the fault as a terminal shows the query",
        arguments: [
            ("dog", 2, "  dog", "   ^"), ("dog", 4, "  dog", "     ^"), ("", 1, "  ", "  ^"),
            ("犬猫x", 3, "  犬猫x", "      ^"), ("e\u{301}\u{301}x", 2, "  e\u{301}\u{301}x", "   ^"),
            ("a\tb\r\nc", 5, "  a b c", "      ^"),
            ("a\u{1B}\u{202E}b", 4, "  a\u{FFFD}\u{FFFD}b", "     ^"),
        ])
    func caret(query: String, column: Int, line: String, caret: String) {
        let error = QueryError(query: query, column: column, "no\ngood")
        let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines == ["invalid query at column \(column): no\\ngood", line[...], caret[...]])
    }

    @Test(
        "a long query is shortened to the text around the fault",
        arguments: [1, 49, 50, 500, 1000, 1001])
    func long(column: Int) throws {
        let query = String(repeating: "abcdefghij", count: 100)
        let text = QueryError(query: query, column: column, "x").description
        let lines = text.split(separator: "\n").map(Array.init)
        try #require(lines.count == 3)
        #expect(lines[1].count <= 80)
        let place = lines[2].count - 1
        if column <= 1000 {
            #expect(lines[1][place] == Array(query)[column - 1])
        } else {
            #expect(place == lines[1].count)
        }
        #expect((lines[1][2] == "…") == (column > 49))
        #expect((lines[1].last == "…") == (column < 960))
    }
}
