import GalleryModel
import Testing

@testable import Imaging

@Suite("EditRenderer: faces")
struct EditFacesTests {
    @Test(
        "a red square at a face appears at the position that the recipe computes for the face",
        arguments: 0..<60)
    func follow(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let width = Int.random(in: 200...460, using: &random)
        let height = Int.random(in: 200...460, using: &random)
        let side = Int.random(in: 10...24, using: &random)
        let x = Int.random(in: (width / 3)...(width / 2), using: &random)
        let y = Int.random(in: (height / 3)...(height / 2), using: &random)
        let pixels = try TestPictures.rectangle(
            width: width, height: height, x: x..<(x + side), y: y..<(y + side))
        let edit = edit(&random)
        let bound = Bool.random(using: &random) ? Int.random(in: 120...240, using: &random) : nil
        let plan = EditGeometry(edit, width: width, height: height, longEdge: bound)
        // Every second picture was decoded at the least sufficient size.
        let decoded =
            seed % 2 == 0
            ? pixels : try pixels.bounded(toLongEdge: plan.neededLongEdge)
        let picture = DecodedPicture(pixels: decoded, width: width, height: height, format: .png)
        let made = try EditRenderer(threads: 2).render(edit, of: picture, longEdge: bound)
        #expect(made.width == plan.result.width && made.height == plan.result.height)

        let face = FaceRectangle(
            x: Double(x), y: Double(y), width: Double(side), height: Double(side))
        guard let place = plan.result(of: face) else { return }
        let (across, down) = (Double(made.width), Double(made.height))
        // A square at an edge is clipped, and its center moves with it.
        guard place.x > 8, place.y > 8, place.x + place.width < across - 8,
            place.y + place.height < down - 8
        else { return }
        let spot = try #require(RedSpot.middle(of: made))
        #expect(abs(spot.x - place.x - place.width / 2) < 2, "\(edit.json)")
        #expect(abs(spot.y - place.y - place.height / 2) < 2, "\(edit.json)")
    }

    private func edit(_ random: inout SeededRandom) -> PhotoEdit {
        var edit = PhotoEdit()
        edit.rotation = [0, 90, 180, 270].randomElement(using: &random) ?? 0
        edit.isMirrored = Bool.random(using: &random)
        if Bool.random(using: &random) {
            edit.straightening = Double.random(in: -20...20, using: &random)
        }
        if Bool.random(using: &random) {
            let x = Double.random(in: 0...0.3, using: &random)
            let y = Double.random(in: 0...0.3, using: &random)
            edit.crop = RelativeRectangle(
                x: x, y: y, width: Double.random(in: 0.4...(1 - x), using: &random),
                height: Double.random(in: 0.4...(1 - y), using: &random))
        }
        if Bool.random(using: &random) {
            edit.zoom = Double.random(in: 1...1.6, using: &random)
        }
        if Bool.random(using: &random) { edit.center = RelativePoint(x: 0.45, y: 0.45) }
        if Int.random(in: 0..<4, using: &random) == 0 {
            edit.square = Int.random(in: 100...400, using: &random)
        }
        return edit
    }
}
