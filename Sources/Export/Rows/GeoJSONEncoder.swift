package import Basics
package import GalleryModel

/// Spells photos as the features of one GeoJSON collection: a point each, WGS 84, one feature a line.
///
/// A feature's `id` is the catalog id, its properties are what is known of the columns. What is in more
/// than one section has a feature in each.
/// Source: RFC 7946, https://www.rfc-editor.org/rfc/rfc7946
package struct GeoJSONEncoder: Sendable {
    private let properties: JSONRowEncoder

    /// Makes an encoder with columns as the properties.
    package init(columns: [ExportColumn] = ExportColumn.defaults(for: .geojson)) {
        properties = JSONRowEncoder(columns: columns)
    }

    /// Appends what stands before the first feature.
    package func appendHeader(to buffer: inout OutputBuffer) {
        buffer.append("{\"type\":\"FeatureCollection\",\"features\":[")
    }

    /// Appends a photo's feature without a line end.
    package func append(
        _ row: ListedPhoto, at coordinate: Coordinate, sourceFile: BytePath? = nil,
        to buffer: inout OutputBuffer
    ) {
        buffer.append("{\"type\":\"Feature\",\"id\":")
        buffer.append(number: row.photo.id.rawValue)
        // Longitude comes first: RFC 7946, section 3.1.1.
        buffer.append(",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
        buffer.append(decimal: coordinate.longitude)
        buffer.append(UInt8(ascii: ","))
        buffer.append(decimal: coordinate.latitude)
        if let altitude = coordinate.altitude {
            buffer.append(UInt8(ascii: ","))
            buffer.append(decimal: altitude)
        }
        buffer.append("]},\"properties\":")
        properties.appendKnown(row, sourceFile: sourceFile, to: &buffer)
        buffer.append(UInt8(ascii: "}"))
    }

    /// Appends what stands after the last feature.
    package func appendFooter(to buffer: inout OutputBuffer) {
        buffer.append("\n]}\n")
    }
}
