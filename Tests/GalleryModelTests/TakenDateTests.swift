import Basics
import Foundation
import GalleryModel
import Testing

@Suite("TakenDate and DateDoubt")
struct TakenDateTests {
    @Test(
        "a date is read with its known parts and written in ISO 8601",
        arguments: [
            ("2024:05:17 10:11:12", "2024-05-17T10:11:12"), ("1978:06", "1978-06"),
            ("1978", "1978"), ("0987:01:02 03:04:05", "0987-01-02T03:04:05"),
            ("0001", "0001"), ("9999:12:31 23:59:59", "9999-12-31T23:59:59"),
            ("3000:01:01 00:00:00", "3000-01-01T00:00:00"),
            ("2016:12:31 23:59:60", "2016-12-31T23:59:59"),
            ("2024:05:17 10:11:12.5", "2024-05-17T10:11:12"),
            ("", nil), ("0000", nil), ("0000:00:00 00:00:00", nil), ("1978:00", nil),
            ("1978:13", nil), ("1978-06", nil), ("1978:06:01", nil), ("197", nil), ("now", nil),
            ("2023:02:29 10:00:00", nil), ("2024:05:17 24:00:00", nil),
            ("2024:05:17 10:60:00", nil), ("2024:05:17 10:00:61", nil), ("２０２４", nil),
            ("    :  :     :  :  ", nil), ("1978 06", nil),
        ] as [(String, String?)])
    func reading(text: String, iso: String?) {
        #expect(TakenDate(text)?.isoText == iso)
    }

    @Test(
        "the fraction is the first six characters, or 0 unless they are digits",
        arguments: [
            (nil, 0), ("", 0), ("05", 50_000), ("9", 900_000), ("123456789", 123_456),
            ("123456 x", 123_456), ("12x", 0), ("12 ", 0), ("-5", 0), ("+5", 0), ("١٢", 0),
        ] as [(String?, Int64)])
    func fraction(digits: String?, microseconds: Int64) {
        #expect(TakenDate("1970:01:01 00:00:00", subSeconds: digits)?.begin == microseconds)
    }

    @Test(
        "the instant is known with an offset in the form of EXIF",
        arguments: [
            ("+02:00", -7200), ("-03:30", 12_600), ("Z", 0), ("+23:59", -86_340), (nil, nil),
            ("+0200", nil), ("+2", nil), (" +02:00 ", nil), (" +2:00", nil), ("z", nil),
            ("+2:00", nil), ("+24:00", nil), ("+02:60", nil), ("02:00", nil), ("", nil),
        ] as [(String?, Int64?)])
    func moment(offset: String?, seconds: Int64?) throws {
        let date = try #require(TakenDate("1970:01:01 00:00:00"))
        #expect(date.moment(offset: offset) == seconds.map { $0 * 1_000_000 })
    }

    @Test("dates sort by fractions, and whole periods sort at their start")
    func order() throws {
        let texts: [(String, String?)] = [
            ("0987:01:02 03:04:05", nil), ("1969:12:31 23:59:59", "9"), ("1978", nil),
            ("1978:06:01 00:00:00", "000001"), ("2024:05:17 10:00:00", nil),
            ("2024:05:17 10:00:00", "05"), ("2024:05:17 10:00:00", "100"),
            ("2024:05:17 10:00:00", "9"), ("2024:05:17 10:00:00", "900000001"),
            ("2024:05:17 10:00:01", "x"), ("3000:01:01 00:00:00", nil),
        ]
        let keys = try texts.map { text, digits in
            try #require(TakenDate(text, subSeconds: digits)).begin
        }
        #expect(keys == keys.sorted())
        #expect(Set(keys.dropLast(3)).count == keys.count - 3)
        let june = try #require(TakenDate("1978:06"))
        #expect(june.begin == TakenDate("1978:06:01 00:00:00")?.begin)
        #expect(june.end == TakenDate("1978:07:01 00:00:00")?.begin)
        #expect(TakenDate("1978")?.end == TakenDate("1979")?.begin)
        #expect(TakenDate("2024:05:17 10:00:00")?.end == nil)
    }

