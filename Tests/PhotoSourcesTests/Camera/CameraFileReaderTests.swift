import Basics
import Foundation
import GalleryModel
import Glibc
import Imaging
import TestSupport
import Testing

@testable import PhotoSources

@Suite("CameraFileReader")
struct CameraFileReaderTests {
    private let scratch: ScratchFolder
    private let reader = CameraFileReader()

    init() throws {
        scratch = try ScratchFolder()
    }

    /// A JPEG of one gray block, padded after its end to a given size.
    private static func jpeg(byteCount: Int = 0, _ metadata: PictureMetadata = .init()) throws
        -> [UInt8]
    {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        bytes += [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 16, 1, 1, 0x11, 0]
        bytes += [0xFF, 0xC4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 16)
        bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x54, 0xFF, 0xD9]
        bytes = try MetadataWriter().applying(metadata, to: bytes)
        let padding = max(0, byteCount - bytes.count)
        return bytes + (0..<padding).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    }

    /// A JPEG of 512 by 512 different pixels.
    private static let shown: [UInt8] = {
        var bytes: [UInt8] = []
        for y in 0..<512 { for x in 0..<512 { bytes.append(UInt8(truncatingIfNeeded: x &* y)) } }
        let pixels = PixelBuffer(layout: .gray, width: 512, height: 512, bytes: bytes)
        return pixels.flatMap { try? JPEGEncoder().encode($0) } ?? []
    }()

    private func sha256sum(_ path: BytePath) throws -> String {
        let result = try ChildProcess.run("sha256sum", [try #require(path.string)])
        return String(result.text.prefix(64))
    }

    @Test(
        "small, medium and large files and their copies have the digest of sha256sum",
        arguments: [0, 256 << 10, (1 << 20) + 1, 32 << 20, (32 << 20) + 1, 40 << 20])
    func digest(byteCount: Int) throws {
        var metadata = PictureMetadata()
        metadata.title = "Title"
        let bytes = try Self.jpeg(byteCount: byteCount, metadata)
        let path = try scratch.write(bytes, to: "a.jpg")
        let copy = scratch.path.appending("copy.part")
        // A copy is never more readable than its source.
        #expect(path.withCString { chmod($0, 0o600) } == 0)
        let photo = try reader.read(path, copyingTo: copy)
        let file = photo.file
        #expect(file.digest.hexadecimal == (try sha256sum(path)))
        #expect(file.digest.hexadecimal == (try sha256sum(copy)))
        #expect(file.byteCount == Int64(bytes.count))
        #expect(file.fileType == "JPEG" && file.fileExtension == "jpg")
        #expect(file.width == 16 && file.height == 8)
        #expect(photo.details.origin == .camera)
        #expect(photo.details.originID == file.digest.hexadecimal)
        #expect(photo.details.title == "Title")
        #expect(photo.details.width == 16 && photo.details.height == 8)
        #expect(photo.warnings.isEmpty)
        var status = stat()
        #expect(copy.withCString { stat($0, &status) } == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test("metadata becomes the photo's details, and a file name is not used as the title")
    func details() throws {
        var metadata = PictureMetadata()
        metadata.dateTimeOriginal = "2024:05:01 10:15:30"
        metadata.offsetTimeOriginal = "+02:00"
        metadata.coordinate = Coordinate(latitude: -22.9068, longitude: -43.1729, altitude: 11)
        metadata.tags = ["a, b", "🐒"]
        let path = try scratch.write(Self.jpeg(metadata), to: "a.jpg")
        let details = try reader.read(path).details
        #expect(details.title == nil)
        #expect(details.dateTimeOriginal == "2024:05:01 10:15:30")
        #expect(details.offsetTimeOriginal == "+02:00")
        #expect(details.tags == ["a, b", "🐒"])
        #expect(abs((details.coordinate?.longitude ?? 0) + 43.1729) < 1e-9)
    }

    @Test(
        "sidecars of both names are merged, also if the names are not UTF-8",
        arguments: [[], [0xFF]])
    func sidecars(prefix: [UInt8]) throws {
        func name(_ text: String) -> BytePath { BytePath(bytes: prefix + Array(text.utf8)) }
        func xmp(_ properties: String) -> [UInt8] {
            let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
            return Array(
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(rdf)"><rdf:Description
                xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
                rdf:about="" \(properties)/></rdf:RDF></x:xmpmeta>
                """.utf8)
        }
        let path = try scratch.write(Self.jpeg(), to: name("a.jpg"))
        try scratch.write(xmp("xmp:Rating=\"5\""), to: name("a.jpg.xmp"))
        try scratch.write(xmp("xmp:Rating=\"1\" tiff:Make=\"Maker\""), to: name("a.XMP"))
        let file = try reader.read(path)
        #expect(file.details.rating == 5)
        #expect(file.details.make == "Maker")
        #expect(file.warnings.isEmpty)
    }

    @Test("files that cannot be imported report why and leave no copy")
    func refusals() throws {
        let whole = try Self.jpeg()
        let copy = scratch.path.appending("copy.part")
        let root = scratch.path
        func expect(_ name: String, _ bytes: [UInt8], _ expected: (BytePath) -> CameraError) throws
        {
            let path = try scratch.write(bytes, to: name)
            #expect(throws: expected(path)) { try reader.read(path, copyingTo: copy) }
            #expect(scratch.contents(copy) == nil)
            #expect(scratch.contents(path) == bytes)
        }
        try expect("a.jpg", []) { .empty($0) }
        try expect("b.jpg", Array("8BPS".utf8)) { .unsupported($0, .other("PSD")) }
        try expect("b.gif", Array("GIF89a".utf8)) {
            .damaged($0, reason: "the GIF has no trailer; it was cut short")
        }
        try expect("c.jpg", Array("hello".utf8)) { .unsupported($0, .unknown) }
        let cut = "the JPEG ends inside its headers; it was cut short"
        try expect("d.jpg", Array(whole.dropLast(8))) { .damaged($0, reason: cut) }
        // 512 by 512 pixels, and no data.
        let scan = try #require(Self.shown.firstRange(of: [0xFF, 0xDA]))
        let noRow = "the JPEG has no end-of-image marker; it was cut short"
        try expect("e.jpg", Array(Self.shown[..<(scan.upperBound + 12)])) {
            .damaged($0, reason: noRow)
        }
        let png = Array("\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) })
        let header: [UInt8] = [
            0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0, 0xE1, 0x64,
            0xE1, 0x57,
        ]
        try expect("e.png", png + header) {
            .damaged($0, reason: "the PNG has no end chunk; it was cut short")
        }
        #expect(throws: CameraError.missing(root.appending("f.jpg"))) {
            try reader.read(root.appending("f.jpg"))
        }
        #expect(throws: CameraError.unreadable(root, errno: EISDIR)) { try reader.read(root) }
        let pipe = root.appending("pipe")
        #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
        #expect(throws: CameraError.notAFile(pipe)) { try reader.read(pipe) }
    }

    @Test(
        "a partly decodable picture is read, copied unchanged and marked",
        arguments: [0, 33 << 20])
    func damaged(zeros: Int) throws {
        let half = Array(Self.shown.prefix(Self.shown.count / 2))
        let bytes = half + [UInt8](repeating: 0, count: zeros)
        let path = try scratch.write(bytes, to: "half.jpg")
        let copy = scratch.path.appending("copy.part")
        let file = try reader.read(path, copyingTo: copy)
        #expect(file.file.damage == "the JPEG has no end-of-image marker; it was cut short")
        #expect(file.details.width == 512 && file.details.height == 512)
        #expect(scratch.contents(copy) == bytes)
        #expect(try reader.read(try scratch.write(Self.shown, to: "whole.jpg")).file.damage == nil)
    }

    @Test(
        "a file of any length that is truncated while it is read is a change, and can be read again",
        arguments: [(0, 1 << 30), (1 << 20, 1 << 30), (33 << 20, 1 << 30), (33 << 20, 1 << 20)])
    func truncated(byteCount: Int, maximumBytes: Int) throws {
        var limits = DecodeLimits()
        limits.maximumBytes = maximumBytes
        let reader = CameraFileReader(wholeLength: 256 << 10, limits: limits)
        let bytes = try Self.jpeg(byteCount: byteCount)
        let path = try scratch.write(bytes, to: "a.jpg")
        let copy = scratch.path.appending("copy.part")
        let file = try SourceFile(path)
        #expect(path.withCString { truncate($0, bytes.count / 2) } == 0)
        var failure: CameraError?
        do throws(CameraError) { _ = try reader.read(file, "a.jpg", copy) } catch {
            failure = error
        }
        #expect(failure == .changed(path))
        #expect(scratch.contents(copy) == nil)
        try scratch.write(bytes, to: "a.jpg")
        let photo = try reader.read(path, copyingTo: copy)
        #expect(photo.file.digest == FileDigest(of: bytes))
        #expect(photo.file.width == 16 && photo.file.damage == nil)
        #expect(scratch.contents(copy) == bytes)
    }

    @Test("a copy never replaces an existing file")
    func exclusiveCopy() throws {
        let path = try scratch.write(Self.jpeg(), to: "a.jpg")
        let copy = try scratch.write([1], to: "copy.part")
        #expect(throws: CameraError.cannotCopy(to: copy, errno: EEXIST)) {
            try reader.read(path, copyingTo: copy)
        }
        #expect(scratch.contents(copy) == [1])
    }

    @Test("messages name the file and the remedy")
    func messages() {
        let path = BytePath("a\nb.jpg")
        #expect(
            CameraError.unsupported(path, .raw("CR2")).description
                == "'a\\nb.jpg' is of type CR2, which is not yet supported")
        #expect(
            CameraError.unreadable(path, errno: EACCES).description
                == "'a\\nb.jpg' cannot be read: Permission denied")
    }
}
