import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite(
    "Original pictures",
    .enabled(if: PictureScene.hasSamples, "Debian's package opencv-doc is not installed"))
struct OriginalRouteTests {
    @Test("originals are served byte for byte")
    func areTheVeryBytes() async throws {
        let scene = try PictureScene()
        let bytes = try PictureScene.bytes(of: "messi5.jpg")
        let id = try await scene.add(bytes, as: "Café 🐕.JPG")
        try await scene.web.run { client in
            let answer = try await client.picture("/api/v1/photos/\(id)/original")
            #expect(answer.status == 200 && answer.body == bytes)
            #expect(answer.headers[.contentType] == "image/jpeg")
            #expect(answer.headers[.contentLength] == "\(bytes.count)")
            #expect(answer.headers[.acceptRanges] == "bytes")
            #expect(answer.headers[.cacheControl] == "private, no-cache")
            #expect(
                answer.headers[.contentDisposition]
                    == "inline; filename=\"Cafe _.jpg\"; "
                    + "filename*=UTF-8''Caf%C3%A9%20%F0%9F%90%95.jpg")
            #expect(answer.headers[.contentSecurityPolicy] == "sandbox; default-src 'none'")
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            #expect(answer.headers[.eTag] == "\"\(FileDigest(of: bytes).hexadecimal)\"")
            let saved = try await client.picture("/api/v1/photos/\(id)/original?download=1")
            #expect(saved.headers[.contentDisposition]?.hasPrefix("attachment; ") == true)
            let head = try await client.picture(
                "/api/v1/photos/\(id)/original", [.range: "bytes=0-1"], method: .head)
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(head.headers[.contentLength] == "\(bytes.count)")
            let same = try await client.picture(
                "/api/v1/photos/\(id)/original", [.ifNoneMatch: "*", .range: "bytes=0-1"])
            #expect(same.status == 304)
        }
    }

    @Test("originals are served in ranges")
    func areGivenInParts() async throws {
        let scene = try PictureScene()
        // Comments make it longer than a block.
        let sample = try PictureScene.bytes(of: "messi5.jpg")
        let comment = [0xFF, 0xFE, 0xFF, 0xFF] + (0..<65533).map { UInt8(truncatingIfNeeded: $0) }
        let comments = (0..<10).flatMap { _ in comment }
        let bytes = Array(sample.prefix(2)) + comments + Array(sample.dropFirst(2))
        let id = try await scene.add(bytes, as: "long.jpg")
        let size = bytes.count
        let tag = "\"\(FileDigest(of: bytes).hexadecimal)\""
        let cases: [(HTTPFields, Range<Int>?)] = [
            ([.range: "bytes=0-0"], 0..<1), ([.range: "bytes=5-"], 5..<size),
            ([.range: "bytes=-7"], (size - 7)..<size), ([.range: "bytes=3-99999999"], 3..<size),
            ([.range: "bytes=1000-600000"], 1000..<600_001),
            ([.range: "bytes=1-2,4-5"], nil), ([.range: "lines=1-2"], nil),
            ([.range: "bytes=5-2"], nil),
            ([.range: "bytes=1-2", .ifRange: tag], 1..<3),
            ([.range: "bytes=1-2", .ifRange: "\"x\""], nil),
            ([.range: "bytes=1-2", .ifRange: "W/" + tag], nil),
            ([.range: "bytes=1-2", .ifRange: "Wed, 21 Oct 2015 07:28:00 GMT"], nil),
        ]
        try await scene.web.run { client in
            for (headers, range) in cases {
                let answer = try await client.picture("/api/v1/photos/\(id)/original", headers)
                guard let range else {
                    #expect(answer.status == 200 && answer.body == bytes)
                    #expect(answer.headers[.contentRange] == nil)
                    continue
                }
                #expect(answer.status == 206)
                #expect(answer.body == Array(bytes[range]))
                #expect(answer.headers[.eTag] == tag)
                #expect(
                    answer.headers[.contentRange]
                        == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
            }
            for range in ["bytes=\(size)-", "bytes=-0"] {
                let answer = try await client.picture(
                    "/api/v1/photos/\(id)/original", [.range: range])
                #expect(answer.status == 416)
                #expect(answer.headers[.contentRange] == "bytes */\(size)")
                #expect(answer.headers[.contentType] == "application/problem+json")
            }
        }
    }

    @Test("an original is not found once its file is replaced or removed")
    func areNotThereOnceTheirFileIsAnotherOrGone() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg", inPlace: true)
        let file = scene.camera.appending(path: "messi5.jpg")
        try await scene.web.run { client in
            let address = "/api/v1/photos/\(id)/original"
            #expect(try await client.picture(address).status == 200)
            try Data(try PictureScene.bytes(of: "butterfly.jpg")).write(to: file)
            let replaced = try await client.picture(address)
            #expect(replaced.status == 404)
            #expect(String(decoding: replaced.body, as: UTF8.self).contains("import it again"))
            try FileManager.default.removeItem(at: file)
            #expect(try await client.picture(address).status == 404)
            #expect(try await client.picture("/api/v1/photos/99/original").status == 404)
        }
    }

    @Test("reading an original fails if its file changes meanwhile")
    func breakOffWhereTheFileChangesMeanwhile() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg", inPlace: true)
        let picture = try scene.gallery.export.open(try scene.gallery.export.originalFacts(of: id))
        let handle = try FileHandle(
            forWritingTo: scene.camera.appending(path: "messi5.jpg"))
        try handle.write(contentsOf: Data([1, 2, 3]))
        try handle.close()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 1)
        defer { buffer.deallocate() }
        #expect(throws: GalleryError.self) { try picture.read(buffer, 100) }
    }

    @Test(
        "only types that are safe in a browser are shown inline",
        arguments: [
            ("JPEG", "image/jpeg", true), ("PNG", "image/png", true), ("WEBP", "image/webp", true),
            ("GIF", "image/gif", true), ("AVIF", "image/avif", true), ("HEIC", "image/heic", false),
            ("TIFF", "image/tiff", false), ("BMP", "application/octet-stream", false),
            ("SVG", "application/octet-stream", false), ("HTML", "application/octet-stream", false),
            ("PDF", "application/octet-stream", false), ("CR2", "application/octet-stream", false),
            ("unknown", "application/octet-stream", false),
            (nil, "application/octet-stream", false),
        ])
    func areShownWhereABrowserDoesNoHarmWithThem(
        _ fileType: String?, _ type: String, _ isShown: Bool
    ) {
        #expect(OriginalType(fileType: fileType).text == type)
        #expect(OriginalType(fileType: fileType).isShown == isShown)
    }
}
