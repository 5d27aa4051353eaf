import Faces
import GalleryModel
import Imaging
import Testing

@Suite("HaarDetector")
struct HaarDetectorTests {
    @Test("every quality finds the marked faces", arguments: MarkedPicture.all)
    func marked(picture: MarkedPicture) throws {
        for quality in FaceDetectionQuality.allCases {
            let detector = try FaceModels(.haar, quality).makeDetector()
            let found = try detector.detect(in: picture.decoded(.gray))
            for marked in picture.faces {
                #expect(found.contains { $0.rectangle.overlap(marked) >= 0.5 }, "\(quality)")
            }
            #expect(found.allSatisfy { (0.5..<1).contains($0.score) && $0.landmarks.isEmpty })
            if quality == .balanced { #expect(found.count == picture.faces.count) }
        }
    }

    @Test("pictures without faces give none", arguments: MarkedPicture.withoutFaces)
    func faceFree(picture: MarkedPicture) throws {
        let detector = try FaceModels(.haar).makeDetector()
        #expect(try detector.detect(in: picture.decoded(.gray)).isEmpty)
    }

    @Test("a color picture gives the same faces as the gray one")
    func color() throws {
        let detector = try FaceModels(.haar).makeDetector()
        let found = try detector.detect(in: MarkedPicture.footballer.decoded(.bgr))
        #expect(found.count == 1)
        #expect(try found == detector.detect(in: MarkedPicture.footballer.decoded(.gray)))
    }

    @Test("the face is found in all eight orientations", arguments: 1...8)
    func orientations(orientation: Int) throws {
        let picture = try MarkedPicture.painting.decoded(.gray)
        // The pixels that a camera stores with this orientation, and the decoder's result.
        let inverse = [1, 2, 3, 4, 5, 8, 7, 6][orientation - 1]
        let stored = picture.pixels.upright(orientation: inverse)
        let upright = DecodedPicture(whole: stored.upright(orientation: orientation))
        let detector = try FaceModels(.haar).makeDetector()
        let found = try detector.detect(in: upright)
        #expect(found.count == 1)
        #expect(found.allSatisfy { $0.rectangle.overlap(MarkedPicture.painting.faces[0]) >= 0.5 })
    }

    @Test("a face of 4% of a large picture's long edge is found, in its full pixels")
    func small() throws {
        let picture = try MarkedPicture.thrower.decoded(.gray)
        let marked = MarkedPicture.thrower.faces[0]
        let scale = 4
        let width = Int(marked.width) * scale * 25
        let large = try #require(picture.pixels.enlarged(scale, ontoWidth: width))
        for quality in FaceDetectionQuality.allCases {
            let detector = try FaceModels(.haar, quality).makeDetector()
            let found = try detector.detect(in: DecodedPicture(whole: large))
            let expected = FaceRectangle(
                x: marked.x * 4, y: marked.y * 4, width: marked.width * 4,
                height: marked.height * 4)
            #expect(found.contains { $0.rectangle.overlap(expected) >= 0.5 }, "\(quality)")
        }
    }

    @Test(
        "the balanced and thorough searches find faces tilted by 30 degrees",
        arguments: [FaceDetectionQuality.balanced, .thorough], [30.0, -30])
    func tilted(quality: FaceDetectionQuality, degrees: Double) throws {
        let (tilted, expected) = try MarkedPicture.painting.tilted(degrees: degrees)
        let detector = try FaceModels(.haar, quality).makeDetector()
        let found = try detector.detect(in: DecodedPicture(whole: tilted))
        #expect(found.count == 1)
        let face = try #require(found.first)
        #expect(face.rectangle.overlap(expected) >= 0.5)
        #expect((0.5..<1).contains(face.score))
    }

    @Test("a user's cascade finds only upright faces")
    func own() throws {
        let cascade = try #require(ModelFolders(setting: nil).path(of: .alt2))
        for quality in FaceDetectionQuality.allCases {
            let parameters = DetectionParameters(quality: quality, cascade: cascade)
            let detector = try FaceModels(parameters, in: ModelFolders(setting: nil)).makeDetector()
            let marked = MarkedPicture.painting.faces[0]
            let found = try detector.detect(in: MarkedPicture.painting.decoded(.gray))
            #expect(found.contains { $0.rectangle.overlap(marked) >= 0.5 }, "\(quality)")
            #expect(found.allSatisfy { (0.5..<1).contains($0.score) })
            let (tilted, _) = try MarkedPicture.painting.tilted(degrees: 30)
            #expect(try detector.detect(in: DecodedPicture(whole: tilted)).isEmpty)
        }
    }

    @Test(
        "rectangles are inside pictures of any shape",
        arguments: [(1, 1), (3, 3000), (3000, 3), (19, 19), (20, 20), (30000, 20), (1025, 1)])
    func shapes(width: Int, height: Int) throws {
        let picture = try #require(DecodedPicture(width: width, height: height, layout: .gray))
        for quality in FaceDetectionQuality.allCases {
            let detector = try FaceModels(.haar, quality).makeDetector()
            #expect(try detector.detect(in: picture).isEmpty)
        }
    }

    @Test("a face at the picture's edge is clipped to the picture")
    func clipped() throws {
        let pixels = try MarkedPicture.painting.decoded(.gray).pixels
        let cropped = try #require(pixels.cropped(x: 165, y: 165, width: 130, height: 160))
        let detector = try FaceModels(.haar).makeDetector()
        for face in try detector.detect(in: DecodedPicture(whole: cropped)) {
            let box = face.rectangle
            #expect(box.x >= 0 && box.y >= 0)
            #expect(box.x + box.width <= 130 && box.y + box.height <= 160)
        }
    }

    @Test("two threads with their own detectors give the same result as one")
    func threads() async throws {
        let models = try FaceModels(.haar)
        let pictures = try MarkedPicture.all.map { try $0.decoded(.gray) }
        @Sendable func run() throws -> [[DetectedFace]] {
            let detector = try models.makeDetector()
            return try pictures.map { try detector.detect(in: $0) }
        }
        let alone = try run()
        async let first = run()
        async let second = run()
        let together = try await [first, second]
        #expect(together == [alone, alone])
    }

    @Test("a detector gives the same faces again after searching other pictures")
    func repeated() throws {
        let detector = try FaceModels(.haar, .thorough).makeDetector()
        let picture = try MarkedPicture.hat.decoded(.gray)
        let first = try detector.detect(in: picture)
        for other in MarkedPicture.all { _ = try detector.detect(in: other.decoded(.gray)) }
        #expect(try detector.detect(in: picture) == first)
    }
}

extension PixelBuffer {
    /// Gray pixels repeated `scale` times in both directions, at the top left of a gray canvas of a
    /// given width and the proportions 4:3.
    func enlarged(_ scale: Int, ontoWidth canvasWidth: Int) -> PixelBuffer? {
        let canvasHeight = canvasWidth * 3 / 4
        guard layout == .gray, width * scale <= canvasWidth, height * scale <= canvasHeight else {
            return nil
        }
        var canvas = [UInt8](repeating: 120, count: canvasWidth * canvasHeight)
        for y in 0..<(height * scale) {
            for x in 0..<(width * scale) {
                canvas[y * canvasWidth + x] = bytes[y / scale * width + x / scale]
            }
        }
        return PixelBuffer(
            layout: .gray, width: canvasWidth, height: canvasHeight, bytes: canvas)
    }
}
