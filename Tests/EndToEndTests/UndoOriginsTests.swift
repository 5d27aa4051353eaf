import FakeFlickr
import Foundation
import TestSupport
import Testing

/// `undo` of whole commands: lists and exports are restored byte for byte.
@Suite("Undo of searches, refreshes, pulls and imports")
struct UndoOriginsTests {
    /// The output of the catalog about sections and photos.
    private static func output(_ gallery: GalleryProgram) throws -> [String] {
        let sections = try gallery.run("sections", "--format", "jsonl")
        var texts = [sections.text]
        for format in ["csv", "jsonl"] {
            texts.append(try gallery.run("export", "--format", format).text)
        }
        for section in try sections.lines().compactMap({ $0["section"] as? String }) {
            let rows = try gallery.run("list", section, "--format", "jsonl")
            texts.append(rows.text)
            for id in try rows.lines().compactMap({ $0.number("id") }) {
                texts.append(try gallery.run("show", "\(id)", "--format", "json").text)
            }
        }
        return texts
    }

    @Test("undo reverts a search and a refresh with photos that are also in other sections")
    func search() async throws {
        try await FlickrScene.with(FakeWorld(seed: 61, photos: 12)) { scene async throws in
            let gallery = scene.gallery
            #expect(try gallery.run("search", "dogs", "--limit", "5").status == 0)
            let before = try Self.output(gallery)
            let searched = try gallery.run("search", "cats", "--limit", "9")
            #expect(searched.status == 0, "\(searched.errors)")
            let trial = try gallery.run("undo", "-n")
            #expect(trial.errors.contains("would undo change 2 (search"), "\(trial.errors)")
            let undone = try gallery.run("undo")
            #expect(undone.status == 0, "\(undone.errors)")
            #expect(try Self.output(gallery) == before)
            // More photos, another size, other titles.
            scene.flickr.edit { world in
                for index in world.photos.indices { world.photos[index].title += " again" }
            }
            #expect(try gallery.run("search", "dogs", "--size", "large").status == 0)
            #expect(try Self.output(gallery) != before)
            #expect(try gallery.run("undo").status == 0)
            #expect(try Self.output(gallery) == before)
            #expect(try gallery.run("refresh").status == 0)
            let list = try gallery.run("undo", "--list", "--format", "jsonl").lines()
            #expect(list.first?["command"] as? String == "refresh")
            #expect(try gallery.run("undo").status == 0)
            #expect(try Self.output(gallery) == before)
            #expect(try gallery.run("refresh").status == 0)
            let again = try Self.output(gallery)
            #expect(again != before)
            #expect(try gallery.run("undo", "1").status == 0)
            #expect(try gallery.run("sections", "--format", "jsonl").lines().count == 1)
        }
    }

    @Test("undo reverts a pull of several people, and the next pull restores it")
    func pull() async throws {
        var world = FakeWorld(photos: [])
        world.sharing = FakeSharing(people: 3, photos: 2)
        try await FlickrScene.with(world) { scene async throws in
            let gallery = scene.gallery
            let url = scene.flickr.baseURL + "/photoserver"
            try gallery.makeCatalog()
            let empty = try Self.output(gallery)
            #expect(try gallery.run("pull", url, "--user", "person 1").status == 0)
            let before = try Self.output(gallery)
            scene.flickr.edit {
                $0.sharing.people[0].photos[0].name = "renamed"
                $0.sharing.people[0].photos.removeLast()
            }
            #expect(try gallery.run("pull", url).status == 0)
            let after = try gallery.run("export", "--format", "csv").text
            #expect(try gallery.run("undo").status == 0)
            #expect(try Self.output(gallery) == before)
            let again = try gallery.run("pull", url, "--format", "json")
            #expect(try again.object().number("new") == 4, "\(again.errors)")
            #expect(try again.object().number("pictures", "downloaded") == 0)
            #expect(try gallery.run("export", "--format", "csv").text == after)
            #expect(try gallery.run("undo").status == 0)
            #expect(try gallery.run("undo", "1").status == 0)
            #expect(try Self.output(gallery) == empty)
            #expect(try gallery.integrity() == "ok")
        }
    }

    @Test("undo reverts an import, also one that reads a sidecar again")
    func imported() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let folder = gallery.folder.appendingPathComponent("card")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func add(_ name: String) throws {
            try PictureFiles.jpeg(comment: name, padding: 0)
                .write(to: folder.appendingPathComponent("\(name).jpg"))
        }
        for name in ["a", "b"] { try add(name) }
        #expect(try gallery.run("import", folder.path).status == 0)
        let before = try Self.output(gallery)
        for name in ["c", "d"] { try add(name) }
        let imported = try gallery.run("import", folder.path)
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try gallery.run("undo").status == 0)
        #expect(try Self.output(gallery) == before)
        #expect(try gallery.run("trash", "--format", "jsonl").lines().count == 2)
        #expect(try gallery.run("import", folder.path).status == 0)
        #expect(try gallery.run("list", "camera", "--format", "jsonl").lines().count == 4)
        #expect(try gallery.run("undo").status == 0)
        #expect(try gallery.run("restore", "3").status == 0)
        #expect(try gallery.run("list", "camera", "--format", "jsonl").lines().count == 3)
        #expect(try gallery.run("undo").status == 0)
        #expect(try Self.output(gallery) == before)
    }
}
