import Basics
import Foundation
import GalleryModel
import Imaging
import Testing

@Suite("PictureDecoder: files")
struct PictureFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "gallery-decode-\(UUID().uuidString)")

    /// Calls `body` with a temporary folder.
    private func inFolder(_ body: (BytePath) throws -> Void) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(BytePath(folder.path))
    }

    private func write(_ bytes: [UInt8], _ path: BytePath) throws {
        try Data(bytes).write(to: URL(filePath: try #require(path.string)))
    }

    @Test("a picture file decodes like its bytes")
    func file() throws {
        try inFolder { folder in
            let path = folder.appending("a.jpg")
            try write(FixturePictures.progressiveJPEG, path)
            let picture = try PictureDecoder().decode(path: path, as: .bgr, longEdge: nil)
            let expected = try PictureDecoder().decode(FixturePictures.progressiveJPEG)
            #expect(picture == expected)
        }
    }

    @Test("a folder, a pipe and a device are rejected without waiting", .timeLimit(.minutes(1)))
    func noFiles() throws {
        try inFolder { folder in
            let pipe = folder.appending("pipe.jpg")
            #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
            for path in [folder, pipe, BytePath("/dev/zero")] {
                #expect(throws: ImagingError.notAFile(path)) {
                    try PictureDecoder().decode(path: path, as: .gray, longEdge: nil)
                }
            }
        }
    }

    @Test("a missing file and an empty one have different errors")
    func missingAndEmpty() throws {
        try inFolder { folder in
            let missing = folder.appending("missing.jpg")
            #expect(throws: ImagingError.cannotOpen(missing)) {
                try PictureDecoder().decode(path: missing, as: .gray, longEdge: nil)
            }
            let empty = folder.appending("empty.jpg")
            try write([], empty)
            #expect(throws: ImagingError.damaged(reason: "the file is empty")) {
                try PictureDecoder().decode(path: empty, as: .gray, longEdge: nil)
            }
        }
    }

    @Test("a file over the memory limit is not read")
    func tooLarge() throws {
        try inFolder { folder in
            let path = folder.appending("a.jpg")
            try write([UInt8](repeating: 0, count: 2000), path)
            var limits = DecodeLimits()
            limits.maximumBytes = 1999
            #expect(throws: ImagingError.tooMuchMemory(bytes: 2000, limit: 1999)) {
                try PictureDecoder(limits: limits).decode(path: path, as: .gray, longEdge: nil)
            }
        }
    }

    @Test("a picture larger than a JPEG allows cannot be encoded")
    func tooLongToEncode() throws {
        let pixels = Fields.pixels(.gray, width: 65_501, height: 1)
        let error = #expect(throws: ImagingError.self) { try JPEGEncoder().encode(pixels) }
        #expect(
            error?.description.hasPrefix("the picture cannot be encoded: maximum supported") == true
        )
    }
}
