import Basics
import Foundation
import GalleryModel
import Imaging
import TestSupport
import Testing

@Suite("Pictures of every format", .enabled(if: FormatPictures.canMake))
struct FormatTests {
    private let pictures: FormatPictures

    init() throws {
        pictures = try FormatPictures()
        let result = try pictures.scene.gallery.run("import", pictures.scene.photos.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("imported \(FormatPictures.types.count)"))
    }

    /// The row of each picture in `list`, by its extension.
    private func rows() throws -> [String: [String: Any]] {
        let rows = try pictures.scene.gallery.run("export", "camera", "--format", "jsonl").lines()
        return Dictionary(
            rows.map { row in
                let name = row["FileName"] as? String ?? ""
                return (String(name.split(separator: ".").last ?? ""), row)
            }, uniquingKeysWith: { first, _ in first })
    }

    private static func difference(_ left: PixelBuffer, _ right: PixelBuffer) throws -> Double {
        try #require(left.width == right.width && left.height == right.height)
        let sum = zip(left.bytes, right.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(left.bytes.count)
    }

    @Test("rows match exiftool's type, size, rotation, date, position, camera and texts")
    func metadata() throws {
        defer { pictures.scene.gallery.remove() }
        let rows = try rows()
        #expect(Set(rows.keys) == Set(FormatPictures.types.keys))
        for (ending, type) in FormatPictures.types {
            let row = try #require(rows[ending])
            let expected = try pictures.read(
                [
                    "-FileType", "-ImageWidth", "-ImageHeight", "-Orientation",
                    "-DateTimeOriginal", "-OffsetTimeOriginal", "-GPSLatitude", "-GPSLongitude",
                    "-Make", "-Model", "-Title",
                ], of: pictures.path(ending))
            #expect(row["FileType"] as? String == type)
            // It calls some WebPs extended.
            #expect((expected["FileType"] as? String)?.hasSuffix(type) == true)
            for key in ["DateTimeOriginal", "OffsetTimeOriginal", "Make", "Model", "Title"] {
                #expect(row[key] as? String == expected[key] as? String, "\(ending): \(key)")
            }
            for key in ["ImageWidth", "ImageHeight", "Orientation"] {
                #expect(row.integer(key) == expected.integer(key), "\(ending): \(key)")
            }
            // A GIF cannot contain EXIF.
            guard ending != "gif" else { continue }
            #expect(row["DateTimeOriginal"] as? String == "2024:05:01 10:20:30", "\(ending)")
            #expect(row.integer("Orientation") == 6, "\(ending)")
            for key in ["GPSLatitude", "GPSLongitude"] {
                let ours = try #require((row[key] as? NSNumber)?.doubleValue, "\(ending): \(key)")
                let theirs = try #require((expected[key] as? NSNumber)?.doubleValue)
                #expect(abs(abs(ours) - abs(theirs)) < 1e-7, "\(ending): \(key)")
            }
        }
    }

    @Test("thumbnails, shares and edits are upright and alike, and each has one face")
    func upright() throws {
        let (scene, gallery) = (pictures.scene, pictures.scene.gallery)
        defer { gallery.remove() }
        let upright = try PictureDecoder().decode(
            path: BytePath(FacePictures.messi.path), as: .bgr, longEdge: nil
        ).pixels
        let small = try upright.bounded(toLongEdge: 240)
        let thumbnails = try gallery.run("thumbnails", "--size", "240", "--format", "jsonl").lines()
        let detection = try gallery.run("faces", "camera")
        #expect(detection.status == 0, "\(detection.errors)")
        for (ending, row) in try rows() {
            let id = String(try #require(row.integer("ID")))
            let thumbnail = try #require(
                thumbnails.first { $0.integer("id") == Int(id) }?["path"] as? String)
            let shared = scene.path("shared-\(ending).jpg")
            #expect(try gallery.run("share", id, "--to", shared, "--size", "240").status == 0)
            let webp = scene.path("shared-\(ending).webp")
            #expect(try gallery.run("share", id, "--to", webp, "--size", "240").status == 0)
            for path in [thumbnail, shared, webp] {
                let picture = try PictureDecoder().decode(
                    path: BytePath(path), as: .bgr, longEdge: nil)
                let expected: PictureFormat = path == webp ? .webp : .jpeg
                #expect(picture.format == expected && picture.orientation == 1)
                // A GIF has 256 colors.
                let difference = try Self.difference(picture.pixels, small)
                #expect(difference < (ending == "gif" ? 12 : 5), "\(path)")
            }
            let faces = try gallery.run("faces", "list", id, "--format", "jsonl").lines()
            #expect(faces.count == 1, "\(ending)")
            if let face = faces.first {
                #expect(FacePictures.overlap(face, FacePictures.messiFace) > 0.4, "\(ending)")
            }
            #expect(try gallery.run("edit", id, "--crop", "200,50,100,150").status == 0)
            let edited = scene.path("edited-\(ending).jpg")
            #expect(try gallery.run("share", id, "--to", edited).status == 0)
            let crop = try PictureDecoder().decode(
                path: BytePath(edited), as: .bgr, longEdge: nil
            ).pixels
            #expect(crop.width == 100 && crop.height == 150, "\(ending)")
        }
    }

    @Test("originals are exported unchanged, and edited ones as JPEG or PNG")
    func originals() throws {
        let (scene, gallery) = (pictures.scene, pictures.scene.gallery)
        defer { gallery.remove() }
        let plain = try gallery.run("export", "--originals", "out", "--name", "{id}.{ext}")
        #expect(plain.status == 0, "\(plain.errors)")
        let rows = try rows()
        for (ending, row) in rows {
            let id = try #require(row.integer("ID"))
            let name = "out/\(id).\(ending)"
            #expect(
                try scene.bytes(name) == Data(contentsOf: URL(filePath: pictures.path(ending))))
            try gallery.run("edit", String(id), "--rotate", "90")
        }
        let edited = try gallery.run("export", "--originals", "edited", "--name", "{id}.{ext}")
        #expect(edited.status == 0, "\(edited.errors)")
        for (ending, row) in rows {
            let id = try #require(row.integer("ID"))
            let path = scene.path("edited/\(id)." + (ending == "png" ? "png" : "jpg"))
            #expect(try PictureScene.size(path) == [342, 548], "\(ending)")
            let date = try MetadataReader().read(path: BytePath(path)).dateTimeOriginal
            #expect(date == (ending == "gif" ? nil : "2024:05:01 10:20:30"), "\(ending)")
        }
    }

