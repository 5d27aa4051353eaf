import FakeFlickr
import Foundation
import Glibc
import TestSupport
import Testing

/// Kills the program at many moments and runs the command again: the result must be the same.
@Suite("kill -9", .serialized)
struct CrashTests {
    @Test("a search killed at 30 moments and run again ends like an uninterrupted one")
    func search() async throws {
        var world = FakeWorld(seed: 41, photos: 150)
        world.pictureBytes = 20_000
        try await FakeFlickrServer.with(world, latencyMilliseconds: 3) { flickr async throws in
            let whole = try GalleryProgram(environment: flickr.environment)
            defer { whole.remove() }
            #expect(try whole.run("search", "dogs", "--limit", "150").status == 0)
            let expected = try rows(whole, "dogs")
            #expect(expected.count == 150)
            for moment in KillMoments.drawn(seed: 1, count: 30, within: 0.6) {
                let gallery = try GalleryProgram(environment: flickr.environment)
                defer { gallery.remove() }
                try gallery.start(["search", "dogs", "--limit", "150"]).kill(after: moment)
                let again = try gallery.run("search", "dogs", "--limit", "150")
                #expect(again.status == 0, "killed after \(moment) s: \(again.errors)")
                #expect(try rows(gallery, "dogs") == expected, "killed after \(moment) s")
                try expectClean(gallery, like: whole, moment)
            }
        }
    }

    @Test("an import killed at 30 moments and run again ends like an uninterrupted one")
    func importing() throws {
        let whole = try GalleryProgram()
        defer { whole.remove() }
        let photos = whole.folder.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        for number in 100..<700 {
            try PictureFiles.jpeg(comment: "\(number)", padding: 30_000)
                .write(to: photos.appendingPathComponent("\(number).jpg"))
        }
        #expect(try whole.run("import", photos.path).status == 0)
        let expected = try rows(whole, "camera")
        #expect(expected.count == 600)
        for moment in KillMoments.drawn(seed: 2, count: 30, within: 0.6) {
            let gallery = try GalleryProgram()
            defer { gallery.remove() }
            try gallery.start(["import", photos.path]).kill(after: moment)
            let again = try gallery.run("import", photos.path)
            #expect(again.status == 0, "killed after \(moment) s: \(again.errors)")
            #expect(try rows(gallery, "camera") == expected, "killed after \(moment) s")
            try expectClean(gallery, like: whole, moment)
        }
    }

    @Test("files left by killed imports are listed as problems and kept")
    func aside() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        try gallery.makeCatalog()
        #expect(try gallery.run("problems").errors == "gallery: no problems\n")
        let folder = gallery.catalog.appendingPathComponent("orphans")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let file = folder.appendingPathComponent(String(repeating: "ab", count: 32) + ".jpg")
        try Data(count: 10).write(to: file)
        let photos = gallery.folder.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: false)
        #expect(try gallery.run("import", photos.path).status == 0)
        let problems = try gallery.run("problems")
        #expect(
            problems.errors.contains("interrupted commands: 1, in '\(folder.path)'"),
            "\(problems.errors)")
        #expect(try gallery.run("problems", "--quiet").errors.isEmpty)
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test("an analysis killed at 15 moments and run again ends like an uninterrupted one")
    func analyzing() throws {
        let names = ["messi5", "fruits", "home", "building", "baboon", "graf1", "aero1", "board"]
        let scene = try PictureScene()
        defer { scene.gallery.remove() }
        for name in names {
            for ending in ["jpg", "png"] {
                let file = PictureScene.samples.appendingPathComponent("\(name).\(ending)")
                guard FileManager.default.fileExists(atPath: file.path) else { continue }
                try FileManager.default.copyItem(
                    at: file, to: scene.photos.appendingPathComponent("\(name).\(ending)"))
            }
        }
        try scene.gallery.run("import", scene.photos.path)
        #expect(try scene.gallery.run("analyse").status == 0)
        let expected = try thumbnails(scene.gallery)
        #expect(expected.count >= 8)
        for moment in KillMoments.drawn(seed: 3, count: 15, within: 0.8) {
            let gallery = try GalleryProgram()
            defer { gallery.remove() }
            try gallery.run("import", scene.photos.path)
            try gallery.start(["analyse"]).kill(after: moment)
            let again = try gallery.run("analyse")
            #expect(again.status == 0, "killed after \(moment) s: \(again.errors)")
            #expect(try thumbnails(gallery) == expected, "killed after \(moment) s")
            let third = try gallery.run("analyse", "--format", "jsonl")
            #expect(third.text.isEmpty, "killed after \(moment) s: \(third.text)")
            #expect(try gallery.run("faces").errors.hasPrefix("gallery: 0 pictures examined"))
            try expectClean(gallery, like: scene.gallery, moment)
        }
    }

    /// The finished thumbnails with the size of each in bytes.
    private func thumbnails(_ gallery: GalleryProgram) throws -> [String: Int] {
        let paths = try gallery.catalogFiles().filter {
            $0.hasPrefix("thumbnails/") && $0.hasSuffix(".jpg")
        }
        return try Dictionary(
            uniqueKeysWithValues: paths.map { path in
                let file = gallery.catalog.appendingPathComponent(path)
                return (path, try Data(contentsOf: file).count)
            })
    }

    @Test(
        "Ctrl-C and SIGTERM end a stalled search within a second, and stored photos are kept",
        arguments: [
            (SIGINT, Int32(130)), (SIGTERM, Int32(143)),
        ] as [(Int32, Int32)])
    func interrupt(signal: Int32, status: Int32) async throws {
        let fault = FaultRule(.stallBeforeHeaders, endpoint: .picture, after: 3)
        try await FlickrScene.with(FakeWorld(seed: 42, photos: 20), faults: [fault]) {
            scene async throws in
            let running = try scene.gallery.start(["search", "dogs"])
            while scene.flickr.requests().count(where: { $0.fault != nil }) == 0 {
                try await Task.sleep(for: .milliseconds(10))
            }
            let start = ContinuousClock.now
            running.signal(signal)
            let result = try running.wait()
            #expect(ContinuousClock.now - start < .seconds(1))
            #expect(result.status == status, "\(result.errors)")
            #expect(try scene.ids("dogs").count == 20)
            scene.flickr.setFaults([])
            #expect(try scene.gallery.run("search", "dogs").status == 0)
            #expect(try scene.gallery.strayFiles() == [])
        }
    }

    /// A section's rows without values that depend on when and where the program ran.
    private func rows(_ gallery: GalleryProgram, _ section: String) throws -> [String] {
        let columns = "Position,ID,OriginID,Title,SHA256,FileSize,ImageWidth"
        return try gallery.run("export", section, "--format", "csv", "--columns", columns).text
            .split(separator: "\r\n").dropFirst().map(String.init)
    }

    private func expectClean(
        _ gallery: GalleryProgram, like whole: GalleryProgram, _ moment: Double
    ) throws {
        #expect(try gallery.integrity() == "ok", "killed after \(moment) s")
        #expect(try gallery.strayFiles() == [], "killed after \(moment) s")
        #expect(try gallery.storedFiles() == whole.storedFiles(), "killed after \(moment) s")
    }
}
