import GalleryModel
import Testing

@Suite("FaceGeometry")
struct FaceGeometryTests {
    @Test("a wide picture in a square view keeps its proportions and is centered")
    func fitWide() throws {
        let fit = try #require(
            AspectFit(pictureWidth: 4000, pictureHeight: 2000, viewWidth: 400, viewHeight: 400))
        #expect(fit.scale == 0.1)
        #expect(fit.horizontalMargin == 0)
        #expect(fit.verticalMargin == 100)
        let face = FaceRectangle(x: 1000, y: 500, width: 400, height: 600).scaled(toFit: fit)
        #expect(face == FaceRectangle(x: 100, y: 150, width: 40, height: 60))
    }

    @Test("a tall picture in a wide view has margins left and right, and a small one is enlarged")
    func fitTall() throws {
        let fit = try #require(
            AspectFit(pictureWidth: 50, pictureHeight: 100, viewWidth: 800, viewHeight: 400))
        #expect(fit.scale == 4)
        #expect(fit.horizontalMargin == 300)
        #expect(fit.verticalMargin == 0)
        let corners = FaceRectangle(x: 0, y: 0, width: 50, height: 100).scaled(toFit: fit)
        #expect(corners == FaceRectangle(x: 300, y: 0, width: 200, height: 400))
    }

    @Test(
        "without a picture or a view there is no frame", arguments: [0, -1, .nan, .infinity])
    func fitNothing(side: Double) {
        #expect(
            AspectFit(pictureWidth: side, pictureHeight: 1, viewWidth: 1, viewHeight: 1) == nil)
        #expect(
            AspectFit(pictureWidth: 1, pictureHeight: 1, viewWidth: 1, viewHeight: side) == nil)
    }

    @Test("pixels convert to fractions and back to the same pixels")
    func pixels() {
        for (width, height) in [(4000, 3000), (333, 777), (1, 1), (30_000, 7)] {
            let box = FaceRectangle(
                x: Double(width / 3), y: Double(height / 5), width: Double(max(width / 7, 1)),
                height: Double(max(height / 2, 1)))
            let relative = RelativeRectangle(box, width: width, height: height)
            #expect(relative.pixels(width: width, height: height) == box)
        }
    }

    @Test("overlap is the intersection over the union")
    func overlap() {
        let box = RelativeRectangle(x: 0.2, y: 0.2, width: 0.2, height: 0.2)
        #expect(abs(box.overlap(box) - 1) < 1e-12)
        let half = RelativeRectangle(x: 0.3, y: 0.2, width: 0.2, height: 0.2)
        #expect(abs(box.overlap(half) - 1.0 / 3) < 1e-12)
        #expect(abs(half.overlap(box) - 1.0 / 3) < 1e-12)
        #expect(box.overlap(RelativeRectangle(x: 0.4, y: 0.2, width: 0.1, height: 0.1)) == 0)
        #expect(box.overlap(RelativeRectangle(x: 0.3, y: 0.3, width: 0, height: 0)) == 0)
    }
}
