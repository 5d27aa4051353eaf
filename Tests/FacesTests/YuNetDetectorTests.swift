import Faces
import GalleryModel
import Testing

@testable import Imaging

@Suite(
    "YuNetDetector",
    .enabled(
        if: ModelFolders(setting: nil).path(of: .yunet) != nil, "YuNet is not here: make models"))
struct YuNetDetectorTests {
    @Test(
        "every quality finds the marked faces with five landmarks",
        arguments: MarkedPicture.all)
    func marked(picture: MarkedPicture) throws {
        for quality in FaceDetectionQuality.allCases {
            let detector = try FaceModels(.yunet, quality).makeDetector()
            let found = try detector.detect(in: picture.decoded(.bgr))
            let strongest = try #require(found.max { $0.score < $1.score })
            #expect(strongest.rectangle.overlap(picture.faces[0]) >= 0.5)
            #expect((0.6...1).contains(strongest.score))
            let box = strongest.rectangle
            #expect(strongest.landmarks.count == 5)
            let (right, left) = (strongest.landmarks[0], strongest.landmarks[1])
            let mouth = strongest.landmarks[3]
            // The person's right eye is at the left, and the eyes are above the mouth.
            #expect(right.x < left.x && right.y < mouth.y && left.y < mouth.y)
            for point in strongest.landmarks {
                #expect(point.x > box.x && point.x < box.x + box.width)
                #expect(point.y > box.y && point.y < box.y + box.height)
            }
            if quality != .thorough { #expect(found.count == 1) }
        }
    }

    @Test("pictures without faces give none", arguments: MarkedPicture.withoutFaces)
    func faceFree(picture: MarkedPicture) throws {
        let detector = try FaceModels(.yunet).makeDetector()
        #expect(try detector.detect(in: picture.decoded(.bgr)).isEmpty)
    }

    @Test("the thorough search finds tilted faces", arguments: [45.0, -45])
    func tilted(degrees: Double) throws {
        let (tilted, expected) = try MarkedPicture.painting.tilted(degrees: degrees)
        let detector = try FaceModels(.yunet, .thorough).makeDetector()
        let found = try detector.detect(in: DecodedPicture(whole: tilted))
        #expect(found.count == 1)
        let face = try #require(found.first)
        #expect(face.rectangle.overlap(expected) >= 0.6)
        // The line through the eyes is tilted like the picture.
        let (right, left) = (face.landmarks[0], face.landmarks[1])
        let along = PixelBuffer.tilt(-degrees, x: left.x - right.x, y: left.y - right.y)
        #expect(along.x > 0 && abs(along.y) < along.x / 3)
    }

    @Test("a reduced picture gives its faces in the pixels of the full one")
    func reduced() throws {
        let whole = try MarkedPicture.hat.decoded(.bgr)
        let picture = DecodedPicture(
            pixels: whole.pixels, width: whole.width * 8, height: whole.height * 8, format: .jpeg)
        let found = try FaceModels(.yunet).makeDetector().detect(in: picture)
        let marked = MarkedPicture.hat.faces[0]
        let expected = FaceRectangle(
            x: marked.x * 8, y: marked.y * 8, width: marked.width * 8, height: marked.height * 8)
        #expect(found.count == 1)
        #expect(found.allSatisfy { $0.rectangle.overlap(expected) >= 0.5 })
    }

    @Test(
        "pictures of any shape without faces give none",
        arguments: [(1, 1), (3, 3000), (3000, 3), (31, 33), (20000, 20)])
    func shapes(width: Int, height: Int) throws {
        for layout in [PixelBuffer.Layout.gray, .bgr] {
            let picture = try #require(DecodedPicture(width: width, height: height, layout: layout))
            for quality in FaceDetectionQuality.allCases {
                let detector = try FaceModels(.yunet, quality).makeDetector()
                #expect(try detector.detect(in: picture).isEmpty)
            }
        }
    }

    @Test("a gray picture is searched directly")
    func gray() throws {
        let detector = try FaceModels(.yunet).makeDetector()
        let found = try detector.detect(in: MarkedPicture.thrower.decoded(.gray))
        #expect(try found == detector.detect(in: MarkedPicture.thrower.decoded(.bgr)))
        #expect(found.count == 1)
    }

    @Test("two threads with their own detectors give the same result as one")
    func threads() async throws {
        let models = try FaceModels(.yunet)
        let pictures = try MarkedPicture.all.map { try $0.decoded(.bgr) }
        @Sendable func run() throws -> [[DetectedFace]] {
            let detector = try models.makeDetector()
            return try (pictures + pictures).map { try detector.detect(in: $0) }
        }
        let alone = try run()
        async let first = run()
        async let second = run()
        let together = try await [first, second]
        #expect(together == [alone, alone])
    }
}
