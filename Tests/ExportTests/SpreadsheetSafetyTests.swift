import Basics
import Export
import Foundation
import GalleryModel
import Testing

@Suite("CSVEncoder for spreadsheets")
struct SpreadsheetSafetyTests {
    @Test("the mark of a formula can be removed, other apostrophes stay")
    func unmarked() {
        for text in ["=1", "+a", "-2", "@x", "\t", "＝1"] {
            #expect(RowEncoder.withoutFormulaMark("'" + text) == text)
            #expect(RowEncoder.withoutFormulaMark(text) == text)
        }
        for text in ["'", "'tis", "''=1", "", "a'=1"] {
            #expect(RowEncoder.withoutFormulaMark(text) == text)
        }
    }

    @Test(
        "text that a spreadsheet would run gets a leading apostrophe on request",
        arguments: [
            ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"), ("\r=1", "\"'\r=1\""), ("\n=1", "\"'\n=1\""),
            ("＝1", "'＝1"), ("＠犬", "'＠犬"),
            ("=A1,\"x\"", "\"'=A1,\"\"x\"\"\""),
            ("a=1", "a=1"), ("", ""), ("犬", "犬"), ("ｱ", "ｱ"),
        ])
    func text(title: String, expected: String) {
        let row = SamplePhotos.bare { $0.photo.details.title = title }
        #expect(cell(.title, of: row, spreadsheetSafe: true) == expected)
    }

    @Test("by default nothing is changed")
    func lossless() {
        let row = SamplePhotos.bare { $0.photo.details.title = "=1+1" }
        #expect(cell(.title, of: row) == "=1+1")
    }

    @Test("numbers stay numbers, also below zero; an offset is text")
    func numbers() {
        #expect(cell(.gpsLatitude, of: SamplePhotos.full, spreadsheetSafe: true) == "-22.951916")
        #expect(
            cell(.offsetTimeOriginal, of: SamplePhotos.full, spreadsheetSafe: true) == "'-03:00")
    }

    @Test(
        "every text column is guarded",
        arguments: [
            ExportColumn.sourceFile, .section, .originID, .title, .description, .creator, .owner,
            .license, .licenseURL, .sourceURL, .dateTimeOriginal, .offsetTimeOriginal, .fileType,
            .sha256, .make, .model, .server, .secret,
        ])
    func everyTextColumn(column: ExportColumn) {
        var details = PhotoDetails(origin: .flickr, originID: "=1")
        details.title = "=1"
        details.caption = "=1"
        details.creator = "=1"
        details.owner = "=1"
        details.license = License(name: "=1", url: "=1")
        details.sourceURL = "=1"
        details.dateTimeOriginal = "=1"
        details.offsetTimeOriginal = "=1"
        details.make = "=1"
        details.model = "=1"
        details.server = "=1"
        details.secret = "=1"
        let picture = Picture(
            size: .original, state: .stored, path: BytePath("=1"), fileType: "=1", sha256: "=1")
        let row = ListedPhoto(
            section: "=1", position: 1,
            photo: Photo(
                id: PhotoID(rawValue: 1), details: details,
                dateAdded: Date(timeIntervalSince1970: 0), pictures: [picture]))
        #expect(cell(column, of: row, spreadsheetSafe: true) == "'=1")
        #expect(cell(column, of: row) == "=1")
    }
}
