/// A file format for exported rows.
public enum ExportFormat: String, Hashable, Sendable, CaseIterable {
    /// UTF-8, a header and one row per photo.
    ///
    /// Source: RFC 4180, https://www.rfc-editor.org/rfc/rfc4180
    case csv
    /// One array of objects, one object per line. Source: RFC 8259
    case json
    /// One JSON object per line. Source: https://jsonlines.org
    case jsonl
    /// A feature collection for maps, one feature per photo with a position.
    ///
    /// Source: RFC 7946, https://www.rfc-editor.org/rfc/rfc7946
    case geojson
    /// Waypoints for GPS receivers and maps, one per photo with a position.
    ///
    /// Source: GPX 1.1, https://www.topografix.com/GPX/1/1/
    case gpx
}

/// The precision with which positions are included in exports and shared copies.
///
/// Titles, descriptions, file names and other tags may mention places; they are the user's text and
/// stay unchanged. So do picture files, which may contain a position. Tags equal to a place name of
/// the photo are removed with it, as keyword hierarchies often end in them.
public enum PositionPrivacy: Hashable, Sendable {
    /// The known position.
    case exact
    /// The center of a grid cell, without altitude, and with the place of the center.
    ///
    /// `kilometers` is the side of a cell; values that are not positive and finite count as
    /// `dropped`. Names of the exact position would reveal more than the cell: most villages are
    /// smaller.
    case coarse(kilometers: Double)
    /// No positions and no place names.
    case dropped
}
