import Basics
import GalleryModel
import Testing

@Suite("Spans of days")
struct DateSpanTests {
    private static func second(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        CivilDate(year: year, month: month, day: day).unixSeconds
    }

    private static func date(_ year: Int, _ month: Int? = nil, _ day: Int? = nil) -> PartialDate? {
        PartialDate(year: year, month: month, day: day)
    }

    @Test(
        "years, months and days include all their seconds",
        arguments: [
            (
                DateSpan.from(date(2024), through: date(2024)), second(2024, 1, 1),
                second(2025, 1, 1)
            ),
            (.from(date(2024, 2), through: date(2024, 2)), second(2024, 2, 1), second(2024, 3, 1)),
            (
                .from(date(2024, 12), through: date(2024, 12)), second(2024, 12, 1),
                second(2025, 1, 1)
            ),
            (
                .from(date(2024, 2, 29), through: date(2024, 2, 29)), second(2024, 2, 29),
                second(2024, 3, 1)
            ),
            (.from(date(2023), through: date(2024, 5)), second(2023, 1, 1), second(2024, 6, 1)),
            (.from(date(9999), through: date(9999)), second(9999, 1, 1), second(10000, 1, 1)),
            (.from(date(2024, 5), through: nil), second(2024, 5, 1), Int64.max),
            (.from(nil, through: date(1969, 12, 31)), Int64.min, 0),
            (.from(date(2024), through: date(2023)), second(2024, 1, 1), second(2024, 1, 1)),
        ])
    func absolute(span: DateSpan, from: Int64, to: Int64) {
        let today = CivilDate(unixSeconds: 0)
        #expect(span.seconds(today: today) == from..<to)
    }

    @Test(
        "a number of days ends with today and begins by the calendar",
        arguments: [
            (DateSpan.last(1, .days), second(2024, 3, 31)),
            (.last(30, .days), second(2024, 3, 2)), (.last(2, .weeks), second(2024, 3, 18)),
            (.last(1, .months), second(2024, 2, 29)), (.last(3, .months), second(2023, 12, 31)),
            (.last(1, .years), second(2023, 3, 31)), (.last(.max, .years), second(1, 1, 31)),
            (.last(0, .days), second(2024, 4, 1)), (.last(-3, .months), second(2024, 4, 1)),
        ])
    func relative(span: DateSpan, from: Int64) {
        // Noon: the time of day does not count.
        let today = CivilDate(unixSeconds: Self.second(2024, 3, 31) + 43_200)
        #expect(span.seconds(today: today) == from..<Self.second(2024, 4, 1))
        #expect(
            DateSpan.yesterday.seconds(today: today)
                == Self.second(2024, 3, 30)..<Self.second(2024, 3, 31))
    }

    @Test(
        "today and yesterday are ends of spans",
        arguments: [
            (">today", second(2024, 4, 1), .max), (">=today", second(2024, 3, 31), .max),
            ("today..", second(2024, 3, 31), .max), ("<today", .min, second(2024, 3, 31)),
            ("<=today", .min, second(2024, 4, 1)), ("..today", .min, second(2024, 4, 1)),
            (">yesterday", second(2024, 3, 31), .max), (">=YESTERDAY", second(2024, 3, 30), .max),
            ("<yesterday", .min, second(2024, 3, 30)), ("..yesterday", .min, second(2024, 3, 31)),
        ] as [(String, Int64, Int64)])
    func recent(text: String, from: Int64, to: Int64) throws {
        let filter = try PhotoFilter(text: "taken:\(text)")
        guard case .condition(.taken(let span)) = filter else {
            Issue.record("\(filter)")
            return
        }
        let today = CivilDate(unixSeconds: Self.second(2024, 3, 31) + 43_200)
        #expect(span.seconds(today: today) == from..<to)
        #expect(try PhotoFilter(text: filter.text) == filter)
    }

    @Test(
        "invalid ends of a span are rejected",
        arguments: [
            ">tomorrow", "..today..", ">today..", "<>today", "today...", "=>today", ".today",
        ])
    func badRecent(text: String) {
        #expect(throws: QueryError.self) { try PhotoFilter(text: "taken:\(text)") }
    }
}
