import GalleryModel
import Testing

@testable import Imaging

@Suite("MetadataDate")
struct MetadataDateTests {
    /// A text with its expected clock time, offset and fraction.
    struct Case: CustomTestStringConvertible, Sendable {
        var text: String
        var clock: String?
        var offset: String?
        var fraction: String?
        var isUnreadable: Bool

        init(
            _ text: String, _ clock: String?, offset: String? = nil, fraction: String? = nil,
            isUnreadable: Bool = false
        ) {
            self.text = text
            self.clock = clock
            self.offset = offset
            self.fraction = fraction
            self.isUnreadable = isUnreadable
        }

        var testDescription: String { text }
    }

    static let cases = [
        Case("2015:03:10 24:15:00", "2015:03:10 00:15:00"),
        Case("2015:03:10 25:15:00", "2015:03:10 00:00:00", isUnreadable: true),
        Case("2015:03:10 10:61:00", "2015:03:10 00:00:00", isUnreadable: true),
        Case("2015:03:10 noon", "2015:03:10 00:00:00", isUnreadable: true),
        Case("2015:03:10   :  :  ", "2015:03:10 00:00:00"),
        Case("2016:12:31 23:59:60", "2016:12:31 23:59:59"),
        Case("2004:1:5", "2004:01:05 00:00:00"),
        Case("2004:1:5 10:2:3", "2004:01:05 10:02:03"),
        Case("2004: 1: 5 10: 2: 3", "2004:01:05 10:02:03"),
        Case("2004:01:08 10.02.03", "2004:01:08 10:02:03"),
        Case("2004.01.08 10.02.03", "2004:01:08 10:02:03"),
        Case("20040108 100203", "2004:01:08 10:02:03"),
        Case("20040108100203", "2004:01:08 10:02:03"),
        Case("20040108 1002", "2004:01:08 10:02:00"),
        Case("20040108 100203+0200", "2004:01:08 10:02:03", offset: "+02:00"),
        Case("2004:01:08 10:02", "2004:01:08 10:02:00"),
        Case("2004:01:08 10:02:03 PM", "2004:01:08 22:02:03"),
        Case("2004:01:08 10:02:03PM", "2004:01:08 22:02:03"),
        Case("2004:01:08 12:02:03 am", "2004:01:08 00:02:03"),
        Case("2004:01:08 12:02 p.m.", "2004:01:08 12:02:00"),
        Case(
            "2004-01-08T10:02:03.25-03:30", "2004:01:08 10:02:03", offset: "-03:30", fraction: "25"),
        Case("2004-01-08T10:02+02:5", "2004:01:08 10:02:00", offset: "+02:05"),
        Case("2004-01-08T10:02-3:30", "2004:01:08 10:02:00", offset: "-03:30"),
        Case("2004-01-08T10:02+02:60", "2004:01:08 10:02:00"),
        Case("2004-01-08T10:02+02:", "2004:01:08 10:02:00"),
        Case("2004-01-08T10:02Z", "2004:01:08 10:02:00", offset: "Z"),
        Case("Sun, 03 Feb 2019 10:00:00 GMT", "2019:02:03 10:00:00", offset: "Z"),
        Case("3 Feb 2019 10:00:00 +0100", "2019:02:03 10:00:00", offset: "+01:00"),
        Case("Sun Feb  3 10:00:00 2019", "2019:02:03 10:00:00"),
        Case("February 3, 2019", "2019:02:03 00:00:00"),
        Case("1978", "1978"),
        Case("1978-06", "1978:06"),
        Case("1978:06:00 00:00:00", "1978:06"),
        Case("19780000", "1978"),
        Case("19780600", "1978:06"),
        Case("1978:  :     :  :  ", "1978"),
        Case("0000:00:00 00:00:00", nil),
        Case("    :  :     :  :  ", nil),
        Case("2004:13:01 10:00:00", nil),
        Case("2023:02:29", nil),
        Case("05/01/2004 10:02", nil),
        Case("12345678", nil),
        Case("197806", nil),
        Case("yesterday", nil),
        Case("", nil),
    ]

