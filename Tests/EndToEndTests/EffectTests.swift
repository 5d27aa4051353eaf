import Foundation
import GalleryModel
import TestSupport
import Testing

@Suite("gallery effects")
struct EffectTests {
    @Test("a picture of every effect and a contact sheet are written, for photos and files alike")
    func sheet() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let result = try scene.gallery.run(
            "effects", "1", "-o", "out", "--size", "200", "--format", "jsonl")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors == "gallery: effects: 11 files written in 'out'\n")
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.path("out"))
        #expect(names.count == 11)
        #expect(names.contains("contact-sheet.jpg"))
        for effect in EffectName.allCases {
            let name = try #require(names.first { $0.contains(effect.rawValue) })
            #expect(try PictureScene.size(scene.path("out/" + name)) == [200, 125])
        }
        #expect(Set(try names.map { try scene.bytes("out/" + $0) }).count == 11)
        #expect(try result.lines().count == 11)
        let file = try scene.gallery.run(
            "effects", "photos/messi5.jpg", "-o", "two", "--effect", "noir", "--effect", "noir:0.5")
        #expect(file.errors == "gallery: effects: 3 files written in 'two'\n", "\(file.errors)")
    }

    @Test("a file needs no catalog and creates none")
    func withoutCatalog() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let result = try gallery.run(
            "effects", FacePictures.messi.path, "-o", "out", "--effect", "sepia")
        #expect(result.status == 0, "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: gallery.catalog.path))
    }

    @Test("--list names all ten effects with their recipes")
    func list() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let rows = try gallery.run("effects", "--list", "--format", "jsonl").lines()
        #expect(rows.compactMap { $0["name"] as? String } == EffectName.allCases.map(\.rawValue))
        #expect(rows.allSatisfy { ($0["recipe"] as? String)?.isEmpty == false })
        #expect(try gallery.run("effects", "--list").text.contains("sepia"))
        #expect(!FileManager.default.fileExists(atPath: gallery.catalog.path))
    }

    @Test(
        "errors end with their status",
        arguments: [
            (["effects"], Int32(64), "give a photo"), (["effects", "1"], 64, "-o DIR"),
            (["effects", "camera", "-o", "out"], 64, "'camera' is a section"),
            (["effects", "99", "-o", "out"], 66, "99"),
            (["effects", "no.jpg", "-o", "out"], 66, "no.jpg"),
            (["effects", "1", "-o", "out", "--size", "1"], 64, "invalid --size '1': expected 16"),
            (["effects", "1", "-o", "out", "--effect", "glow"], 64, "unknown effect 'glow'"),
            (["effects", "1", "-o", "out", "--effect", "none"], 64, "'none' is not an effect"),
            (["effects", "empty.jpg", "-o", "out"], 65, "'empty.jpg': the picture is damaged"),
            (["effects", "--list", "1"], 64, "--list cannot be combined"),
        ])
    func wrong(arguments: [String], status: Int32, words: String) throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        try Data().write(to: scene.gallery.folder.appendingPathComponent("empty.jpg"))
        let result = try scene.gallery.start(arguments).wait()
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: scene.path("out")))
    }
}
