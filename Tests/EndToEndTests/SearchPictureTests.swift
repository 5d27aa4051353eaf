import FakeFlickr
import Foundation
import TestSupport
import Testing

@Suite("Pictures requested by gallery search and fetch")
struct SearchPictureTests {
    @Test(
        "a stored larger picture serves for a smaller size: nothing is downloaded",
        arguments: ["thumbnail", "medium", "large"])
    func largerServes(size: String) async throws {
        var world = FakeWorld(seed: 31, photos: 6)
        world.photos = world.photos.map { photo in
            var photo = photo
            (photo.media, photo.isOriginalPermitted, photo.hasURLs) = (.photo, true, true)
            return photo
        }
        try await FlickrScene.with(world) { scene async throws in
            let first = try scene.gallery.run(
                "search", "dogs", "--size", "original", "--format", "json")
            #expect(try first.object().number("pictures", "downloaded") == 6, "\(first.errors)")
            scene.flickr.clearLog()
            let fetched = try scene.gallery.run(
                "fetch", "dogs", "--size", size, "--format", "json")
            #expect(try fetched.object().number("pictures", "present") == 6, "\(fetched.errors)")
            #expect(scene.flickr.requests().isEmpty)
            let searched = try scene.gallery.run(
                "search", "dogs", "--size", size, "--format", "json")
            #expect(try searched.object().number("pictures", "present") == 6, "\(searched.errors)")
            #expect(scene.count(.picture) == 0)
        }
    }

    @Test(
        "an unavailable picture is requested again after a day, and at once by fetch",
        arguments: [
            FakeFault.placeholderRedirect, .status(404, retryAfter: nil),
            .status(410, retryAfter: nil),
        ])
    func unavailableForADay(fault: FakeFault) async throws {
        let world = FakeWorld(seed: 32, photos: 4)
        try await FlickrScene.with(world, faults: [FaultRule(fault, endpoint: .picture)]) {
            scene async throws in
            let first = try scene.gallery.run("search", "dogs", "--format", "json")
            #expect(try first.object().number("pictures", "unavailable") == 4, "\(first.errors)")
            scene.flickr.clearLog()
            // When it is searched again on the same day
            let second = try scene.gallery.run("search", "dogs", "--format", "json").object()
            #expect(second.number("pictures", "unavailable") == 4)
            #expect(scene.count(.picture) == 0)
            // When it is searched a day later, and the server still has none
            try age(scene)
            let later = try scene.gallery.run("refresh", "dogs", "--format", "json").object()
            #expect(later.number("pictures", "unavailable") == 4)
            let requested = scene.count(.picture)
            #expect(requested >= 4)
            // Then that applies for another day
            _ = try scene.gallery.run("search", "dogs")
            #expect(scene.count(.picture) == requested)
            // And a day later they are available
            scene.flickr.setFaults([])
            try age(scene)
            let last = try scene.gallery.run("search", "dogs", "--format", "json").object()
            #expect(last.number("pictures", "downloaded") == 4)
        }
        try await FlickrScene.with(world, faults: [FaultRule(fault, endpoint: .picture, times: 4)])
        { scene async throws in
            _ = try scene.gallery.run("search", "dogs")
            scene.flickr.setFaults([])
            let fetched = try scene.gallery.run(
                "fetch", "dogs", "--size", "medium", "--format", "json")
            #expect(
                try fetched.object().number("pictures", "unavailable") == 0, "\(fetched.errors)")
        }
    }

    /// Moves the records of unavailable pictures a day into the past.
    private func age(_ scene: FlickrScene) throws {
        let result = try scene.gallery.start(
            [
                scene.gallery.catalog.appendingPathComponent("catalog.sqlite").path,
                "UPDATE picture SET date = date - 86400",
            ], executable: URL(fileURLWithPath: "/usr/bin/sqlite3")
        ).wait()
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("a download that cannot be stored ends the listing at once, with 74")
    func fatalDownload() async throws {
        var world = FakeWorld(seed: 33, photos: 1_200)
        world.pictureBytes = 6 << 20
        // Page 2 never arrives: only the failed download can end the run before the request is
        // repeated.
        let rule = FaultRule(.stallBeforeHeaders, endpoint: .rest, contains: "&page=2")
        try await FlickrScene.with(
            world, faults: [rule],
            adding: [
                "GALLERY_TRANSPORT_IDLE_TIMEOUT_SECONDS": "20",
                "GALLERY_TRANSPORT_RETRIES": "1",
            ]
        ) { scene async throws in
            // Files may have 4 MiB, which is enough for the catalog and too small for a picture.
            let result = try scene.gallery.shell(
                "trap '' XFSZ; ulimit -f 4096; gallery search dogs --all")
            #expect(result.status == 74, "\(result.errors)")
            #expect(scene.count(.rest) <= 2)
            #expect(result.errors.contains("File too large"), "\(result.errors)")
            #expect(try scene.gallery.integrity() == "ok")
            #expect(try scene.ids("dogs").count == 500)
        }
    }

    @Test("a license without a known name stays a number in every listing")
    func unknownLicense() async throws {
        var world = FakeWorld(seed: 34, photos: 3)
        world.photos = world.photos.map { photo in
            var photo = photo
            photo.license = 77
            return photo
        }
        try await FlickrScene.with(world) { scene async throws in
            _ = try scene.gallery.run("search", "dogs")
            let csv = try scene.gallery.run("export", "dogs", "--columns", "License,LicenseURL")
            #expect(
                csv.text == "License,LicenseURL\r\n"
                    + String(repeating: "license 77,\r\n", count: 3))
            #expect(try scene.gallery.run("show", "dogs/1").text.contains("license 77"))
        }
    }
}
