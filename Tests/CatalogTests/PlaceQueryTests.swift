import Catalog
import GalleryModel
import Testing

@Suite("PhotoCatalog, queries of places")
struct PlaceQueryTests {
    @Test("photos are selected by country, region, city and district, without case and accents")
    func names() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(
            at: [PlaceScene.brest, PlaceScene.lyon, nil, PlaceScene.position(0, -30)], to: section,
            from: .camera)
        try temporary.locateDue(home: PlaceScene.home)
        let expected = [
            ("country:FR", [1, 2]), ("country:fr", [1, 2]), ("country:FRANCE", [1, 2]),
            ("country:DE", [3]), ("country:germany", [3]), ("country:F", []),
            ("country:France,", []),
            ("region:auvergne-rhone-alpes", [2]), ("city:brest", [1]), ("city:BERLIN", [3]),
            ("city:RECOUVRANCE", [1]), ("recouvrance", [1]), ("city:Recou", []),
            ("country:FR city:Lyon", [2]), ("country:DE city:Lyon", []), ("city:Bre", []),
        ]
        for (query, places) in expected {
            #expect(try temporary.places(query, in: section) == places, "\(query)")
        }
        _ = try temporary.catalog.trash([ids[0]])
        #expect(try temporary.places("country:FR", in: section) == [1])
        #expect(try temporary.places("country:FR", in: section, offset: 1) == [])
    }

    @Test("a home is not a position: circles and boxes exclude it")
    func home() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        _ = try temporary.addPhotos(at: [nil, PlaceScene.home], to: section, from: .camera)
        try temporary.locateDue(home: PlaceScene.home)
        #expect(try temporary.places("city:Berlin", in: section) == [1, 2])
        #expect(try temporary.places("near:52.52,13.40,1", in: section) == [2])
        #expect(try temporary.places("bbox:-180,-90,180,90", in: section) == [2])
    }

    @Test("circles and boxes work before any lookup, and manual positions take precedence")
    func given() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(
            at: [PlaceScene.brest, PlaceScene.brest, nil], to: section)
        try temporary.catalog.setPositions(
            [
                (ids[1], ManualPosition(coordinate: PlaceScene.lyon)),
                (ids[2], ManualPosition(coordinate: PlaceScene.lyon)),
            ], command: "locate")
        #expect(try temporary.places("near:48.39,-4.49,10", in: section) == [1])
        #expect(try temporary.places("bbox:4.8,45.7,4.9,45.8", in: section) == [2, 3])
        #expect(try temporary.places("near:45.76,4.84,5 bbox:4,45,5,46", in: section) == [2, 3])
        try temporary.catalog.setPositions([(ids[1], nil), (ids[2], nil)], command: "locate")
        #expect(try temporary.places("near:48.39,-4.49,10", in: section) == [1, 2])
        #expect(try temporary.places("near:45.76,4.84,5", in: section) == [])
    }

    @Test(
        "the edge of a circle is exact, also across the antimeridian and around the poles",
        arguments: [
            // One degree of a great circle is 111.195 km.
            ("near:0,0,111.2", "0,1 1,0 0,-1"),
            ("near:0,0,111.19", ""),
            ("near:0,179.5,111.2", "0,-179.5 0,180 0,-180 0,179"),
            ("near:0,-179.5,111.2", "0,-179.5 0,180 0,-180"),
            ("near:0,180,1", "0,180 0,-180"),
            ("near:0,-180,1", "0,180 0,-180"),
            ("near:89.5,0,112", "90,77 89.6,180 89.6,0"),
            ("near:-90,12,112", "-90,0 -89,100 -89,-100"),
            ("near:60,179,60", "60,180 60,-180 60,178 60,-179.95"),
        ])
    func circles(query: String, inside: String) throws {
        let all = """
            0,1 1,0 0,-1 0,-179.5 0,180 0,-180 0,179 90,77 89.6,180 89.6,0 -90,0 -89,100 -89,-100 \
            60,180 60,-180 60,178 60,-179.95 60,-179.8 30,30
            """
        try check(query, of: all, holds: inside)
    }

    @Test(
        "a box includes its edges and crosses the antimeridian if west is greater than east",
        arguments: [
            ("bbox:-5,47,-1,49", "48.39,-4.49 47,-1 49,-5"),
            ("bbox:170,-10,-170,10", "0,175 0,-175 0,180 0,-180"),
            ("bbox:170,-10,180,10", "0,175 0,180 0,-180"),
            ("bbox:-180,-10,-170,10", "0,-175 0,180 0,-180"),
            ("bbox:0,80,0,90", "90,0"),
        ])
    func boxes(query: String, inside: String) throws {
        let all = """
            48.39,-4.49 47,-1 46.999999,-1 49,-5 49,-5.0000001 0,175 0,-175 0,180 0,-180 90,0 \
            10.0000001,175
            """
        try check(query, of: all, holds: inside)
    }

    /// Stores photos at all positions and checks which of them a query finds.
    private func check(_ query: String, of all: String, holds inside: String) throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let positions = all.split(separator: " ")
        _ = try temporary.addPhotos(
            at: positions.map { Coordinate(text: String($0)) }, to: section)
        let found = try temporary.places(query, in: section).map { positions[$0 - 1] }
        #expect(found == inside.split(separator: " "))
    }

    @Test("in a large section an index finds the same photos, positions, order and edges")
    func large() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        // Given 6,000 photos, every hundredth in Brest, the fifth in the trash
        let positions = (1...6_000).map {
            $0.isMultiple(of: 100)
                ? PlaceScene.brest : PlaceScene.position(Double($0 % 80), Double($0 % 170))
        }
        let ids = try temporary.addPhotos(at: positions, to: section)
        try temporary.locateDue(limit: 1_000)
        _ = try temporary.catalog.trash([ids[4]])
        let counted = try temporary.catalog.section(section.reference)
        let brest = (1...60).map { $0 * 100 - 1 }
        // Then every kind of query returns the same photos
        for query in [
            "city:Brest", "near:48.39,-4.49,1", "bbox:-5,48,-4,49", "region:Brittany",
            "country:FR", "country:France near:48.39,-4.49,1", "bbox:-5,48,-4,49 city:brest",
            "bbox:-180,-90,180,90 city:brest", "bbox:-180,-90,180,90 country:FR near:0,0,20100",
        ] {
            #expect(try temporary.places(query, in: counted) == brest, "\(query)")
            #expect(try temporary.places(query, in: section) == brest, "\(query)")
        }
        #expect(
            try temporary.places("city:Brest", in: counted, offset: 2, limit: 3)
                == [299, 399, 499])
        #expect(try temporary.places("city:Brest faces:0", in: counted) == [])
        let world = try temporary.places("bbox:-180,-90,180,90", in: counted)
        #expect(world == Array(1...5_999))
        let crossing = try temporary.places("near:0,0,20100", in: counted)
        #expect(crossing == world)
    }

    @Test("photos are counted by place, most first, then by name, each once, without the trash")
    func counts() throws {
        let temporary = try TemporaryCatalog()
        let dogs = try temporary.makeSection("dogs")
        let cats = try temporary.makeSection("cats")
        let sea = PlaceScene.position(0, -30)
        let ids = try temporary.addPhotos(
            at: [
                PlaceScene.lyon, PlaceScene.brest, PlaceScene.home, sea, nil, PlaceScene.brest,
                PlaceScene.home,
            ], to: dogs)
        _ = try temporary.addPhotos(at: [PlaceScene.lyon], to: cats)
        _ = try temporary.addPhotos(at: [PlaceScene.lyon], to: cats, firstID: 20)
        try temporary.locateDue()
        // A photo added since has no place yet.
        _ = try temporary.addPhotos(at: [PlaceScene.lyon], to: cats, firstID: 30)
        _ = try temporary.catalog.trash([ids[6]])
        func text(_ counts: PlaceCounts) -> [String] {
            counts.counts.map {
                [$0.countryCode, $0.country, $0.region, $0.city].map { $0 ?? "-" }
                    .joined(separator: "/") + " \($0.photos)"
            } + ["none \(counts.positionless), due \(counts.due)"]
        }
        #expect(
            text(try temporary.catalog.placeCounts(by: .country)) == [
                "FR/France/-/- 4", "DE/Germany/-/- 1", "-/-/-/- 1", "none 1, due 1",
            ])
        #expect(
            text(try temporary.catalog.placeCounts(by: .city)) == [
                "FR/France/Auvergne-Rhône-Alpes/Lyon 2", "FR/France/Brittany/Brest 2",
                "DE/Germany/Berlin/Berlin 1", "-/-/-/- 1", "none 1, due 1",
            ])
        #expect(
            text(try temporary.catalog.placeCounts(of: .section(cats), by: .region)) == [
                "FR/France/Auvergne-Rhône-Alpes/- 2", "none 0, due 1",
            ])
        let query = try PhotoFilter(text: "country:FR")
        #expect(
            text(try temporary.catalog.placeCounts(where: query, by: .region)) == [
                "FR/France/Auvergne-Rhône-Alpes/- 2", "FR/France/Brittany/- 2", "none 0, due 0",
            ])
        let near = try PhotoFilter(text: "near:45.76,4.84,9")
        #expect(
            text(try temporary.catalog.placeCounts(of: .section(cats), where: near, by: .city)) == [
                "FR/France/Auvergne-Rhône-Alpes/Lyon 2", "none 0, due 1",
            ])
        let nothing = try PhotoFilter(text: "faces:>0")
        #expect(
            text(try temporary.catalog.placeCounts(where: nothing, by: .city)) == ["none 0, due 0"])
    }
}
