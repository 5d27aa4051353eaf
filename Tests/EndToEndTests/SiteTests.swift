import Foundation
import GalleryModel
import Imaging
import TestSupport
import Testing

@Suite("gallery export --format html")
struct SiteTests {
    /// A few pictures, and a section of words.
    private func scene() throws -> PictureScene {
        try PictureScene("apple.jpg", "fruits.jpg", "messi5.jpg", "home.jpg")
    }

    private func export(
        _ scene: PictureScene, _ arguments: String..., to folder: String = "site"
    ) throws -> GalleryProgram.Result {
        try scene.gallery.start(["export", "--format", "html", "-o", folder] + arguments).wait()
    }

    @Test("each photo has a page and its sizes, and a page lists them; again nothing is written")
    func tree() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let made = try export(scene, "camera")
        #expect(made.status == 0, "\(made.errors)")
        let files = try SiteFiles(scene, "site")
        #expect(
            files.names.filter { !$0.hasPrefix("pictures/") && !$0.hasPrefix("data/") } == [
                ".gallery-site", "assets/gallery.css", "assets/icon.svg", "assets/overlays.css",
                "assets/site.js", "assets/viewer.css", "index.html", "photos/1.html",
                "photos/2.html", "photos/3.html", "photos/4.html", "robots.txt",
            ])
        #expect(files.names.contains("pictures/1-240.jpg"))
        #expect(try SiteFiles.problems(in: scene, "site") == "")
        let again = try export(scene, "camera")
        #expect(
            again.errors
                == "gallery: site: \(files.names.count - 1) already present in '\(files.path)'\n")
        #expect(try SiteFiles(scene, "site") == files)
    }

    @Test("changed files are written, removed ones deleted, and nothing else is touched")
    func changes() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        _ = try export(scene, "camera", "--keep-title")
        var before = try SiteFiles(scene, "site")
        /// The files that the next export touches.
        func touched() throws -> Set<String> {
            let result = try export(scene, "camera", "--keep-title")
            #expect(result.status == 0, "\(result.errors)")
            let now = try SiteFiles(scene, "site")
            defer { before = now }
            return now.changes(since: before)
        }
        // An edit: the photo's pictures, its page and the page that lists it.
        try scene.gallery.run("edit", "2", "--rotate", "90")
        #expect(
            try touched() == [
                ".gallery-site", "data/1.js", "index.html", "photos/2.html",
                "pictures/2-240.jpg", "pictures/2-640.jpg",
            ])
        // A removed photo: its files, and links to it.
        try scene.gallery.run("remove", "3")
        let removed = try touched()
        #expect(
            removed.isSuperset(of: [
                ".gallery-site", "index.html", "photos/2.html", "photos/3.html", "photos/4.html",
                "pictures/3-240.jpg",
            ]))
        #expect(!removed.contains("photos/1.html") && !removed.contains("pictures/2-240.jpg"))
        #expect(!before.names.contains { $0.hasPrefix("pictures/3-") || $0 == "photos/3.html" })
        // An added photo: its files, and the last photo's link to the next.
        try FileManager.default.copyItem(
            at: PictureScene.samples.appendingPathComponent("butterfly.jpg"),
            to: scene.photos.appendingPathComponent("zz.jpg"))
        try scene.gallery.run("import", scene.photos.path)
        let come = try touched()
        #expect(come.contains("photos/5.html") && come.contains("photos/4.html"))
        #expect(!come.contains("photos/2.html") && !come.contains("pictures/4-240.jpg"))
        #expect(try SiteFiles.problems(in: scene, "site") == "")
    }

    @Test("a picture that cannot be made is omitted, and no page links to a missing one")
    func missingPicture() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        _ = try export(scene, "camera", "--zip")
        try scene.gallery.run("edit", "1", "--crop", "10%,10%,20%,20%")
        let shown = try scene.gallery.run("show", "1", "--format", "json").object()
        let stored = try #require(shown["SourceFile"] as? String ?? shown["path"] as? String)
        try FileManager.default.removeItem(atPath: stored)
        let again = try export(scene, "camera", "--zip")
        #expect(again.status == 1, "\(again.errors)")
        #expect(try SiteFiles.problems(in: scene, "site") == "")
        #expect(try !SiteFiles(scene, "site").names.contains { $0.hasPrefix("pictures/1-") })
    }

    @Test("changed options rewrite the site, and a dry run writes nothing")
    func options() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let dry = try export(scene, "camera", "-n")
        #expect(dry.errors.hasPrefix("gallery: dry run: site: 12 pages, "), "\(dry.errors)")
        #expect(!FileManager.default.fileExists(atPath: scene.path("site")))
        _ = try export(scene, "camera")
        let page = try scene.text("site/index.html")
        #expect(page.contains("<title>camera</title>") && page.contains("noindex"))
        let options = [
            "--title", "A <day> out", "--theme", "dark", "--language", "es", "--allow-robots",
            "--base-url", "https://example.org/out/",
        ]
        let command = ["export", "camera", "--format", "html", "-o", "site"]
        let planned = try scene.gallery.start(command + ["-n"] + options).wait()
        let made = try scene.gallery.start(command + options).wait()
        #expect(
            planned.errors.hasPrefix("gallery: dry run: " + made.errors.dropFirst(9).prefix(19)))
        let other = try scene.text("site/index.html")
        #expect(other.contains("<html lang=\"es\">") && other.contains("4 fotos"))
        #expect(other.contains("<title>A &lt;day&gt; out</title>") && !other.contains("noindex"))
        #expect(
            other.contains("<link rel=\"canonical\" href=\"https://example.org/out/index.html\">"))
        #expect(try scene.text("site/assets/gallery.css").contains("color-scheme: dark"))
        #expect(try SiteFiles.problems(in: scene, "site") == "")
    }

    @Test("sections are separate folders, and a photo in two of them has one page")
    func sections() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try scene.gallery.run("album", "new", "all of it?", "--where", "added:2000..")
        try scene.gallery.run("album", "new", "photos", "--where", "added:2000..")
        let made = try export(scene, "camera", "all of it?", "album:photos", "2")
        #expect(made.status == 0, "\(made.errors)")
        let files = try SiteFiles(scene, "site")
        // The front page has a card for each folder.
        let front = try scene.text("site/index.html")
        for name in ["camera", "all of it_", "photos (2)", "Photos (3)"] {
            #expect(files.names.contains("\(name)/index.html"), "\(files.names)")
            let address = name.replacing(" ", with: "%20").replacing("(", with: "%28")
                .replacing(")", with: "%29")
            let card = front.split(separator: "<a class=\"card\" href=\"").first {
                $0.hasPrefix("\(address)/index.html\"")
            }
            #expect(card?.contains("<img src=\"pictures/") == true, "\(front)")
        }
        #expect(files.names.count { $0.hasPrefix("photos/") } == 4)
        #expect(try scene.text("site/photos/2.html").contains("all%20of%20it_/index.html"))
        #expect(try SiteFiles.problems(in: scene, "site") == "")
    }

    @Test("foreign folders, files in the way and wrong options are rejected")
    func refusals() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try Data("x".utf8).write(to: URL(filePath: scene.path("letter.txt")))
        let foreign = try export(scene, "camera", to: scene.gallery.folder.path)
        #expect(foreign.status == 65)
        #expect(foreign.errors.contains("contains files that are not part of a gallery site"))
        #expect(try export(scene, to: "letter.txt").status == 74)
        for (options, message) in [
            (["--theme", "dark"], "--theme requires --format html"),
            (["--format", "html"], "--format html requires an output folder"),
            (["--format", "html", "-o", "a", "--columns", "ID"], "--columns cannot be combined"),
            (["--format", "html", "-o", "a", "--originals", "b"], "--originals cannot be"),
            (["--format", "html", "-o", "a", "--base-url", "example.org"], "invalid --base-url"),
            (["--format", "html", "-o", "a", "--language", "xx"], "invalid --language 'xx'"),
        ] {
            let result = try scene.gallery.start(["export"] + options).wait()
            #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
        }
        // Another program's file under a name that is needed later stays.
        _ = try export(scene, "1")
        try Data("mine".utf8).write(to: URL(filePath: scene.path("site/photos/2.html")))
        let taken = try export(scene, "1", "2")
        #expect(
            taken.status == 1 && taken.errors.contains("was not written by an export"),
            "\(taken.errors)")
        #expect(try scene.text("site/photos/2.html") == "mine")
    }

    @Test("no file reveals a position, a name or a text unless it was requested")
    func secrets() throws {
        let scene = try PictureScene()
        defer { scene.gallery.remove() }
        var metadata = PictureMetadata()
        metadata.coordinate = Coordinate(latitude: 48.390412, longitude: -4.486123)
        metadata.title = "The goal"
        metadata.tags = ["football"]
        metadata.dateTimeOriginal = "2024:05:01 12:00:00"
        let bytes = try MetadataWriter().applying(
            metadata, to: Array(try Data(contentsOf: FacePictures.messi)))
        let file = scene.photos.appendingPathComponent("at-the-stadium.jpg")
        try Data(bytes).write(to: file)
        if PictureScene.hasExiftool {
            _ = try scene.tool(
                "exiftool", "-q", "-overwrite_original", "-SerialNumber=SN4711XYZ",
                "-EXIF:Model=Ana's phone", "-EXIF:Artist=Ana Example", file.path)
        }
        try scene.gallery.run("import", scene.photos.path)
        try scene.gallery.run("faces", "add", "1", "220,90,50,50", "--name", "Lionel Example")
        let words = [
            "The goal", "football", "Lionel", "stadium", "SN4711XYZ", "Ana", "48.39", "Brest",
            "France",
        ]
        func output(_ options: String...) throws -> Set<String> {
            let name = "site-\(options.count)-\(options.last ?? "")"
            let made = try scene.gallery.start(
                ["export", "camera", "--format", "html", "--copies", "-o", name] + options
            ).wait()
            #expect(made.status == 0, "\(made.errors)")
            let files = try SiteFiles(scene, name)
            #expect(try SiteFiles.problems(in: scene, name) == "")
            return Set(
                words.filter { word in
                    files.contents.values.contains { $0.range(of: Data(word.utf8)) != nil }
                })
        }
        #expect(try output() == [])
        #expect(try output("--keep-title") == ["The goal"])
        #expect(try output("--keep-tags") == ["football"])
        #expect(try output("--keep-names") == ["Lionel"])
        let located = try output("--keep-location")
        #expect(located.contains("48.39") && !located.contains("The goal"))
    }

    /// Photos in Brest, Paris, Sydney and at sea, and one without a position.
    private func world() throws -> PlaceScene {
        let scene = try PlaceScene()
        try scene.addWorld()
        return scene
    }

    @Test("a site has a map only if positions are requested and a photo has one")
    func map() throws {
        let places = try world()
        defer { places.gallery.remove() }
        let scene = PictureScene(places.gallery, photos: places.photos)
        let maps = ["map.html", "assets/leaflet.css", "assets/map.css", "assets/map.js"]
        for (name, options) in [
            ("plain", ["camera"]), ("unlocated", ["5", "--keep-location"]),
        ] {
            let made = try scene.gallery.start(
                ["export", "--format", "html", "-o", name] + options
            ).wait()
            #expect(made.status == 0, "\(made.errors)")
            let files = try SiteFiles(scene, name)
            #expect(!files.names.contains { $0.hasPrefix("map") || maps.contains($0) })
            for word in ["48.39", "map.html", "eaflet", "Brest"] {
                let output = files.contents.filter { $0.value.range(of: Data(word.utf8)) != nil }
                #expect(output.isEmpty, "\(word): \(output.keys)")
            }
        }
        let options = ["--keep-location", "--keep-title"]
        let made = try scene.gallery.start(
            ["export", "camera", "--format", "html", "-o", "site"] + options
        ).wait()
        #expect(made.status == 0, "\(made.errors)")
        let files = try SiteFiles(scene, "site")
        #expect(Set(files.names).isSuperset(of: maps))
        #expect(
            files.names.filter { $0.hasPrefix("map/") } == [
                "map/-10_40.js", "map/-10_50.js", "map/-30_40.js", "map/-40_40.js",
                "map/0_40.js", "map/0_50.js", "map/140_-40.js", "map/150_-40.js", "map/near.js",
                "map/points.js", "map/world.js",
            ])
        #expect(try SiteFiles.problems(in: scene, "site") == "")
        for page in ["index.html", "photos/5.html", "map.html"] {
            #expect(try scene.text("site/\(page)").contains("map.html\""), "\(page)")
        }
        #expect(try scene.text("site/photos/1.html").contains("map.html#at=48.3904,-4.4861,14"))
        #expect(!(try scene.text("site/photos/5.html")).contains("#at="))
        // Without a script, a list of places that links to the photos.
        let list = try scene.text("site/map.html")
        for text in ["France", "Brest", "Australia", "1 photo at sea", "href=\"photos/2.html\""] {
            #expect(list.contains(text), "\(text)")
        }
        #expect(!list.contains("5-nowhere"))
        let points = try scene.text("site/map/points.js")
        #expect(points.hasPrefix("galleryMap(\"points\", {\"ids\":[4,3,2,1],"))
        #expect(points.contains("48.3904") && !points.contains("5-nowhere"))
        #expect(try scene.text("site/map/near.js").contains("Brest"))
        #expect(points.contains("\"Brest, France\""))
        // Countries in the language of the site.
        let spanish = try scene.gallery.start(
            ["export", "camera", "--format", "html", "-o", "site", "--language", "es"] + options
        ).wait()
        #expect(spanish.status == 0, "\(spanish.errors)")
        let output = try scene.text("site/map.html")
        #expect(output.contains(">Francia<") && !output.contains(">France<"))
        #expect(try scene.text("site/map/points.js").contains("\"Brest, Francia\""))
    }

    @Test("the map is as exact as the exported positions, and only changes are written")
    func mapChanges() throws {
        let places = try world()
        defer { places.gallery.remove() }
        let scene = PictureScene(places.gallery, photos: places.photos)
        func export(_ options: String...) throws {
            let made = try scene.gallery.start(
                ["export", "camera", "--format", "html", "-o", "site"] + options
            ).wait()
            #expect(made.status == 0, "\(made.errors)")
        }
        try export("--keep-location")
        let before = try SiteFiles(scene, "site")
        // No page contains a title here.
        try export("--keep-location")
        #expect(try SiteFiles(scene, "site") == before)
        try places.add("6-brest", at: Coordinate(latitude: 48.3905, longitude: -4.4862))
        try scene.gallery.run("import", scene.photos.path)
        try export("--keep-location")
        let touched = try SiteFiles(scene, "site").changes(since: before)
        #expect(touched.isSuperset(of: ["map/points.js", "map.html", "photos/6.html"]))
        #expect(!touched.contains { $0.hasPrefix("map/") && $0 != "map/points.js" })
        #expect(!touched.contains("photos/1.html"))
        try export("--coarsen-positions", "50")
        let coarse = try SiteFiles(scene, "site")
        #expect(coarse.names.contains("map.html"))
        for word in ["48.39", "-4.48"] {
            let output = coarse.contents.filter {
                $0.value.range(of: Data(word.utf8)) != nil && $0.key != "map/near.js"
                    && !$0.key.hasPrefix("map/-") && !$0.key.hasPrefix("map/0")
                    && $0.key != "map/world.js"
            }
            #expect(output.isEmpty, "\(word): \(output.keys)")
        }
        try export()
        #expect(!(try SiteFiles(scene, "site")).names.contains { $0.hasPrefix("map") })
    }

    @Test("a feed and an archive are made on request")
    func feedAndArchive() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let made = try export(
            scene, "camera", "--zip", "--base-url", "https://example.org/out", "--keep-title")
        #expect(made.status == 0, "\(made.errors)")
        let feed = try scene.text("site/feed.xml")
        #expect(feed.components(separatedBy: "<entry>").count == 5)
        #expect(feed.contains("<id>https://example.org/out/photos/1.html</id>"))
        #expect(feed.contains("https://example.org/out/pictures/1-"))
        let listed = try scene.tool("unzip", "-Z1", scene.path("site/photos.zip"))
        #expect(listed.split(separator: "\n").count == 4, "\(listed)")
        #expect(try scene.text("site/index.html").contains("href=\"photos.zip\""))
        #expect(try SiteFiles.problems(in: scene, "site") == "")
        let before = try SiteFiles(scene, "site")
        _ = try export(
            scene, "camera", "--zip", "--base-url", "https://example.org/out", "--keep-title")
        #expect(try SiteFiles(scene, "site") == before)
        // Without the options they are removed.
        _ = try export(scene, "camera")
        let names = try SiteFiles(scene, "site").names
        #expect(
            !names.contains {
                $0.hasSuffix(".zip") || $0.hasSuffix(".xml") || $0 == "pictures/1.jpg"
            })
    }

    @Test("a killed export continues and ends like an uninterrupted one")
    func resumed() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        _ = try export(scene, "camera", "--copies", to: "whole")
        let whole = try SiteFiles(scene, "whole")
        for moment in [20, 60, 100, 160, 240, 400] {
            let running = try scene.gallery.start([
                "export", "--format", "html", "-o", "part", "camera", "--copies",
            ])
            // The moment itself is tested: this waits for a time, not for a condition.
            usleep(UInt32(moment) * 1000)
            running.signal(SIGKILL)
            _ = try running.wait()
        }
        let result = try export(scene, "camera", "--copies", to: "part")
        #expect(result.status == 0, "\(result.errors)")
        let part = try SiteFiles(scene, "part")
        #expect(part.names == whole.names)
        for name in whole.names {
            #expect(part.contents[name] == whole.contents[name], "\(name)")
        }
    }
}

