import GalleryModel
import Testing

@Suite("FaceRectangle")
struct FaceRectangleTests {
    @Test("the text form is {{x, y}, {w, h}}, with whole numbers without a fraction")
    func text() {
        #expect(
            FaceRectangle(x: 10, y: 20.5, width: 100, height: 0).text == "{{10, 20.5}, {100, 0}}")
        #expect(FaceRectangle(x: -1, y: -0.0, width: 1, height: 1).text == "{{-1, 0}, {1, 1}}")
    }
}
