import GalleryModel
import Testing

@testable import GalleryWeb

@Suite("Map pieces of a site")
struct SiteBaseMapTests {
    private typealias Square = SiteBaseMap.Square

    private func squares(
        _ positions: [(Double, Double)]
    ) throws -> (pieces: [Square], named: [Square]) {
        SiteBaseMap.squares(
            around: try positions.map {
                try #require(Coordinate(latitude: $0.0, longitude: $0.1))
            })
    }

    @Test("pieces with photos and their neighbors are included")
    func takesThePiecesOfPhotosAndThoseBesideThem() throws {
        let (pieces, named) = try squares([(48.39, -4.49), (48.39, -4.48), (45.7, 9.8)])
        #expect(
            pieces.map { [$0.west, $0.south] } == [[-10, 40], [-10, 50], [0, 40], [10, 40]])
        #expect(named.map { [$0.west, $0.south] } == [[-5, 48], [9, 45]])
    }

    @Test("pieces continue across the antimeridian and end at the poles")
    func goesOnBeyondTheAntimeridianAndEndsAtThePoles() throws {
        let (pieces, _) = try squares([(-16.5, 179.9), (90, 0)])
        #expect(
            pieces.map { [$0.west, $0.south] } == [
                [-180, -20], [-10, 80], [0, 80], [170, -20],
            ])
    }

    @Test("the pieces with the most photos are kept, up to a limit")
    func hasABoundAndKeepsWhatHasMostPhotos() throws {
        var positions: [(Double, Double)] = []
        for west in 0..<17 {
            for south in 0..<16 {
                positions.append((Double(south) * 10 - 75, Double(west) * 10 - 85))
            }
        }
        positions += Array(repeating: (75, 175), count: 2)
        let (pieces, named) = try squares(positions)
        #expect(
            pieces.count == SiteBaseMap.maximumPieces && named.count == SiteBaseMap.maximumNamed)
        #expect(pieces.last == Square(latitude: 75, longitude: 175, degrees: 10))
        #expect(pieces == pieces.sorted())
    }
}
