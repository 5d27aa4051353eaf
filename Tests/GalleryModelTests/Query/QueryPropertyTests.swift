import GalleryModel
import Testing

@Suite("Properties of queries")
struct QueryPropertyTests {
    @Test("ten thousand random filters are printed and read back", arguments: 1...10)
    func roundTrip(seed: UInt64) throws {
        var filters = RandomFilters(generator: SeededGenerator(state: seed))
        for _ in 0..<1000 {
            let filter = filters.filter()
            let text = filter.text
            do {
                let query = try QueryText(text)
                guard query.filter == filter, query.terms.map(\.condition) == filter.conditions
                else {
                    Issue.record("'\(text)' reads as \(query.filter), not \(filter)")
                    return
                }
            } catch {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test("equivalent filters are printed in one form")
    func otherForms() throws {
        let dog = PhotoFilter.condition(.words("dog"))
        #expect(PhotoFilter.all([.all([dog, .everything]), .any([dog])]).text == "dog dog")
        #expect(PhotoFilter.any([dog, .everything]).text.isEmpty)
        #expect(PhotoFilter.not(.any([])).text.isEmpty)
        for nothing in [PhotoFilter.any([]), .not(.everything), .all([dog, .any([])])] {
            #expect(nothing.text == "has:date no:date")
        }
        #expect(PhotoFilter.any([dog, .any([])]).text == "dog")
    }

    @Test("every prefix of a query is valid or its error points into it or at its end")
    func prefixes() {
        var filters = RandomFilters(generator: SeededGenerator(state: 42))
        let random = (0..<60).map { _ in filters.filter().text }
        let typed = [
            "tag:\"a \\\" b\" or (near:-33.8,151.2,10 -\"red dog\") not:(is:edited or no:faces)",
            "taken:\"last 30 days\" AND size:>=\"1.5 MB\" rating:-1..3 犬 e\u{301}\r\nor\tfaces:<2",
            "-(-(-x)) not:not:-y (((z))) \"or\" and or",
        ]
        for text in random + typed {
            for prefix in text.indices.map({ String(text[..<$0]) }) + [text] {
                do throws(QueryError) {
                    let terms = try QueryText(prefix).terms
                    let isInside = terms.allSatisfy {
                        1 <= $0.column && $0.column <= $0.valueColumn
                            && $0.valueColumn <= prefix.count
                    }
                    if !isInside { Issue.record("the terms of '\(prefix)': \(terms)") }
                } catch {
                    if !(1...prefix.count + 1).contains(error.column) || error.reason.isEmpty {
                        Issue.record("'\(prefix)': column \(error.column)")
                    }
                }
            }
        }
    }

    @Test("a query as deep or as long as possible is rejected safely")
    func limits() throws {
        for text in [
            String(repeating: "(", count: 15_000), String(repeating: "-", count: 15_000),
            String(repeating: "not:", count: 5_000), String(repeating: "(-", count: 9_000) + "x",
        ] {
            let error = #expect(throws: QueryError.self) { try QueryText(text) }
            #expect(error?.reason.contains("100") == true)
        }
        let deep = String(repeating: "(", count: 99) + "x" + String(repeating: ")", count: 99)
        #expect(try PhotoFilter(text: deep).text == "x")
        let long = #expect(throws: QueryError.self) {
            try QueryText(String(repeating: "a", count: 2_000_000))
        }
        #expect(long?.column == 20_001)
        let many = #expect(throws: QueryError.self) {
            try QueryText(String(repeating: "a ", count: 600))
        }
        #expect(many?.column == 1001)
    }
}
