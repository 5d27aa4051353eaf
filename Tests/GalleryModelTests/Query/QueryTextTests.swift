import GalleryModel
import Testing

@Suite("The query language")
struct QueryTextTests {
    private static func word(_ text: String) -> PhotoFilter { .condition(.words(text)) }

    @Test(
        "terms are joined as documented",
        arguments: [
            ("", PhotoFilter.everything), (" \t\n", .everything), ("dog", word("dog")),
            ("dog cat", .all([word("dog"), word("cat")])),
            ("dog AND cat and red", .all([word("dog"), word("cat"), word("red")])),
            ("dog or cat", .any([word("dog"), word("cat")])),
            ("a b OR c", .any([.all([word("a"), word("b")]), word("c")])),
            ("a (b or c)", .all([word("a"), .any([word("b"), word("c")])])),
            ("a or (b or c)", .any([word("a"), word("b"), word("c")])),
            ("a or(b)", .any([word("a"), word("b")])),
            ("(a (b c)) d", .all([word("a"), word("b"), word("c"), word("d")])),
            ("\"red dog\"", word("red dog")), ("\"or\"", word("or")), ("\" a  b \"", word("a  b")),
            (#""a \"b\" \\ \c""#, word(#"a "b" \ \c"#)), ("\"not:a\"", word("not:a")),
            ("not:dog", .not(word("dog"))), ("-dog", .not(word("dog"))),
            ("NOT:(a or b)", .not(.any([word("a"), word("b")]))),
            ("-\"a b\" c", .all([.not(word("a b")), word("c")])),
            ("-tag:dog", .not(.condition(.tag("dog")))), ("not:-x", .not(.not(word("x")))),
            ("not:or", .not(word("or"))), ("black-and-white", word("black-and-white")),
            ("oracle android", .all([word("oracle"), word("android")])),
            ("10:30", word("10:30")), (":a", word(":a")),
            ("no:faces", .not(.condition(.has(.faces)))),
            ("has:position", .condition(.has(.position))),
            ("is:Trashed", .condition(.state(.trashed))),
            ("犬\u{3000}猫", .all([word("犬"), word("猫")])),
        ])
    func joined(text: String, filter: PhotoFilter) throws {
        #expect(try PhotoFilter(text: text) == filter)
    }

    @Test(
        "numbers are read in all their forms",
        arguments: [
            ("faces:2", PhotoCondition.faces(2...2)), ("faces:=2", .faces(2...2)),
            ("faces:>2", .faces(3...Int.max)), ("faces:>=2", .faces(2...Int.max)),
            ("faces:<2", .faces(0...1)), ("faces:<=2", .faces(0...2)),
            ("faces:2..4", .faces(2...4)),
            ("faces:2..", .faces(2...Int.max)), ("faces:..4", .faces(0...4)),
            ("FACES:0", .faces(0...0)), ("faces:\">2\"", .faces(3...Int.max)),
            ("faces:>\"2\"", .faces(3...Int.max)), ("rating:-1", .rating(-1...(-1))),
            ("rating:>3", .rating(4...5)), ("rating:-1..2", .rating(-1...2)),
            ("rating:<=0", .rating(-1...0)), ("size:10", .size(10...10)),
            ("size:>5MB", .size(5_000_001...Int.max)), ("size:>=1.5kB", .size(1500...Int.max)),
            ("size:..2KiB", .size(0...2048)),
            ("size:\"1 MiB..2 mib\"", .size(1_048_576...2_097_152)),
            ("size:<1GB", .size(0...999_999_999)),
            ("size:0.5GiB", .size(536_870_912...536_870_912)),
        ])
    func numbers(text: String, condition: PhotoCondition) throws {
        #expect(try PhotoFilter(text: text) == .condition(condition))
    }

    private static func date(_ year: Int, _ month: Int? = nil, _ day: Int? = nil) -> PartialDate? {
        PartialDate(year: year, month: month, day: day)
    }

    @Test(
        "days are read in all their forms",
        arguments: [
            ("2024", DateSpan.from(date(2024), through: date(2024))),
            ("2024-05", .from(date(2024, 5), through: date(2024, 5))),
            ("=2024-05-17", .from(date(2024, 5, 17), through: date(2024, 5, 17))),
            ("2024-05..2024-06", .from(date(2024, 5), through: date(2024, 6))),
            ("2024-05..2024", .from(date(2024, 5), through: date(2024))),
            ("2024-05..", .from(date(2024, 5), through: nil)),
            ("..2023", .from(nil, through: date(2023))),
            (">2024", .from(date(2025), through: nil)),
            (">2024-12", .from(date(2025, 1), through: nil)),
            (">=2024-05", .from(date(2024, 5), through: nil)),
            ("<2024-03-01", .from(nil, through: date(2024, 2, 29))),
            ("<2024", .from(nil, through: date(2023))),
            ("<=2024-05", .from(nil, through: date(2024, 5))),
            ("\"last 30 days\"", .last(30, .days)), ("\"Last  1 month\"", .last(1, .months)),
            ("\"last week\"", .last(1, .weeks)), ("\"last 2 years\"", .last(2, .years)),
            ("today", .last(1, .days)), ("Yesterday", .yesterday),
        ])
    func dates(text: String, span: DateSpan) throws {
        #expect(try PhotoFilter(text: "taken:" + text) == .condition(.taken(span)))
        #expect(try PhotoFilter(text: "added:" + text) == .condition(.added(span)))
    }

    @Test("places, names and sections are read, and quotes keep a name together")
    func names() throws {
        let center = try #require(Coordinate(latitude: -33.8, longitude: 151.2))
        let box = try #require(CoordinateBox(west: 170, south: -10, east: -170, north: 10))
        let text = """
              country:FR region:"Auvergne-Rhône-Alpes" CITY:"Buenos Aires" country:uk \
            near:-33.8,151.2,10 near:"-33.8, 151.2, 0.5" bbox:170,-10,-170,10 person:"Ana María" \
            tag:"a b" license:"CC BY 2.0" camera:Canon lens:50mm type:JPEG owner:12@N00 \
            section:flickr:dogs section:"red dogs" section:album:x section:camera  person: Bob \
            person:=Bob person:"=Ana María"
            """.replacing("person: ", with: "person:")
        #expect(
            try PhotoFilter(text: text).conditions == [
                .country("FR"), .region("Auvergne-Rhône-Alpes"), .city("Buenos Aires"),
                .country("GB"), .near(center, kilometers: 10), .near(center, kilometers: 0.5),
                .box(box), .person("Ana María"), .tag("a b"), .license("CC BY 2.0"),
                .camera("Canon"), .lens("50mm"), .type("jpeg"), .owner("12@N00"),
                .section(SectionReference(kind: .flickr, name: "dogs")),
                .section(SectionReference(kind: nil, name: "red dogs")),
                .section(SectionReference(kind: .album, name: "x")), .section(.camera),
                .person("Bob"), .named("Bob"), .named("Ana María"),
            ])
    }

    @Test("each condition has the positions of its start and its value, in characters")
    func columns() throws {
        let terms = try QueryText("e\u{301}\u{301} (not:tag:\"犬\" or -no:faces) \"a b\"").terms
        #expect(terms.map(\.column) == [1, 8, 20, 30])
        #expect(terms.map(\.valueColumn) == [1, 13, 23, 31])
    }
}
