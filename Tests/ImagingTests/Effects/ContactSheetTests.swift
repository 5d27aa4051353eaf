import Imaging
import Testing

@Suite("ContactSheet")
struct ContactSheetTests {
    @Test("pictures are in rows with their labels below")
    func grid() throws {
        var sheet = ContactSheet(cellSide: 60, columns: 2)
        let red = try TestPictures.rectangle(width: 90, height: 60, x: 0..<90, y: 0..<60)
        for label in ["one", "two", "three"] { sheet.append(red, label: label) }
        let made = try sheet.pixels()
        // Cells of 60 x 40 with gaps of 4 and labels of 18.
        #expect(made.width == 132 && made.height == 128)
        let isRed = { made.pixel($0, $1) == [0, 0, 255] }
        #expect(isRed(4, 4) && isRed(63, 43) && isRed(68, 4) && isRed(127, 43) && isRed(4, 66))
        #expect(made.pixel(70, 70) == [244, 244, 244], "the last place is free")
        #expect(made.pixel(64, 10) == [244, 244, 244])
        for (x, y) in [(4, 44), (68, 44), (4, 106)] {
            let label = try #require(made.cropped(x: x, y: y, width: 60, height: 18))
            #expect(label.bytes.contains { $0 < 100 }, "a label is dark on light")
        }
    }

    @Test("different labels look different, and other characters than ASCII become question marks")
    func labels() throws {
        func sheet(_ label: String) throws -> PixelBuffer {
            var sheet = ContactSheet(cellSide: 100, columns: 1)
            let plain = try TestPictures.rectangle(width: 100, height: 100, x: 0..<0, y: 0..<0)
            sheet.append(plain, label: label)
            return try sheet.pixels()
        }
        let (noir, mono) = (try sheet("noir"), try sheet("mono"))
        #expect(noir != mono)
        let (umlaut, requested) = (try sheet("n\u{F6}ir"), try sheet("n?ir"))
        #expect(umlaut == requested)
        let long = try sheet(String(repeating: "long ", count: 500))
        #expect(long.width == noir.width)
    }

    @Test("gray and color pictures share a sheet; tiny ones keep their size")
    func layouts() throws {
        var sheet = ContactSheet(cellSide: 50, columns: 3)
        sheet.append(try TestPictures.noise(.gray, width: 20, height: 10), label: "")
        sheet.append(try TestPictures.noise(width: 1, height: 1), label: "x")
        let made = try sheet.pixels()
        #expect(made.layout == .bgr && made.width == 4 + 2 * 24)
    }

    @Test("an empty sheet is an error")
    func empty() {
        #expect(throws: ImagingError.cannotRender(reason: "the contact sheet is empty")) {
            try ContactSheet(cellSide: 50, columns: 3).pixels()
        }
    }

    @Test(
        "the number of columns makes a sheet nearly square",
        arguments: [(0, 1), (1, 1), (2, 2), (4, 2), (5, 3), (11, 4), (16, 4)])
    func columns(count: Int, expected: Int) {
        #expect(ContactSheet.columns(for: count) == expected)
    }
}
