import Imaging
import Testing

/// A kind of picture, the commands to make one, and the tolerance between our decoder and other
/// programs.
struct ComparedPicture: Sendable, CustomTestStringConvertible {
    var testDescription: String { name }
    let name: String
    let file: String
    /// The commands that make `file` from `in.ppm`, of 240 by 180 pixels.
    var commands: [[String]]
    /// The command that makes `whole.ppm`, upright and in sRGB; nil for ImageMagick's default one.
    var reference: [String]?
    /// The greatest mean difference of full-size and of reduced pictures.
    var tolerance = (whole: 1.0, reduced: 3.0)

    /// The file's bytes.
    func bytes(_ picture: PixelBuffer) throws -> [UInt8] {
        try PictureTools.made(file, from: ["in.ppm": PictureTools.ppm(picture)], commands)
    }

    /// The full-size picture as decoded by another program.
    func whole(_ bytes: [UInt8]) throws -> PixelBuffer {
        try PictureTools.pixels(
            ofPPM: PictureTools.made("whole.ppm", from: [file: bytes], [command]))
    }

    /// The other program's full-size picture, reduced to a long edge by vipsthumbnail.
    func reduced(_ bytes: [UInt8], to side: Int) throws -> PixelBuffer {
        let reduction = ["vipsthumbnail", "whole.ppm", "--size", "\(side)", "-o", "small.ppm"]
        return try PictureTools.pixels(
            ofPPM: PictureTools.made("small.ppm", from: [file: bytes], [command, reduction]))
    }

    private var command: [String] {
        reference ?? [
            "convert", "\(file)[0]", "-auto-orient", "+repage", "-background", "white", "-flatten",
            "-colorspace", "sRGB", "-type", "TrueColor", "-depth", "8", "whole.ppm",
        ]
    }

    /// The picture of this width that libvips makes of a file.
    private static func libvips(_ file: String) -> [String] {
        ["vipsthumbnail", file, "--size", "240", "-o", "whole.ppm"]
    }

    private init(
        _ name: String, _ file: String, _ commands: [[String]], reference: [String]? = nil,
        whole: Double = 1, reduced: Double = 3
    ) {
        self.name = name
        self.file = file
        self.commands = commands
        self.reference = reference
        tolerance = (whole, reduced)
    }

    private static func magick(_ options: String, _ file: String) -> [[String]] {
        [["convert", "in.ppm"] + options.split(separator: " ").map(String.init) + [file]]
    }

    /// Upright copies of a file with a profile that libvips applies as this program does.
    private static func throughProfile(_ file: String) -> [String] {
        [
            "vips", "icc_transform", file, "whole.ppm", "srgb", "--embedded", "--intent",
            "relative",
            "--black-point-compensation",
        ]
    }

    static let all: [ComparedPicture] =
        [
            ComparedPicture("a JPEG with halved colours", "a.jpg", magick("-quality 92", "a.jpg")),
            ComparedPicture(
                "a progressive JPEG", "a.jpg", magick("-quality 92 -interlace JPEG", "a.jpg")),
            ComparedPicture(
                "a grey JPEG", "a.jpg", magick("-colorspace Gray -quality 92", "a.jpg")),
            ComparedPicture(
                "a YCCK JPEG without a profile", "a.jpg",
                magick("-colorspace CMYK -quality 95", "a.jpg")),
            ComparedPicture(
                "a CMYK JPEG with a profile", "a.jpg",
                [
                    [
                        "vips", "icc_transform", "in.ppm", "a.jpg[Q=95]", "cmyk", "--input-profile",
                        "srgb",
                    ]
                ],
                reference: throughProfile("a.jpg")),
            ComparedPicture(
                "a Display P3 JPEG", "a.jpg",
                [
                    [
                        "vips", "icc_transform", "in.ppm", "a.jpg[Q=95]", "p3", "--input-profile",
                        "srgb",
                    ]
                ],
                reference: throughProfile("a.jpg")),
            ComparedPicture(
                "a 16-bit PNG", "a.png", magick("-depth 16 -define png:bit-depth=16", "a.png")),
            ComparedPicture("a 16-bit TIFF", "a.tif", magick("-depth 16", "a.tif")),
            ComparedPicture(
                "a transparent PNG", "a.png",
                magick("-alpha set -channel A -evaluate set 60% +channel", "a.png"), reduced: 4),
            ComparedPicture(
                "a grey PNG with transparency", "a.png",
                magick(
                    "-colorspace Gray -alpha set -channel A -evaluate set 40% +channel "
                        + "-define png:color-type=4", "a.png"), reduced: 4),
            ComparedPicture(
                "an animated GIF", "a.gif",
                [["convert", "-delay", "10", "in.ppm", "(", "in.ppm", "-negate", ")", "a.gif"]],
                reduced: 8),
            ComparedPicture(
                "an animated WebP", "a.webp",
                [["convert", "-delay", "10", "in.ppm", "(", "in.ppm", "-negate", ")", "a.webp"]],
                whole: 2, reduced: 4),
            ComparedPicture(
                "a CMYK TIFF", "a.tif", magick("-colorspace CMYK", "a.tif"),
                reference: libvips("a.tif")),
        ] + orientations

    private static let orientations: [ComparedPicture] = ["jpg", "png", "webp", "tif"].flatMap {
        type in
        (1...8).map { number in
            let file = "a.\(type)"
            let quality = type == "webp" ? ["-define", "webp:lossless=true"] : ["-quality", "92"]
            var commands = [["convert", "in.ppm"] + quality + [file]]
            commands.append([
                "exiftool", "-q", "-q", "-m", "-overwrite_original", "-IFD0:Orientation#=\(number)",
                file,
            ])
            // ImageMagick ignores the orientation in PNG and WebP.
            return ComparedPicture(
                "a .\(type) of orientation \(number)", file, commands,
                reference: ["png", "webp"].contains(type) ? libvips(file) : nil)
        }
    }
}
