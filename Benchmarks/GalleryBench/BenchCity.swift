import GalleryModel

/// The city of a benchmark photo: one of 20,000, some of which have very many photos.
struct BenchCity {
    /// Maps numbers to a pseudorandom sequence.
    ///
    /// Source: D. Knuth, MMIX.
    private static func scatter(_ number: Int) -> UInt64 {
        var state = UInt64(truncatingIfNeeded: number)
        for _ in 0..<2 {
            state = (state ^ state >> 31) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        }
        return state >> 16
    }

    /// The city's number, 0..<20,000; low numbers have more photos.
    private let city: Int
    /// A pseudorandom number in 0..<1 for the photo.
    private let share: Double

    /// Makes the city of the photo with the given number, from 0.
    init(number: Int) {
        // Several photos are taken at the same place of a trip.
        let draw = Double(Self.scatter(number / 8) % 1_000_000) / 1_000_000
        city = Int(draw * draw * draw * 20_000)
        share = Double(Self.scatter(number) % 10_000) / 10_000
    }

    /// The photo's position, within about 5 km of the city's center.
    var coordinate: Coordinate? {
        let place = Self.scatter(city + 1)
        let latitude = Double(place % 130_000) / 1_000 - 60 + share / 20
        let longitude = Double(place / 130_000 % 359_000) / 1_000 - 180 + share / 20
        return Coordinate(latitude: latitude, longitude: longitude, altitude: share * 100)
    }

    /// The place that a lookup would return.
    var place: Place {
        let country = city % 180
        let code = [country / 26, country % 26].map { String(UnicodeScalar(UInt8(65 + $0))) }
        return Place(
            match: .inside, countryCode: code.joined(), country: "Country of the number \(country)",
            region: "Région \(city % 2_400), a part of \(country)", city: "City \(city)",
            cityDistanceKm: (share * 5_000).rounded() / 1_000)
    }
}
