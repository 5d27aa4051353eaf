import Foundation
import GalleryModel
import TestSupport
import Testing

@Suite("gallery faces in a catalog")
struct FaceCatalogTests {
    @Test("detection stores faces for show, list, JSON and CSV; a second run decodes nothing")
    func detect() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        try scene.add("a-messi.jpg", try Data(contentsOf: FacePictures.messi))
        try scene.add("b-fruits.jpg", try Data(contentsOf: FacePictures.fruits))
        try scene.gallery.run("import", scene.photos.path)
        let before = try scene.gallery.run("export", "--columns", "Faces,FaceRectangles")
        #expect(before.text == "Faces,FaceRectangles\r\n,\r\n,\r\n")
        let first = try scene.gallery.run("faces")
        #expect(first.status == 0)
        #expect(first.errors == "gallery: 2 pictures examined: 1 face in 1\n")
        let faces = try scene.faces()
        try #require(faces.count == 1)
        #expect(FacePictures.overlap(faces[0], FacePictures.messiFace) > 0.5)
        let text = try #require(faces[0]["rectangle"] as? String)
        #expect(try scene.gallery.run("show", "1").text.contains(text))
        #expect(try scene.gallery.run("show", "2").text.contains("none found"))
        let numbers = text.split { "{}, ".contains($0) }
            .compactMap { Double($0).map { String(Int($0)) } }
        let after = try scene.gallery.run("export", "--columns", "Faces,FaceRectangles")
        #expect(
            after.text
                == "Faces,FaceRectangles\r\n1,\"[[\(numbers.joined(separator: ","))]]\"\r\n0,[]\r\n"
        )
        let second = try scene.gallery.run("faces")
        #expect(
            second.errors == "gallery: 0 pictures examined: 0 faces in 0, 2 examined before\n")
        let again = try scene.gallery.run("faces", "camera/2", "--again", "--format", "jsonl")
        #expect(try again.lines().map { $0.number("id") } == [2])
    }

    @Test("another quality is a separate result, and switching back decodes nothing")
    func ways() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        try scene.importAndDetect()
        let fast = try scene.gallery.run("faces", "--quality", "fast")
        #expect(fast.errors.hasPrefix("gallery: 2 pictures examined"))
        let plan = try scene.gallery.run("faces", "--plan", "--quality", "balanced")
        #expect(plan.errors.contains("0 pictures to examine, 2 to show again"))
        let back = try scene.gallery.run("faces", "--quality", "balanced")
        #expect(back.errors == "gallery: 0 pictures examined: 0 faces in 0, 2 shown again\n")
    }

    @Test("a name, a drawn and a rejected face survive any detection, move or new import")
    func decisions() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        try scene.importAndDetect()
        let named = try scene.gallery.run("faces", "name", "1", "1", "  Lionel  ")
        #expect(named.status == 0, "\(named.errors)")
        let drawn = try scene.gallery.run(
            "faces", "add", "2", "10,20,60,50", "--name", "Fruit \"Face\"")
        #expect(drawn.status == 0, "\(drawn.errors)")
        func check() throws {
            #expect(try scene.faces().map { $0["name"] as? String } == ["Lionel"])
            let fruit = try scene.faces("2")
            #expect(fruit.map { $0["rectangle"] as? String } == ["{{10, 20}, {60, 50}}"])
            #expect(fruit.map { $0["name"] as? String } == ["Fruit \"Face\""])
            #expect(fruit.map { $0["detector"] as? String } == ["person"])
        }
        try check()
        let plan = try scene.gallery.run("faces", "--plan", "--again", "--format", "jsonl")
        #expect(
            try plan.lines().map { $0["decision"] as? String } == ["named", "added"])
        #expect(plan.errors.contains("2 pictures to examine"))
        try scene.gallery.run("faces", "--again")
        try check()
        try scene.gallery.run("faces", "--quality", "thorough")
        try check()
        let moved = scene.gallery.folder.appendingPathComponent("moved")
        try FileManager.default.moveItem(at: scene.photos, to: moved)
        try scene.gallery.run("import", moved.path)
        try scene.gallery.run("faces", "--again")
        try check()
        let where_ = try scene.gallery.run("list", "camera", "--where", "person:lionel")
        #expect(where_.text.contains("messi"))
        #expect(!where_.text.contains("fruits"))
        let rejected = try scene.gallery.run("faces", "reject", "1", "1")
        #expect(rejected.status == 0)
        try scene.gallery.run("faces", "--again")
        try scene.gallery.run("faces", "--quality", "fast", "--again")
        #expect(try scene.faces().isEmpty)
        #expect(try scene.gallery.run("export", "--columns", "Faces").text == "Faces\r\n0\r\n1\r\n")
    }

    @Test("an invalid number or rectangle is rejected with the valid values")
    func wrongNumbers() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        try scene.importAndDetect()
        let number = try scene.gallery.run("faces", "name", "1", "2", "Ana")
        #expect(number.status == 66)
        #expect(number.errors.contains("no face 2: it has 1"))
        let some = try scene.gallery.run("faces", "reject", "1", "1", "5")
        #expect(some.status == 66)
        #expect(try scene.faces().count == 1)
        let outside = try scene.gallery.run("faces", "add", "1", "500,10,60,60")
        #expect(outside.status == 64)
        #expect(outside.errors.contains("548×342"))
        for text in ["1,2,3", "a,b,c,d", "1,2,3,4,5", "10,10,0,5", "nan,1,2,3"] {
            let result = try scene.gallery.run("faces", "add", "1", text)
            #expect(result.status == 64, "\(text): \(result.errors)")
        }
        #expect(try scene.gallery.run("faces", "name", "1", "1").status == 64)
        #expect(try scene.gallery.run("faces", "nowhere").status == 66)
        #expect(try scene.gallery.run("list", "camera", "--where", "faces:many").status == 64)
        #expect(try scene.gallery.run("list", "camera", "--where", "colour:red").status == 64)
    }

    @Test("a dry run prints the resulting faces and changes nothing")
    func dryRun() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        try scene.importAndDetect()
        let named = try scene.gallery.run(
            "faces", "name", "1", "1", "Ana", "-n", "--format", "jsonl")
        #expect(try named.lines().map { $0["name"] as? String } == ["Ana"])
        let rejected = try scene.gallery.run("faces", "reject", "1", "1", "-n", "--format", "jsonl")
        #expect(try rejected.lines().isEmpty)
        let faces = try scene.faces()
        #expect(faces.count == 1)
        #expect(faces[0]["name"] is NSNull)
    }

    @Test("a picture changed in its folder is not examined under its old bytes")
    func changedInPlace() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let path = try scene.add("a.jpg", try Data(contentsOf: FacePictures.fruits))
        try scene.gallery.run("import", "--in-place", scene.photos.path)
        try scene.add("a.jpg", try Data(contentsOf: FacePictures.messi))
        let result = try scene.gallery.run("faces", "--format", "jsonl")
        #expect(result.status == 1)
        #expect(result.errors.contains("import it again"))
        #expect(result.errors.contains(path))
        try scene.gallery.run("import", "--in-place", scene.photos.path)
        let again = try scene.gallery.run("faces")
        #expect(again.errors.contains("1 picture examined: 1 face in 1"), "\(again.errors)")
    }

    @Test("a failed picture of the catalog does not prevent files from being examined")
    func mixed() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        try scene.importAndDetect()
        let rows = try scene.gallery.run("export", "--columns", "SourceFile", "--format", "jsonl")
        let path = try #require(try rows.lines().first?["SourceFile"] as? String)
        try FileManager.default.removeItem(atPath: path)
        let result = try scene.gallery.run(
            "faces", "camera", FacePictures.messi.path, "--again", "--format", "json")
        #expect(result.status == 1)
        let all = try #require(try result.json() as? [[String: Any]])
        #expect(all.map { $0["faces"] is NSNull } == [true, false, false])
        let turned = try scene.gallery.run(
            "faces", FacePictures.messi.path, "2", "--again", "--format", "jsonl")
        #expect(try turned.lines().map { $0.number("id") } == [nil, 2])
    }

    @Test("faces name --nobody removes the name of a face")
    func nobody() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        try scene.importAndDetect()
        try scene.gallery.run("faces", "name", "1", "1", "Ana")
        try scene.gallery.run("faces", "name", "1", "1", "--nobody")
        let faces = try scene.faces()
        #expect(faces.count == 1)
        #expect(faces[0]["name"] is NSNull)
    }

    @Test("crops show the face, are named by photo, number and person, and replace nothing")
    func crops() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        try scene.importAndDetect()
        try scene.gallery.run("faces", "name", "1", "1", "Lionel / M.")
        let folder = scene.gallery.folder.appendingPathComponent("crops").path
        let first = try scene.gallery.run("faces", "crop", "camera", "-o", folder)
        #expect(first.errors == "gallery: faces: 1 written\n")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder)
                == ["1-1-Lionel _ M..jpg"])
        let second = try scene.gallery.run("faces", "crop", "camera", "-o", folder)
        #expect(second.errors == "gallery: faces: 1 already present\n")
        let smaller = try scene.gallery.run("faces", "crop", "1", "-o", folder, "--size", "32")
        #expect(smaller.errors == "gallery: faces: 1 written\n")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(files == ["1-1-Lionel _ M. (2).jpg", "1-1-Lionel _ M..jpg"])
        // The crop itself contains a face that fills most of it.
        let row = try scene.gallery.run(
            "faces", folder + "/" + files[1], "--format", "jsonl"
        ).lines().first
        #expect((row?["width"] as? Int).map { (50...120).contains($0) } == true)
        let small = try scene.gallery.run(
            "faces", folder + "/" + files[0], "--format", "jsonl"
        ).lines().first
        #expect(small?.number("width") == 32)
    }

    @Test("faces are drawn into a copy for review")
    func frames() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        try scene.importAndDetect()
        let file = scene.gallery.folder.appendingPathComponent("check.jpg")
        let result = try scene.gallery.run("show", "1", "--faces", "-o", file.path)
        #expect(result.status == 0, "\(result.errors)")
        let drawn = try Data(contentsOf: file)
        #expect(drawn.starts(with: [0xFF, 0xD8]))
        #expect(drawn != (try Data(contentsOf: FacePictures.messi)))
        #expect(try scene.gallery.run("show", "1", "--faces").status == 64)
        #expect(try scene.gallery.run("show", "1", "--faces", "-o", "-").status == 64)
        #expect(try scene.gallery.run("show", "1", "--faces", "-o", "x.png").status == 64)
        let without = try scene.gallery.run("show", "9", "--faces", "-o", file.path)
        #expect(without.status == 66)
    }

    @Test("sidecars pass names and boxes to exiftool and to another catalog")
    func sidecars() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        try scene.importAndDetect()
        try scene.gallery.run("faces", "name", "1", "1", "Zoë <&> \"Q\"")
        let folder = scene.gallery.folder.appendingPathComponent("copies")
        let exported = try scene.gallery.run(
            "export", "--originals", folder.path, "--name", "{name}.{ext}")
        #expect(exported.status == 0, "\(exported.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(
            names == [
                "a-messi.jpg", "a-messi.jpg.xmp", "b-fruits.jpg", "b-fruits.jpg.xmp",
                "metadata.csv",
            ])
        let alone = scene.gallery.folder.appendingPathComponent("alone")
        let only = try scene.gallery.run(
            "export", "camera", "--format", "xmp", "-o", alone.path, "--name", "{name}.{ext}")
        #expect(only.errors == "gallery: sidecars: 2 written\n")
        #expect(
            try Data(contentsOf: alone.appendingPathComponent("a-messi.jpg.xmp"))
                == Data(contentsOf: folder.appendingPathComponent("a-messi.jpg.xmp")))
        let before = try scene.faces()
        var other = scene.gallery
        other.environment["GALLERY_CATALOG"] =
            scene.gallery.folder.appendingPathComponent("other").path
        try other.run("import", folder.path)
        let read = try other.run("faces", "list", "--format", "jsonl").lines()
        try #require(read.count == 1)
        #expect(read[0]["name"] as? String == "Zoë <&> \"Q\"")
        #expect(read[0]["detector"] as? String == "metadata")
        #expect(read[0]["rectangle"] as? String == before[0]["rectangle"] as? String)
        // A sidecar changed by a user is left unchanged.
        let edited = alone.appendingPathComponent("b-fruits.jpg.xmp")
        let text = String(decoding: try Data(contentsOf: edited), as: UTF8.self)
        try Data(
            text.replacingOccurrences(of: "<tiff:Orientation>1", with: "<tiff:Orientation>3").utf8
        )
        .write(to: edited)
        let foreign = Data("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\" x:xmptk=\"other\"/>".utf8)
        try foreign.write(to: alone.appendingPathComponent("a-messi.jpg.xmp"))
        let kept = try scene.gallery.run(
            "export", "camera", "--format", "xmp", "-o", alone.path, "--name", "{name}.{ext}")
        #expect(kept.status == 1)
        #expect(kept.errors.contains("2 failed"))
        #expect(try scene.gallery.run("problems").text.contains("b-fruits.jpg.xmp"))
        #expect(String(decoding: try Data(contentsOf: edited), as: UTF8.self).contains(">3<"))
        #expect(
            try Data(contentsOf: alone.appendingPathComponent("a-messi.jpg.xmp")) == foreign)
    }

    @Test("an interrupted search keeps its results, and the next one finishes it")
    func interrupted() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let messi = try Data(contentsOf: FacePictures.messi)
        for number in 0..<150 {
            try scene.add("\(number).jpg", messi + Data("\(number)".utf8))
        }
        try scene.gallery.run("import", scene.photos.path)
        let running = try scene.gallery.start(
            ["faces", "--format", "jsonl", "-j", "1"], input: nil)
        // The first rows are printed once the first batch is stored.
        while try scene.gallery.run("list", "camera", "--where", "faces:>0", "--limit", "1")
            .text.split(separator: "\n").count < 2
        {
            guard running.isRunning else { break }
        }
        running.signal(SIGINT)
        let result = try running.wait()
        #expect(result.status == 130)
        let stored =
            try scene.gallery.run("list", "camera", "--where", "faces:>0").text
            .split(separator: "\n").count - 1
        #expect((1..<150).contains(stored))
        let rest = try scene.gallery.run("faces")
        #expect(
            rest.errors.contains("\(150 - stored) pictures examined"), "\(rest.errors)")
    }

    @Test("a damaged picture is a problem that the next run retries")
    func damaged() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        try scene.importAndDetect()
        let rows = try scene.gallery.run("export", "--columns", "SourceFile", "--format", "jsonl")
        let path = try #require(try rows.lines().first?["SourceFile"] as? String)
        try FileManager.default.removeItem(atPath: path)
        let result = try scene.gallery.run("faces", "--again", "--format", "jsonl")
        #expect(result.status == 1)
        #expect(try result.lines().map { $0["faces"] is NSNull } == [true, false])
        #expect(try scene.gallery.run("problems").text.contains("photo 1"))
        #expect(try scene.faces().count == 1)
        try FileManager.default.copyItem(atPath: FacePictures.messi.path, toPath: path)
        #expect(try scene.gallery.run("faces", "--again").status == 0)
        #expect(try !scene.gallery.run("problems").text.contains("photo 1"))
    }
}
