import Export
import Foundation
import GalleryModel
import Testing

@Suite("GeoJSONEncoder")
struct GeoJSONEncoderTests {
    @Test("a full photo is one feature per line, longitude first, without unknown values")
    func whole() {
        let expected =
            "{\"type\":\"FeatureCollection\",\"features\":[\n"
            + "{\"type\":\"Feature\",\"id\":42,\"geometry\":{\"type\":\"Point\","
            + "\"coordinates\":[-43.210487,-22.951916,-1.88]},"
            + "\"properties\":{\"Title\":\"Dog, \\\"Ronja\\\"\",\"Country\":\"Brazil\"}},\n"
            + "{\"type\":\"Feature\",\"id\":7,\"geometry\":{\"type\":\"Point\","
            + "\"coordinates\":[180,-0.00001]},\"properties\":{}}\n]}\n"
        let bare = SamplePhotos.bare {
            $0.photo.details.coordinate = Coordinate(latitude: -0.00001, longitude: 180)
        }
        #expect(
            exportedText(
                [SamplePhotos.full, bare], .geojson, columns: [.title, .fileName, .country])
                == expected)
    }

    @Test("photos without a position are skipped and counted, also those at home")
    func withoutPosition() throws {
        let home = SamplePhotos.bare {
            $0.photo.location = Coordinate(latitude: 1, longitude: 2).map {
                PhotoLocation(coordinate: $0, source: .home, place: SamplePhotos.rio)
            }
        }
        for format in [ExportFormat.geojson, .gpx] {
            var encoder = RowEncoder(format: format)
            for row in [SamplePhotos.bare, SamplePhotos.full, home] {
                encoder.append(row) { _ in }
            }
            encoder.finish { _ in }
            let (count, skipped) = (encoder.count, encoder.skipped)
            #expect(count == 1)
            #expect(skipped == 2)
        }
        let empty = exported([SamplePhotos.bare], .geojson)
        #expect(
            String(decoding: empty, as: UTF8.self)
                == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
        #expect(try features(empty).isEmpty)
    }

    @Test("other formats skip no photos")
    func nothingSkipped() {
        for format in [ExportFormat.csv, .json, .jsonl] {
            var encoder = RowEncoder(format: format)
            encoder.append(SamplePhotos.bare) { _ in }
            let (count, skipped) = (encoder.count, encoder.skipped)
            #expect(count == 1 && skipped == 0)
        }
    }

    @Test("the properties are CSV's columns except the position and the faces' rectangles")
    func properties() throws {
        let feature = try #require(try features(exported([SamplePhotos.full], .geojson)).first)
        let properties = try #require(feature["properties"] as? [String: Any])
        let absent = [
            "GPSLatitude", "GPSLatitudeRef", "GPSLongitude", "GPSLongitudeRef", "GPSAltitude",
            "GPSAltitudeRef", "FaceRectangles",
        ]
        #expect(
            Set(properties.keys)
                == Set(ExportColumn.tabular.map(\.name).filter { !absent.contains($0) }))
        #expect(properties["Faces"] as? Int == 2)
        #expect(properties["City"] as? String == "Niterói, \"RJ\"")
    }

    @Test("the first column may be unknown, and any text stays valid JSON on one line")
    func hostile() throws {
        var random = SeededGenerator(seed: 7946)
        let rows = (0..<500).map { index in
            SamplePhotos.bare {
                $0.photo.id = PhotoID(rawValue: Int64(index))
                $0.photo.details.title = random.text() + "\u{0}\u{1f}"
                $0.photo.details.coordinate = Coordinate(
                    latitude: Double.random(in: -90...90, using: &random),
                    longitude: Double.random(in: -180...180, using: &random))
            }
        }
        let bytes = exported(rows, .geojson, columns: [.sourceFile, .title])
        #expect(bytes.count { $0 == UInt8(ascii: "\n") } == rows.count + 2)
        let read = try JSONDecoder().decode(Collection.self, from: Data(bytes)).features
        #expect(read.count == rows.count)
        for (feature, row) in zip(read, rows) {
            let details = row.photo.details
            #expect(feature.id == row.photo.id.rawValue)
            #expect(
                feature.geometry.coordinates
                    == [details.coordinate?.longitude, details.coordinate?.latitude]
                    .compactMap(\.self))
            #expect(feature.properties.keys.sorted() == ["Title"])
            #expect(
                feature.properties["Title"].map { Array($0.utf8) }
                    == details.title.map { Array($0.utf8) })
        }
    }

    private struct Collection: Decodable {
        struct Feature: Decodable {
            let id: Int64
            let geometry: Geometry
            let properties: [String: String]
        }

        struct Geometry: Decodable {
            let coordinates: [Double]
        }

        let features: [Feature]
    }

    private func features(_ bytes: [UInt8]) throws -> [[String: Any]] {
        let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        #expect(object?["type"] as? String == "FeatureCollection")
        return try #require(object?["features"] as? [[String: Any]])
    }
}
