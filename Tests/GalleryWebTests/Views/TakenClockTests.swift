import Foundation
import GalleryModel
import Testing

@testable import GalleryWeb

@Suite("TakenClock and PhotoRow.takenAt")
struct TakenClockTests {
    private static func photo(_ date: String?, offset: String? = nil) -> Photo {
        var details = PhotoDetails(origin: .camera, originID: "1")
        details.dateTimeOriginal = date
        details.offsetTimeOriginal = offset
        return Photo(
            id: PhotoID(rawValue: 1), details: details,
            dateAdded: Date(timeIntervalSince1970: 1_700_000_000))
    }

    @Test(
        "a date is shown as precisely as it is known, to programs and to users",
        arguments: [
            (
                "2024:05:17 10:11:12", "+02:00", "2024-05-17T10:11:12+02:00", "17 May 2024",
                "17 May 2024, 10:11:12 (+02:00)", "17 de mayo de 2024"
            ),
            ("1978:06", nil, "1978-06", "June 1978", "June 1978", "junio de 1978"),
            ("1978", "+02:00", "1978", "1978", "1978", "1978"),
            (
                "0987:01:02 03:04:05", nil, "0987-01-02T03:04:05", "2 January 987",
                "2 January 987, 03:04:05", "2 de enero de 987"
            ),
            (
                "2016:12:31 23:59:60", "Z", "2016-12-31T23:59:59Z", "31 December 2016",
                "31 December 2016, 23:59:59 (UTC)", "31 de diciembre de 2016"
            ),
        ] as [(String, String?, String, String, String, String)])
    func words(
        date: String, offset: String?, iso: String, day: String, words: String, spanish: String
    ) throws {
        let photo = Self.photo(date, offset: offset)
        #expect(photo.details.takenAt() == iso)
        let clock = try #require(TakenClock(photo))
        #expect(clock.text == iso && clock.day(in: .english) == day)
        #expect(clock.words(in: .english) == words)
        #expect(clock.day(in: .spanish) == spanish)
    }

    @Test("photos are grouped by days, months and years, and by doubtful dates")
    func groups() throws {
        var doubtful = Self.photo("2098:01:01 00:00:00")
        doubtful.dateDoubt = .future
        let dates = ["2024:05:17 10:11:12", "2024:05:17 11:11:12", "1978:06", "1978"]
        let photos = dates.map { Self.photo($0) } + [doubtful, Self.photo(nil)]
        let rows = photos.map { ListedPhoto(section: "", position: 0, photo: $0) }
        let groups = PhotoRows.values(
            rows, order: PhotoOrder(.taken), ServerAddresses(), in: .english)
        #expect(
            groups.map { $0["dayHeading"] as? String } == [
                "17 May 2024", "June 1978", "1978", "Check the date", "No date",
            ])
        #expect(groups.map { $0["dayName"] as? String } == ["Friday", "", "", "", ""])
    }
}
