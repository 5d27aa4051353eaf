import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

/// Tests that other uploads than pictures are rejected with a message and not stored.
@Suite("Received pictures", .enabled(if: PhotoShareScene.hasSamples))
struct PictureReceptionTests {
    /// A PNG that declares a size but contains no pixels.
    static func png(side: UInt32) -> [UInt8] {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let named = Array(name.utf8) + content
            let sum = named.withUnsafeBytes { CRC32.checksum($0) }
            return big(UInt32(content.count)) + named + big(sum)
        }
        func big(_ number: UInt32) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(side) + big(side) + [8, 2, 0, 0, 0])
            + chunk("IDAT", [0x78, 0x9C, 0x03, 0, 0, 0, 0, 1]) + chunk("IEND", [])
    }

    @Test("incomplete pictures and other files are rejected and not stored")
    func whatIsNoWholePictureIsRefusedAndLeavesNothing() async throws {
        let scene = try PhotoShareScene()
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        let before = scene.access.files()
        let svg = "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>"
        for (bytes, part) in [
            ([], "the picture is empty"),
            (Array("#!/bin/sh\nrm -rf /\n".utf8), "the upload is"),
            (Array(svg.utf8), "the upload is"),
            (Array("<html><script>alert(1)</script>".utf8), "the upload is"),
            ([0xFF, 0xD8, 0xFF], "the picture is damaged"),
            (Array(picture.prefix(picture.count / 2)), "the picture is damaged"),
            (Array(picture.dropLast(2)), "the picture is damaged"),
            (Self.png(side: 100_000), "100000 x 100000 pixels"),
            // Small enough to inspect, too large to decode.
            (Self.png(side: 20_000), "the picture is too large: decoding takes "),
        ] as [([UInt8], String)] {
            let summary = try await scene.send(bytes, as: "dog.jpg")
            #expect(summary.hasPrefix("404 text/plain; charset=utf-8 "), "\(summary)")
            #expect(summary.contains(part), "\(summary)")
            #expect(!summary.contains(scene.access.scene.folder.path), "\(summary)")
        }
        #expect(scene.access.files() == before)
        #expect(try scene.gallery.photos(.everything).isEmpty)
        #expect(try scene.gallery.journal.entries(limit: 10).isEmpty)
        #expect(try scene.gallery.problems.list().isEmpty)
        #expect(try scene.gallery.sections.list().map(\.reference.text) == ["camera"])
    }

    @Test("a picture above the size limit is rejected")
    func whatIsLongerThanTheMostIsRefused() async throws {
        let scene = try PhotoShareScene { $0.maximumUploadBytes = 50_000 }
        let before = scene.access.files()
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        #expect(picture.count > 50_000)
        let summary = try await scene.send(picture, as: "dog")
        #expect(summary == "413 text/plain; charset=utf-8 the picture is larger than 50 kB")
        let announced = await scene.access.ask(
            .post, PhotoShareScene.path("dog"), [.contentLength: "50001"])
        #expect(announced.status == .contentTooLarge)
        #expect(announced.headers[.contentType] == "text/plain; charset=utf-8")
        #expect(scene.access.files() == before)
        let maximum = try PhotoShareScene { $0.maximumUploadBytes = picture.count }
        #expect(try await maximum.send(picture, as: "dog").hasPrefix("200 "))
    }

    @Test("an interrupted upload stores nothing")
    func aBodyThatBreaksOffLeavesNothing() async throws {
        let scene = try PhotoShareScene()
        let before = scene.access.files()
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        struct Closed: Error {}
        let (pieces, send) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        send.yield(Array(picture.prefix(30_000)))
        send.finish(throwing: Closed())
        let draft = PictureDraft(
            section: SectionReference(kind: .share, name: "eva"), origin: .share,
            account: try scene.gallery.accounts.account(named: "eva"), sentAs: ["dog"])
        await #expect(throws: Closed.self) {
            try await scene.gallery.receivePicture(pieces, upTo: 1 << 30, draft)
        }
        #expect(scene.access.files() == before)
        #expect(try scene.gallery.photos(.everything).isEmpty)
    }

    @Test("a picture's metadata are stored but not served")
    func whatThePictureTellsIsKeptHereAndGivenToNobody() async throws {
        let scene = try PhotoShareScene()
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        let packet = Data(SharedScene.sidecar.utf8)
        let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet)
        let length = xmp.count + 2
        let telling =
            Array(picture.prefix(2)) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + xmp
            + picture.dropFirst(2)
        #expect(try await scene.send(telling, as: "dog").hasPrefix("200 "))
        let photo = try scene.gallery.photo(id: PhotoID(rawValue: 1))
        #expect(photo.title == "dog")
        #expect(photo.details.owner == "eva")
        #expect(photo.coordinate != nil)
        let given = String(
            decoding: try await scene.access.ask(.get, "/photoserver/photo/1").bytes(),
            as: UTF8.self)
        for secret in SharedScene.secrets { #expect(!given.contains(secret), "\(secret)") }
    }

    @Test("the name a picture is sent as is a title, so its date is not used")
    func datesInNames() async throws {
        let scene = try PhotoShareScene()
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        #expect(try await scene.send(picture, as: "IMG_20190102_101112.jpg").hasPrefix("200 "))
        let photo = try scene.gallery.photo(id: PhotoID(rawValue: 1))
        #expect(photo.title == "IMG_20190102_101112.jpg")
        #expect(photo.dateTimeOriginal == nil && photo.details.dateSource == nil)
    }

    @Test("simultaneous uploads are all stored")
    func manyAtOnceAreAllThere() async throws {
        let scene = try PhotoShareScene()
        let names = ["messi5.jpg", "fruits.jpg", "baboon.jpg", "home.jpg", "lena.jpg"].filter {
            FileManager.default.fileExists(
                atPath: PictureScene.samples.appending(path: $0).path)
        }
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for name in names {
                group.addTask {
                    try await scene.send(try PictureScene.bytes(of: name), as: name)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.hasPrefix("200 ") }, "\(answers)")
        #expect(try scene.gallery.photos(.everything).count == names.count)
    }
}
