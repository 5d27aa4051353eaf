import FakeFlickr
import Foundation
import TestSupport
import Testing

@Suite("gallery section remove")
struct SectionRemoveTests {
    /// The visible content of the catalog.
    private func state(_ gallery: GalleryProgram) throws -> [String] {
        try [
            gallery.run("sections", "--format", "jsonl").text,
            gallery.run("list", "flickr:dogs").text,
            gallery.run("export", "--format", "jsonl").text,
            gallery.run("show", "1", "--format", "json").text,
            gallery.run("trash", "--format", "jsonl").text,
        ]
    }

    @Test("photos of another section stay, the others are trashed, and undo is exact")
    func removing() async throws {
        try await FlickrScene.with(FakeWorld(seed: 51, photos: 12)) { scene async throws in
            let gallery = scene.gallery
            try gallery.run("search", "dogs", "--size", "none")
            // Some of the same photos.
            try gallery.run("search", "--tags", "dogs", "--limit", "4", "--size", "none")
            let facts = "photos: 8 moved to the trash, 4 kept in other sections"
            let before = try state(gallery)
            let dry = try gallery.run("section", "remove", "-n", "dogs")
            #expect(dry.errors == "gallery: dry run: would remove flickr:dogs; \(facts)\n")
            #expect(try state(gallery) == before)
            let removed = try gallery.run("section", "remove", "dogs")
            #expect(removed.status == 0)
            #expect(
                removed.errors
                    == "gallery: removed flickr:dogs; \(facts); to restore: gallery undo\n")
            #expect(try gallery.run("list", "dogs").status == 66)
            #expect(try gallery.run("trash", "--format", "jsonl").lines().count == 8)
            #expect(try scene.ids("flickr:tags=dogs").count == 4)
            let list = try gallery.run("undo", "--list", "--format", "jsonl").lines()[0]
            #expect(list["command"] as? String == "section remove")
            #expect(
                list["sentence"] as? String
                    == "Moved 8 photos to the trash and removed flickr:dogs.")
            #expect(list["state"] as? String == "done")
            let undone = try gallery.run("undo")
            #expect(
                undone.errors.hasSuffix("): flickr:dogs, 8 photos\n"), "\(undone.errors)")
            #expect(try state(gallery) == before)
            // The data for refresh was also restored.
            #expect(try gallery.run("refresh", "dogs").status == 0)
        }
    }

    @Test("undo is rejected while a section has the name or a photo is restored, without a section")
    func meanwhile() async throws {
        try await FlickrScene.with(FakeWorld(seed: 52, photos: 6)) { scene async throws in
            let gallery = scene.gallery
            try gallery.run("search", "dogs", "--size", "none")
            let count = try scene.ids("dogs").count
            try gallery.run("section", "remove", "dogs")
            let restored = try gallery.run("restore", "1")
            #expect(restored.status == 0)
            #expect(
                restored.errors == "gallery: restored 1 photo: 1\n"
                    + "gallery: in no section, because their sections were removed: 1; "
                    + "'gallery find' still finds them\n")
            #expect(try gallery.run("show", "1").status == 0)
            #expect(
                try gallery.run("export", "--format", "jsonl").lines().map { $0.number("ID") } == [
                    1
                ])
            #expect(
                try gallery.run("latest", "--format", "jsonl").lines().map { $0.number("ID") } == [
                    1
                ])
            try gallery.run("search", "dogs", "--size", "none")
            let refused = try gallery.run("undo", "2")
            #expect(refused.status == 1)
            #expect(
                refused.errors.hasPrefix(
                    "gallery: change 2 (section remove) cannot be undone alone: change 3 (restore, "
                ), "\(refused.errors)")
            #expect(refused.errors.contains(") and change 4 (search, "), "\(refused.errors)")
            for _ in 0..<2 { #expect(try gallery.run("undo").status == 0) }
            let undone = try gallery.run("undo", "2")
            #expect(undone.status == 0, "\(undone.errors)")
            #expect(try scene.ids("dogs").count == count)
        }
    }

    @Test("the camera and unknown sections are rejected, and nothing is removed")
    func refused() async throws {
        try await FlickrScene.with(FakeWorld(seed: 53, photos: 3)) { scene async throws in
            let gallery = scene.gallery
            try gallery.run("search", "dogs", "--size", "none")
            let camera = try gallery.run("section", "remove", "dogs", "camera")
            #expect(camera.status == 64)
            #expect(
                camera.errors
                    == "gallery: 'camera' cannot be removed: 'gallery import' adds photos "
                    + "to it; use 'gallery remove' to move single photos to the trash\n")
            let unknown = try gallery.run("section", "remove", "dogs", "cats")
            #expect(unknown.status == 66)
            #expect(
                unknown.errors
                    == "gallery: no section 'cats': 'gallery sections' lists them\n")
            #expect(try gallery.run("list", "dogs").status == 0)
            #expect(try gallery.run("trash").text == "ID  ORIGIN  TITLE  REMOVED\n")
        }
    }
}
