import Foundation
import GalleryModel
import Testing

@testable import GalleryCommands

@Suite("Photo facts")
struct PhotoFactsTests {
    @Test(
        "the date line includes its source and doubts, which tables omit",
        arguments: [
            (
                "2024:05:17 10:11:12", "+02:00", nil, false, nil, "2024-05-17 10:11:12+02:00",
                "2024-05-17 10:11+02:00"
            ),
            (
                "2024:05:17 10:11:12", nil, "ExifIFD:DateTimeOriginal", false, nil,
                "2024-05-17 10:11:12", "2024-05-17 10:11"
            ),
            (
                "2024:05:17 10:11:12", nil, "XMP-xmp:CreateDate", false, nil,
                "2024-05-17 10:11:12 (from XMP-xmp:CreateDate)", "2024-05-17 10:11"
            ),
            (
                "2019:01:02 00:00:00", nil, "FileName", true, nil,
                "2019-01-02 (from the file name)", "2019-01-02"
            ),
            (
                "2019:01:02 10:11:12", nil, "FileName", true, nil,
                "2019-01-02 10:11:12 (from the file name)", "2019-01-02 10:11"
            ),
            ("1965", nil, nil, true, nil, "1965 (approximate)", "1965"),
            ("1978:06", nil, nil, false, nil, "1978-06", "1978-06"),
            (
                "2098:01:01 00:00:00", nil, nil, false, .future,
                "2098-01-01 00:00:00 (in the future: check it)", "2098-01-01 00:00"
            ),
        ] as [(String, String?, String?, Bool, DateDoubt?, String, String)])
    func taken(
        date: String, offset: String?, source: String?, isGuessed: Bool, doubt: DateDoubt?,
        expected: String, short: String
    ) {
        var details = PhotoDetails(origin: .camera, originID: "1")
        details.dateTimeOriginal = date
        details.offsetTimeOriginal = offset
        details.dateSource = source
        details.isDateGuessed = isGuessed
        var photo = Photo(id: PhotoID(rawValue: 1), details: details, dateAdded: .distantPast)
        photo.dateDoubt = doubt
        let lines = PhotoFacts.lines(photo, entries: [])
        #expect(lines.first { $0.label == "Taken" }?.text == expected)
        #expect(PhotoFacts.taken(photo, isShort: true) == short)
    }
}
