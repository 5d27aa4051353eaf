import Basics
import Foundation
import GalleryModel
import Places

/// Writes indexes of a few parts and cities in the format of docs/formats.md.
struct SmallIndex {
    struct Region {
        var country: Int
        var area: Int?
        var name: String?
        /// The region of its cities; nil for itself.
        var cities: Int?
    }

    struct Area {
        var key: String
        var country: Int
        var title: String
        var note: String
        var claimants: String
    }

    struct Part {
        var region: Int
        /// Longitudes and latitudes in degrees, the shell first.
        var rings: [[(Double, Double)]]
    }

    struct City {
        var name: String
        var country: Int
        var latitude: Double
        var longitude: Double
        var population = 1000
        /// The disputed area that contains it.
        var area: Int?
        var region: Int?
        /// The name of the city that it is part of.
        var parent: String?
        var isQuarter = false
    }

    var dataVersion = "2000-01-01.1"
    /// Codes and names, sorted by code.
    var countries: [(code: String, name: String)] = []
    var regions: [Region] = []
    var areas: [Area] = []
    var parts: [Part] = []
    var cities: [City] = []
    var credits = "nobody"

    static let pageSize = 65_536
    static let none = Int(UInt32.max)
    static let dataOffset = 4096

    /// A rectangle's corners, counterclockwise.
    static func box(
        _ west: Double, _ south: Double, _ east: Double, _ north: Double
    ) -> [(Double, Double)] {
        [(west, south), (east, south), (east, north), (west, north)]
    }

    /// The bytes of the file.
    func bytes() -> [UInt8] {
        var texts = TextTable()
        var rows = [[UInt8]](repeating: [], count: 9)
        for country in countries {
            rows[1] += Array(country.code.utf8)
            rows[1].append16(0)
            rows[1].append32(texts.number(country.name))
        }
        let nodes = tree()
        for (number, region) in regions.enumerated() {
            rows[2].append16(region.country)
            rows[2].append16(region.area.map { $0 + 1 } ?? 0)
            rows[2].append32(texts.number(region.name))
            rows[2].append32(SmallIndex.none)
            for cities in [region.cities ?? number, 0] { rows[2].append16(cities) }
            let places = nodes.indices.filter { nodes[$0].0.region == number }
            for value in [rows[8].count / 4, places.count] { rows[2].append32(value) }
            for place in places { rows[8].append32(place) }
        }
        for area in areas {
            rows[3].append32(texts.number(area.key))
            rows[3].append16(area.country)
            rows[3].append16(0)
            for text in [area.title, area.note, area.claimants] {
                rows[3].append32(texts.number(text))
            }
        }
        for part in parts {
            let start = rows[5].count
            rows[5].append(rings: part.rings)
            let (xs, ys) = (part.rings[0].map { unit($0.0) }, part.rings[0].map { unit($0.1) })
            for edge in [xs.min(), ys.min(), xs.max(), ys.max()] { rows[4].append32(edge ?? 0) }
            for number in [start, rows[5].count - start] { rows[4].append32(number) }
            for number in [part.region, 0] { rows[4].append16(number) }
        }
        for (city, axis, largest) in nodes {
            rows[6].append32(unit(city.latitude))
            rows[6].append32(unit(city.longitude))
            rows[6].append32(texts.number(city.name))
            rows[6].append16(city.country)
            // Two single bytes.
            rows[6].append16(axis + (city.area.map { $0 + 1 } ?? 0) << 8)
            for people in [city.population, largest] { rows[6].append32(people) }
            rows[6].append16(city.region ?? 0xFFFF)
            rows[6].append16(city.isQuarter ? 1 : 0)
            let parent = city.parent.flatMap { name in nodes.firstIndex { $0.0.name == name } }
            rows[6].append32(parent ?? SmallIndex.none)
        }
        rows[0] = texts.bytes
        rows[7] = Array(credits.utf8)
        return file(
            rows,
            counts: [
                texts.count, countries.count, regions.count, areas.count, parts.count, parts.count,
                cities.count, 1, rows[8].count / 4,
            ])
    }

