import Basics
import GalleryModel

/// When a photo was taken, as its camera's clock said, in words.
struct TakenClock: Hashable, Sendable {
    /// The date and time in ISO 8601, with the offset where it is known.
    let text: String
    private let date: CivilDate

    /// Reads a photo's date; nil where it has none that is in the calendar.
    init?(_ photo: Photo) {
        guard let text = PhotoRow.takenAt(photo) else { return nil }
        let parts = text.prefix(19).split { "-T:".contains($0) }.compactMap { Int($0) }
        guard parts.count == 6 else { return nil }
        self.text = text
        date = CivilDate(
            unixSeconds: CivilDate.unixSeconds(
                year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4],
                second: parts[5]))
    }

    /// When a photo stands in the order `date`: when it was taken, else when it was added (UTC).
    init(orAdded photo: Photo) {
        if let taken = TakenClock(photo) {
            self = taken
        } else {
            date = CivilDate(unixSeconds: photo.dateAdded.unixSeconds)
            text = date.text(between: "T") + "Z"
        }
    }

    /// The clock's seconds since 1970, as if it had been that of UTC.
    var seconds: Int64 {
        CivilDate.unixSeconds(
            year: date.year, month: date.month, day: date.day, hour: date.hour,
            minute: date.minute, second: date.second)
    }

    /// The day in ISO 8601.
    var isoDay: String { String(text.prefix(10)) }

    /// The day, such as `17 May 2024`.
    func day(in language: PageLanguage) -> String { language.day(date) }

    /// The day of the week, such as `Friday`.
    func weekday(in language: PageLanguage) -> String { language.weekday(date) }

    /// Day and time, such as `17 May 2024, 14:03:22 (+02:00)`.
    func words(in language: PageLanguage) -> String {
        let offset = text.dropFirst(19)
        return "\(day(in: language)), \(date.clock())"
            + (offset.isEmpty ? "" : offset == "Z" ? " (UTC)" : " (\(offset))")
    }
}
