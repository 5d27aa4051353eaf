import Foundation
import Gallery
import GalleryModel
import Testing

@testable import GalleryWeb

/// Tests that both protocols reject hostile bodies with a message and store nothing.
@Suite("Hostile request bodies", .enabled(if: PictureScene.hasSamples), .serialized)
struct HostileBodyTests {
    private static func picture() throws -> [UInt8] { try PictureScene.bytes(of: "messi5.jpg") }

    @Test("a body shorter than its length is rejected", arguments: SendingWay.allCases)
    func aBodyShorterThanItsLength(way: SendingWay) async throws {
        let scene = try ReceivingScene()
        try await scene.withServer { port in
            let body = way.body(try Self.picture())
            let head = way.head(scene.sender, "Content-Length: \(body.count + 1000)")
            let client = try RawConnection(port)
            client.send(Array(head.utf8) + body)
            client.finish()
            let answer = try client.readToEnd()
            #expect(
                way.sentence(answer, 400) == "malformed HTTP request", "\(answer)")
            try scene.expectNothing(port)
            // The same for a client that disconnects.
            do {
                let client = try RawConnection(port)
                client.send(Array(head.utf8) + body)
                scene.wait { scene.arriving == 1 }
                withExtendedLifetime(client) {}
            }
            try scene.expectNothing(port)
        }
    }

    @Test("a body longer than its length is rejected", arguments: SendingWay.allCases)
    func aBodyLongerThanItsLength(way: SendingWay) async throws {
        let scene = try ReceivingScene()
        try await scene.withServer { port in
            let body = way.body(try Self.picture())
            // The rest is not a request, whether or not the connection is kept.
            for field in ["Connection: close", "Connection: keep-alive"] {
                let head = way.head(scene.sender, "Content-Length: \(body.count / 2)")
                    .replacing("Connection: close", with: field)
                let answer = try scene.answer(port, head, body)
                // The connection ends with or without a response.
                #expect(answer.isEmpty || way.sentence(answer, 400) != nil, "\(answer)")
            }
            try scene.expectNothing(port)
        }
    }

    @Test("an invalid length is rejected", arguments: SendingWay.allCases)
    func aLengthThatIsNone(way: SendingWay) async throws {
        let scene = try ReceivingScene()
        try await scene.withServer { port in
            let body = way.body(try Self.picture())
            for field in [
                "Content-Length: -\(body.count)", "Content-Length: -1",
                "Content-Length: \(body.count)\r\nContent-Length: 4",
                "Content-Length: 4\r\nContent-Length: \(body.count)",
                "Content-Length: \(body.count)\r\nTransfer-Encoding: chunked",
                "Content-Length: \(UInt64.max)0", "Transfer-Encoding: gzip",
            ] {
                let answer = try scene.answer(port, way.head(scene.sender, field), body)
                #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(field): \(answer)")
                #expect(answer.contains("connection: close"), "\(field)")
            }
            try scene.expectNothing(port)
        }
    }

    @Test("an endless series of chunks is rejected", arguments: SendingWay.allCases)
    func chunksWithoutEnd(way: SendingWay) async throws {
        let maximum = 300_000
        let scene = try ReceivingScene(upTo: maximum)
        try await scene.withServer { port in
            let client = try RawConnection(port)
            client.send(way.head(scene.sender, "Transfer-Encoding: chunked"))
            client.send(SendingWay.chunk(way.start + (try Self.picture())))
            let piece = SendingWay.chunk([UInt8](repeating: 0x61, count: 1 << 16))
            var pieces = 0
            while pieces < 4000, client.send(piece) { pieces += 1 }
            // The socket buffers on both ends also count.
            #expect(pieces < 400)
            let answer = try client.readToEnd()
            #expect(way.sentence(answer, 413) == "the picture is larger than 300 kB", "\(answer)")
            try scene.expectNothing(port)
        }
    }

    @Test(
        "a length above the limit is rejected before the body arrives",
        arguments: SendingWay.allCases)
    func aLengthBeyondTheMostIsRefusedBeforeTheBodyComes(way: SendingWay) async throws {
        let scene = try ReceivingScene(upTo: 300_000)
        try await scene.withServer { port in
            let answer = try scene.answer(
                port, way.head(scene.sender, "Content-Length: 999999999999"))
            #expect(way.sentence(answer, 413)?.hasPrefix("the body is longer than ") == true)
            try scene.expectNothing(port)
        }
    }

    @Test("malformed chunks are rejected", arguments: SendingWay.allCases)
    func chunksThatCannotBeRead(way: SendingWay) async throws {
        let scene = try ReceivingScene()
        try await scene.withServer { port in
            let start = SendingWay.chunk(way.start + (try Self.picture()))
            for rest in ["-1\r\nabc", "3\r\nabcdef\r\n", "zz\r\n", "fffffffffffffffff\r\nabc"] {
                let head = way.head(scene.sender, "Transfer-Encoding: chunked")
                let answer = try scene.answer(port, head, start + Array(rest.utf8))
                #expect(
                    way.sentence(answer, 400) == "malformed HTTP request", "\(answer)")
            }
            try scene.expectNothing(port)
        }
    }

    @Test("an endless picture from an unknown sender is rejected")
    func nobodyKnownSendsAPictureWithoutEnd() async throws {
        let scene = try ReceivingScene()
        try await scene.withServer { port in
            let way = SendingWay.campaign
            let client = try RawConnection(port)
            let unknown = SendingWay.Sender(token: nil)
            client.send(way.head(unknown, "Transfer-Encoding: chunked"))
            client.send(SendingWay.chunk(way.start))
            let piece = SendingWay.chunk([UInt8](repeating: 0x61, count: 1 << 20))
            var longest: UInt64 = 0
            var pieces = 0
            while pieces < 200, client.send(piece) {
                pieces += 1
                let folder = scene.campaign.access.scene.folder
                let sizes = scene.incoming.map { name in
                    let path = folder.appending(path: name).path
                    let known = try? FileManager.default.attributesOfItem(atPath: path)
                    return (known?[.size] as? NSNumber)?.uint64Value ?? 0
                }
                longest = max(longest, sizes.reduce(0, +))
            }
            #expect(pieces < 200)
            #expect(longest <= UInt64(PostForm.maximumUnknownBytes) + 1000)
            let answer = try client.readToEnd()
            #expect(way.sentence(answer, 401)?.hasPrefix("no valid token") == true, "\(answer)")
            try scene.expectNothing(port)
        }
    }

    @Test("malformed forms are rejected")
    func formsThatAreNone() async throws {
        let scene = try ReceivingScene()
        try await scene.withServer { port in
            let way = SendingWay.campaign
            let picture = try Self.picture()
            let parts = (0..<10_000).flatMap { SendingWay.part("field\($0)") + Array("a".utf8) }
            let noEnd = "the form cannot be read: the body ends before its last boundary"
            for (body, sentence) in [
                (way.start + picture, noEnd),
                (way.start + picture + SendingWay.part("title") + Array("dog".utf8), noEnd),
                (way.start + picture + Array("\r\n--xZ--\r\n".utf8), noEnd),
                ([UInt8](repeating: 0x61, count: 3 << 20), noEnd), ([], noEnd),
                (
                    parts + way.body(picture),
                    "the form cannot be read: the form has more than 20 parts"
                ),
                (
                    way.start + picture + parts + way.end(),
                    "the form cannot be read: the form has more than 20 parts"
                ),
                (
                    SendingWay.part("a", String(repeating: " ", count: 10_000)),
                    "the form cannot be read: the head of a part is longer than 8192 bytes"
                ),
            ] {
                let head = way.head(scene.sender, "Content-Length: \(body.count)")
                let answer = try scene.answer(port, head, body)
                #expect(way.sentence(answer, 400) == sentence, "\(answer)")
            }
            try scene.expectNothing(port)
        }
    }

    @Test("uploads that are not usable pictures are rejected", arguments: SendingWay.allCases)
    func whatIsNoPictureThatCanBeGiven(way: SendingWay) async throws {
        let scene = try ReceivingScene()
        try await scene.withServer { port in
            let svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"
            for (bytes, part) in [
                (PictureReceptionTests.png(side: 100_000), "100000 x 100000 pixels"),
                (PictureReceptionTests.png(side: 20_000), "the picture is too large"),
                (Array(svg.utf8), "the upload is SVG"),
                (Array("<?xml version='1.0'?><!-- --> \(svg)".utf8), "the upload is"),
                (Array("#!/bin/sh\nrm -rf /\n".utf8), "the upload is not a picture"),
                (Array("<html><script>alert(1)</script>".utf8), "the upload is HTML"),
                ([UInt8](repeating: 0, count: 1 << 20), "the upload is not a picture"),
            ] as [([UInt8], String)] {
                let body = way.body(bytes)
                let head = way.head(scene.sender, "Content-Length: \(body.count)")
                let answer = try scene.answer(port, head, body)
                #expect(way.sentence(answer, 400)?.contains(part) == true, "\(answer)")
            }
            try scene.expectNothing(port)
        }
    }

    @Test("addresses with invalid names are rejected")
    func addressesWithNamesThatCannotBe() async throws {
        let scene = try ReceivingScene()
        try await scene.withServer { port in
            let way = SendingWay.photoShare
            let body = try Self.picture()
            for (name, sentence) in [
                ("a%00b", "the address contains a control character"),
                ("a%1Bb", "the address contains a control character"),
                ("a/b", "there is nothing at this address"),
                ("../dog", "there is nothing at this address"),
                ("", "there is nothing at this address"), ("%FF", "the address is not UTF-8"),
                (
                    String(repeating: "a", count: 10_000), "the address is longer than 8192 bytes"
                ),
                (String(repeating: "a", count: 501), "the photo's name is longer than 500 bytes"),
            ] {
                let head = way.head(scene.sender, name: name, "Content-Length: \(body.count)")
                let answer = try scene.answer(port, head, body)
                #expect(way.sentence(answer, 404) == sentence, "\(name.prefix(20)): \(answer)")
            }
            let head = way.head(scene.sender, name: "a\0b", "Content-Length: \(body.count)")
            #expect(try scene.answer(port, head, body).hasPrefix("HTTP/1.1 400 "))
            try scene.expectNothing(port)
        }
    }

    @Test("invalid titles are rejected")
    func titlesThatCannotBe() async throws {
        let scene = try ReceivingScene()
        try await scene.withServer { port in
            let way = SendingWay.campaign
            let picture = try Self.picture()
            for (title, sentence) in [
                ("a\0b", "the title has a control character"),
                ("a\u{1B}[2Jb", "the title has a control character"),
                (
                    String(repeating: "a", count: 10_000),
                    "the title has 10000 bytes of UTF-8: the maximum is 500"
                ),
            ] {
                let body = way.start + picture + way.end(title: title)
                let head = way.head(scene.sender, "Content-Length: \(body.count)")
                let answer = try scene.answer(port, head, body)
                #expect(way.sentence(answer, 400) == sentence, "\(answer)")
            }
            try scene.expectNothing(port)
        }
    }

    @Test("names with slashes do not become paths", arguments: SendingWay.allCases)
    func namesWithSlashesNameNoFile(way: SendingWay) async throws {
        let scene = try ReceivingScene()
        let before = scene.files
        try await scene.withServer { port in
            let file = SendingWay.part("postPhoto", "; filename=\"../../evil\0/\(#"\""#).jpg\"")
            let picture = try Self.picture()
            let body =
                way == .photoShare ? picture : file + picture + way.end(title: "../../evil/dog")
            let head = way.head(
                scene.sender, name: "..%2F..%2Fevil%2Fdog", "Content-Length: \(body.count)")
            let answer = try scene.answer(port, head, body)
            #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
        }
        let photo = try scene.campaign.gallery.photo(id: PhotoID(rawValue: 1))
        #expect(photo.title == "../../evil/dog")
        // It is stored under its digest.
        let new = scene.files.filter { !before.contains($0) }
        #expect(new.count == 1 && new[0].hasPrefix("files/") && !new[0].contains("evil"))
    }

    @Test("sign-in rejects bodies of many megabytes")
    func bodiesOfManyMegabytesSignNobodyIn() async throws {
        let scene = try ReceivingScene()
        try await scene.withServer { port in
            let text = String(repeating: "a", count: 8 << 20)
            for (type, body) in [
                ("application/json", "{\"email\":\"\(text)\",\"password\":\"x\"}"),
                ("application/x-www-form-urlencoded", "email=\(text)&password=x"),
            ] {
                for isChunked in [false, true] {
                    let length =
                        isChunked
                        ? "Transfer-Encoding: chunked" : "Content-Length: \(body.utf8.count)"
                    let head =
                        "POST /auth/signin HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: \(type)\r\n"
                        + "\(length)\r\n\r\n"
                    let sent = Array(body.utf8)
                    let answer = try scene.answer(
                        port, head, isChunked ? SendingWay.chunk(sent) : sent)
                    #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
                    #expect(
                        answer.hasSuffix(
                            "{\"message\":\"the body is longer than 65536 bytes\"}"), "\(answer)")
                }
            }
            try scene.expectNothing(port)
        }
    }
}
