import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog, photos on the map")
struct MapPositionTests {
    private func positions(
        _ catalog: PhotoCatalog, of scope: PhotoScope = .everything, _ query: String = ""
    ) throws -> [PhotoID: MapPosition] {
        var found: [PhotoID: MapPosition] = [:]
        _ = try catalog.forEachMapPosition(of: scope, where: try PhotoFilter(text: query)) {
            #expect(found[$0.photo] == nil)
            found[$0.photo] = $0
        }
        return found
    }

    @Test("photos are at a track's position, else their own, else their home")
    func sources() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(
            at: [PlaceScene.brest, PlaceScene.brest, nil, nil], to: section)
        let own = try temporary.addPhotos(
            at: [nil, PlaceScene.lyon], to: section, firstID: 5, from: .camera)
        try temporary.locateDue(home: PlaceScene.home)
        try catalog.setPositions(
            [ids[1], ids[2]].map {
                ($0, ManualPosition(coordinate: PlaceScene.lyon, track: "walk.gpx"))
            }, command: "locate")
        let found = try positions(catalog)
        #expect(Set(found.keys) == Set([ids[0], ids[1], ids[2], own[0], own[1]]))
        #expect(found[ids[0]]?.coordinate == PlaceScene.brest && found[ids[0]]?.source == .photo)
        for id in [ids[1], ids[2]] {
            #expect(found[id]?.coordinate == PlaceScene.lyon && found[id]?.source == .track)
        }
        #expect(found[own[0]]?.coordinate == PlaceScene.home && found[own[0]]?.source == .home)
        #expect(found[own[1]]?.source == .photo)
        let listed = try positions(catalog, of: .section(section), "has:position")
        #expect(Set(listed.keys) == Set([ids[0], ids[1], ids[2], own[1]]))
        #expect(try Set(positions(catalog, "no:position").keys) == [own[0]])
    }

    @Test("only changes that affect the map are counted")
    func changes() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        var last = try catalog.mapRevision()
        func changed(_ body: () throws -> Void) throws -> Bool {
            try body()
            let now = try catalog.mapRevision()
            defer { last = now }
            return now != last
        }
        var ids: [PhotoID] = []
        #expect(
            try changed {
                ids = try temporary.addPhotos(at: [PlaceScene.brest], to: section)
            })
        var camera: [PhotoID] = []
        #expect(
            try !changed {
                camera = try temporary.addPhotos(at: [nil], to: section, firstID: 9, from: .camera)
            })
        #expect(try changed { try temporary.locateDue(home: PlaceScene.home) })
        #expect(
            try changed {
                _ = try temporary.addPhotos(at: [PlaceScene.lyon], to: section)
            })
        #expect(
            try changed {
                try catalog.setPositions(
                    [(camera[0], ManualPosition(coordinate: PlaceScene.lyon))], command: "locate")
            })
        #expect(try changed { _ = try catalog.undo(nil) })
        #expect(try changed { _ = try catalog.trash(ids) })
        #expect(try positions(catalog).keys.sorted() == camera)
        #expect(try changed { _ = try catalog.restore(ids) })
        #expect(
            try changed {
                let entry = CommandEntry("locate")
                _ = try catalog.removeHomes(of: camera, noting: entry)
            })
        #expect(try !changed { try temporary.locateDue() })
        #expect(
            try !changed {
                _ = try catalog.makeSection(SectionReference(kind: .flickr, name: "cats"))
            })
    }
}
