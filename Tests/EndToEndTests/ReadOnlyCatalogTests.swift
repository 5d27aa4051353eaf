import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Read-only catalogs")
struct ReadOnlyCatalogTests {
    /// Makes a folder read-only for one command: by a mount for root, who needs no permissions,
    /// else by permissions.
    static func shield(_ folder: String, _ command: String) -> String {
        geteuid() == 0
            ? """
            unshare -m bash -c 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && \
            exec \(command)' '\(folder)'
            """
            : """
            chmod -R a-w '\(folder)'; \(command); status=$?; chmod -R u+w '\(folder)'; exit $status
            """
    }

    static let canShield: Bool = {
        let folder = FileManager.default.temporaryDirectory.path
        return geteuid() != 0 || ChildProcess.succeeds("bash", ["-c", shield(folder, "true")])
    }()

    private func run(
        _ gallery: GalleryProgram, _ command: String, in folder: String? = nil
    ) throws -> GalleryProgram.Result {
        let folder = folder ?? gallery.catalog.path
        return try gallery.shell(
            Self.shield(folder, "gallery \(command)"), adding: ["GALLERY_CATALOG": folder])
    }

    /// Everything below the catalog with its content and modification time.
    private func snapshot(_ gallery: GalleryProgram) throws -> [String: String] {
        var entries: [String: String] = [:]
        for name in try gallery.catalogFiles() {
            let path = gallery.catalog.appendingPathComponent(name).path
            let facts = try FileManager.default.attributesOfItem(atPath: path)
            let content = FileManager.default.contents(atPath: path)?.base64EncodedString() ?? ""
            let changed = (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            entries[name] = "\(changed) \(content)"
        }
        return entries
    }

    private static let reading = [
        "sections", "list camera", "list camera --format jsonl", "show 1", "show 1 --format json",
        "album", "latest", "trash", "problems", "places", "faces list", "undo --list",
        "edit camera --show",
        "export camera --format csv", "export --format geojson", "export camera --format jsonl",
    ]

    private func scene() throws -> PictureScene {
        let scene = try PictureScene("messi5.jpg", "fruits.jpg", "home.jpg")
        #expect(try scene.gallery.run("analyse").status == 0)
        #expect(try scene.gallery.run("edit", "2", "--flip").status == 0)
        #expect(try scene.gallery.run("remove", "3").status == 0)
        return scene
    }

    @Test("no command leaves a journal, and reading commands change nothing")
    func readingWritesNothing() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        #expect(try !scene.gallery.catalogFiles().contains("catalog.sqlite-wal"))
        let before = try snapshot(scene.gallery)
        for command in Self.reading {
            let result = try scene.gallery.shell("gallery \(command)")
            #expect(result.status == 0, "\(command): \(result.errors)")
            #expect(try snapshot(scene.gallery) == before, "\(command)")
        }
    }

