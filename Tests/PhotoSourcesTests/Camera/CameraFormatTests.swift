import Basics
import GalleryModel
import Imaging
import PhotoSources
import TestSupport
import Testing

@Suite("CameraFileReader with file parts at any offset")
struct CameraFormatTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// A gray TIFF with one strip and its directory after 512 KiB of pixels; more entries may
    /// follow.
    private static func tiff(_ more: [[Int]] = []) -> [UInt8] {
        let (width, height) = (1024, 512)
        let entries =
            [
                [256, 3, 1, width], [257, 3, 1, height], [258, 3, 1, 8], [259, 3, 1, 1],
                [262, 3, 1, 1], [273, 4, 1, 8], [274, 3, 1, 6], [277, 3, 1, 1],
                [278, 3, 1, height], [279, 4, 1, width * height],
            ] + more
        func number(_ value: Int, _ length: Int) -> [UInt8] {
            Array(HEIFFile.number(value, length).reversed())
        }
        var bytes = Array("II*\0".utf8) + number(8 + width * height, 4)
        bytes += [UInt8](repeating: 99, count: width * height) + number(entries.count, 2)
        for entry in entries {
            bytes += number(entry[0], 2) + number(entry[1], 2) + number(entry[2], 4)
            bytes += number(entry[3], 4)
        }
        return bytes + number(0, 4)
    }

    @Test(
        "a file is recognized the same way whether it is in memory or not",
        arguments: [1 << 18, 1 << 20])
    func large(_ wholeLength: Int) throws {
        let reader = CameraFileReader(wholeLength: wholeLength)
        let bytes = Self.tiff()
        let file = try reader.read(scratch.write(bytes, to: "whole.tif"))
        #expect(file.file.fileType == "TIFF" && file.file.damage == nil)
        #expect(file.warnings.isEmpty)
        #expect(file.details.width == 1024 && file.details.height == 512)
        #expect(file.details.orientation == 6 && file.storedOrientation == 6)
        let cut = try scratch.write(Array(bytes.dropLast(20)), to: "cut.tif")
        #expect(
            throws: CameraError.damaged(
                cut, reason: "the TIFF ends inside a directory; it was cut short")
        ) { try reader.read(cut) }
    }

    @Test(
        "a raw file is recognized by a directory far from its start and leaves no copy",
        arguments: [1 << 18, 1 << 20])
    func raw(_ wholeLength: Int) throws {
        let reader = CameraFileReader(wholeLength: wholeLength)
        let path = try scratch.write(Self.tiff([[0xC612, 1, 4, 0x0401]]), to: "raw.tif")
        let copy = scratch.path.appending("copy.part")
        #expect(throws: CameraError.unsupported(path, .raw("DNG"))) {
            try reader.read(path, copyingTo: copy)
        }
        #expect(scratch.contents(copy) == nil)
    }
}
