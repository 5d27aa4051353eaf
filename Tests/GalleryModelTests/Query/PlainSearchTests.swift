import Basics
import GalleryModel
import Testing

@Suite("Everyday words")
struct PlainSearchTests {
    /// Sunday, 29 November 2026.
    private static let today = CivilDate(year: 2026, month: 11, day: 29)

    private static let names: [String: PlainQuery.Meaning] = [
        "ana": .init(kind: .person, .person("Ana")), "ben": .init(kind: .person, .person("Ben")),
        "april": .init(kind: .person, .person("April")),
        "iphone": .init(kind: .camera, .camera("iphone")),
        "50mm": .init(kind: .lens, .lens("50mm")),
        "france": .init(kind: .place, .country("FR")),
        "la coruna": .init(kind: .place, .city("La Coruña")),
        "new york": .init(kind: .place, any: [.region("New York"), .city("New York")]),
        "malaga": .init(kind: .place, .city("Málaga")),
        "summer 2026 in italy": .init(
            kind: .album, .section(SectionReference(text: "album:Summer 2026 in Italy"))),
    ]

    private static func query(
        _ text: String, today: CivilDate = today, isSouthern: Bool = false
    ) throws -> String {
        try PlainSearch(text).query(today: today, isSouthern: isSouthern, names: names).query
    }

    @Test(
        "periods are understood in English and Spanish",
        arguments: [
            ("last summer", "taken:2026-06..2026-08"), ("summer 2025", "taken:2025-06..2025-08"),
            ("verano pasado", "taken:2026-06..2026-08"),
            ("el verano de 2025", "taken:2025-06..2025-08"),
            ("this summer", "taken:2026-06..2026-08"),
            ("last winter", "taken:2025-12..2026-02"), ("winter 2026", "taken:2025-12..2026-02"),
            ("fall 2024", "taken:2024-09..2024-11"), ("last autumn", "taken:2025-09..2025-11"),
            ("este otoño", "taken:2026-09..2026-11"),
            ("August 2026", "taken:2026-08"), ("AGOSTO DE 2026", "taken:2026-08"),
            ("2026 august", "taken:2026-08"), ("jul", "taken:2026-07"), ("dic", "taken:2025-12"),
            ("noviembre", "taken:2026-11"), ("last november", "taken:2025-11"),
            ("2026", "taken:2026"), ("2026-05", "taken:2026-05"),
            ("2026-05-17", "taken:2026-05-17"), ("17 May 2024", "taken:2024-05-17"),
            ("May 17th, 2024", "taken:2024-05-17"), ("3 de mayo", "taken:2026-05-03"),
            ("december 3", "taken:2025-12-03"), ("30 february 2024", "30* taken:2024-02"),
            ("yesterday", "taken:yesterday"), ("hoy", "taken:today"),
            ("last week", "taken:2026-11-16..2026-11-22"),
            ("esta semana", "taken:2026-11-23..2026-11-29"),
            ("semana pasada", "taken:2026-11-16..2026-11-22"),
            ("last month", "taken:2026-10"), ("el año pasado", "taken:2025"),
            ("this year", "taken:2026"), ("last 30 days", "taken:\"last 30 days\""),
            ("últimos dos meses", "taken:\"last 2 months\""),
            ("3026", "3026*"), ("1234", "1234*"), ("mar", "mar*"), ("mar 2026", "taken:2026-03"),
        ])
    func periods(_ text: String, _ query: String) throws {
        #expect(try Self.query(text) == query)
    }

    @Test(
        "seasons depend on the day and the hemisphere",
        arguments: [
            ("last summer", 2026, 7, false, "taken:2025-06..2025-08"),
            ("this summer", 2026, 1, false, "taken:2026-06..2026-08"),
            ("last summer", 2026, 1, false, "taken:2025-06..2025-08"),
            ("this winter", 2026, 12, false, "taken:2026-12..2027-02"),
            ("last summer", 2026, 11, true, "taken:2025-12..2026-02"),
            ("summer 2026", 2026, 11, true, "taken:2025-12..2026-02"),
            ("last winter", 2026, 11, true, "taken:2026-06..2026-08"),
        ])
    func seasons(
        _ text: String, _ year: Int, _ month: Int, _ isSouthern: Bool, _ query: String
    ) throws {
        let today = CivilDate(year: year, month: month, day: 1)
        #expect(try Self.query(text, today: today, isSouthern: isSouthern) == query)
    }

