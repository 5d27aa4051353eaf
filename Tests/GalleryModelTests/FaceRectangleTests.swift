import GalleryModel
import Testing

@Suite("FaceRectangle")
struct FaceRectangleTests {
    @Test("The text form is {{x, y}, {w, h}}, whole numbers without a fraction")
    func text() {
        #expect(
            FaceRectangle(x: 10, y: 20.5, width: 100, height: 0).text == "{{10, 20.5}, {100, 0}}")
        #expect(FaceRectangle(x: -1, y: -0.0, width: 1, height: 1).text == "{{-1, 0}, {1, 1}}")
    }

    @Test("The text form reads back as the same rectangle")
    func roundTrip() {
        let values = [0, 1, 0.1, 1234.5678, 1e-9, 1e15, 0.1 + 0.2]
        for x in values {
            for width in values {
                let rectangle = FaceRectangle(x: -x, y: x, width: width, height: x)
                #expect(FaceRectangle(text: rectangle.text) == rectangle)
            }
        }
    }

    @Test("Spaces between the parts do not matter")
    func spaces() {
        let expected = FaceRectangle(x: 1, y: 2, width: 3, height: 4)
        #expect(FaceRectangle(text: "{{1,2},{3,4}}") == expected)
        #expect(FaceRectangle(text: " { {1 , 2} , { 3,4 } } ") == expected)
    }

    @Test(
        "Other text is no rectangle",
        arguments: [
            "", "{{}}", "{{1, 2}, {3, 4}", "{1, 2, 3, 4}", "{{1, 2}, {3}}", "{{1, 2}, {3, 4, 5}}",
            "{{1, 2}, {-3, 4}}", "{{nan, 2}, {3, 4}}", "{{1, 2}, {inf, 4}}", "{{a, 2}, {3, 4}}",
            "{{1, 2}, {3, 4}}, {{1, 2}, {3, 4}}", "{{1,, 2}, {3, 4}}", "{{1, 2, 3}, {4}}",
            "{{1 0, 2}, {3, 4}}", "{{0x10, 2}, {3, 4}}", "{{1, 2}, {3, 4}} x",
        ])
    func refused(text: String) {
        #expect(FaceRectangle(text: text) == nil)
    }
}
