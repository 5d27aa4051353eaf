import Basics
import Foundation
import GalleryModel

/// The date that a copy is named by, as digits.
struct NameDate: Hashable {
    /// Four digits or more.
    let year: String
    /// Two digits.
    let month: String
    /// Two digits.
    let day: String
    /// `HHMMSS`.
    let time: String

    /// When the photo was taken, on the camera's clock; else when it was uploaded, UTC; else nil.
    init?(of photo: Photo) {
        if let taken = photo.details.dateTimeOriginal, let date = NameDate(exif: taken) {
            self = date
        } else if let uploaded = photo.details.dateUploaded {
            self.init(CivilDate(unixSeconds: uploaded.unixSeconds))
        } else {
            return nil
        }
    }

    /// Reads `YYYY:MM:DD HH:MM:SS`; nil for anything else and for a month or day of zero, by which
    /// cameras and Flickr say that they do not know it.
    private init?(exif text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 19, bytes[4] == 0x3A, bytes[7] == 0x3A, bytes[10] == 0x20,
            bytes[13] == 0x3A, bytes[16] == 0x3A
        else { return nil }
        func digits(_ range: Range<Int>) -> String? {
            let slice = bytes[range]
            guard slice.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return String(decoding: slice, as: UTF8.self)
        }
        guard let year = digits(0..<4), let month = digits(5..<7), let day = digits(8..<10),
            let hour = digits(11..<13), let minute = digits(14..<16), let second = digits(17..<19),
            year != "0000", ("01"..."12").contains(month), ("01"..."31").contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day, time: hour + minute + second)
    }

    private init(_ date: CivilDate) {
        self.init(
            year: CivilDate.padded(max(date.year, 0), 4), month: CivilDate.padded(date.month),
            day: CivilDate.padded(date.day), time: date.clock(""))
    }

    private init(year: String, month: String, day: String, time: String) {
        self.year = year
        self.month = month
        self.day = day
        self.time = time
    }
}
