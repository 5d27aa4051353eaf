import Basics
import GalleryModel

/// A piece of the base map as GeoJSON, written straight into bytes: it has a hundred thousand numbers.
///
/// Source: RFC 7946. A feature for each country (`kind` `country`), and one each for the lines: `border`, `region`.
enum LandDocument {
    /// The document.
    static func bytes(_ piece: LandPiece) -> [UInt8] {
        var document = Writer()
        document.text("{\"type\":\"FeatureCollection\",\"features\":[")
        document.list(piece.countries) { country, document in
            document.text("{\"type\":\"Feature\",\"id\":\"\(country.code)\",\"properties\":{")
            document.text("\"kind\":\"country\",\"name\":\(quoted(country.name))")
            if let label = country.label {
                document.text(",\"label\":[\(label.longitude),\(label.latitude)]")
            }
            document.text("},\"geometry\":{\"type\":\"MultiPolygon\",\"coordinates\":[")
            document.list(country.polygons) { polygon, document in
                document.text("[")
                document.list(polygon) { ring, document in document.points(ring, isClosed: true) }
                document.text("]")
            }
            document.text("]}}")
        }
        for (kind, lines) in [("border", piece.borders), ("region", piece.regions)]
        where !lines.isEmpty {
            document.text(piece.countries.isEmpty ? "" : ",")
            document.text("{\"type\":\"Feature\",\"properties\":{\"kind\":\"\(kind)\"},")
            document.text("\"geometry\":{\"type\":\"MultiLineString\",\"coordinates\":[")
            document.list(lines) { line, document in document.points(line, isClosed: false) }
            document.text("]}}")
        }
        document.text("]}")
        return document.bytes
    }

    private static func quoted(_ text: String) -> String {
        String(decoding: JSONValue.text(text).compact, as: UTF8.self)
    }

    private struct Writer {
        private(set) var bytes: [UInt8] = []

        mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }

        mutating func list<Element>(
            _ elements: [Element], _ write: (Element, inout Writer) -> Void
        ) {
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element, &self)
            }
        }

        mutating func points(_ points: [LandPiece.Point], isClosed: Bool) {
            bytes.append(UInt8(ascii: "["))
            list(isClosed ? points + points.prefix(1) : points) { point, writer in
                writer.bytes.append(UInt8(ascii: "["))
                writer.degrees(point.longitude)
                writer.bytes.append(UInt8(ascii: ","))
                writer.degrees(point.latitude)
                writer.bytes.append(UInt8(ascii: "]"))
            }
            bytes.append(UInt8(ascii: "]"))
        }

        /// A number of units as decimal degrees, without zeros at the end.
        private mutating func degrees(_ units: Int32) {
            if units < 0 { bytes.append(UInt8(ascii: "-")) }
            let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: 100_000)
            bytes.append(contentsOf: String(whole).utf8)
            guard rest > 0 else { return }
            bytes.append(UInt8(ascii: "."))
            var (left, unit) = (rest, UInt32(10_000))
            while left > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: left / unit))
                left %= unit
                unit /= 10
            }
        }
    }
}
