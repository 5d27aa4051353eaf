import FakeFlickr
import Foundation
import TestSupport
import Testing

@Suite("Permissions of a catalog")
struct PrivateCatalogTests {
    /// The permissions of everything in the catalog and of its folder, by the path within it.
    private func modes(_ gallery: GalleryProgram) throws -> [String: Int] {
        var modes: [String: Int] = [:]
        for name in try gallery.catalogFiles() + [""] {
            let path = gallery.catalog.path + (name.isEmpty ? "" : "/" + name)
            let facts = try FileManager.default.attributesOfItem(atPath: path)
            modes[name] = facts[.posixPermissions] as? Int
        }
        return modes
    }

    private func set(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// A catalog with a picture that only its owner may read and one that everyone may read.
    private func scene(_ umask: String, _ sharedMode: String?) throws -> PictureScene {
        let scene = try PictureScene()
        for (name, mode) in [("messi5.jpg", 0o600), ("fruits.jpg", 0o644)] {
            let file = scene.photos.appendingPathComponent(name)
            try FileManager.default.copyItem(
                at: PictureScene.samples.appendingPathComponent(name), to: file)
            try set(mode, file.path)
        }
        let result = try scene.gallery.shell(
            "umask \(umask); gallery import '\(scene.photos.path)' && gallery thumbnails --size 240",
            adding: sharedMode.map { ["GALLERY_CATALOG_SHARED_MODE": $0] } ?? [:])
        #expect(result.status == 0, "\(result.errors)")
        return scene
    }

    /// Imported in the order of their names: fruits is the first.
    private func file(_ scene: PictureScene, _ id: Int) throws -> String {
        let path = try scene.gallery.run("show", "\(id)", "--format", "json").object()["SourceFile"]
        return String((path as? String ?? "").dropFirst(scene.gallery.catalog.path.count + 1))
    }

    @Test(
        "folders, database and copies are limited by the setting, the umask and the source",
        arguments: [
            ("022", nil, 0o700, 0o600, 0o444, 0o400), ("077", nil, 0o700, 0o600, 0o400, 0o400),
            ("022", "group", 0o750, 0o640, 0o444, 0o400),
            ("002", "everyone", 0o755, 0o644, 0o444, 0o400),
            ("027", "everyone", 0o750, 0o640, 0o440, 0o400),
        ] as [(String, String?, Int, Int, Int, Int)])
    func modes(
        umask: String, sharedMode: String?, folder: Int, database: Int, open: Int, closed: Int
    ) throws {
        let scene = try scene(umask, sharedMode)
        defer { scene.gallery.remove() }
        let modes = try modes(scene.gallery)
        let (fruits, messi) = (try file(scene, 1), try file(scene, 2))
        #expect(modes[fruits] == open)
        #expect(modes[messi] == closed)
        let digest = messi.split(separator: "/").last?.prefix(64) ?? "none"
        var thumbnails = 0
        for (name, mode) in modes where name != fruits && name != messi {
            let path = scene.gallery.catalog.path + (name.isEmpty ? "" : "/" + name)
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            if name.contains(digest) {
                thumbnails += 1
                #expect(mode == 0o600, "\(name)")
            } else {
                #expect(mode == (isFolder.boolValue ? folder : database), "\(name)")
            }
        }
        #expect(thumbnails == 1)
    }

    @Test(
        "exported copies, their sidecars and rendered copies are no more readable than the pictures"
    )
    func exported() throws {
        let scene = try scene("022", nil)
        defer { scene.gallery.remove() }
        func export(_ arguments: String) throws {
            let result = try scene.gallery.shell("umask 002; gallery export camera \(arguments)")
            #expect(result.status == 0, "\(result.errors)")
        }
        try export("--originals out --name '{id}.{ext}'")
        try export("--format xmp -o out --name 'alone{id}'")
        #expect(try scene.gallery.run("edit", "camera", "--flip").status == 0)
        try export("--originals out --name 'edited{id}.{ext}'")
        for (id, mode) in [(1, 0o644), (2, 0o600)] {
            for name in ["\(id).jpg", "alone\(id)", "edited\(id).jpg"] {
                for ending in name.hasPrefix("alone") ? [".xmp"] : ["", ".xmp"] {
                    let facts = try FileManager.default.attributesOfItem(
                        atPath: scene.path("out/\(name)\(ending)"))
                    #expect(facts[.posixPermissions] as? Int == mode, "\(name)\(ending)")
                }
            }
        }
    }

    @Test("the journal is no more readable than the database while a program writes")
    func journal() throws {
        let scene = try scene("022", nil)
        defer { scene.gallery.remove() }
        let text = try scene.tool(
            "sqlite3", scene.gallery.catalog.path + "/catalog.sqlite",
            "UPDATE section SET found = 1",
            ".shell stat -c %a \(scene.gallery.catalog.path)/catalog.sqlite-*")
        #expect(text == "600\n600\n")
    }

    @Test("existing files keep their permissions")
    func existing() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        try FileManager.default.createDirectory(
            at: gallery.catalog, withIntermediateDirectories: false)
        try set(0o755, gallery.catalog.path)
        try gallery.makeCatalog()
        let database = gallery.catalog.path + "/catalog.sqlite"
        #expect(try modes(gallery) == ["": 0o755, "catalog.sqlite": 0o600])
        try set(0o640, database)
        #expect(try gallery.run("remove", "1").status == 66)
        #expect(try modes(gallery)["catalog.sqlite"] == 0o640)
    }

    @Test("a catalog more readable than the setting causes a warning when pictures are added")
    func openedBefore() throws {
        let scene = try scene("022", "everyone")
        defer { scene.gallery.remove() }
        let folder = scene.gallery.catalog.path
        let close = "chmod go-rwx \(folder)"
        let output = try scene.gallery.run("import", scene.photos.path)
        #expect(output.status == 0)
        #expect(output.errors.contains(close), "\(output.errors)")
        #expect(try modes(scene.gallery)[""] == 0o755)
        #expect(try scene.gallery.run("sections").errors.isEmpty)
        #expect(try scene.gallery.run("import", "--quiet", scene.photos.path).errors.isEmpty)
        let wanted = try scene.gallery.run(
            "import", scene.photos.path, adding: ["GALLERY_CATALOG_SHARED_MODE": "everyone"])
        #expect(!wanted.errors.contains("chmod"), "\(wanted.errors)")
        #expect(try scene.gallery.shell(close).status == 0)
        let closed = try scene.gallery.run("import", scene.photos.path)
        #expect(!closed.errors.contains("chmod"), "\(closed.errors)")
    }

    @Test("downloads are readable by the umask, in folders that are not")
    func downloads() async throws {
        try await FlickrScene.with(FakeWorld(seed: 9, photos: 2)) { scene async throws in
            let result = try scene.gallery.shell("umask 022; gallery search dogs")
            #expect(result.status == 0, "\(result.errors)")
            let modes = try modes(scene.gallery)
            #expect(modes["files"] == 0o700)
            let stored = try scene.gallery.storedFiles()
            #expect(stored.count == 2)
            #expect(stored.allSatisfy { modes[$0] == 0o444 })
        }
    }

    @Test("an unknown mode is rejected by name")
    func unknown() throws {
        let gallery = try GalleryProgram(environment: ["GALLERY_CATALOG_SHARED_MODE": "world"])
        defer { gallery.remove() }
        let result = try gallery.run("sections")
        #expect(result.status == 78)
        #expect(
            result.errors
                == "gallery: invalid GALLERY_CATALOG_SHARED_MODE 'world': "
                + "expected one of private, group, everyone\n")
    }
}