    private func file(_ sections: [[UInt8]], counts: [Int]) -> [UInt8] {
        var data: [UInt8] = []
        var table: [UInt8] = []
        for (number, section) in sections.enumerated() {
            while data.count % 8 != 0 { data.append(0) }
            table.append32(number + 1)
            table.append32(counts[number])
            for number in [SmallIndex.dataOffset + data.count, section.count, 0] {
                table.append64(number)
            }
            data += section
        }
        var file = Array("GLRYPLC1".utf8)
        file.append32(2)
        file.append32(SmallIndex.pageSize)
        file.append64(SmallIndex.dataOffset + data.count)
        file.append32(9)
        file.append32((data.count + SmallIndex.pageSize - 1) / SmallIndex.pageSize)
        file.append64(SmallIndex.dataOffset)
        file.pad(to: 72)
        file += Array(dataVersion.utf8)
        file.pad(to: 128)
        file += table
        file.pad(to: SmallIndex.dataOffset)
        return SmallIndex.resealed(file + data)
    }

    /// The bytes of a file with its digests recomputed.
    static func resealed(_ file: [UInt8]) -> [UInt8] {
        var file = file
        for (number, start) in stride(from: dataOffset, to: file.count, by: pageSize).enumerated() {
            let page = file[start..<min(start + pageSize, file.count)]
            let place = 128 + 9 * 32 + number * 16
            file.replaceSubrange(place..<(place + 16), with: digest(page)[..<16])
        }
        file.replaceSubrange(40..<72, with: digest(file[72..<dataOffset]))
        return file
    }

    private static func digest(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var hasher = SHA256Hasher()
        bytes.withUnsafeBytes { hasher.update($0) }
        return hasher.digestBytes
    }

    /// The cities in tree order, each with its axis and the largest population in its subtree.
    private func tree() -> [(City, Int, Int)] {
        func axes(_ city: City) -> [Double] {
            let (up, across) = (city.latitude * .pi / 180, city.longitude * .pi / 180)
            return [cos(up) * cos(across), cos(up) * sin(across), sin(up)]
        }
        func ordered(_ cities: [City]) -> [(City, Int, Int)] {
            guard !cities.isEmpty else { return [] }
            let spreads = (0..<3).map { axis in
                let values = cities.map { axes($0)[axis] }
                return (values.max() ?? 0) - (values.min() ?? 0)
            }
            let axis = spreads.firstIndex(of: spreads.max() ?? 0) ?? 0
            let sorted = cities.enumerated().sorted {
                (axes($0.element)[axis], $0.offset) < (axes($1.element)[axis], $1.offset)
            }.map(\.element)
            let middle = sorted.count / 2
            let largest = sorted.map(\.population).max() ?? 0
            return ordered(Array(sorted[..<middle])) + [(sorted[middle], axis, largest)]
                + ordered(Array(sorted[(middle + 1)...]))
        }
        return ordered(cities)
    }
}

/// The distinct texts of an index.
private struct TextTable {
    private var numbers: [String: Int] = [:]
    private var texts: [UInt8] = []
    private var offsets: [Int] = [0]

    var count: Int { numbers.count }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for offset in offsets { bytes.append32(offset) }
        return bytes + texts
    }

    mutating func number(_ text: String?) -> Int {
        guard let text else { return SmallIndex.none }
        if let number = numbers[text] { return number }
        texts += Array(text.utf8)
        offsets.append(texts.count)
        numbers[text] = offsets.count - 2
        return offsets.count - 2
    }
}

private func unit(_ degrees: Double) -> Int { Int((degrees * 100_000).rounded()) }

extension [UInt8] {
    fileprivate mutating func append16(_ number: Int) { append(number, bytes: 2) }

    fileprivate mutating func append32(_ number: Int) { append(number, bytes: 4) }

    fileprivate mutating func append64(_ number: Int) { append(number, bytes: 8) }

    private mutating func append(_ number: Int, bytes: Int) {
        for place in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }

    fileprivate mutating func pad(to count: Int) {
        append(contentsOf: [UInt8](repeating: 0, count: count - self.count))
    }

    fileprivate mutating func append(rings: [[(Double, Double)]]) {
        append(varint: rings.count)
        for ring in rings {
            append(varint: ring.count)
            var previous = (0, 0)
            for position in ring {
                let here = (unit(position.0), unit(position.1))
                append(zigzag: here.0 - previous.0)
                append(zigzag: here.1 - previous.1)
                previous = here
            }
        }
    }

    private mutating func append(zigzag number: Int) {
        append(varint: number >= 0 ? number * 2 : -number * 2 - 1)
    }

    private mutating func append(varint number: Int) {
        var rest = number
        while rest > 127 {
            append(UInt8(rest & 127 | 128))
            rest >>= 7
        }
        append(UInt8(rest))
    }
}