/// The files of a site in the program's working folder.
struct SiteFiles: Equatable {
    /// The folder, as in the program's arguments.
    let path: String
    /// The bytes of the files, by their names.
    private(set) var contents: [String: Data] = [:]
    /// The modification time of each file.
    private var dates: [String: Date] = [:]

    /// The names in order.
    var names: [String] { contents.keys.sorted() }

    init(_ scene: PictureScene, _ name: String) throws {
        path = scene.path(name)
        let root = URL(filePath: path).resolvingSymlinksInPath()
        let found = FileManager.default.enumerator(atPath: root.path)
        while let file = found?.nextObject() as? String {
            let url = root.appending(path: file)
            let facts = try FileManager.default.attributesOfItem(atPath: url.path)
            guard facts[.type] as? FileAttributeType == .typeRegular else { continue }
            contents[file] = try Data(contentsOf: url)
            dates[file] = facts[.modificationDate] as? Date
        }
    }

    /// The files written or removed since an earlier state.
    func changes(since before: SiteFiles) -> Set<String> {
        Set(contents.keys).union(before.contents.keys).filter {
            dates[$0] != before.dates[$0]
        }
    }

    /// The faults of the pages and their links, one per line.
    static func problems(in scene: PictureScene, _ name: String) throws -> String {
        guard let python = ProcessInfo.processInfo.environment["GALLERY_TEST_PYTHON"] else {
            return ""
        }
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("site_check.py").path
        let result = try scene.gallery.start(
            ["-B", script, scene.path(name)], executable: URL(filePath: python)
        ).wait()
        return (result.text + result.errors).trimmingCharacters(in: .newlines)
    }
}

extension PictureScene {
    /// A file's text.
    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
}