    @Test(
        "people, stars, favorites and names are understood",
        arguments: [
            ("two people", "faces:2"), ("2 people", "faces:2"), ("dos personas", "faces:2"),
            ("no people", "faces:0"), ("sin gente", "faces:0"), ("nobody", "faces:0"),
            ("one person", "faces:1"), ("3+ faces", "faces:3.."), ("people", "faces:1.."),
            ("5 stars", "rating:5"), ("cinco estrellas", "rating:5"), ("4+ stars", "rating:4.."),
            ("★★★", "rating:3"), ("5★", "rating:5"), ("favorites", "is:favorite"),
            ("mis favoritas", "is:favorite"),
            ("Ana", "person:Ana"), ("Ana and Ben", "person:Ana person:Ben"),
            ("Ana y Ben", "person:Ana person:Ben"), ("Ana & Ben", "person:Ana person:Ben"),
            ("April", "person:April"), ("april 2026", "taken:2026-04"),
            ("photos of Ana in France last summer", "person:Ana country:FR taken:2026-06..2026-08"),
            ("MALAGA", "city:Málaga"), ("Málaga, 2026", "city:Málaga taken:2026"),
            ("La Coruña", "city:\"La Coruña\""),
            ("new york", "(region:\"New York\" or city:\"New York\")"),
            ("iPhone two people", "camera:iphone faces:2"), ("50mm", "lens:50mm"),
            ("Summer 2026 in Italy", "section:\"album:Summer 2026 in Italy\""),
        ])
    func names(_ text: String, _ query: String) throws {
        #expect(try Self.query(text) == query)
    }

    @Test(
        "other words match by their beginning, and the query language keeps its meaning",
        arguments: [
            ("img_40", "img_40*"), ("mars", "mars*"), ("red bridge", "red* bridge*"),
            ("the dog in the snow", "dog* snow*"), ("in the", "in* the*"), ("", ""), ("  ", ""),
            ("tag:dog", "tag:dog"), ("tag:dog last summer", "tag:dog taken:2026-06..2026-08"),
            ("\"last summer\"", "\"last summer\""), ("-summer 2026", "-summer taken:2026"),
            ("not:2026 Ana", "not:2026 person:Ana"), ("2026 or 2025", "2026 or 2025"),
            ("Ana or Ben", "Ana or Ben"), ("(Ana 2026)", "(Ana 2026)"), ("dog*", "dog*"),
            ("Ana (2026 or dog)", "person:Ana (2026 or dog)"),
        ])
    func words(_ text: String, _ query: String) throws {
        let understood = try Self.query(text)
        #expect(understood == query)
        #expect(throws: Never.self) { try PhotoFilter(text: understood) }
    }

    @Test(
        "errors have the column in the text as typed",
        arguments: [("last summer contry:FR", 13), ("Ana taken:soon", 11), ("Ana (", 5), ("&", 1)])
    func errors(_ text: String, _ column: Int) {
        #expect(throws: QueryError.self) { try PlainSearch(text) }
        do { _ = try PlainSearch(text) } catch { #expect(error.column == column) }
    }

    @Test("a mistyped key or value is corrected")
    func corrections() throws {
        for (text, wrong, query) in [
            ("dog contry:FR 2026", "contry:", "dog country:FR 2026"),
            ("is:favourite dog", "favourite", "is:favorite dog"),
        ] {
            do {
                _ = try PlainSearch(text)
                Issue.record("\(text)")
            } catch {
                #expect(error.correction?.wrong == wrong)
                #expect(error.correction?.query == query)
            }
        }
    }

    @Test("a part has its words, and the text is meaningful without it")
    func parts() throws {
        let plain = try PlainSearch("  photos of Ana in France last summer,")
            .query(today: Self.today, names: Self.names)
        #expect(plain.parts.map(\.text) == ["Ana", "France", "last summer,"])
        #expect(plain.parts.map(\.meaning.kind) == [.person, .place, .date])
        #expect(plain.text(without: 0) == "in France last summer,")
        #expect(plain.text(without: 1) == "photos of Ana last summer,")
        #expect(plain.text(without: 2) == "photos of Ana in France")
        #expect(plain.query(without: 1) == "person:Ana taken:2026-06..2026-08")
    }

    @Test("long texts are read quickly, without names")
    func long() throws {
        let text = String(repeating: "mar ", count: 450)
        #expect(try PlainSearch(text).phrases.isEmpty)
        #expect(try Self.query(text).hasPrefix("mar* mar*"))
    }
}
