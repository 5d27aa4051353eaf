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
            let found = try Self.output(gallery)
            let undone = try gallery.run("undo")
            #expect(undone.status == 0, "\(undone.errors)")
            #expect(try Self.output(gallery) == before)
            let requests = scene.flickr.requests().count
            let redone = try gallery.run("redo")
            #expect(redone.status == 0, "\(redone.errors)")
            #expect(redone.errors.contains("redid change 2 (search"), "\(redone.errors)")
            #expect(try Self.output(gallery) == found)
            #expect(scene.flickr.requests().count == requests)
            #expect(try gallery.run("undo").status == 0)
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
            let refused = try gallery.run("undo", "1")
            #expect(refused.status == 1)
            #expect(refused.errors.contains("(refresh, "), "\(refused.errors)")
            #expect(try Self.output(gallery) == again)
            #expect(try gallery.run("undo").status == 0)
            #expect(try gallery.run("undo", "1").status == 0)
            #expect(try gallery.run("sections", "--format", "jsonl").lines().count == 1)
            for expected in [before, again] {
                #expect(try gallery.run("redo").status == 0)
                #expect(try Self.output(gallery) == expected)
            }
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
            for _ in 0..<2 { #expect(try gallery.run("redo").status == 0) }
            #expect(try gallery.run("export", "--format", "csv").text == after)
            for _ in 0..<2 { #expect(try gallery.run("undo").status == 0) }
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
        let after = try Self.output(gallery)
        #expect(try gallery.run("undo").status == 0)
        #expect(try Self.output(gallery) == before)
        #expect(try gallery.run("redo", "-n").errors.contains("would redo change 2 (import"))
        #expect(try gallery.run("redo").status == 0)
        #expect(try Self.output(gallery) == after)
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

    @Test("the journal keeps the number of changes of its setting, and says what it dropped")
    func bounded() throws {
        let gallery = try GalleryProgram(environment: ["GALLERY_UNDO_MAXIMUM_STEPS": "2"])
        defer { gallery.remove() }
        let file = gallery.folder.appendingPathComponent("a.jpg")
        try PictureFiles.jpeg(comment: "a").write(to: file)
        #expect(try gallery.run("import", file.path).status == 0)
        for turn in ["90", "180", "270"] {
            #expect(try gallery.run("edit", "1", "--rotate", turn).status == 0)
        }
        let list = try gallery.run("undo", "--list", "--format", "jsonl")
        #expect(try list.lines().compactMap { $0.number("number") } == [4, 3])
        #expect(list.errors.hasPrefix("gallery: 2 older changes cannot be undone any more"))
        let dropped = try gallery.run("undo", "1")
        #expect(dropped.status == 66)
        #expect(
            dropped.errors.contains("the journal keeps the latest 2 changes"), "\(dropped.errors)")
        for _ in 0..<2 { #expect(try gallery.run("undo").status == 0) }
        #expect(try gallery.run("undo").errors == "gallery: nothing to undo\n")
    }
}
