import Basics
import ArgumentParser
import GalleryModel
import Glibc
import Imaging
import TestSupport

/// Makes the demo's sample photos: pictures of Debian's opencv-doc with dates, places and texts.
@main
struct SamplePhotos: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample-photos",
        abstract: "Copies the pictures of Debian's opencv-doc and adds photo metadata.")

    @Option(name: .long, help: "Folder with opencv-doc's pictures.")
    var from = "/usr/share/doc/opencv-doc/examples/data"

    @Option(name: .long, help: "Folder for the sample photos; created if missing.")
    var to: String

    func run() throws {
        let source = BytePath(from)
        let destination = BytePath(to)
        let outcome = destination.withCString { mkdir($0, 0o755) }
        guard outcome == 0 || errno == EEXIST else {
            throw ValidationError(
                "cannot create the folder '\(to)': \(String(cString: strerror(errno)))")
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
                try AtomicFile.replace(copy, with: turned, syncs: false)
            }
            try MetadataWriter().write(photo.metadata, from: source, to: copy)
        }
        print("\(SamplePhoto.all.count) sample photos in \(destination.escaped)")
    }

    /// The picture as stored by a camera in another orientation, so that it is upright after its
    /// orientation is applied; nil if it is stored upright.
    private static func turned(
        _ picture: BytePath, _ orientation: Int?
    ) throws(ImagingError) -> [UInt8]? {
        guard let orientation, orientation != 1 else { return nil }
        // A quarter turn is undone by the opposite one; every other orientation undoes itself.
        let undoing = [6: 8, 8: 6][orientation] ?? orientation
        let pixels = try PictureDecoder().decode(path: picture, as: .bgr, longEdge: nil).pixels
        return try PictureEncoder(.jpeg(quality: 95)).encode(pixels.upright(orientation: undoing))
    }
}
