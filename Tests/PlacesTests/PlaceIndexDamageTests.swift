import GalleryModel
import Places
import Testing

/// Damaged and fabricated indexes cause an error or return the same places, but never crash.
@Suite("Damaged place indexes")
struct PlaceIndexDamageTests {
    /// Positions that read every kind of row.
    private static let positions: [(Double, Double)] = [
        (0.5, 0.2), (0.5, 0.99), (0.5, 5.999), (10.5, 180), (-90, 0), (-20.1, -150),
    ]

    /// The places found in an index; nil if it is rejected.
    private func answers(_ file: IndexFile, trees: Bool) throws -> [Place]? {
        do {
            let index = try PlaceIndex(path: file.path)
            let areas = try index.areas()
            let overrides = try PlaceOverrides(
                areas.isEmpty ? [] : ["\(areas[0].key)=BB"], index: index)
            let lookup = try PlaceLookup(index, overrides: overrides)
            if trees { try lookup.prepareForMany() }
            let places = try PlaceIndexDamageTests.positions.map { try lookup.place($0, $1) }
            _ = try index.credits()
            return places
        } catch is PlacesError {
            return nil
        }
    }

    @Test("a file truncated anywhere is rejected")
    func truncated() throws {
        let bytes = SmallWorld.index.bytes()
        let file = try IndexFile()
        for length in 0..<bytes.count {
            try file.write(Array(bytes[..<length]))
            #expect(throws: PlacesError.self, "cut at \(length)") {
                try PlaceIndex(path: file.path)
            }
        }
        try file.write(bytes + [0])
        #expect(throws: PlacesError.self) { try PlaceIndex(path: file.path) }
    }

    @Test("a full check finds any flipped bit")
    func flipped() throws {
        let bytes = SmallWorld.index.bytes()
        let file = try IndexFile()
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 1 << UInt8(place % 8)
            try file.write(damaged)
            #expect(throws: PlacesError.self, "flipped at \(place)") {
                try PlaceIndex(path: file.path).verifyAll()
            }
        }
    }

    @Test("a page is checked when it is read, and other pages are not")
    func firstTouch() throws {
        var index = SmallWorld.index
        index.credits = String(repeating: "A long list of sources. ", count: 6000)
        var bytes = index.bytes()
        #expect(bytes.count > 4096 + 2 * SmallIndex.pageSize)
        // In the middle of the sources, which fill this page.
        bytes[SmallIndex.pageSize * 3 / 2] ^= 1
        let file = try IndexFile(bytes)
        let damaged = try PlaceIndex(path: file.path)
        let lookup = try PlaceLookup(damaged)
        #expect(try lookup.place(0.5, 0.2).region == "West")
        let error = #expect(throws: PlacesError.self) { try damaged.credits() }
        #expect(error?.description.contains("page 1") == true)
        #expect(throws: PlacesError.self) { try lookup.prepareForMany() }
        #expect(throws: PlacesError.self) { try damaged.verifyAll() }
    }

    @Test("a city with an unknown area is reported as damage")
    func cityArea() throws {
        var index = SmallWorld.index
        for number in index.cities.indices { index.cities[number].area = 1 }
        let file = try IndexFile(index.bytes())
        let lookup = try PlaceLookup(try PlaceIndex(path: file.path))
        let error = #expect(throws: PlacesError.self) { try lookup.place(0.5, 0.2) }
        #expect(error?.description.contains("has no country or area") == true)
    }

    @Test(
        "an unknown region is reported as damage, in a city and in a region's list of cities",
        arguments: [true, false])
    func missingRegion(isOfCity: Bool) throws {
        var index = SmallWorld.index
        if isOfCity {
            for number in index.cities.indices { index.cities[number].region = 99 }
        } else {
            for number in index.regions.indices { index.regions[number].cities = 99 }
        }
        let file = try IndexFile(index.bytes())
        let lookup = try PlaceLookup(try PlaceIndex(path: file.path))
        #expect(throws: PlacesError.self) { try lookup.place(0.5, 0.2) }
    }

    @Test("an index with valid digests and invalid rows never crashes the program")
    func madeUp() throws {
        let bytes = SmallWorld.index.bytes()
        let file = try IndexFile(bytes)
        let expected = try answers(file, trees: false)
        #expect(expected?.count == PlaceIndexDamageTests.positions.count)
        var random = SplitMix(state: 7)
        var refused = 0
        for run in 0..<2000 {
            var changed = bytes
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                // In the section table or in the sections.
                let isTable = Int.random(in: 0..<5, using: &random) == 0
                let place = Int.random(
                    in: isTable ? 72..<416 : 4096..<bytes.count, using: &random)
                changed[place] =
                    Bool.random(using: &random)
                    ? UInt8.random(in: .min ... .max, using: &random)
                    : [0, 1, 0x7F, 0x80, 0xFF][Int.random(in: 0..<5, using: &random)]
            }
            try file.write(SmallIndex.resealed(changed))
            if try answers(file, trees: run % 2 == 0) == nil { refused += 1 }
        }
        #expect(refused > 200 && refused < 2000)
    }
}

/// Reproducible pseudorandom numbers.
///
/// Source: S. Vigna, splitmix64, https://prng.di.unimi.it/splitmix64.c
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A random position, uniformly distributed on the sphere.
    mutating func position() -> (latitude: Double, longitude: Double) {
        let height = Double.random(in: -1...1, using: &self)
        return (height.arcSineDegrees, Double.random(in: -180...180, using: &self))
    }
}
