import Basics
import ArgumentParser
import GalleryModel
import Glibc
import Imaging

/// Makes the sample photos of the demo: pictures of Debian's opencv-doc with dates, places and words.
@main
struct SamplePhotos: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample-photos",
        abstract: "Copies pictures of Debian's opencv-doc and gives them photo metadata.")

    @Option(name: .long, help: "The folder with opencv-doc's pictures.")
    var from = "/usr/share/doc/opencv-doc/examples/data"

    @Option(name: .long, help: "The folder for the sample photos; made where it is missing.")
    var to: String

    func run() throws {
        let source = BytePath(from)
        let destination = BytePath(to)
        let outcome = destination.withCString { mkdir($0, 0o755) }
        guard outcome == 0 || errno == EEXIST else {
            throw ValidationError(
                "cannot make the folder '\(to)': \(String(cString: strerror(errno)))")
        }
        for photo in SamplePhoto.all {
            let picture = source.appending(photo.file)
            guard picture.withCString({ access($0, R_OK) }) == 0 else {
                throw ValidationError(
                    "'\(picture.escaped)' is missing; install the Debian package opencv-doc "
                        + "(apt-get install opencv-doc) or name its pictures' folder with --from")
            }
            let copy = destination.appending(photo.file)
            var source = picture
            if let turned = try SamplePhotos.turned(picture, photo.metadata.orientation) {
                source = copy
                try FileBytes.write(turned, to: copy)
            }
            try MetadataWriter().write(photo.metadata, from: source, to: copy)
        }
        print("\(SamplePhoto.all.count) sample photos in \(destination.escaped)")
    }

    /// The picture as a camera held another way up stores it: turned, so that it stands upright once
    /// its orientation is applied; nil where it is stored upright.
    private static func turned(
        _ picture: BytePath, _ orientation: Int?
    ) throws(ImagingError) -> [UInt8]? {
        guard let orientation, orientation != 1 else { return nil }
        // A quarter turn is undone by the other one; every other orientation undoes itself.
        let undoing = [6: 8, 8: 6][orientation] ?? orientation
        let pixels = try PictureDecoder().decode(path: picture, as: .bgr, longestSide: nil).pixels
        return try PictureEncoder(.jpeg(quality: 95)).encode(pixels.upright(orientation: undoing))
    }
}
