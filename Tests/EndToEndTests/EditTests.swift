import Foundation
import GalleryModel
import TestSupport
import Testing

@Suite("gallery edit")
struct EditTests {
    @Test("an edit is shown, rendered by export and reverted by undo; the original stays")
    func whole() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let stored = try #require(try scene.gallery.storedFiles().first)
        let original = try scene.bytes("catalog/" + stored)
        #expect(try scene.gallery.run("edit", "1", "--show").text == "{\"version\":1}\n")
        let edit = try scene.gallery.run(
            "edit", "camera/1", "--crop", "10%,10%,50%,50%", "--rotate", "90", "--effect",
            "noir:0.8", "--effect", "vignette")
        #expect(edit.status == 0, "\(edit.errors)")
        #expect(edit.text.isEmpty)
        #expect(edit.errors.contains("photo 1 171×274: {"), "\(edit.errors)")
        #expect(edit.errors.hasSuffix("gallery: edits: 1 changed\n"))
        let show = try scene.gallery.run("edit", "1", "--show")
        let recipe = try show.object()
        #expect(recipe.integer("rotation") == 90)
        #expect((recipe["effects"] as? [Any])?.count == 2)
        #expect(try scene.gallery.run("show", "1").text.contains("\"rotation\":90"))
        let rows = try scene.gallery.run("edit", "camera", "--show", "--format", "jsonl").lines()
        #expect(rows.map { [$0.integer("width"), $0.integer("height")] } == [[171, 274]])
        try scene.gallery.run("export", "--originals", "out", "--name", "{id}.{ext}")
        #expect(try PictureScene.size(scene.path("out/1.jpg")) == [171, 274])
        try scene.gallery.run(
            "export", "--originals", "plain", "--name", "{id}.{ext}", "--unedited")
        #expect(try scene.bytes("plain/1.jpg") == original)
        #expect(try scene.bytes("catalog/" + stored) == original)
        let undo = try scene.gallery.run("undo")
        #expect(undo.status == 0)
        #expect(undo.errors.contains("(edit,"), "\(undo.errors)")
        #expect(try scene.gallery.run("edit", "1", "--show").text == "{\"version\":1}\n")
    }

    @Test("an option replaces its own part, and none removes it")
    func parts() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        func edit(_ arguments: String...) throws -> [String: Any] {
            let result = try scene.gallery.start(["edit", "1"] + arguments).wait()
            #expect(result.status == 0, "\(result.errors)")
            return try scene.gallery.run("edit", "1", "--show").object()
        }
        let first = try edit("--straighten", "-2.5", "--flip", "--effect", "sepia", "--zoom", "2")
        #expect((first["straightening"] as? NSNumber)?.doubleValue == -2.5)
        #expect(first["mirrored"] as? Bool == true)
        let second = try edit("--center", "25%,75%", "--effect", "none", "--no-flip")
        #expect(second["effects"] == nil)
        #expect(second["mirrored"] == nil)
        #expect((second["zoom"] as? NSNumber)?.doubleValue == 2)
        let third = try edit(
            "--zoom", "none", "--straighten", "0", "--center", "none", "--square", "64")
        #expect(Set(third.keys) == ["version", "square"])
        let fourth = try edit("--reset", "--resize", "100")
        #expect(Set(fourth.keys) == ["version", "longestSide"])
        let same = try scene.gallery.run("edit", "1", "--resize", "100")
        #expect(same.errors.hasSuffix("gallery: edits: 1 unchanged\n"), "\(same.errors)")
        #expect(try edit("--reset").count == 1)
    }

    @Test("a recipe is applied to other photos from standard input and files, and copied")
    func recipes() throws {
        let scene = try PictureScene("messi5.jpg", "fruits.jpg", "baboon.jpg")
        defer { scene.gallery.remove() }
        try scene.gallery.run("edit", "1", "--crop", "0%,0%,50%,50%", "--effect", "mono")
        let recipe = try scene.gallery.run("edit", "1", "--show").output
        let piped = try scene.gallery.run("edit", "2", "--recipe", "-", input: recipe)
        #expect(piped.status == 0, "\(piped.errors)")
        try recipe.write(to: scene.gallery.folder.appendingPathComponent("half.json"))
        try scene.gallery.run("edit", "2", "--recipe", "half.json", "--effect", "none")
        try scene.gallery.run("edit", "3", "--copy-from", "1")
        let rows = try scene.gallery.run("edit", "camera", "--show", "--format", "jsonl").lines()
        #expect(rows.compactMap { ($0["recipe"] as? [String: Any])?["crop"] != nil }.count == 3)
        #expect(try scene.gallery.run("edit", "3", "--show").output == recipe)
        let section = try scene.gallery.run("edit", "camera", "--reset", "--format", "jsonl")
        #expect(try section.lines().map { $0.integer("id") } == [1, 2, 3])
        #expect(section.errors == "gallery: edits: 3 changed\n")
        // One command, one change.
        try scene.gallery.run("undo")
        #expect(try scene.gallery.run("edit", "3", "--show").output == recipe)
    }

    @Test("a crop in pixels applies to the rotated picture, and one that does not fit is rejected")
    func pixels() throws {
        let scene = try PictureScene("messi5.jpg", "fruits.jpg")
        defer { scene.gallery.remove() }
        let fits = try scene.gallery.run(
            "edit", "2", "--rotate", "90", "--crop", "0,400,342,148", "--format", "jsonl")
        #expect(fits.status == 0, "\(fits.errors)")
        #expect(
            try fits.lines().map { [$0.integer("width"), $0.integer("height")] } == [[342, 148]])
        let outside = try scene.gallery.run("edit", "2", "--reset", "--crop", "0,400,342,148")
        #expect(outside.status == 64)
        #expect(outside.errors.contains("548×342"), "\(outside.errors)")
        // In a batch, the photo that it does not fit is named and the others are edited.
        let batch = try scene.gallery.run("edit", "camera", "--reset", "--crop", "0,400,342,60")
        #expect(batch.status == 1)
        #expect(batch.errors.contains("548×342"), "\(batch.errors)")
        #expect(batch.errors.contains("1 changed, 1 failed"), "\(batch.errors)")
    }

    @Test("faces follow a crop into the exported copy's sidecar")
    func faces() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        try scene.gallery.run("faces", "add", "1", "220,90,50,50", "--name", "Lionel")
        try scene.gallery.run("edit", "1", "--crop", "200,80,100,100")
        try scene.gallery.run(
            "export", "--originals", "out", "--name", "{id}.{ext}", "--format", "jsonl")
        let sidecar = String(decoding: try scene.bytes("out/1.jpg.xmp"), as: UTF8.self)
        #expect(sidecar.contains("Lionel"))
        // The center of the face, 245,115 in the photo, is 45,35 of 100 by 100.
        #expect(sidecar.contains("0.45"), "\(sidecar)")
        #expect(sidecar.contains("0.35"))
    }

    @Test("a center without a zoom changes nothing, and the missing option is named")
    func idle() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let result = try scene.gallery.run("edit", "1", "--center", "10,10")
        #expect(result.status == 0)
        #expect(result.errors.contains("1 unchanged"), "\(result.errors)")
        #expect(result.errors.contains("--center has no effect without a zoom"), "\(result.errors)")
        #expect(try scene.gallery.run("edit", "1", "--show").text == "{\"version\":1}\n")
    }

    @Test("a damaged edit cannot be extended, is shown as damaged, and --reset removes it")
    func damaged() throws {
        let scene = try PictureScene("messi5.jpg", "fruits.jpg")
        defer { scene.gallery.remove() }
        try scene.gallery.run("edit", "camera", "--effect", "noir")
        // The trigger calls a function of the program.
        let statement = """
            DROP TRIGGER shapeOfEditChanged;
            UPDATE photoEdit SET recipe = '{"version":1,"zoom":1000}' WHERE photoID = 1
            """
        let harm = try scene.gallery.start(
            [scene.path("catalog/catalog.sqlite"), statement],
            executable: URL(filePath: "/usr/bin/sqlite3")
        ).wait()
        #expect(harm.status == 0, "\(harm.errors)")
        let change = try scene.gallery.run("edit", "1", "--zoom", "2")
        #expect(change.status == 65)
        #expect(change.errors.contains("gallery edit 1 --reset"), "\(change.errors)")
        let rows = try scene.gallery.run("edit", "camera", "--show", "--format", "jsonl").lines()
        #expect(rows.compactMap { $0["error"] as? String }.count == 1)
        let all = try scene.gallery.run("edit", "camera", "--flip")
        #expect(all.status == 1)
        #expect(all.errors.contains("1 changed, 1 failed"), "\(all.errors)")
        let reset = try scene.gallery.run("edit", "1", "--reset")
        #expect(reset.errors.contains("1 changed"), "\(reset.errors)")
        #expect(try scene.gallery.run("edit", "1", "--show").text == "{\"version\":1}\n")
    }

    @Test("the help explains --no-flip")
    func help() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let text = try scene.gallery.run("edit", "--help").text
        #expect(text.contains("undo a flip"), "\(text)")
        let flip = try scene.gallery.run("edit", "1", "--flip")
        #expect(flip.errors.contains("\"mirrored\":true"), "\(flip.errors)")
        #expect(try scene.gallery.run("edit", "1", "--flip", "--no-flip").status == 64)
        let back = try scene.gallery.run("edit", "1", "--no-flip")
        #expect(back.errors.contains("as the original"), "\(back.errors)")
    }

    @Test("a dry run prints its result and changes nothing")
    func dryRun() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let result = try scene.gallery.run("edit", "1", "--square", "64", "-n", "--format", "jsonl")
        #expect(result.errors == "gallery: dry run: edits: 1 would change\n")
        #expect(try result.lines().map { $0.integer("width") } == [64])
        #expect(try scene.gallery.run("edit", "1", "--show").text == "{\"version\":1}\n")
    }

    @Test(
        "errors end with their status and name the next step",
        arguments: [
            (["edit", "1"], Int32(64), "no change given; use --crop"),
            (["edit"], 64, "photo/section"),
            (["edit", ""], 64, "'' is not a photo or section; give one, such as 42 or camera/3"),
            (
                ["share", "", "--to", "out/"], 64,
                "'' is not a photo or section; give one, such as 42 or camera/3"
            ),
            (["edit", "1"], 64, "or --show to print the recipe"),
            (
                ["edit", "1", "--effect", "nor"], 64,
                "unknown effect 'nor'; did you mean 'noir'?"
            ),
            (
                ["edit", "1", "--effect", "bogus"], 64,
                "unknown effect 'bogus'; see 'gallery effects --list'"
            ),
            (["edit", "1", "--recipe", "/"], 65, "'/' is a folder; --recipe requires a JSON file"),
            (["edit", "1", "--square", "65500"], 64, "a square of '65500' pixels"),
            (["edit", "1", "--effect", "noir:2"], 64, "invalid --effect 'noir:2'"),
            (["edit", "1", "--rotate", "45"], 64, "invalid --rotate '45'"),
            (["edit", "1", "--straighten", "-50"], 64, "invalid --straighten '-50'"),
            (["edit", "1", "--crop", "-5,0,10,10"], 64, "invalid --crop '-5,0,10,10'"),
            (["edit", "1", "--zoom", "0.5"], 64, "invalid --zoom '0.5'"),
            (["edit", "1", "--reset", "--copy-from", "1"], 64, "cannot be combined"),
            (["edit", "1", "--show", "--flip"], 64, "--show cannot be combined with changes"),
            (["edit", "99", "--flip"], 66, "99"), (["edit", "1", "--copy-from", "99"], 66, "99"),
            (["edit", "nowhere", "--show"], 66, "nowhere"),
            (["edit", "1", "--recipe", "missing.json"], 66, "no file 'missing.json'"),
            (["edit", "1", "--recipe", "photos/messi5.jpg"], 65, "not an edit recipe"),
        ])
    func wrong(arguments: [String], status: Int32, words: String) throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let result = try scene.gallery.start(arguments).wait()
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.text.isEmpty)
    }

    @Test(
        "an invalid recipe ends with 65 and names the error",
        arguments: [
            ("", "it is not a JSON object"), ("[]", "it is a list, not a JSON object"),
            ("{\"version\":\"1\"}", "'version' must be a whole number, not the text '1'"),
            ("{\"version\":2}", "install a newer version of gallery"),
            ("{\"version\":1,\"croop\":1}", "unknown key 'croop'"),
            ("{\"version\":1,\"rotation\":45}", "invalid rotation '45'"),
            ("{\"version\":1,\"zoom\":1e999}", "invalid zoom 'inf'"),
            ("{\"version\":1,\"effects\":[{\"name\":\"glow\"}]}", "invalid effect 'glow'"),
        ])
    func wrongEdit(text: String, words: String) throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let result = try scene.gallery.run("edit", "1", "--recipe", "-", input: Data(text.utf8))
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("standard input"), "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
    }
}