    @Test("a truncated file is rejected or marked, and a second import reports the same")
    func cut() throws {
        let (scene, gallery) = (pictures.scene, pictures.scene.gallery)
        defer { gallery.remove() }
        let folder = scene.path("cut")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for ending in FormatPictures.types.keys {
            let whole = try Data(contentsOf: URL(filePath: pictures.path(ending)))
            try whole.prefix(whole.count * 3 / 4).write(
                to: URL(filePath: "\(folder)/cut.\(ending)"))
        }
        let result = try gallery.run("import", folder, "--format", "json")
        #expect(result.status == 1)
        let answer = try result.object()
        let count = FormatPictures.types.count
        #expect(answer.integer("damaged") == answer.integer("new"))
        #expect((answer.integer("new") ?? 0) + (answer.integer("failed") ?? 0) == count)
        #expect(try gallery.run("problems", "--format", "jsonl").lines().count == count)
    }

    @Test("RAW files and videos are counted and named, also under the names of pictures")
    func notYet() throws {
        let (scene, gallery) = (pictures.scene, pictures.scene.gallery)
        defer { gallery.remove() }
        let folder = scene.path("others")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func add(_ name: String, _ bytes: [UInt8]) throws {
            try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        let film = HEIFFile.box("ftyp", Array("qt  \0\0\0\0qt  ".utf8))
        try add("film.mov", film)
        try add("film.heic", film)
        try add("film.mp4", HEIFFile.box("ftyp", Array("mp42\0\0\0\0mp42".utf8)))
        try add("raw.cr3", HEIFFile.box("ftyp", Array("crx \0\0\0\0crx ".utf8)))
        try add("raw.cr2", Array("II*\0\u{10}\0\0\0CR\u{2}\0".utf8))
        try add("raw.raf", Array("FUJIFILMCCD-RAW 0201".utf8))
        // A DNG with its directory far from the start, beyond the bytes read to recognize other
        // types.
        let padding = [UInt8](repeating: 0, count: 300_000)
        let entry: [UInt8] = [1, 0, 0x12, 0xC6, 1, 0, 4, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0, 0]
        try add("raw.tif", Array("II*\0".utf8) + [0xE8, 0x93, 0x04, 0] + padding + entry)
        let result = try gallery.run("import", folder)
        #expect(result.status == 0, "\(result.errors)")
        for part in [
            "of unsupported types (", "2 MOV", "1 MP4", "1 CR3", "1 CR2", "1 RAF", "1 DNG",
        ] {
            #expect(result.errors.contains(part), "\(part): \(result.errors)")
        }
    }
}
