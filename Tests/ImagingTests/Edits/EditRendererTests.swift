import GalleryModel
import Imaging
import Testing

@Suite("EditRenderer")
struct EditRendererTests {
    private func render(
        _ pixels: PixelBuffer, longEdge: Int? = nil, _ change: (inout PhotoEdit) -> Void
    ) throws -> PixelBuffer {
        var edit = PhotoEdit()
        change(&edit)
        return try EditRenderer()
            .render(edit, of: TestPictures.picture(pixels), longEdge: longEdge)
    }

    @Test("a recipe without effect gives the same pixels")
    func empty() throws {
        let picture = try TestPictures.noise(width: 61, height: 40)
        let made = try render(picture) { _ in }
        #expect(made == picture)
    }

    @Test(
        "quarter turns and mirrors move every pixel correctly",
        arguments: [0, 90, 180, 270], [false, true])
    func turns(rotation: Int, isMirrored: Bool) throws {
        let picture = try TestPictures.noise(width: 23, height: 14)
        let made = try render(picture) {
            $0.rotation = rotation
            $0.isMirrored = isMirrored
        }
        let isSideways = rotation % 180 != 0
        #expect(made.width == (isSideways ? 14 : 23) && made.height == (isSideways ? 23 : 14))
        for y in 0..<made.height {
            for x in 0..<made.width {
                // The mirror comes last, so it is undone first.
                let across = isMirrored ? made.width - 1 - x : x
                let from =
                    switch rotation {
                    case 90: (y, 13 - across)
                    case 180: (22 - across, 13 - y)
                    case 270: (22 - y, across)
                    default: (across, y)
                    }
                #expect(made.pixel(x, y) == picture.pixel(from.0, from.1))
            }
        }
    }

    @Test("a crop copies its pixels, turned or not")
    func crop() throws {
        let picture = try TestPictures.noise(width: 40, height: 30)
        let window = RelativeRectangle(
            FaceRectangle(x: 7, y: 3, width: 20, height: 11), width: 40, height: 30)
        let made = try render(picture) { $0.crop = window }
        #expect(made == picture.cropped(x: 7, y: 3, width: 20, height: 11))

        let part = RelativeRectangle(
            FaceRectangle(x: 2, y: 5, width: 9, height: 21), width: 30, height: 40)
        let turned = try render(picture) {
            $0.rotation = 90
            $0.crop = part
        }
        let all = picture.upright(orientation: 6)
        #expect(turned == all.cropped(x: 2, y: 5, width: 9, height: 21))
    }

    @Test("a zoom copies the pixels around its center")
    func zoom() throws {
        let picture = try TestPictures.noise(width: 40, height: 30)
        let middle = try render(picture) { $0.zoom = 2 }
        #expect(middle == picture.cropped(x: 10, y: 8, width: 20, height: 15))
        let corner = try render(picture) {
            $0.zoom = 2
            $0.center = RelativePoint(x: 1, y: 1)
        }
        #expect(corner == picture.cropped(x: 20, y: 15, width: 20, height: 15))
    }

    @Test("a square has the requested side, reduced or enlarged", arguments: [16, 30, 64])
    func square(side: Int) throws {
        let picture = try TestPictures.noise(width: 40, height: 30)
        let made = try render(picture) { $0.square = side }
        #expect(made.width == side && made.height == side)
        if side == 30 { #expect(made == picture.cropped(x: 5, y: 0, width: 30, height: 30)) }
    }

    @Test("the long edge limits a result and never enlarges it")
    func size() throws {
        let picture = try TestPictures.noise(width: 40, height: 30)
        let small = try render(picture) { $0.longEdge = 20 }
        let reduced = try picture.reduced(width: 20, height: 15)
        #expect(small == reduced)
        let large = try render(picture) { $0.longEdge = 4000 }
        #expect(large == picture)
        let bounded = try render(picture, longEdge: 10) { $0.longEdge = 20 }
        #expect(bounded.width == 10 && bounded.height == 8)
    }

    @Test("effects come last: a vignette applies to the result")
    func effects() throws {
        let picture = try TestPictures.noise(width: 80, height: 60)
        let made = try render(picture) {
            $0.zoom = 4
            $0.effects = [AppliedEffect(.vignette)]
        }
        let part = try #require(picture.cropped(x: 30, y: 23, width: 20, height: 15))
        let expected = try EffectRenderer().apply([AppliedEffect(.vignette)], to: part)
        #expect(made == expected)
    }

    @Test("rendering stays within the allowed memory, including all intermediate pictures")
    func memory() throws {
        let picture = TestPictures.picture(try TestPictures.noise(width: 100, height: 100))
        var edit = PhotoEdit()
        edit.square = 1000
        var limits = DecodeLimits()
        // The picture, its halvings and a result of 3,000,000 bytes.
        limits.maximumBytes = 3_100_000
        let made = try EditRenderer(limits: limits).render(edit, of: picture)
        #expect(made.width == 1000)
        edit.straightening = 3
        #expect(throws: ImagingError.tooMuchMemory(bytes: 6_040_000, limit: 3_100_000)) {
            try EditRenderer(limits: limits).render(edit, of: picture)
        }
        // The picture itself is not a separate result.
        limits.maximumBytes = 30_000
        let same = try EditRenderer(limits: limits).render(PhotoEdit(), of: picture)
        #expect(same == picture.pixels)
    }

    @Test("a recipe out of range and a result over the limits are errors")
    func refused() throws {
        let picture = try TestPictures.noise(width: 8, height: 8)
        #expect(throws: ImagingError.self) { try render(picture) { $0.rotation = 45 } }
        #expect(throws: ImagingError.self) { try render(picture) { $0.zoom = .nan } }
        #expect(throws: ImagingError.self) {
            try render(picture) { $0.crop = RelativeRectangle(x: .nan, y: 0, width: 1, height: 1) }
        }
        let limit = DecodeLimits().maximumPixels
        #expect(throws: ImagingError.tooManyPixels(width: 65_500, height: 65_500, limit: limit)) {
            try render(picture) { $0.square = 65_500 }
        }
    }

    @Test(
        "extreme recipes on the smallest pictures give a picture",
        arguments: [(1, 1), (1, 2), (2, 1), (1, 999), (999, 1), (3, 200), (2, 2)])
    func extreme(width: Int, height: Int) throws {
        let picture = try TestPictures.noise(width: width, height: height)
        for straightening in [0, 0.001, 45, -45, 13.7] {
            for (zoom, square, side) in [(1, nil, nil), (100, 300, nil), (7, nil, 1), (1, 1, 5)]
                as [(Double, Int?, Int?)]
            {
                for rotation in [0, 90] {
                    let made = try render(picture) {
                        $0.rotation = rotation
                        $0.straightening = straightening
                        $0.zoom = zoom
                        $0.center = RelativePoint(x: 1, y: 0)
                        $0.square = square
                        $0.longEdge = side
                        $0.effects = [AppliedEffect(.instant), AppliedEffect(.vignette)]
                    }
                    #expect(made.width >= 1 && made.height >= 1)
                }
            }
        }
    }
}
