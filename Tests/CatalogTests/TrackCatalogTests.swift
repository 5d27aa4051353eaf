import Foundation
import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog, tracks")
struct TrackCatalogTests {
    private static func names(_ catalog: PhotoCatalog) throws -> [String] {
        try catalog.tracks(limit: 99).map(\.name)
    }

    private static func names(
        _ catalog: PhotoCatalog, west: Double, south: Double, east: Double, north: Double
    ) throws -> [String] {
        let box = try #require(CoordinateBox(west: west, south: south, east: east, north: north))
        return try catalog.tracks(in: box, limit: 99).map(\.name)
    }

    @Test("a line round-trips, anywhere on the Earth")
    func blobs() throws {
        var dice = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let segments = (0..<Int.random(in: 0...4, using: &dice)).map { _ in
                (0..<Int.random(in: 1...20, using: &dice)).map { _ in
                    TrackLine.Point(
                        longitude: [
                            -180_000_000, 180_000_000, 0,
                            Int32.random(in: -180_000_000...180_000_000, using: &dice),
                        ].randomElement(using: &dice) ?? 0,
                        latitude: [
                            -90_000_000, 90_000_000, 0,
                            Int32.random(in: -90_000_000...90_000_000, using: &dice),
                        ].randomElement(using: &dice) ?? 0)
                }
            }
            let line = TrackLine(segments: segments)
            let read = try #require(TrackLine(blob: line.blob))
            // The antimeridian has two longitudes.
            func plain(_ line: TrackLine) -> [[[Int32]]] {
                line.segments.map {
                    $0.map { point in
                        let isEdge = abs(point.longitude) == 180_000_000
                        return [isEdge ? 180_000_000 : point.longitude, point.latitude]
                    }
                }
            }
            #expect(plain(read) == plain(line))
        }
    }

    @Test("a step across the antimeridian is as short as any other")
    func short() {
        let line = TrackScene.line([[(-17, 179.9999), (-17, -179.9999)]])
        #expect(line.blob.count < 16)
        #expect(TrackLine(blob: line.blob) == line)
    }

    @Test("damaged bytes give nil or a line with no more points than bytes")
    func damaged() {
        let blob = TrackScene.line([[(1, 2), (3, 4)], [(5, 6)]]).blob
        for count in 0..<blob.count { #expect(TrackLine(blob: blob.prefix(count)) == nil) }
        #expect(TrackLine(blob: blob + [0]) == nil)
        #expect(TrackLine(blob: [2] + blob.dropFirst()) == nil)
        // More points than a file could have, and a position off the Earth.
        #expect(TrackLine(blob: [1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0]) == nil)
        #expect(TrackLine(blob: [1, 1, 1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]) == nil)
        #expect(TrackLine(blob: [1, 1, 1] + [UInt8](repeating: 0xFF, count: 20)) == nil)
        var dice = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var other = blob
            let place = Int.random(in: 0..<other.count, using: &dice)
            other[place] = .random(in: 0...255, using: &dice)
            if let line = TrackLine(blob: other) { #expect(line.pointCount <= other.count) }
        }
    }

    @Test("a track is stored and undone together with its positions")
    func undone() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let id = try temporary.addPhotos(at: [nil], to: try temporary.makeSection("dogs"))[0]
        let given = ManualPosition(coordinate: PlaceScene.lyon, track: "1.gpx")
        let change = try catalog.setPositions(
            [(id, given)], from: [TrackScene.track(1), TrackScene.track(2)], command: "locate")
        #expect(change.count == 1 && change.tracks == 2)
        #expect(try Self.names(catalog) == ["walk 1", "walk 2"])
        let stored = try #require(try catalog.tracks(limit: 1).first)
        #expect(stored.fileName == "1.gpx" && stored.points == 2)
        #expect(stored.dateFrom.timeIntervalSince1970 == 100)
        #expect(stored.bounds == CoordinateBox(west: 2, south: 48, east: 2.2, north: 48.1))
        #expect(try catalog.line(ofTrack: stored.id) == TrackScene.track(1).line)
        let entry = try #require(try catalog.journalEntries(limit: 1).first)
        #expect(entry[.positions] == 1 && entry[.tracks] == 2 && entry.isUndoable)
        let dry = try catalog.undo(nil, isDryRun: true)
        #expect(dry.tracks.count == 2 && dry[.positions] == [id])
        #expect(try Self.names(catalog).count == 2)
        let undone = try catalog.undo(nil)
        #expect(undone.tracks == dry.tracks && undone[.positions] == [id])
        #expect(try Self.names(catalog) == [])
        #expect(try Self.names(catalog, west: -180, south: -90, east: 180, north: 90) == [])
        #expect(try catalog.photo(id: id).coordinate == nil)
        // Done again, they have their numbers; imported again, others.
        #expect(try catalog.redo().tracks == dry.tracks)
        #expect(try catalog.tracks(limit: 9).map(\.id) == dry.tracks)
        #expect(try Self.names(catalog).count == 2)
        #expect(try catalog.photo(id: id).coordinate == PlaceScene.lyon)
        _ = try catalog.undo(nil)
        try catalog.setPositions([(id, given)], from: [TrackScene.track(1)], command: "locate")
        #expect(try catalog.tracks(limit: 9).map(\.id) == [3])
        #expect(try catalog.photo(id: id).coordinate == PlaceScene.lyon)
    }

    @Test("the same file again adds and replaces nothing; a track without positions is a change")
    func again() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let first = try catalog.setPositions([], from: [TrackScene.track(1)], command: "locate")
        #expect(first.id != nil && first.count == 0 && first.tracks == 1)
        let again = try catalog.setPositions(
            [], from: [TrackScene.track(1), TrackScene.track(1)], command: "locate")
        #expect(again.id == nil && again.tracks == 0)
        #expect(try catalog.journalEntries(limit: 9).count == 1)
        // A track without points has no line to store.
        let none = try catalog.setPositions([], from: [TrackScene.track(2, [])], command: "locate")
        #expect(none.id == nil)
        let undone = try catalog.undo(nil)
        #expect(undone.tracks.count == 1)
        #expect(try catalog.tracks(limit: 9).isEmpty)
    }

    @Test("undo restores a removed track unless its file was imported again meanwhile")
    func removed() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let tracks = [TrackScene.track(1), TrackScene.track(2)]
        try catalog.setPositions([], from: tracks, command: "locate")
        let removal = try catalog.removeTracks([1], command: "locate")
        #expect(try Self.names(catalog) == ["walk 2"])
        #expect(try Self.names(catalog, west: 1, south: 47, east: 3, north: 49) == ["walk 2"])
        #expect(throws: CatalogError.self) { try catalog.removeTracks([2, 1], command: "locate") }
        #expect(try Self.names(catalog) == ["walk 2"])
        #expect(try catalog.undo(removal).tracks == [1])
        #expect(try Self.names(catalog) == ["walk 1", "walk 2"])
        #expect(
            try Self.names(catalog, west: 1, south: 47, east: 3, north: 49) == ["walk 2", "walk 1"])
        // Removed and imported again, it exists and must not be restored.
        let second = try catalog.removeTracks([1], command: "locate")
        try catalog.setPositions([], from: tracks, command: "locate")
        for entry in [second, 1] {
            let error = #expect(throws: CatalogError.self) { try catalog.undo(entry) }
            #expect(error?.code == .blocked)
        }
        #expect(try catalog.tracks(limit: 9).map(\.id) == [2, 3])
        // Without the second import, the track is restored.
        #expect(try catalog.undo(nil).tracks == [3])
        #expect(try catalog.undo(second).tracks == [1])
        #expect(try catalog.tracks(limit: 9).map(\.id) == [1, 2])
    }

    @Test("a box finds the tracks that it intersects, also across the antimeridian")
    func boxes() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let tracks = [
            TrackScene.track(1, [[(48, 2), (49, 3)]]),
            TrackScene.track(2, [[(-17, 179), (-18, -179)]]),
            TrackScene.track(3, [[(10, 180)]]), TrackScene.track(4, [[(0, -180), (1, -170)]]),
        ]
        try catalog.setPositions([], from: tracks, command: "locate")
        let all = ["walk 4", "walk 3", "walk 2", "walk 1"]
        #expect(try Self.names(catalog, west: -180, south: -90, east: 180, north: 90) == all)
        let boxes: [(edges: [Double], names: [String])] = [
            ([2.5, 48.5, 2.6, 48.6], ["walk 1"]),
            ([-179.5, -17.6, -179.4, -17.5], ["walk 2"]),
            ([179.5, -17.6, 179.6, -17.5], ["walk 2"]),
            ([179, -90, -179, 90], ["walk 4", "walk 3", "walk 2"]),
            ([-180, 9, -179, 11], ["walk 3"]), ([20, 0, 170, 10], []),
        ]
        for (edges, names) in boxes {
            let found = try Self.names(
                catalog, west: edges[0], south: edges[1], east: edges[2], north: edges[3])
            #expect(found == names)
        }
        #expect(try catalog.tracks(in: .everywhere, limit: 2).map(\.id) == [4, 3])
        #expect(try catalog.tracks(after: 1, limit: 2).map(\.id) == [2, 3])
    }
}
