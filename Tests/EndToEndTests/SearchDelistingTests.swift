import FakeFlickr
import Foundation
import TestSupport
import Testing

@Suite("gallery refresh and delisted photos")
struct SearchDelistingTests {
    private func delisted(_ scene: FlickrScene) throws -> Int {
        try scene.gallery.run("export", "dogs", "--format", "jsonl").lines()
            .count { $0["Gone"] as? Bool == true }
    }

    @Test("a response without photos and totals is requested again, and repeated it ends with 69")
    func emptyPhotos() async throws {
        try await FlickrScene.with(
            FakeWorld(seed: 41, photos: 30), adding: ["GALLERY_TRANSPORT_RETRIES": "2"]
        ) { scene async throws in
            _ = try scene.gallery.run("search", "dogs", "--size", "none")
            scene.flickr.setFaults([FaultRule(.emptyPhotos, times: 1)])
            let once = try scene.gallery.run("refresh", "dogs", "--format", "json")
            #expect(once.status == 0, "\(once.errors)")
            #expect(try once.object().number("listed") == 30)
            scene.flickr.setFaults([FaultRule(.emptyPhotos)])
            scene.flickr.clearLog()
            let forever = try scene.gallery.run("refresh", "dogs")
            #expect(forever.status == 69, "\(forever.errors)")
            #expect(forever.errors.contains("photos"), "\(forever.errors)")
            #expect(scene.count(.rest) == 3)
            #expect(try delisted(scene) == 0)
        }
    }

    @Test(
        "a single response that lacks most of the section marks nothing: it is requested again",
        arguments: [0, 3, 14])
    func secondLook(count: Int) async throws {
        try await FlickrScene.with(FakeWorld(seed: 42, photos: 30)) { scene async throws in
            _ = try scene.gallery.run("search", "dogs", "--size", "none")
            let ids = try scene.ids("dogs")
            scene.flickr.setFaults([FaultRule(.fewPhotos(count), times: 1)])
            scene.flickr.clearLog()
            let result = try scene.gallery.run("refresh", "dogs", "--format", "json")
            #expect(result.status == 0, "\(result.errors)")
            let answer = try result.object()
            #expect(answer.number("gone") == 0)
            #expect(answer.number("listed") == 30)
            #expect(answer.number("found") == 30)
            #expect(scene.count(.rest) == 2)
            #expect(try delisted(scene) == 0)
            #expect(try scene.ids("dogs") == ids)
        }
    }

    @Test("photos also missing in the second response are marked, and undo reverts that")
    func undo() async throws {
        try await FlickrScene.with(FakeWorld(seed: 43, photos: 30)) { scene async throws in
            _ = try scene.gallery.run("search", "dogs", "--size", "none")
            let before = try scene.gallery.run("export", "dogs", "--format", "jsonl").text
            scene.flickr.setFaults([FaultRule(.fewPhotos(0))])
            scene.flickr.clearLog()
            let result = try scene.gallery.run("refresh", "dogs", "--format", "json")
            #expect(result.status == 0, "\(result.errors)")
            #expect(try result.object().number("gone") == 30)
            #expect(scene.count(.rest) == 2)
            #expect(try delisted(scene) == 30)
            let dry = try scene.gallery.run("undo", "-n")
            #expect(dry.errors.contains("30 photos"), "\(dry.errors)")
            let undone = try scene.gallery.run("undo")
            #expect(undone.status == 0, "\(undone.errors)")
            #expect(try delisted(scene) == 0)
            #expect(
                try scene.gallery.run("export", "dogs", "--format", "jsonl").text == before)
            // A few missing photos are marked without a second request.
            scene.flickr.setFaults([FaultRule(.fewPhotos(20))])
            scene.flickr.clearLog()
            let few = try scene.gallery.run("refresh", "dogs", "--format", "json").object()
            #expect(few.number("gone") == 10)
            #expect(scene.count(.rest) == 1)
        }
    }
}
