import Basics
import Faces
import GalleryModel
import Testing

@testable import Imaging

/// A picture of Debian's package opencv-doc with faces marked by hand.
///
/// The boxes are squares of 2.2 times the distance from the eyes to the mouth, centered between
/// them.
struct MarkedPicture: Sendable, CustomTestStringConvertible {
    var file: String
    var faces: [FaceRectangle]

    var testDescription: String { file }

    static let footballer = MarkedPicture("examples/data/messi5.jpg", (228, 98, 36))
    static let thrower = MarkedPicture("examples/data/basketball1.png", (74, 98, 35))
    static let catcher = MarkedPicture("examples/data/basketball2.png", (74, 96, 36))
    static let painting = MarkedPicture(
        "opencv4/html/julia_facedetect_sample.jpg", (163, 167, 132))
    static let hat = MarkedPicture("opencv4/html/faceDetection.png", (206, 217, 194))
    static let all = [footballer, thrower, catcher, painting, hat]

    static let withoutFaces = [
        "aloeL.jpg", "apple.jpg", "building.jpg", "butterfly.jpg", "fruits.jpg", "home.jpg",
        "notes.png", "stuff.jpg", "sudoku.png",
    ].map { MarkedPicture("examples/data/\($0)") }

    init(_ file: String, _ squares: (x: Double, y: Double, side: Double)...) {
        self.file = file
        faces = squares.map { FaceRectangle(x: $0.x, y: $0.y, width: $0.side, height: $0.side) }
    }

    func decoded(_ layout: PixelBuffer.Layout) throws -> DecodedPicture {
        try PictureDecoder().decode(
            path: BytePath("/usr/share/doc/opencv-doc/\(file)"), as: layout, longEdge: nil)
    }
}

extension DecodedPicture {
    /// A picture with a copy of some pixels.
    init(whole pixels: PixelBuffer) {
        self.init(
            pixels: pixels, width: pixels.width, height: pixels.height, format: .jpeg)
    }

    /// A picture of a single color.
    init?(width: Int, height: Int, layout: PixelBuffer.Layout, value: UInt8 = 128) {
        let bytes = [UInt8](repeating: value, count: width * height * layout.rawValue)
        guard
            let pixels = PixelBuffer(layout: layout, width: width, height: height, bytes: bytes)
        else { return nil }
        self.init(whole: pixels)
    }
}

extension FaceRectangle {
    /// The intersection over union with another rectangle: 0...1.
    func overlap(_ other: FaceRectangle) -> Double {
        RelativeRectangle(self, width: 1, height: 1)
            .overlap(RelativeRectangle(other, width: 1, height: 1))
    }
}

extension FaceModels {
    /// The models in the program's own folder.
    init(_ detector: FaceDetectorName, _ quality: FaceDetectionQuality = .balanced) throws {
        try self.init(
            DetectionParameters(detector: detector, quality: quality),
            in: ModelFolders(setting: nil))
    }
}
