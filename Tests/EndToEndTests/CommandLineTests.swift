import FakeFlickr
import Foundation
import TestSupport
import Testing

@Suite("Everyday use of the command line")
struct CommandLineTests {
    private static let reading = [
        "sections", "list camera", "latest", "find dog", "show 1", "timeline", "tags", "people",
        "cameras", "places", "duplicates", "trash", "problems", "undo --list", "undo", "redo",
        "faces list",
        "faces", "thumbnails", "analyze", "locate camera", "album", "share list", "token",
        "account",
        "export --format jsonl", "edit 1 --show", "fetch 1", "refresh", "remove 1", "restore 1",
        "section remove dogs", "faces name 1 1 Ana", "serve --read-only --port 0",
    ]

    @Test("a command that needs photos makes no catalog: 66 and no folder", arguments: reading)
    func noCatalog(command: String) throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let result = try gallery.shell("timeout 20 gallery \(command)")
        #expect(result.status == 66, "\(result.errors)")
        #expect(
            result.errors
                == "gallery: no catalog in '\(gallery.catalog.path)'; 'gallery import' creates one\n"
        )
        #expect(result.text.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: gallery.catalog.path))
    }

    @Test(
        "an invalid command line is reported before a missing catalog, and creates none",
        arguments: [
            "find '(dog'", "tags --where '(dog'", "remove --where '(dog'",
            "find dog --columns Titel", "list camera --columns Titel", "sections --columns Titel",
            "album new best --where '(dog'", "album new 42 --where tag:dog",
        ])
    func usageFirst(command: String) throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let result = try gallery.shell("gallery \(command)")
        #expect(result.status == 64, "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: gallery.catalog.path))
    }

    @Test(
        "a dry run without a catalog prints its plan and creates nothing",
        arguments: [
            "import -n /usr/share/doc/opencv-doc/examples/data/messi5.jpg",
            "search dogs -n --size none", "album new dogs --where tag:dog -n",
        ])
    func dryRun(command: String) async throws {
        try await FlickrScene.with(FakeWorld(seed: 13, photos: 2)) { scene in
            let temporary = scene.gallery.folder.appendingPathComponent("temporary")
            try FileManager.default.createDirectory(
                at: temporary, withIntermediateDirectories: true)
            let result = try scene.gallery.shell(
                "gallery \(command)", adding: ["TMPDIR": temporary.path])
            #expect(result.status == 0 && !result.errors.isEmpty, "\(result)")
            #expect(!FileManager.default.fileExists(atPath: scene.gallery.catalog.path))
            #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
        }
    }

    @Test("undo without a change is not an error")
    func nothingToUndo() async throws {
        try await FlickrScene.with(FakeWorld(seed: 14, photos: 2)) { scene in
            // A catalog without undoable changes.
            #expect(try scene.gallery.run("search", "dogs", "--size", "none").status == 0)
            #expect(try scene.gallery.run("undo").status == 0)
            let result = try scene.gallery.run("undo", "--format", "json")
            #expect(result.status == 0 && result.text == "[]\n", "\(result)")
            #expect(result.errors == "gallery: nothing to undo\n")
            #expect(try scene.gallery.run("undo", "77").status == 66)
            #expect(try scene.gallery.run("redo", "--format", "json").text.contains("\"search\""))
            let redo = try scene.gallery.run("redo", "--format", "json")
            #expect(redo.status == 0 && redo.text == result.text, "\(redo)")
            #expect(redo.errors == "gallery: nothing to redo\n")
        }
    }

    @Test("a folder without a catalog stays unchanged, and a plain file is still 74")
    func otherFolders() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        try FileManager.default.createDirectory(
            at: gallery.catalog, withIntermediateDirectories: true)
        #expect(try gallery.run("sections").status == 66)
        #expect(try gallery.catalogFiles().isEmpty)
        let file = gallery.folder.appendingPathComponent("file")
        try Data("text".utf8).write(to: file)
        #expect(try gallery.run("sections", "--catalog", file.path).status == 74)
    }

    private static let working = [
        "search dogs --size none", "refresh dogs", "refresh", "fetch dogs --size medium",
        "locate dogs", "faces /usr/share/doc/opencv-doc/examples/data/fruits.jpg", "faces dogs",
        "thumbnails dogs", "analyse dogs", "locate 48.86,2.35", "remove dogs/1",
        "edit dogs/1 --flip",
        "search dogs --size none --license cc", "locate camera",
    ]

    @Test("--quiet prints only errors, and the rows that --format requests", arguments: working)
    func quiet(command: String) async throws {
        try await FlickrScene.with(FakeWorld(seed: 11, photos: 3)) { scene in
            #expect(try scene.gallery.run("search", "dogs").status == 0)
            let result = try scene.gallery.shell("gallery \(command) -q")
            #expect(result.status == 0 && result.text.isEmpty && result.errors.isEmpty, "\(result)")
            guard command.hasPrefix("search") || command.hasPrefix("refresh") else { return }
            let rows = try scene.gallery.shell("gallery \(command) -q --format jsonl")
            #expect(!rows.text.isEmpty && rows.errors.isEmpty)
        }
    }

    @Test("a listing also prints its rows with --quiet")
    func quietListing() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        #expect(try scene.gallery.run("list", "camera", "-q").text.contains("messi5.jpg"))
        #expect(try scene.gallery.run("find", "zebra", "-q").errors.isEmpty)
    }

    @Test("fetch explains why a picture is unavailable, lists it as a problem and ends with 1")
    func unavailable() async throws {
        let missing = FaultRule(.status(404, retryAfter: nil), endpoint: .picture)
        let world = FakeWorld(seed: 12, photos: 2)
        try await FlickrScene.with(world, faults: [missing]) { scene in
            let gallery = scene.gallery
            #expect(try gallery.run("search", "dogs", "--size", "none").status == 0)
            let result = try gallery.run("fetch", "dogs/1", "--size", "large")
            #expect(result.status == 1 && result.errors.contains("photo 1 (flickr:"))
            #expect(result.errors.contains("1 item failed"), "\(result.errors)")
            let problems = try gallery.run("problems", "--format", "jsonl").lines()
            #expect(problems.map { $0["subject"] as? String } == ["photo 1 (large)"])
            #expect(try gallery.run("fetch", "dogs/1").status == 1)
            // Once acknowledged, it does not fail again.
            #expect(try gallery.run("problems", "--ignore", "photo 1 (large)").status == 0)
            #expect(try gallery.run("fetch", "dogs/1", "-q").errors.isEmpty)
            #expect(try gallery.run("fetch", "dogs/1").status == 0)
            #expect(try gallery.run("fetch", "dogs").status == 1)
            // A search reports such pictures and does not fail because of them.
            #expect(try gallery.run("search", "dogs", "--size", "small").status == 0)
        }
    }

    @Test("an acknowledged file is not a problem of later imports until it was imported")
    func ignoredProblem() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let path = try scene.add("bad.jpg", Data("no picture".utf8))
        func importAll() throws -> GalleryProgram.Result {
            try scene.gallery.run("import", "-q", scene.photos.path)
        }
        #expect(try importAll().status == 1)
        #expect(try scene.gallery.run("problems", "--ignore", "photos/bad.jpg").status == 0)
        let again = try importAll()
        #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
        #expect(try scene.gallery.run("problems", "--format", "jsonl").lines().isEmpty)
        let all = try scene.gallery.run("problems", "--all", "--format", "jsonl").lines()
        #expect(all.map { $0["subject"] as? String } == [path])
        #expect(all.map { $0["ignored"] as? Bool } == [true])
        // Another failing file counts.
        try scene.add("worse.jpg", Data("no picture either".utf8))
        #expect(try importAll().status == 1)
        // A file that succeeded is a problem again if it fails later.
        try scene.add("bad.jpg", try Data(contentsOf: FacePictures.fruits))
        _ = try importAll()
        try scene.add("bad.jpg", Data("damaged again".utf8))
        #expect(try importAll().errors.contains("bad.jpg"))
        let none = try scene.gallery.run("problems", "--ignore", "nothing.jpg")
        #expect(none.status == 66)
    }

    @Test("--columns selects and orders columns, also in tables, and rejects unknown names")
    func columns() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        func text(_ arguments: String...) throws -> String {
            let result = try scene.gallery.start(arguments).wait()
            #expect(result.status == 0, "\(result.errors)")
            return result.text
        }
        #expect(
            try text("list", "camera", "--columns", "id,FileType,imagewidth")
                == "ID  FILETYPE  IMAGEWIDTH\n 1  JPEG      548\n")
        // Columns that only JSON contains by default.
        #expect(
            try text("list", "camera", "--columns", "id,FileName,rating")
                == "ID  FILENAME    RATING\n 1  messi5.jpg\n")
        #expect(
            try text("list", "camera", "--columns", "FileName,Gone", "--format", "csv")
                == "FileName,Gone\r\nmessi5.jpg,0\r\n")
        #expect(
            try text("list", "camera", "--columns", "ID,ImageHeight", "--format", "csv")
                == "ID,ImageHeight\r\n1,342\r\n")
        let object = try scene.gallery.run(
            "find", "messi5", "--columns", "ID", "--format", "jsonl"
        ).lines()
        #expect(object.map { Array($0.keys) } == [["ID"]])
        #expect(
            try text("sections", "--columns", "count,section")
                == "PHOTOS  SECTION\n     1  camera\n")
        for arguments in [["list", "camera"], ["sections"]] {
            let wrong = try scene.gallery.start(arguments + ["--columns", "Titel"]).wait()
            #expect(wrong.status == 64 && wrong.errors.contains("'Titel'"), "\(wrong.errors)")
        }
    }

    @Test("a search with filters has its own section and leaves the plain one unchanged")
    func filteredSection() async throws {
        try await FlickrScene.with(SearchFilterTests.world) { scene in
            let gallery = scene.gallery
            #expect(try gallery.run("search", "dogs", "--all", "--size", "none").status == 0)
            let plain = try scene.ids("dogs")
            let found = try gallery.run("search", "dogs", "--license", "6,4", "--size", "none")
            #expect(found.errors.contains("'flickr:dogs license:4,6'"), "\(found.errors)")
            #expect(try scene.ids("dogs license:4,6").count == 2)
            // Another spelling of the same licenses is the same search.
            _ = try gallery.run(
                "search", "dogs", "--license", "CC BY 2.0,CC BY-ND 2.0", "--size", "none")
            _ = try gallery.run(
                "search", "dogs", "--sort", "relevance", "--limit", "1", "--size", "none")
            _ = try gallery.run("search", "dogs", "--limit", "1", "--size", "none")
            let sections = try gallery.run("sections", "--format", "jsonl").lines()
            #expect(
                sections.map { $0["section"] as? String } == [
                    "camera", "flickr:dogs", "flickr:dogs license:4,6",
                    "flickr:dogs sort:relevance",
                ])
            scene.flickr.clearLog()
            #expect(try gallery.run("refresh", "dogs").status == 0)
            #expect(scene.flickr.requests().allSatisfy { $0.query["license"] == nil })
            #expect(try scene.ids("dogs") == plain)
        }
    }

    @Test("--section names the section of a search, once")
    func namedSection() async throws {
        try await FlickrScene.with(SearchFilterTests.world) { scene in
            let gallery = scene.gallery
            let arguments = ["--license", "cc", "--size", "none", "--section", "free dogs"]
            #expect(try gallery.start(["search", "dogs"] + arguments).wait().status == 0)
            #expect(try !scene.ids("free dogs").isEmpty)
            // The same search again uses the section, another one does not.
            #expect(try gallery.start(["search", "dogs"] + arguments).wait().status == 0)
            let other = try gallery.start(["search", "cats"] + arguments).wait()
            #expect(other.status == 64 && other.errors.contains("--section"))
            let wrong = try gallery.run("search", "dogs", "--section", "camera")
            #expect(wrong.status == 64)
        }
    }

    @Test(
        "licenses have one spelling in searches and queries",
        arguments: ["4", "CC BY 2.0", "cc-by", "cc", "commercial", "4,5"])
    func licenses(text: String) async throws {
        try await FlickrScene.with(SearchFilterTests.world) { scene in
            _ = try scene.gallery.run("search", "dogs", "--size", "none")
            let found = try scene.gallery.run("find", "license:\"\(text)\"", "--count")
            #expect(found.status == 0 && found.text != "0\n", "\(found)")
            let searched = try scene.gallery.run("search", "dogs", "--license", text, "-n")
            #expect(searched.status == 0 && searched.text.isEmpty, "\(searched)")
        }
    }

    @Test("an unknown license is rejected", arguments: ["99", "17", "-1", "cc-xx"])
    func noLicense(text: String) throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        #expect(try scene.gallery.run("find", "license:\(text)").status == 64)
        #expect(try scene.gallery.run("search", "dogs", "--license", text).status == 64)
    }

    @Test("faces keep their numbers while others are drawn and rejected")
    func faceNumbers() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        func numbers(_ arguments: String...) throws -> [[String?]] {
            let rows = try scene.gallery.start(arguments + ["--format", "jsonl"]).wait().lines()
            return rows.map { [$0.number("face").map { "\($0)" }, $0["name"] as? String] }
        }
        let ana = ["1", "Ana"], ben = ["2", "Ben"], eva = ["3", "Eva"]
        #expect(try numbers("faces", "add", "1", "300,80,60,60", "--name", "Ana") == [ana])
        #expect(try numbers("faces", "add", "1", "20,80,60,60", "--name", "Ben") == [ben, ana])
        #expect(
            try numbers("faces", "add", "1", "160,80,60,60", "--name", "Eva") == [ben, eva, ana])
        #expect(try numbers("faces", "reject", "1", "2") == [eva, ana])
        #expect(try numbers("faces", "name", "1", "1", "Ana María") == [eva, ["1", "Ana María"]])
        _ = try scene.gallery.run("faces", "1")
        #expect(try numbers("faces", "list", "1").contains(["1", "Ana María"]))
        // After undo, the rejected face is the second again; a new one never takes its number.
        _ = try scene.gallery.run("undo")
        _ = try scene.gallery.run("undo")
        #expect(try numbers("faces", "list", "1").contains(ben))
        #expect(try scene.gallery.run("faces", "name", "1", "9", "Eva").status == 66)
    }

    private static let hasYuNet = FileManager.default.fileExists(
        atPath: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("models/face_detection_yunet_2023mar.onnx").path)

    @Test(
        "the default detector is the best installed one, and one chosen for a photo stays",
        .enabled(if: hasYuNet))
    func chosenDetector() throws {
        let scene = try PictureScene("messi5.jpg", environment: ["GALLERY_FACES_DETECTOR": "auto"])
        defer { scene.gallery.remove() }
        func detectors(after arguments: String..., setting: String = "auto") throws -> Set<String> {
            let result = try scene.gallery.start(
                arguments, adding: ["GALLERY_FACES_DETECTOR": setting]
            ).wait()
            #expect(result.status == 0, "\(result.errors)")
            let rows = try scene.gallery.run("faces", "list", "--format", "jsonl").lines()
            return Set(rows.compactMap { $0["detector"] as? String })
        }
        #expect(try detectors(after: "faces") == ["yunet"])
        #expect(try detectors(after: "faces", setting: "haar") == ["haar"])
        #expect(try detectors(after: "import", "--analyze", scene.photos.path) == ["yunet"])
        #expect(try detectors(after: "faces", "--detector", "haar") == ["haar"])
        #expect(try detectors(after: "import", "--analyse", scene.photos.path) == ["haar"])
        #expect(try detectors(after: "faces", "--again") == ["haar"])
        #expect(try detectors(after: "faces", "--detector", "yunet") == ["yunet"])
        #expect(try detectors(after: "analyse", setting: "haar") == ["yunet"])
        let file = try scene.gallery.run(
            "faces", FacePictures.messi.path, "--format", "jsonl"
        ).lines()
        #expect("\(file)".contains("yunet"))
    }

    @Test("times are local in tables and UTC in other formats")
    func localTime() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        func text(_ format: String) throws -> String {
            try scene.gallery.run(
                "undo", "--list", "--columns", "at", "--format", format,
                adding: ["TZ": "Asia/Kolkata"]
            ).text
        }
        let table = try text("table").split(separator: "\n").last ?? ""
        #expect(table.wholeMatch(of: #/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+05:30/#) != nil, "\(table)")
        #expect(try text("csv").split(whereSeparator: \.isNewline).last?.hasSuffix("Z") == true)
    }

    @Test(
        "help about an unknown command names the nearest one",
        arguments: [["help", "lst"], ["help", "faces", "nme"], ["lst"]])
    func unknownHelp(arguments: [String]) throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let result = try gallery.start(arguments).wait()
        #expect(result.status == 64 && result.text.isEmpty)
        #expect(result.errors.contains("did you mean '\(arguments.count == 3 ? "name" : "list")'?"))
    }

    @Test(
        "a comparison interpreted by the shell as a redirection is explained",
        arguments: ["faces:", "rating:", "size:"])
    func takenComparison(query: String) throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let result = try scene.gallery.run("find", query)
        #expect(result.status == 64)
        #expect(result.errors.contains("'\(query)>0'"), "\(result.errors)")
    }
}
