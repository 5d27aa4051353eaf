@testable import GalleryModel
import Testing

@Suite("EditGeometry")
struct EditGeometryTests {
    private func plan(
        _ width: Int, _ height: Int, longEdge: Int? = nil, _ change: (inout PhotoEdit) -> Void
    ) -> EditGeometry {
        var edit = PhotoEdit()
        change(&edit)
        return EditGeometry(edit, width: width, height: height, longEdge: longEdge)
    }

    @Test("without changes the result is the picture itself")
    func nothing() {
        let plan = plan(40, 30) { _ in }
        #expect(plan.result == EditGeometry.Size(width: 40, height: 30))
        #expect(plan.window == FaceRectangle(x: 0, y: 0, width: 40, height: 30))
        let point = FacePoint(x: 12, y: 7)
        #expect(plan.result(of: point) == point)
    }

    @Test(
        "the straightened frame keeps its proportions and stays inside the picture",
        arguments: [-45, -30, -1, 0.01, 2.5, 20, 45.0])
    func frame(degrees: Double) {
        for (width, height) in [(4000, 3000), (3000, 4000), (1000, 1000), (6000, 500)] {
            let plan = plan(width, height) { $0.straightening = degrees }
            let (across, down) = (Double(plan.frame.width), Double(plan.frame.height))
            let ratio = across / down / (Double(width) / Double(height))
            #expect(abs(ratio - 1) < 0.02)
            // Each corner of the picture is outside the frame or on its edge.
            for corner in [(0, 0), (width, 0), (0, height), (width, height)] {
                let place = plan.result(
                    of: FacePoint(x: Double(corner.0), y: Double(corner.1)))
                let isOutside =
                    place.x < 0.01 || place.y < 0.01 || place.x > across - 0.01
                    || place.y > down - 0.01
                #expect(isOutside)
            }
        }
    }

    @Test("a clockwise turn moves the left edge to the top")
    func quarter() {
        let plan = plan(40, 30) { $0.rotation = 90 }
        #expect(plan.result == EditGeometry.Size(width: 30, height: 40))
        #expect(plan.result(of: FacePoint(x: 0, y: 30)) == FacePoint(x: 0, y: 0))
        let face = FaceRectangle(x: 4, y: 6, width: 10, height: 5)
        #expect(plan.result(of: face) == FaceRectangle(x: 19, y: 4, width: 5, height: 10))
    }

    @Test("a face whose center is cropped away is dropped, and one at the edge is clipped")
    func faces() {
        let plan = plan(100, 100) {
            $0.crop = RelativeRectangle(x: 0.5, y: 0, width: 0.5, height: 1)
        }
        let edge = FaceRectangle(x: 45, y: 10, width: 20, height: 20)
        #expect(plan.result(of: edge) == FaceRectangle(x: 0, y: 10, width: 15, height: 20))
        let outside = FaceRectangle(x: 35, y: 10, width: 20, height: 20)
        #expect(plan.result(of: outside) == nil)
        let faces = [edge, outside].map { Face(rectangle: $0, source: .person, name: "Ada") }
        #expect(plan.result(of: faces).map(\.name) == ["Ada"])
    }

    @Test("faces are in whole pixels, and a mirrored picture swaps left and right landmarks")
    func wholePixels() throws {
        let plan = plan(97, 61) {
            $0.isMirrored = true
            $0.longEdge = 50
        }
        let marks = [40.0, 60, 50, 42, 58].map { FacePoint(x: $0, y: 20) }
        let face = Face(
            rectangle: FaceRectangle(x: 33, y: 11, width: 31, height: 33), source: .yunet,
            landmarks: marks)
        let moved = try #require(plan.result(of: [face]).first)
        let box = moved.rectangle
        for value in [box.x, box.y, box.width, box.height] { #expect(value == value.rounded()) }
        // The person's right eye is left of the left one, as in a picture that is not mirrored.
        #expect(face.landmarks[0].x < face.landmarks[1].x)
        #expect(moved.landmarks[0].x < moved.landmarks[1].x)
        #expect(moved.landmarks[3].x < moved.landmarks[4].x)
    }

    @Test("the minimum size of the source picture follows the window")
    func needed() {
        #expect(plan(4000, 3000, longEdge: 640) { _ in }.neededLongEdge == 640)
        #expect(plan(4000, 3000, longEdge: 640) { $0.zoom = 4 }.neededLongEdge == 2560)
        #expect(plan(4000, 3000, longEdge: 640) { $0.zoom = 40 }.neededLongEdge == 4000)
        #expect(plan(400, 300) { $0.square = 900 }.neededLongEdge == 400)
    }

    @Test("zoom stays inside the crop", arguments: [(0.0, 0.0), (1.0, 1.0), (0.5, 0.2)])
    func zoom(x: Double, y: Double) {
        let plan = plan(1000, 800) {
            $0.crop = RelativeRectangle(x: 0.1, y: 0.25, width: 0.6, height: 0.5)
            $0.zoom = 3
            $0.center = RelativePoint(x: x, y: y)
        }
        let window = plan.window
        #expect(window.width == 200 && window.height == 133)
        #expect(window.x >= 100 && window.x + window.width <= 700)
        #expect(window.y >= 200 && window.y + window.height <= 600)
    }
}
