import GalleryModel
import Imaging
import Testing

@Suite("EditRenderer: straightening")
struct EditStraightenedTests {
    @Test("no corner of a straightened picture is empty", arguments: [-45, -10, -0.5, 3, 20, 45.0])
    func corners(degrees: Double) throws {
        // A black edge would appear as darkness.
        for (width, height) in [(120, 80), (81, 121), (200, 31)] {
            let white = try TestPictures.rectangle(
                width: width, height: height, x: 0..<0, y: 0..<0, on: [255, 255, 255])
            var edit = PhotoEdit()
            edit.straightening = degrees
            let made = try EditRenderer().render(edit, of: TestPictures.picture(white))
            #expect(made.bytes.allSatisfy { $0 == 255 })
            #expect(made.width < width && made.height < height)
        }
    }

    @Test("the center stays the center, and the picture turns clockwise")
    func middle() throws {
        let picture = try TestPictures.rectangle(width: 201, height: 141, x: 98..<103, y: 68..<73)
        var edit = PhotoEdit()
        edit.straightening = 12
        let made = try EditRenderer().render(edit, of: TestPictures.picture(picture))
        let spot = try #require(RedSpot.middle(of: made))
        #expect(abs(spot.x - Double(made.width) / 2) < 0.3)
        #expect(abs(spot.y - Double(made.height) / 2) < 0.3)

        let right = try TestPictures.rectangle(width: 201, height: 141, x: 150..<155, y: 68..<73)
        let turned = try EditRenderer().render(edit, of: TestPictures.picture(right))
        let moved = try #require(RedSpot.middle(of: turned))
        #expect(moved.y > Double(turned.height) / 2 + 8, "what was right goes down")
    }

    @Test("a tiny angle gives nearly the same picture")
    func hair() throws {
        let picture = try TestPictures.waves(width: 300, height: 200)
        var edit = PhotoEdit()
        edit.straightening = 0.0001
        let made = try EditRenderer().render(edit, of: TestPictures.picture(picture))
        let x = (300 - made.width) / 2
        let y = (200 - made.height) / 2
        let part = try #require(
            picture.cropped(x: x, y: y, width: made.width, height: made.height))
        #expect(made.width >= 298 && made.height >= 198)
        #expect(Gradient.difference(made, part) < 8)
    }

    @Test("the number of threads never changes a byte")
    func threads() throws {
        let picture = TestPictures.picture(try TestPictures.noise(width: 700, height: 531))
        var edit = PhotoEdit()
        edit.straightening = -7
        edit.rotation = 90
        edit.effects = [AppliedEffect(.chrome)]
        for side in [nil, 400, 150] {
            let expected = try EditRenderer().render(edit, of: picture, longEdge: side)
            for threads in [2, 3, 5] {
                let made = try EditRenderer(threads: threads)
                    .render(edit, of: picture, longEdge: side)
                #expect(made == expected)
            }
        }
    }
}

/// Finds the red parts of a picture.
enum RedSpot {
    /// The center of the red pixels, in pixels with corners at whole numbers; nil if none are red.
    static func middle(of picture: PixelBuffer) -> FacePoint? {
        var (x, y, sum) = (0.0, 0.0, 0.0)
        for row in 0..<picture.height {
            for column in 0..<picture.width {
                let pixel = picture.pixel(column, row).map { Double($0) }
                let weight = pixel[2] - max(pixel[0], pixel[1])
                guard weight > 20 else { continue }
                x += weight * (Double(column) + 0.5)
                y += weight * (Double(row) + 0.5)
                sum += weight
            }
        }
        return sum > 0 ? FacePoint(x: x / sum, y: y / sum) : nil
    }
}
