import Foundation
import GalleryModel
import TestSupport
import Testing

@Suite("gallery faces PATH")
struct FaceFilesTests {
    private func keys(_ row: [String: Any]) -> Set<String> { Set(row.keys) }

    @Test(
        "there is one row per file in the order of the input; one bad file does not stop the rest"
    )
    func rows() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let bad = try scene.add("notes.jpg", Data("no picture".utf8))
        let missing = scene.photos.appendingPathComponent("missing.jpg").path
        let result = try scene.gallery.run(
            "faces", FacePictures.messi.path, bad, FacePictures.fruits.path, missing, "--format",
            "jsonl")
        #expect(result.status == 1)
        let rows = try result.lines()
        try #require(rows.count == 4)
        #expect(
            rows.map { $0["path"] as? String }
                == [FacePictures.messi.path, bad, FacePictures.fruits.path, missing])
        #expect(rows.allSatisfy { keys($0) == ["path", "width", "height", "faces", "error"] })
        let faces = try #require(rows[0]["faces"] as? [[String: Any]])
        try #require(faces.count == 1)
        #expect(keys(faces[0]) == ["x", "y", "width", "height", "score", "detector"])
        #expect(faces[0]["detector"] as? String == "haar")
        #expect((0...1).contains((faces[0]["score"] as? NSNumber)?.doubleValue ?? -1))
        #expect(FacePictures.overlap(faces[0], FacePictures.messiFace) > 0.5)
        #expect(rows[0].number("width") == 548)
        #expect(rows[0].number("height") == 342)
        #expect((rows[2]["faces"] as? [Any])?.isEmpty == true)
        #expect(rows[1]["faces"] is NSNull)
        #expect((rows[1]["error"] as? String)?.isEmpty == false)
        #expect((rows[3]["error"] as? String)?.contains("does not exist") == true)
        #expect(result.errors.contains("notes.jpg"))
        #expect(!FileManager.default.fileExists(atPath: scene.gallery.catalog.path))
    }

    @Test("paths are read from standard input by line or NUL, and no catalog is made")
    func standardInput() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let odd = try scene.add("new\nline.jpg", try Data(contentsOf: FacePictures.messi))
        let lines = Data((FacePictures.fruits.path + "\n" + FacePictures.messi.path).utf8)
        let first = try scene.gallery.run("faces", "-", "--format", "jsonl", input: lines)
        #expect(first.status == 0, "\(first.errors)")
        #expect(
            try first.lines().map { ($0["faces"] as? [Any])?.count } == [0, 1])
        let second = try scene.gallery.run(
            "faces", "-0", "-", "--format", "jsonl", input: Data((odd + "\0").utf8))
        #expect(try second.lines().map { ($0["faces"] as? [Any])?.count } == [1])
        #expect(try second.lines().map { $0["path"] as? String } == [odd])
        #expect(!FileManager.default.fileExists(atPath: scene.gallery.catalog.path))
    }

    @Test("rows are printed while standard input is still open")
    func filter() async throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let input = Pipe()
        let process = try ChildProcess(
            try GalleryProgram.executable.path, ["faces", "-", "--format", "jsonl"],
            input: input.fileHandleForReading.fileDescriptor)
        for number in 1...3 {
            try input.fileHandleForWriting.write(
                contentsOf: Data((FacePictures.messi.path + "\n").utf8))
            while process.text.count(where: \.isNewline) < number, process.isRunning {
                usleep(1_000)
            }
            #expect(process.isRunning)
        }
        try input.fileHandleForWriting.close()
        let result = try process.wait()
        #expect(result.status == 0)
        #expect(try result.lines().map { ($0["faces"] as? [Any])?.count } == [1, 1, 1])
    }

    @Test("EXIF's orientation is applied: all eight give the same upright face", arguments: 1...8)
    func orientation(number: Int) throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let path = try scene.add("turned.jpg", try FacePictures.messi(orientation: number))
        let rows = try scene.gallery.run("faces", path, "--format", "jsonl").lines()
        let row = try #require(rows.first)
        #expect(row.number("width") == 548)
        #expect(row.number("height") == 342)
        let faces = try #require(row["faces"] as? [[String: Any]])
        try #require(faces.count == 1)
        #expect(FacePictures.overlap(faces[0], FacePictures.messiFace) > 0.5)
    }

    @Test("a missing file has its row and makes no catalog; a sidecar also has its row")
    func missing() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let sidecar = try scene.add("x.xmp", Data("<x:xmpmeta/>".utf8))
        let result = try scene.gallery.run(
            "faces", "gone.jpg", sidecar, "photos/gone", FacePictures.fruits.path, "--format",
            "jsonl")
        #expect(result.status == 1)
        let rows = try result.lines()
        #expect(rows.map { $0["error"] is NSNull } == [false, false, false, true])
        #expect(
            rows.map { $0["path"] as? String }
                == ["gone.jpg", sidecar, "photos/gone", FacePictures.fruits.path])
        #expect(!FileManager.default.fileExists(atPath: scene.gallery.catalog.path))
    }

    @Test("a folder is scanned, and other files than pictures are skipped")
    func folder() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        try scene.add("1.jpg", try Data(contentsOf: FacePictures.messi))
        try scene.add("2.jpg", try Data(contentsOf: FacePictures.fruits))
        try scene.add("notes.txt", Data("no picture".utf8))
        let result = try scene.gallery.run("faces", scene.photos.path, "--format", "csv")
        #expect(result.status == 0)
        #expect(result.errors.contains("1 other file skipped"))
        let lines = result.text.components(separatedBy: "\r\n")
        #expect(lines[0] == "path,id,width,height,count,faces,error")
        #expect(lines.count == 4)
        #expect(lines[1].contains(",548,342,1,\"[["))
    }

    @Test("a user's cascade is used, and an invalid one is rejected")
    func cascade() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let own = "/usr/share/opencv4/haarcascades/haarcascade_frontalface_default.xml"
        let found = try scene.gallery.run(
            "faces", FacePictures.messi.path, "--cascade", own, "--format", "jsonl")
        #expect(found.status == 0, "\(found.errors)")
        let faces = try #require(try found.lines().first?["faces"] as? [[String: Any]])
        #expect(faces.contains { FacePictures.overlap($0, FacePictures.messiFace) > 0.4 })
        let broken = try scene.add("broken.xml", Data("<opencv_storage>".utf8))
        let refused = try scene.gallery.run("faces", FacePictures.messi.path, "--cascade", broken)
        #expect(refused.status == 65)
        #expect(refused.errors.contains("broken.xml"))
        let missing = try scene.gallery.run(
            "faces", FacePictures.messi.path, "--cascade", "/nowhere.xml")
        #expect(missing.status == 66)
    }

    @Test("an altered model of the program is rejected with the file and the command to repair it")
    func alteredModel() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let models = scene.gallery.folder.appendingPathComponent("models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        let name = "haarcascade_frontalface_alt2.xml"
        try Data("<opencv_storage/>".utf8).write(to: models.appendingPathComponent(name))
        let result = try scene.gallery.run(
            "faces", FacePictures.messi.path, adding: ["GALLERY_MODELS": models.path])
        #expect(result.status == 78)
        #expect(result.errors.contains(models.path + "/" + name))
        #expect(result.errors.contains("apt-get install opencv-data"))
        let list = try scene.gallery.run(
            "models", "--format", "jsonl", adding: ["GALLERY_MODELS": models.path])
        #expect(
            try list.lines().first { $0["name"] as? String == "frontalface_alt2" }?["state"]
                as? String == "altered")
    }

    @Test("an invalid models folder is a configuration error, and a name is not an option list")
    func wrongWords() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let result = try scene.gallery.run(
            "faces", FacePictures.messi.path, adding: ["GALLERY_MODELS": FacePictures.fruits.path])
        #expect(result.status == 78)
        #expect(result.errors.contains("'\(FacePictures.fruits.path)'"))
        // A missing folder contains nothing: the next folders are searched.
        let missing = try scene.gallery.run(
            "faces", FacePictures.messi.path, adding: ["GALLERY_MODELS": "/nowhere"])
        #expect(missing.status == 0, "\(missing.errors)")
        let dash = try scene.gallery.run("faces", "-dash.jpg")
        #expect(dash.status == 64)
        #expect(dash.errors.contains("'./-dash.jpg'"))
        let joined = try scene.gallery.run(
            "faces", "-j2", "-qn", FacePictures.messi.path)
        #expect(joined.status == 0, "\(joined.errors)")
    }

    @Test("a truncated file is examined, with a warning in its row and on standard error")
    func truncated() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let whole = try Data(contentsOf: FacePictures.messi)
        let path = try scene.add("cut.jpg", whole.prefix(whole.count * 3 / 4))
        let result = try scene.gallery.run("faces", path, "--format", "jsonl")
        #expect(result.status == 0)
        let row = try #require(try result.lines().first)
        #expect((row["faces"] as? [Any])?.count == 1)
        #expect((row["warning"] as? String)?.isEmpty == false)
        #expect(result.errors.contains("cut.jpg"))
    }

    @Test("a picture over the pixel limit is an error that names the limit and the setting")
    func limit() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let result = try scene.gallery.run(
            "faces", FacePictures.messi.path, "--format", "jsonl",
            adding: ["GALLERY_IMAGING_MAXIMUM_PIXELS": "1000"])
        #expect(result.status == 1)
        let error = try #require(try result.lines().first?["error"] as? String)
        #expect(error.contains("1000"))
        #expect(error.contains("imaging.maximumPixels"))
    }
}
