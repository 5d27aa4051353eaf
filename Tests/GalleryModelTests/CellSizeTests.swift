import GalleryModel
import Testing

@Suite("CellSize")
struct CellSizeTests {
    @Test(
        "Every cell has the same area, until it would be too wide",
        arguments: [0.25, 0.5, 2.0 / 3, 1, 4.0 / 3, 1.5, 16.0 / 9, 3])
    func area(ratio: Double) {
        let size = CellSize(aspectRatio: ratio, area: 40_000, maximumWidth: 1_000)
        #expect(abs(size.width * size.height - 40_000) < 1e-6)
        #expect(abs(size.width / size.height - ratio) < 1e-9)
    }

    @Test("A panorama is as wide as the collection, in its proportions, at any zoom")
    func panorama() {
        for zoom in [0.5, 1, 8] {
            let size = CellSize(
                aspectRatio: 50, area: 40_000, maximumWidth: 300, zoom: zoom)
            #expect(size.width == 300 && size.height == 6)
        }
    }

    @Test("Zoom multiplies both sides, and the area by its square")
    func zoom() {
        let one = CellSize(aspectRatio: 1.5, area: 40_000, maximumWidth: .infinity)
        let two = CellSize(aspectRatio: 1.5, area: 40_000, maximumWidth: .infinity, zoom: 2)
        #expect(abs(two.width - 2 * one.width) < 1e-9)
        #expect(abs(two.height - 2 * one.height) < 1e-9)
    }

    @Test("Whatever is asked for, the size is finite and above 0")
    func degenerate() {
        let values = [
            -1, 0, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, 1e-300, 0.02, 1, 50,
            1e300, .greatestFiniteMagnitude,
        ]
        for ratio in values {
            for area in values {
                for width in values {
                    for zoom in values {
                        let size = CellSize(
                            aspectRatio: ratio, area: area, maximumWidth: width, zoom: zoom)
                        let isUsable =
                            size.width > 0 && size.width.isFinite && size.height > 0
                            && size.height.isFinite
                        #expect(isUsable, "\(ratio) \(area) \(width) \(zoom): \(size)")
                        if width > 1 { #expect(size.width <= width) }
                    }
                }
            }
        }
    }
}