    @Test("dates are read in the forms of all formats and programs", arguments: cases)
    func forms(_ testCase: Case) {
        let date = MetadataDate(testCase.text)
        #expect(date?.clock == testCase.clock)
        #expect(date?.offset == testCase.offset)
        #expect(date?.fraction == testCase.fraction)
        #expect(date?.hasUnreadableTime ?? false == testCase.isUnreadable)
    }

    static let names: [(String, String?, String?)] = [
        ("IMG-20190102-WA0001.jpg", "2019:01:02 00:00:00", nil),
        ("WhatsApp Image 2019-01-02 at 10.11.12.jpeg", "2019:01:02 10:11:12", nil),
        ("WhatsApp Image 2019-01-02 at 10.11.12 (1).jpeg", "2019:01:02 10:11:12", nil),
        ("WhatsApp Image 2019-01-02 at 8.11.12 PM.jpeg", "2019:01:02 20:11:12", nil),
        ("signal-2019-01-02-101112.jpg", "2019:01:02 10:11:12", nil),
        ("signal-2019-01-02-10-11-12-345.jpg", "2019:01:02 10:11:12", "345"),
        ("Screenshot_20190102-101112.png", "2019:01:02 10:11:12", nil),
        ("Screenshot_20190102-101112_Maps.jpg", "2019:01:02 10:11:12", nil),
        ("Screenshot_2019-01-02-10-11-12-345_com.example.png", "2019:01:02 10:11:12", "345"),
        ("Screen Shot 2019-01-02 at 10.11.12 PM.png", "2019:01:02 22:11:12", nil),
        ("PXL_20190102_101112345.jpg", "2019:01:02 10:11:12", "345"),
        ("IMG_20190102_101112.jpg", "2019:01:02 10:11:12", nil),
        ("IMG_20190102_101112_1.jpg", "2019:01:02 10:11:12", nil),
        ("IMG_20190102_101112345_HDR.jpg", "2019:01:02 10:11:12", "345"),
        ("IMG20240203100000.jpg", "2024:02:03 10:00:00", nil),
        ("photo_2019-01-02_10-11-12.jpg", "2019:01:02 10:11:12", nil),
        ("WP_20130102_10_11_12_Pro.jpg", "2013:01:02 10:11:12", nil),
        ("2011-02-03 10.00.00.jpg", "2011:02:03 10:00:00", nil),
        ("20190102_101112.jpg", "2019:01:02 10:11:12", nil),
        ("DJI_20190102101112_0001.jpg", "2019:01:02 10:11:12", nil),
        ("2011-02-03 Beach.jpg", "2011:02:03 00:00:00", nil),
        ("IMG_20191399.jpg", nil, nil), ("12345678.jpg", nil, nil), ("DSC01234.jpg", nil, nil),
        ("IMG_20190102_996199.jpg", nil, nil), ("20190230_101112.jpg", nil, nil),
        ("IMG_20190102256199.jpg", nil, nil), ("2019-1302.jpg", nil, nil),
        ("1920-10-80.jpg", nil, nil), ("2030405060.jpg", nil, nil), ("100_2010.jpg", nil, nil),
        ("P1020304.JPG", nil, nil), ("FB_IMG_1546423872000.jpg", nil, nil), ("", nil, nil),
    ]

    @Test("file names of phones and messengers contain dates", arguments: names)
    func fileNames(name: String, clock: String?, fraction: String?) {
        var metadata = PictureMetadata()
        metadata.takeDate(fromFileName: name)
        #expect(metadata.dateTimeOriginal == clock)
        #expect(metadata.subSecTimeOriginal == fraction)
        #expect(metadata.dateSource == (clock == nil ? nil : "FileName"))
        #expect(metadata.isDateGuessed == (clock != nil))
    }

    @Test("a date in the metadata overrides the one in the file name")
    func metadataFirst() {
        var metadata = PictureMetadata()
        metadata.dateTimeOriginal = "1978"
        metadata.takeDate(fromFileName: "IMG_20190102_101112.jpg")
        #expect(metadata.dateTimeOriginal == "1978" && !metadata.isDateGuessed)
    }
}