    @Test(
        "reading commands give the same output on it, and writing commands end with 74",
        .enabled(if: canShield, "root may not mount on this machine"))
    func readOnly() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        for command in Self.reading {
            let usual = try scene.gallery.shell("gallery \(command)")
            let result = try run(scene.gallery, command)
            #expect(result.status == 0, "\(command): \(result.errors)")
            #expect(result.text == usual.text, "\(command)")
            #expect(result.errors == usual.errors, "\(command)")
        }
        for command in [
            "export camera --originals out", "share 1 --to shared.jpg", "effects 1 -o e",
            "import -n --in-place photos",
        ] {
            let result = try run(scene.gallery, command)
            #expect(result.status == 0, "\(command): \(result.errors)")
        }
        let before = try snapshot(scene.gallery)
        for command in [
            "remove 1", "restore 3", "edit 1 --flip", "undo", "redo", "import /usr/share/pixmaps",
            "album new best --where rating:5",
        ] {
            let result = try run(scene.gallery, command)
            #expect(result.status == 74, "\(command): \(result.errors)")
            #expect(result.errors.contains("cannot write to the catalog"), "\(result.errors)")
            #expect(result.errors.contains("check the permissions"), "\(result.errors)")
        }
        #expect(try snapshot(scene.gallery) == before)
    }

    @Test(
        "a failed item on it fails alone and is not listed as a problem",
        .enabled(if: canShield, "root may not mount on this machine"))
    func failingItem() throws {
        let scene = try PictureScene()
        defer { scene.gallery.remove() }
        for name in ["messi5.jpg", "fruits.jpg", "home.jpg"] {
            try FileManager.default.copyItem(
                at: PictureScene.samples.appendingPathComponent(name),
                to: scene.photos.appendingPathComponent(name))
        }
        #expect(try scene.gallery.run("import", "--in-place", scene.photos.path).status == 0)
        // Its files are in the order of their names.
        try FileManager.default.removeItem(
            at: scene.photos.appendingPathComponent("home.jpg"))
        let before = try snapshot(scene.gallery)
        for (command, copies) in [
            ("export camera --originals out --name {id}.{ext}", ["out/1.jpg", "out/3.jpg"]),
            ("share 1 2 3 --to shared/ --name {id}.{ext}", ["shared/1.jpg", "shared/3.jpg"]),
        ] {
            let result = try run(scene.gallery, command)
            #expect(result.status == 1, "\(command): \(result.errors)")
            #expect(result.errors.contains("photo 2: "), "\(command): \(result.errors)")
            #expect(!result.errors.contains("gallery problems"), "\(command): \(result.errors)")
            for copy in copies {
                #expect(FileManager.default.fileExists(atPath: scene.path(copy)), "\(copy)")
            }
        }
        #expect(try snapshot(scene.gallery) == before)
    }

    @Test(
        "a journal left beside it is read, or an error names the next step",
        .enabled(if: canShield, "root may not mount on this machine"))
    func journal() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let copy = scene.path("copy")
        // A copy of a catalog while a program writes to it.
        let sql = """
            INSERT INTO section (kind, name, nameKey, dateCreated)
            VALUES ('flickr', 'told later', 'told later', 1)
            """
        _ = try scene.tool(
            "sqlite3", scene.gallery.catalog.path + "/catalog.sqlite", sql,
            ".shell cp -a '\(scene.gallery.catalog.path)' '\(copy)'")
        #expect(FileManager.default.fileExists(atPath: copy + "/catalog.sqlite-shm"))
        let output = try run(scene.gallery, "sections", in: copy)
        #expect(output.status == 0, "\(output.errors)")
        #expect(output.text.contains("told later"))
        try FileManager.default.removeItem(atPath: copy + "/catalog.sqlite-shm")
        let refused = try run(scene.gallery, "sections", in: copy)
        #expect(refused.status == 74)
        #expect(refused.errors.contains("catalog.sqlite-wal"), "\(refused.errors)")
        #expect(refused.errors.contains("gallery sections"), "\(refused.errors)")
        #expect(try scene.gallery.run("sections", "--catalog", copy).status == 0)
        let again = try run(scene.gallery, "sections", in: copy)
        #expect(again.text.contains("told later"), "\(again.errors)")
    }

    @Test(
        "a read-only mount stays readable while its owner writes, whenever the journal appears",
        .enabled(
            if: canShield && geteuid() == 0, "only root can mount it read-only for readers alone"))
    func livelyOwner() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try Data(
            """
            for round in $(seq 40); do gallery sections >/dev/null || echo "status $?"; done
            """.utf8
        ).write(to: URL(fileURLWithPath: scene.path("read.sh")))
        let reading = Self.shield(scene.gallery.catalog.path, "bash read.sh")
        let result = try scene.gallery.shell(
            """
            (\(reading)) & reader=$!
            while kill -0 $reader 2>/dev/null; do
                gallery remove 1 >/dev/null 2>&1; gallery restore 1 >/dev/null 2>&1
            done
            wait $reader
            """, adding: ["GALLERY_CATALOG": scene.gallery.catalog.path])
        // A read without locks during a change ends with 75, with an error that explains it.
        let output = result.text.split(separator: "\n").filter { $0 != "status 75" }
        #expect(output.isEmpty, "\(result.text)\(result.errors)")
    }

    @Test(
        "an older catalog and a folder without one end with 74 and the next step",
        .enabled(if: canShield, "root may not mount on this machine"))
    func older() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        _ = try scene.tool(
            "sqlite3", scene.gallery.catalog.path + "/catalog.sqlite", "PRAGMA user_version = 20")
        let older = try run(scene.gallery, "sections")
        #expect(older.status == 74)
        #expect(older.errors.contains("by an older version of gallery"), "\(older.errors)")
        let empty = scene.path("empty")
        try FileManager.default.createDirectory(
            atPath: empty, withIntermediateDirectories: false)
        let none = try run(scene.gallery, "sections", in: empty)
        #expect(none.status == 66)
        #expect(none.errors.contains("no catalog in '\(empty)'"), "\(none.errors)")
    }
}
