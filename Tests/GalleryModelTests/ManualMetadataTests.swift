import GalleryModel
import Testing

@Suite("Metadata by hand")
struct ManualMetadataTests {
    private var origin: PhotoDetails {
        var details = PhotoDetails(origin: .camera, originID: "1")
        details.title = "IMG_0042"
        details.tags = ["dog", "Beach"]
        details.rating = 2
        details.dateTimeOriginal = "2024:01:31 23:30:00"
        details.subSecTimeOriginal = "25"
        details.dateSource = "ExifIFD:DateTimeOriginal"
        return details
    }

    private func applying(
        _ manual: ManualMetadata = ManualMetadata(), over origin: PhotoDetails? = nil,
        _ change: (inout MetadataChange) -> Void
    ) throws -> ManualMetadata {
        var metadata = MetadataChange()
        change(&metadata)
        return try manual.applying(metadata, over: origin ?? self.origin)
    }

    @Test("values of the user replace those of the origin; an empty text is no text")
    func texts() throws {
        let manual = try applying {
            ($0.title, $0.description, $0.rating) = ("", "text", 5)
        }
        let shown = manual.shown(over: origin)
        #expect(shown.title == nil)
        #expect(shown.caption == "text")
        #expect(shown.rating == 5)
        #expect(shown.tags == ["dog", "Beach"])
        #expect(shown.dateTimeOriginal == "2024:01:31 23:30:00")
        let cleared = try applying(manual) { $0.cleared = [.title, .description, .rating] }
        #expect(cleared.isEmpty)
        #expect(cleared.shown(over: origin) == origin)
    }

    @Test("tags are added and removed without case, kept as typed, and follow the origin")
    func tags() throws {
        let manual = try applying {
            ($0.addedTags, $0.removedTags) = (["sea", "DOG", "Sea"], ["beach", "cat"])
        }
        #expect(manual.shown(over: origin).tags == ["dog", "sea"])
        var later = origin
        later.tags = ["beach", "dog", "sun", "Sea"]
        #expect(manual.shown(over: later).tags == ["dog", "sun", "Sea"])
        let without = try applying(manual) { $0.removedTags = ["SEA"] }
        #expect(without.shown(over: origin).tags == ["dog"])
        let again = try applying(without) { $0.addedTags = ["BEACH"] }
        #expect(again.shown(over: origin).tags == ["dog", "Beach"])
        #expect(again.isEmpty)
    }

    @Test("a list of tags replaces all others in its order")
    func allTags() throws {
        let manual = try applying { $0.tags = ["sun", "dog", "Dog"] }
        #expect(manual.shown(over: origin).tags == ["sun", "dog"])
        #expect(try applying(manual) { $0.tags = ["dog", "Beach"] }.isEmpty)
        #expect(try applying { $0.tags = [] }.shown(over: origin).tags == [])
    }

    @Test(
        "a shift follows the calendar of the camera's clock",
        arguments: [
            ("2024:01:31 23:30:00", "+01:00", "2024:02:01 00:30:00"),
            ("2024:03:01 00:10:00", "-00:20", "2024:02:29 23:50:00"),
            ("2023:03:01 00:10:00", "-00:20", "2023:02:28 23:50:00"),
            ("2024:12:31 23:59:59", "+00:00:01", "2025:01:01 00:00:00"),
            ("2024:02:28 12:00:00", "+2d", "2024:03:01 12:00:00"),
            ("2024:02:29 12:00:00", "-366d", "2023:02:28 12:00:00"),
            // Summer time begins in Europe: a camera's clock has no missing hour.
            ("2024:03:31 01:30:00", "+01:00", "2024:03:31 02:30:00"),
        ])
    func shift(date: String, shift: String, expected: String) throws {
        var origin = origin
        origin.dateTimeOriginal = date
        let seconds = try #require(ManualValue.shift(shift))
        let manual = try applying(over: origin) { $0.taken = .shift(seconds: seconds) }
        #expect(manual.shown(over: origin).dateTimeOriginal == expected)
        #expect(manual.subSecTimeOriginal == "25")
        let back = try applying(manual, over: origin) { $0.taken = .shift(seconds: -seconds) }
        #expect(back.shown(over: origin).dateTimeOriginal == date)
    }

    @Test("a date without a day, and no date, cannot be shifted")
    func unshifted() throws {
        for date in ["1978:06", "1978", nil] as [String?] {
            var origin = origin
            origin.dateTimeOriginal = date
            let error = #expect(throws: UnchangeableDate.self) {
                _ = try applying(over: origin) { $0.taken = .shift(seconds: 60) }
            }
            #expect(error?.date == date)
        }
        var last = origin
        last.dateTimeOriginal = "9999:12:31 23:00:00"
        #expect(throws: UnchangeableDate.self) {
            _ = try applying(over: last) { $0.taken = .shift(seconds: 3600) }
        }
    }

    @Test("a date by hand has no fraction and no source of the origin's date")
    func date() throws {
        let manual = try applying {
            ($0.taken, $0.offset) = (.date("2020:02:29 10:00:00"), "+02:00")
        }
        let shown = manual.shown(over: origin)
        #expect(shown.takenAt(hasFraction: true) == "2020-02-29T10:00:00+02:00")
        #expect(shown.dateSource == nil)
        #expect(try applying(manual) { $0.cleared = [.date] }.isEmpty)
    }

    @Test(
        "dates are those of EXIF and ISO 8601 that exist",
        arguments: [
            ("2024:05:17 10:00:00", "2024:05:17 10:00:00"),
            ("2024-05-17 10:00:00", "2024:05:17 10:00:00"),
            ("2024-02-29T23:59:59", "2024:02:29 23:59:59"), ("2023:02:29 10:00:00", nil),
            ("2024:05:17 24:00:00", nil), ("2024:05:17 10:00:60", nil),
            ("2024:13:01 10:00:00", nil),
            ("2024:05:17 10:00", nil), ("2024:05:17", nil), ("2024:05:17 10:00:00Z", nil),
            ("0000:05:17 10:00:00", nil), ("", nil), ("yesterday", nil),
        ] as [(String, String?)])
    func parsedDate(text: String, date: String?) {
        #expect(ManualValue.date(text) == date)
    }

    @Test(
        "shifts, offsets and ratings",
        arguments: [
            ("+01:30", 5400), ("-01:30:15", -5415), ("01:00", 3600), ("+1d", 86_400),
            ("-10d", -864_000), ("+48:00", 172_800), ("+00:00", nil), ("0d", nil), ("+1h", nil),
            ("90", nil), ("+01:60", nil), ("+1:5", nil), ("--1d", nil), ("+99999999d", nil),
            ("d", nil), ("", nil),
        ] as [(String, Int64?)])
    func parsedShift(text: String, seconds: Int64?) {
        #expect(ManualValue.shift(text) == seconds)
    }

    @Test("offsets are those of time zones, and ratings whole numbers of stars")
    func parsedNumbers() {
        for offset in ["+02:00", "-12:00", "+14:00", "Z", "+05:45"] {
            #expect(ManualValue.offset(offset) == offset)
        }
        for offset in ["+14:01", "-13:00", "02:00", "+2:00", "+0200", "+02:60", "UTC", ""] {
            #expect(ManualValue.offset(offset) == nil, "\(offset)")
        }
        #expect((0...5).map { ManualValue.rating("\($0)") } == [0, 1, 2, 3, 4, 5])
        for rating in ["6", "-1", "4.5", "", "five", "05"] {
            #expect(ManualValue.rating(rating) == nil, "\(rating)")
        }
    }
}
