import Basics
import Testing

@Suite("CivilDate")
struct CivilDateTests {
    @Test(
        "known instants convert to a date, weekday and time, and back",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00"),
            (-1, "Wed, 31 Dec 1969 23:59:59"),
            (784_111_777, "Sun, 06 Nov 1994 08:49:37"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59"),
            (1_709_251_200, "Fri, 01 Mar 2024 00:00:00"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00"),
            (2_147_483_648, "Tue, 19 Jan 2038 03:14:08"),
            (-2_208_988_800, "Mon, 01 Jan 1900 00:00:00"),
            // The first day of the Gregorian calendar, a Friday, and the first day of 1583.
            (-12_219_292_800, "Fri, 15 Oct 1582 00:00:00"),
            (-12_212_553_600, "Sat, 01 Jan 1583 00:00:00"),
            (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59"),
        ] as [(Int64, String)])
    func knownInstants(seconds: Int64, text: String) {
        let date = CivilDate(unixSeconds: seconds)
        #expect(date.headerText == text)
        #expect(date.unixSeconds == seconds && date.isValid)
    }

    @Test("each day of four centuries follows the previous one")
    func everyDay() {
        var expected = (year: 1799, month: 12, day: 31, weekday: 2)
        for day in CivilDate.days(year: 1800, month: 1, day: 1)..<(146_097 - 62_091) {
            if expected.day < CivilDate.dayCount(year: expected.year, month: expected.month) {
                expected.day += 1
            } else if expected.month < 12 {
                (expected.month, expected.day) = (expected.month + 1, 1)
            } else {
                (expected.year, expected.month, expected.day) = (expected.year + 1, 1, 1)
            }
            expected.weekday = (expected.weekday + 1) % 7
            let date = CivilDate(unixSeconds: Int64(day) * 86_400 + 86_399)
            #expect((date.year, date.month, date.day, date.weekday) == expected)
            #expect(CivilDate.days(year: date.year, month: date.month, day: date.day) == day)
        }
        #expect(expected == (year: 2199, month: 12, day: 31, weekday: 2))
    }

    @Test("both ends of the range convert to a date", arguments: [Int64.min, .max])
    func ends(seconds: Int64) {
        let date = CivilDate(unixSeconds: seconds)
        #expect(CivilDate.exists(year: date.year, month: date.month, day: date.day))
        #expect((0..<86_400).contains(date.secondOfDay))
        #expect((0...6).contains(date.weekday))
    }

    @Test(
        "leap years follow the Gregorian calendar",
        arguments: [
            (1600, 29), (1900, 28), (1996, 29), (1999, 28), (2000, 29), (2023, 28), (2024, 29),
            (2100, 28), (2400, 29), (0, 29),
        ])
    func leapYears(year: Int, days: Int) {
        #expect(CivilDate.dayCount(year: year, month: 2) == days)
        #expect(CivilDate.exists(year: year, month: 2, day: 29) == (days == 29))
    }

    @Test(
        "invalid days are rejected",
        arguments: [(2024, 0, 1), (2024, 13, 1), (2024, 1, 0), (2024, 4, 31), (2024, 1, 32)])
    func impossibleDays(year: Int, month: Int, day: Int) {
        #expect(!CivilDate.exists(year: year, month: month, day: day))
    }

    @Test("the end of a day or minute carries over into the next one")
    func followingTimes() {
        let midnight = CivilDate(year: 2017).unixSeconds
        #expect(CivilDate(year: 2016, month: 12, day: 31, hour: 24).unixSeconds == midnight)
        let leap = CivilDate(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 60)
        #expect(leap.unixSeconds == midnight && leap.isValid)
        #expect(
            CivilDate.days(year: 2023, month: 2, day: 31)
                == CivilDate.days(year: 2023, month: 3, day: 3))
    }

    @Test("text uses the requested separators")
    func text() {
        let date = CivilDate(unixSeconds: 784_111_777)
        #expect(date.text() == "1994-11-06 08:49:37")
        #expect(date.text(day: ":", between: "T") == "1994:11:06T08:49:37")
        #expect(date.clock("") == "084937")
    }

    @Test(
        "dates in text are scanned as far as they go",
        arguments: [
            ("2024", 1, ""), ("2024-05", 2, ""), ("2024:05-17", 3, ""), ("2024-05-17T10", 4, ""),
            ("2024-05-17 10:11", 5, ""), ("2024-05-17t10:11:12.5Z", 6, ".5Z"),
            ("2024 and more", 1, " and more"), ("2024-5", nil, ""), ("yesterday", nil, ""),
            ("202", nil, ""), ("２０２４", nil, ""),
        ] as [(String, Int?, String)])
    func scanning(text: String, parts: Int?, rest: String) {
        let found = DateScanner.scan(text) { scanner in
            scanner.date().map { ($0.parts, scanner.remainder) }
        }
        #expect(found?.0 == parts)
        if parts != nil { #expect(found?.1 == rest) }
    }

    @Test(
        "instants have a fraction and an offset, both optional, and must exist",
        arguments: [
            ("1970-01-01T00:00:00Z", 0, 0), ("1970-01-01T02:00:00.25+02:00", 0, 250_000_000),
            ("1970-01-01T00:00:00,1234567899", 0, 123_456_789), ("1969-12-31 24:00:00", 0, 0),
            ("1969-12-31T23:59:60Z", 0, 0), ("1970-01-01T00:00:00-0330", 12_600, 0),
            ("1970-01-01T00:00:00.", nil, 0), ("2023-02-29T00:00:00Z", nil, 0),
            ("1970-01-01T24:00:01Z", nil, 0), ("1970-01-01T00:00:00Z and more", nil, 0),
            ("0000-01-01T00:00:00Z", nil, 0), ("1970-01-01", nil, 0),
            ("1970-01-01T00:00:00+24:00", nil, 0), ("1970-01-01T00:00:00+02:60", nil, 0),
        ] as [(String, Int64?, Int)])
    func instants(text: String, seconds: Int64?, nanoseconds: Int) {
        let instant = DateScanner.instant(in: text)
        #expect(instant?.seconds == seconds)
        #expect(instant?.nanoseconds == (seconds == nil ? nil : nanoseconds))
    }
}
