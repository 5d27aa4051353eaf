import Foundation
import Places
import Testing

@Suite("PhotoClock")
struct PhotoClockTests {
    static let times: [(String?, String?, PhotoTime)] = [
        ("2024:05:01 10:15:30", "+02:00", .seconds(1_714_551_330)),
        ("2024:05:01 10:15:30", "Z", .seconds(1_714_558_530)),
        ("2024:05:01 10:15:30", "-03:30", .seconds(1_714_571_130)),
        ("2024:05:01 10:15:30.5", "+02:00", .seconds(1_714_551_330)),
        ("1970:01:01 00:00:00", "Z", .seconds(0)),
        ("0001:01:01 00:00:00", "Z", .seconds(-62_135_596_800)),
        ("9999:12:31 23:59:59", "Z", .seconds(253_402_300_799)),
        ("2024:05:01 10:15:30", nil, .noOffset),
        ("2024:05:01 10:15:30", "", .noOffset),
        ("2024:05:01 10:15:30", "CEST", .badOffset("CEST")),
        (nil, "+02:00", .noDate),
        ("", "+02:00", .noDate),
        ("2024:05:01", "+02:00", .badDate("2024:05:01")),
        ("2023:02:29 10:15:30", "Z", .badDate("2023:02:29 10:15:30")),
        ("10000:01:01 00:00:00", "Z", .badDate("10000:01:01 00:00:00")),
        ("1900:02:29 00:00:00", "Z", .badDate("1900:02:29 00:00:00")),
        ("2024-05-01 10:15:30", "Z", .badDate("2024-05-01 10:15:30")),
        ("2024:05", "Z", .badDate("2024:05")),
    ]

    @Test(
        "the clock's date and the photo's offset give a time or a reason",
        arguments: times)
    func time(date: String?, offset: String?, expected: PhotoTime) {
        #expect(PhotoClock().time(dateTimeOriginal: date, offset: offset) == expected)
    }

    @Test("a user's offset applies if the photo has none, and the correction is added")
    func givenOffset() {
        let clock = PhotoClock(offsetSeconds: 7200, shiftSeconds: -90)
        let date = "2024:05:01 10:15:30"
        #expect(clock.time(dateTimeOriginal: date, offset: nil) == .seconds(1_714_551_240))
        #expect(clock.time(dateTimeOriginal: date, offset: "Z") == .seconds(1_714_558_440))
    }

    @Test(
        "a time zone uses the daylight saving time of the photo's date",
        arguments: [
            ("Europe/Paris", "2024:01:15 12:00:00", "2024-01-15T11:00:00Z"),
            ("Europe/Paris", "2024:07:15 12:00:00", "2024-07-15T10:00:00Z"),
            ("Europe/Paris", "2024:03:31 01:59:59", "2024-03-31T00:59:59Z"),
            ("Europe/Paris", "2024:03:31 03:00:00", "2024-03-31T01:00:00Z"),
            ("America/New_York", "2024:03:10 01:30:00", "2024-03-10T06:30:00Z"),
            ("America/New_York", "2024:03:10 03:30:00", "2024-03-10T07:30:00Z"),
            ("Asia/Kolkata", "2024:07:15 12:00:00", "2024-07-15T06:30:00Z"),
            ("Australia/Sydney", "2024:01:15 12:00:00", "2024-01-15T01:00:00Z"),
        ])
    func zone(name: String, date: String, expected: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        let clock = PhotoClock(timeZone: zone)
        let seconds = try Date(expected, strategy: .iso8601).timeIntervalSince1970
        #expect(clock.time(dateTimeOriginal: date, offset: nil) == .seconds(seconds))
        // A photo's own offset takes precedence.
        let own = clock.time(dateTimeOriginal: date, offset: "Z")
        #expect(own != .seconds(seconds))
    }

    static let offsets: [(String, Int?)] = [
        ("+02:00", 7200), ("-0330", -12_600), ("Z", 0), ("z", 0), ("+2", 7200), ("+02", 7200),
        ("-2:30", -9000), (" +02:00 ", 7200), ("+14:00", 50_400), ("-14:00", -50_400),
        ("+14:01", nil), ("-15", nil), ("+16:00", nil), ("+02:60", nil), ("02:00", nil), ("+", nil),
        ("", nil), ("+02:0", nil),
        ("+2:", nil), ("+02:00:00", nil), ("UTC", nil), ("+-2", nil), ("+123", nil),
    ]

    @Test("offsets are read in each form", arguments: offsets)
    func offset(text: String, expected: Int?) {
        #expect(PhotoClock.offset(text) == expected)
    }

    static let shifts: [(String, Double?)] = [
        ("-90", -90), ("90", 90), ("+90", 90), ("+1.5", 1.5), ("+00:01:30", 90), ("-1:30", nil),
        ("+1:00", nil),
        ("1:00:00", 3600), ("-25:00:00", -90_000), ("0", 0), ("-0:01:30", -90), ("00:90", nil),
        ("1:60:00", nil),
        ("1:2:3:4", nil), ("", nil), ("-", nil), ("--90", nil), ("1.5:00", nil), (":30", nil),
        ("1e3", nil), ("0x10", nil), ("nan", nil), ("1.2.3", nil), ("9999999999999", nil),
    ]

    @Test("corrections are read in seconds and with colons", arguments: shifts)
    func shift(text: String, expected: Double?) {
        #expect(PhotoClock.shift(text) == expected)
    }

    @Test("every day of a year starts 86,400 seconds after the previous day")
    func days() {
        let clock = PhotoClock(offsetSeconds: 0)
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        func text(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: width - "\(number)".count) + "\(number)"
        }
        for year in [1, 4, 100, 400, 1582, 1900, 1969, 1970, 2000, 2001, 2024, 2100, 9999] {
            let past = year - 1
            let leapDays = past / 4 - past / 100 + past / 400
            var expected = Double(past * 365 + leapDays) * 86400 - 62_135_596_800
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for month in 1...12 {
                for day in 1...(lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)) {
                    let date = "\(text(year, 4)):\(text(month, 2)):\(text(day, 2)) 00:00:00"
                    let time = clock.time(dateTimeOriginal: date, offset: nil)
                    #expect(time == .seconds(expected), "\(date)")
                    expected += 86400
                }
            }
        }
    }
}
