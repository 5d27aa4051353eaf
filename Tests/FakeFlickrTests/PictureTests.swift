import FakeFlickr
import Foundation
import Testing

@Suite("The picture host")
struct PictureTests {
    private static let world = FakeWorld(seed: 6, photos: 60)

    @Test("every picture is a valid file of its type, and all are different")
    func pictures() async throws {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            var seen: Set<[UInt8]> = []
            for photo in Self.world.photos.prefix(12) {
                for variant in photo.variants {
                    let answer = try await client.send(photo.picturePath(variant))
                    #expect(answer.status == 200)
                    let isPNG = variant.extra == "o" && photo.originalFormat == "png"
                    #expect(answer[header: "Content-Type"] == (isPNG ? "image/png" : "image/jpeg"))
                    if isPNG {
                        #expect(answer.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
                    } else {
                        #expect(answer.body.starts(with: [0xFF, 0xD8, 0xFF]))
                        #expect(answer.body.suffix(2) == [0xFF, 0xD9])
                    }
                    #expect(seen.insert(answer.body).inserted)
                }
            }
        }
    }

    @Test(
        "pictures are padded to the world's picture size", arguments: [5_000, 65_600, 200_000])
    func padding(size: Int) async throws {
        var world = Self.world
        world.pictureBytes = size
        try await FakeFlickrServer.with(world) { fakeFlickr in
            let photo = Self.world.photos[0]
            let variant = try #require(photo.variants.last)
            let answer = try await RawClient(fakeFlickr).send(photo.picturePath(variant))
            #expect((size...size + 4).contains(answer.body.count))
        }
    }

    @Test(
        "a range request returns 206 and exactly its bytes",
        arguments: ["0-0", "10-19", "100-", "-30", "-100000", "5-999999"])
    func ranges(range: String) async throws {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let path = Self.world.photos[0].picturePath(PictureVariant.small)
            let whole = try await client.send(path).body
            let answer = try await client.send(path, headers: ["Range": "bytes=\(range)"])
            let ends = range.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            let expected: [UInt8]
            switch (ends[0], ends[1]) {
            case (let first?, let last):
                expected = Array(whole[first...min(last ?? .max, whole.count - 1)])
            case (nil, let count): expected = whole.suffix(count ?? 0)
            }
            #expect(answer.status == 206)
            #expect(answer.body == expected)
            #expect(answer[header: "Content-Range"]?.hasSuffix("/\(whole.count)") == true)
        }
    }

    @Test("a range beyond the end returns 416 and the length")
    func unsatisfiable() async throws {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let path = Self.world.photos[0].picturePath(PictureVariant.small)
            let length = try await client.send(path).body.count
            let answer = try await client.send(path, headers: ["Range": "bytes=\(length)-"])
            #expect(answer.status == 416)
            #expect(answer[header: "Content-Range"] == "bytes */\(length)")
        }
    }

    @Test("If-Range returns the rest of an unchanged picture and all of a changed one")
    func ifRange() async throws {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let id = Self.world.photos[0].id
            let path = Self.world.photos[0].picturePath(PictureVariant.small)
            let first = try await client.send(path)
            let tag = try #require(first[header: "ETag"])
            let headers = ["Range": "bytes=50-", "If-Range": tag]
            let rest = try await client.send(path, headers: headers)
            #expect(rest.status == 206 && rest.body == Array(first.body.dropFirst(50)))
            let known = try await client.send(path, headers: ["If-None-Match": tag])
            #expect(known.status == 304 && known.body.isEmpty)
            fakeFlickr.edit { $0[id]?.revision += 1 }
            let changed = try await client.send(path, headers: headers)
            #expect(changed.status == 200 && changed.body != first.body)
            #expect(changed[header: "ETag"] != tag)
            #expect(fakeFlickr.requests()[1].headers["if-range"] == tag)
        }
    }

    @Test("HEAD sends only the header")
    func head() async throws {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let path = Self.world.photos[0].picturePath(PictureVariant.small)
            let length = try await client.send(path).body.count
            let answer = try await client.send(path, method: "HEAD")
            #expect(answer[header: "Content-Length"] == String(length))
            #expect(answer.body.isEmpty)
        }
    }

    @Test("a wrong secret, server or size leads to the placeholder, or to an error if configured")
    func missing() async throws {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let photo = try #require(Self.world.photos.first { $0.media == .photo })
            let wrong = [
                "/\(photo.server)/\(photo.id)_0000000000_m.jpg",
                "/1/\(photo.id)_\(photo.secret)_m.jpg", "/\(photo.server)/1_\(photo.secret)_m.jpg",
                "/\(photo.server)/\(photo.id)_\(photo.secret)_k.jpg",
                "/\(photo.server)/\(photo.id)_\(photo.secret)_x.jpg", "/favicon.ico",
            ]
            for path in wrong {
                let answer = try await client.send(path)
                #expect(answer.status == 302, "\(path)")
                let place = fakeFlickr.baseURL + "/photo_unavailable.gif"
                #expect(answer[header: "Location"] == place)
            }
            let placeholder = try await client.send("/photo_unavailable.gif")
            #expect(placeholder.status == 200 && placeholder.text.hasPrefix("GIF8"))
            fakeFlickr.edit { $0.missingPicture = .status(410) }
            let gone = try await client.send(wrong[0])
            #expect(gone.status == 410)
        }
    }
}