    @Test(
        "dates after upload or import, and those of clocks that were never set, are doubtful",
        arguments: [
            ("2098:01:01 00:00:00", nil, .future), ("2098", nil, .future),
            ("2026:11:27 11:59:59", nil, nil), ("2026:11:27 12:00:01", nil, .future),
            // Uploaded on 2015-06-01.
            ("2098:01:01 00:00:00", 1_433_160_000, .future),
            ("2015:06:01 23:00:00", 1_433_160_000, nil),
            ("2015:06:03 12:00:00", 1_433_160_000, .future),
            // An upload date before Flickr existed is ignored.
            ("2015:06:03 12:00:00", 1, nil),
            ("1970:01:01 00:00:00", nil, .unsetClock), ("1970:01:01 01:00:00", nil, .unsetClock),
            ("1969:12:31 16:00:00", nil, .unsetClock), ("1980:01:01 00:12:34", nil, .unsetClock),
            ("1980:01:06 00:00:00", nil, .unsetClock), ("2000:01:01 00:00:00", nil, .unsetClock),
            ("2002:12:08 12:00:00", nil, .unsetClock), ("2005:01:01 00:00:00", nil, .unsetClock),
            ("2000:01:01 00:00:01", nil, nil), ("1970:01:01 10:23:00", nil, nil),
            ("2024:01:01 00:00:00", nil, nil), ("1950:01:01 00:00:00", nil, nil),
            ("1970", nil, nil), ("1980:01", nil, nil), ("2002:12:08 12:00:01", nil, nil),
            ("0000:00:00 00:00:00", nil, nil), (nil, nil, nil),
        ] as [(String?, TimeInterval?, DateDoubt?)])
    func doubt(text: String?, uploaded: TimeInterval?, expected: DateDoubt?) {
        var details = PhotoDetails(origin: .flickr, originID: "1")
        details.dateTimeOriginal = text
        details.dateUploaded = uploaded.map(Date.init(timeIntervalSince1970:))
        // 2026-11-26 12:00:00
        let now = Date(timeIntervalSince1970: 1_795_694_400)
        #expect(DateDoubt(details, now: now) == expected)
    }

    @Test("a fraction, an offset and a source stay with their own date")
    func filling() {
        var known = PhotoDetails(origin: .camera, originID: "1")
        known.dateTimeOriginal = "2024:05:17 10:00:00"
        var others = known
        others.dateTimeOriginal = "2020:05:17 10:00:00"
        others.subSecTimeOriginal = "5"
        others.offsetTimeOriginal = "+02:00"
        others.dateSource = "FileName"
        others.isDateGuessed = true
        #expect(known.filled(with: others) == known)
        known.dateTimeOriginal = nil
        #expect(known.filled(with: others) == others)
    }

    @Test("details that a sidecar adds to its file include the whole date or none of it")
    func beyond() {
        var own = PhotoDetails(origin: .camera, originID: "1")
        own.dateTimeOriginal = "2019:01:02 00:00:00"
        own.dateSource = "FileName"
        own.isDateGuessed = true
        own.title = "Own"
        own.tags = ["sea"]
        var joined = own
        joined.tags = ["sand", "sea"]
        var expected = PhotoDetails(origin: .camera, originID: "1")
        expected.tags = ["sand"]
        #expect(joined.beyond(own) == expected)
        for change in [\PhotoDetails.offsetTimeOriginal, \.subSecTimeOriginal, \.dateSource] {
            var other = joined
            other.isDateGuessed = false
            other[keyPath: change] = "1"
            var dated = expected
            dated.dateTimeOriginal = own.dateTimeOriginal
            dated.dateSource = own.dateSource
            dated[keyPath: change] = "1"
            #expect(other.beyond(own) == dated)
        }
    }

    @Test(
        "the accuracy of a position decides which parts of a place are known",
        arguments: [
            (nil, "Region", "City"), (16, "Region", "City"), (11, "Region", "City"),
            (10, "Region", nil), (6, "Region", nil), (5, nil, nil), (3, nil, nil), (1, nil, nil),
        ] as [(Int?, String?, String?)])
    func accuracy(level: Int?, region: String?, city: String?) {
        let place = Place(
            match: .inside, countryCode: "FR", country: "France", region: "Region", city: "City",
            district: "District", cityDistanceKm: 2
        ).known(atAccuracy: level)
        #expect(place.country == "France" && place.countryCode == "FR")
        #expect(place.region == region && place.city == city)
        #expect((place.cityDistanceKm == nil) == (city == nil))
        #expect((place.district == nil) == (city == nil))
    }
}
