/// Names a form in which rows are written.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
    /// Comma separated values with a header.
    ///
    /// Source: RFC 4180, https://www.rfc-editor.org/rfc/rfc4180
    case csv
    /// One JSON array of objects, one object a line. Source: RFC 8259
    case json
    /// One JSON object a line. Source: https://jsonlines.org
    case jsonl
    /// A map's points: one feature collection, one feature a line.
    ///
    /// Source: RFC 7946, https://www.rfc-editor.org/rfc/rfc7946
    case geojson
    /// Waypoints for GPS receivers and maps.
    ///
    /// Source: GPX 1.1, https://www.topografix.com/GPX/1/1/
    case gpx

    /// Whether photos without a position have no place in the format: they are left out and counted.
    package var needsPosition: Bool {
        switch self {
        case .csv, .json, .jsonl: false
        case .geojson, .gpx: true
        }
    }
}
