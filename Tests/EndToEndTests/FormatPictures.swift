import Basics
import Foundation
import Imaging
import TestSupport
import Testing

/// The footballer in every importable format, with the same metadata, stored rotated if the format
/// has an orientation.
struct FormatPictures {
    /// The extension and exiftool's name of each type.
    static let types = [
        "jpg": "JPEG", "png": "PNG", "webp": "WEBP", "tif": "TIFF", "heic": "HEIC",
        "avif": "AVIF", "gif": "GIF",
    ]
    /// True if the programs that make the pictures are installed.
    static let canMake =
        PictureScene.hasExiftool && FileManager.default.isExecutableFile(atPath: "/usr/bin/vips")

    let scene: PictureScene

    /// Makes a file of each type, named `picture.` and its extension.
    init() throws {
        scene = try PictureScene()
        try FacePictures.messi(orientation: 6).write(to: url("jpg"))
        let tags = [
            "-EXIF:DateTimeOriginal=2024:05:01 10:20:30", "-EXIF:OffsetTimeOriginal=+02:00",
            "-EXIF:GPSLatitude=48.390412", "-EXIF:GPSLatitudeRef=N",
            "-EXIF:GPSLongitude=4.486123", "-EXIF:GPSLongitudeRef=W", "-EXIF:Make=Gallery",
            "-EXIF:Model=Phone 1", "-XMP-dc:Title=The goal", "-XMP-dc:Subject=football",
        ]
        try exiftool(tags + [path("jpg")])
        // Stored like the JPEG, without the metadata that would rotate it.
        let pixels = try PictureDecoder().decode(
            path: BytePath(FacePictures.messi.path), as: .bgr, longEdge: nil
        ).pixels.upright(orientation: 8)
        let stored = scene.path("stored.png")
        try Data(PictureEncoder(.png).encode(pixels)).write(to: URL(filePath: stored))
        try FileManager.default.copyItem(atPath: stored, toPath: path("png"))
        try vips("webpsave", stored, path("webp"), "--Q", "95")
        try vips("tiffsave", stored, path("tif"), "--compression", "lzw")
        try vips("gifsave", FacePictures.messi.path, path("gif"))
        for ending in ["heic", "avif"] {
            let codec = ending == "heic" ? "hevc" : "av1"
            let plain = scene.path("plain." + ending)
            try vips("heifsave", stored, plain, "--Q", "90", "--compression", codec)
            let coded = try #require(
                HEIFFile.coded(in: Array(try Data(contentsOf: URL(filePath: plain)))))
            // As phones do: the rotation is a property, and EXIF repeats it.
            let file = HEIFFile([.init(coded, [HEIFFile.turnedLeft(3)])])
            try Data(file.bytes(brand: ending)).write(to: url(ending))
        }
        for ending in ["png", "webp", "tif", "heic", "avif"] {
            try exiftool([
                "-tagsFromFile", path("jpg"), "-EXIF:all", "-XMP:all", path(ending),
            ])
        }
    }

    /// The path of the file of a type.
    func path(_ ending: String) -> String { url(ending).path }

    /// exiftool's output about a file.
    func read(_ tags: [String], of path: String) throws -> [String: Any] {
        // Without -m, because exiftool then considers a WebP's EXIF damaged.
        let text = try run(["exiftool", "-q", "-q", "-json", "-n"] + tags + [path])
        let all = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
        return try #require(all?.first)
    }

    private func exiftool(_ arguments: [String]) throws {
        try run(["exiftool", "-q", "-m", "-overwrite_original"] + arguments)
    }

    private func vips(_ arguments: String...) throws { try run(["vips"] + arguments) }

    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        let result = try scene.gallery.start(
            arguments, executable: URL(filePath: "/usr/bin/env")
        ).wait()
        try #require(result.status == 0, "\(arguments): \(result.errors)")
        return result.text
    }

    private func url(_ ending: String) -> URL {
        scene.photos.appendingPathComponent("picture." + ending)
    }
}
