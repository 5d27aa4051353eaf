import Foundation
import Imaging
import TestSupport
import Testing

@Suite("gallery duplicates")
struct DuplicatesTests {
    /// A catalog with photo 1, a smaller copy of it, a photo of another scene, and a re-encoded
    /// copy of photo 1.
    private func scene() throws -> GalleryProgram {
        let gallery = try GalleryProgram()
        let picture = try DrawnScene(seed: 1).picture()
        let pictures = [
            (try picture.averaged(width: 280, height: 210), 90), (picture, 95),
            (try DrawnScene(seed: 2).picture(), 90), (picture, 50),
        ]
        for (number, (pixels, quality)) in pictures.enumerated() {
            try add(
                try JPEGEncoder(quality: quality).encode(pixels), as: "\(number + 1).jpg",
                to: gallery)
        }
        return gallery
    }

    private func add(
        _ bytes: [UInt8], as name: String, to gallery: GalleryProgram
    ) throws {
        let file = gallery.folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        #expect(try gallery.run("import", file.path).status == 0)
    }

    @Test("groups are listed with the best photo first, in all formats")
    func listing() throws {
        let gallery = try scene()
        defer { gallery.remove() }
        let listed = try gallery.run("duplicates", "--format", "jsonl")
        #expect(listed.status == 0)
        #expect(listed.errors.hasPrefix("gallery: 1 group; 2 photos besides the best of each, "))
        let rows = try listed.lines()
        #expect(rows.map { $0.number("group") } == [2, 2, 2])
        #expect(rows.map { $0.number("id") } == [2, 4, 1])
        #expect(rows.map { $0["best"] as? Bool } == [true, false, false])
        #expect(rows.map { $0.number("width") } == [320, 320, 280])
        #expect(rows.map { $0.number("height") } == [240, 240, 210])
        #expect(rows.map { $0.number("position") } == [2, 4, 1])
        #expect(rows.allSatisfy { $0["section"] as? String == "camera" && $0.count == 10 })
        #expect(rows[0].number("distance") == 0)
        #expect(rows.allSatisfy { ($0.number("distance") ?? 64) <= 4 })
        for row in rows {
            let path = try #require(row["path"] as? String)
            #expect(
                row.number("fileSize") == (try Data(contentsOf: URL(fileURLWithPath: path)).count))
        }
        let json = try gallery.run("duplicates", "--format", "json", "-q")
        #expect(json.text.hasPrefix("[\n{\"group\":2,\"id\":2,\"best\":true,\"distance\":0,"))
        #expect(json.errors.isEmpty)
        let csv = try gallery.run("duplicates", "--format", "csv", "--columns", "group,id,best")
        #expect(csv.text == "group,id,best\r\n2,2,true\r\n2,4,false\r\n2,1,false\r\n")
        let header = try gallery.run("duplicates", "--format", "csv", "--where", "is:trashed")
        #expect(
            header.text
                == "group,id,best,distance,width,height,fileSize,section,position,path\r\n")
        let table = try gallery.run("duplicates", "--columns", "group,id,best,why")
        #expect(
            table.text == """
                GROUP  ID  BEST  WHY
                    2   2  yes   largest file
                    2   4        smaller file
                    2   1        fewer pixels

                """)
        // Some photos are compared only with each other.
        let some = try gallery.run("duplicates", "1", "3", "4", "--format", "jsonl").lines()
        #expect(some.map { $0.number("id") } == [4, 1])
        let none = try gallery.run("duplicates", "1", "3", "--format", "json")
        #expect(none.status == 0 && none.text == "[]\n")
        #expect(none.errors == "gallery: no duplicates\n")
    }

    @Test("all but the best move to the trash in one step, which undo takes back")
    func trashing() throws {
        let gallery = try scene()
        defer { gallery.remove() }
        let list = ["list", "camera", "--format", "jsonl"]
        func ids() throws -> [Int?] {
            try gallery.start(list).wait().lines().map { $0.number("ID") }
        }
        #expect(try gallery.run("duplicates", "-q").status == 0)
        let files = try gallery.catalogFiles()
        let dry = try gallery.run("duplicates", "--trash-others", "-n")
        #expect(dry.status == 0)
        #expect(dry.errors.hasPrefix("gallery: dry run: would move 2 photos to the trash, "))
        #expect(try gallery.catalogFiles() == files)
        let moved = try gallery.run("duplicates", "--trash-others")
        #expect(moved.status == 0)
        #expect(moved.errors.hasPrefix("gallery: moved 2 photos to the trash, "))
        #expect(try ids() == [2, 3])
        let after = try gallery.run("duplicates", "--trash-others")
        #expect(after.status == 0 && after.errors == "gallery: no duplicates\n")
        #expect(try gallery.run("undo").status == 0)
        #expect(try ids() == [1, 2, 3, 4])
        // A favorite is kept, unless the best one is a favorite too.
        #expect(try gallery.run("set", "1", "--favorite").status == 0)
        let kept = try gallery.run("duplicates", "--trash-others")
        #expect(kept.errors.hasPrefix("gallery: moved 1 photo to the trash, "))
        #expect(
            kept.errors.hasSuffix(
                "gallery: 1 photo kept that users changed or use otherwise than the best one: 1\n"))
        #expect(try ids() == [1, 2, 3])
        let none = try gallery.run("duplicates", "--trash-others")
        #expect(none.status == 0)
        #expect(none.errors.hasPrefix("gallery: moved 0 photos to the trash, 0 bytes\n"))
        #expect(try gallery.run("set", "2", "--favorite").status == 0)
        #expect(try gallery.run("duplicates", "--trash-others").status == 0)
        #expect(try ids() == [2, 3])
    }

    @Test("an ignored group is not listed again until undo")
    func ignoring() throws {
        let gallery = try scene()
        defer { gallery.remove() }
        // Finds the looks, which dry runs do not store.
        #expect(try gallery.run("duplicates").status == 0)
        #expect(
            try gallery.run("duplicates", "--ignore", "2", "-n").errors
                == "gallery: dry run: would ignore 1 group of 3 photos\n")
        let ignored = try gallery.run("duplicates", "--ignore", "2")
        #expect(ignored.status == 0 && ignored.text.isEmpty)
        #expect(ignored.errors == "gallery: ignored 1 group of 3 photos\n")
        #expect(try gallery.run("duplicates").errors == "gallery: no duplicates\n")
        let again = try gallery.run("duplicates", "--ignore", "2")
        #expect(again.status == 66)
        #expect(
            again.errors
                == "gallery: no group '2' of duplicates; list the groups with 'gallery duplicates'\n"
        )
        // A further copy is compared with each of them.
        let copy = try DrawnScene(seed: 1).picture().upright(orientation: 3)
        try add(try JPEGEncoder(quality: 97).encode(copy), as: "5.jpg", to: gallery)
        let rows = try gallery.run("duplicates", "--format", "jsonl").lines()
        #expect(Set(rows.map { $0.number("group") }) == [5])
        #expect(rows.first?.number("id") == 5 && rows.count == 4)
        #expect(try gallery.run("undo").status == 0)
        #expect(try gallery.run("undo").status == 0)
        #expect(try gallery.run("duplicates", "--format", "jsonl").lines().count == 3)
    }

    @Test("shots of a burst are not duplicates, and their copies are")
    func bursts() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let picture = try DrawnScene(seed: 3).picture()
        func shot(_ date: String, _ pixels: PixelBuffer, quality: Int = 95) throws -> [UInt8] {
            try MetadataWriter().applying(
                [
                    ("Exif.Image.Make", "Maker"), ("Exif.Image.Model", "Model 1"),
                    ("Exif.Photo.DateTimeOriginal", date),
                ], to: try JPEGEncoder(quality: quality).encode(pixels))
        }
        // The second shot differs only by noise; the last file is the first with another date.
        let pictures = [
            try shot("2024:05:17 10:00:00", picture),
            try shot("2024:05:17 10:00:01", picture, quality: 50),
            try shot("2024:05:17 10:00:00", try picture.averaged(width: 160, height: 120)),
            try shot("2024:05:17 10:02:00", picture),
        ]
        for (number, bytes) in pictures.enumerated() {
            try add(bytes, as: "\(number + 1).jpg", to: gallery)
        }
        let rows = try gallery.run("duplicates", "--format", "jsonl").lines()
        #expect(rows.map { $0.number("id") } == [1, 4, 3])
    }

    @Test(
        "invalid command lines are refused",
        arguments: [
            (
                ["--ignore", "x"], 64,
                "invalid --ignore 'x': expected the number of a group, such as 42"
            ),
            (
                ["--ignore", "0"], 64,
                "invalid --ignore '0': expected the number of a group, such as 42"
            ),
            (
                ["--ignore", "1", "--trash-others"], 64,
                "--trash-others cannot be combined with --ignore"
            ),
            (["cats"], 66, "no photo or section 'cats'"),
            (["--where", "taken:x"], 64, "taken"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], status: Int32, message: String) throws {
        let gallery = try scene()
        defer { gallery.remove() }
        let refused = try gallery.start(["duplicates"] + arguments).wait()
        #expect(refused.status == status && refused.text.isEmpty)
        #expect(refused.errors.contains(message))
    }
}
