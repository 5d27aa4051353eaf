import Basics
import Foundation

/// A moment as pages tell it: in words that are right for good, which scripts turn into how long ago that was.
struct PageMoment {
    let date: Date

    /// The values for a template: `iso` and `words`.
    func values(in language: PageLanguage) -> [String: Any] {
        let civil = CivilDate(unixSeconds: date.unixSeconds)
        return [
            "iso": civil.text(between: "T") + "Z",
            "words": "\(language.day(civil)), \(civil.clock().prefix(5)) UTC",
        ]
    }
}
