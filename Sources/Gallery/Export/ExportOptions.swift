import Export
import Foundation

/// How rows are written out.
public struct ExportOptions: OptionsOfWork {
    /// The file formats of an export.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// RFC 4180, UTF-8, a header and a row a photo.
        case csv
        /// One array of objects, an object a line.
        case json
        /// An object a line.
        case jsonl
        /// A feature collection, a photo with a position a feature. Source: RFC 7946
        case geojson
        /// A waypoint a photo with a position. Source: GPX 1.1, https://www.topografix.com/GPX/1/1/
        case gpx
    }

    /// How exactly positions are told.
    public enum Positions: Hashable, Sendable {
        /// As they are known.
        case exact
        /// As the middle of a cell of a grid, without altitude, and with the place of that middle.
        case coarse(kilometres: Double)
        /// Not at all, and neither are the names of places.
        case dropped

        var privacy: PositionPrivacy {
            switch self {
            case .exact: .exact
            case .coarse(let kilometres): .coarse(kilometres: kilometres)
            case .dropped: .none
            }
        }
    }

    /// The format.
    public var format: Format
    /// The columns and their order, without regard to case; nil for all.
    public var columns: [String]?
    /// Whether cells that a spreadsheet would run as a formula begin with a `'`.
    public var isSpreadsheetSafe = false
    /// Whether JSON rows hold what the origin sent (`Raw`).
    public var includesRaw = false
    /// Whether rows of all columns tell where pictures lie on this machine.
    package var includesPaths = true
    /// How exactly positions are told; what the origin sent is left out unless exactly.
    public var positions = Positions.exact
    /// Whether copies of pictures show the photos' edits; else they are the originals, byte for byte.
    public var includesEdits = true

    /// The columns of CSV, in order.
    public static var columnNames: [String] { ExportColumn.tabular.map(\.name) }

    /// The name template of copied originals where none is given.
    public static var standardName: String { NameTemplate.standard }

    /// How the work is carried out.
    public var work = WorkOptions()

    /// Makes options for a format with all columns.
    public init(format: Format) {
        self.format = format
    }

    /// Checks the columns before any file is made.
    ///
    /// - Throws: `usage` for an unknown column, or one that the format cannot hold.
    public func check() throws(GalleryError) { _ = try encoder() }

    /// The encoder these options ask for.
    ///
    /// - Throws: `usage` for an unknown column, or one that the format cannot hold.
    func encoder() throws(GalleryError) -> RowEncoder {
        let format: ExportFormat =
            switch format {
            case .csv: .csv
            case .json: .json
            case .jsonl: .jsonl
            case .geojson: .geojson
            case .gpx: .gpx
            }
        do {
            var chosen = try columns.map {
                try ExportColumn.parse($0.joined(separator: ","), for: format)
            }
            if includesRaw, format == .json || format == .jsonl {
                chosen = (chosen ?? ExportColumn.defaults(for: format)) + [.raw]
            }
            if !includesPaths {
                chosen = (chosen ?? ExportColumn.defaults(for: format)).filter {
                    $0 != .sourceFile && $0 != .pictures
                }
            }
            return RowEncoder(
                format: format, columns: chosen, spreadsheetSafe: isSpreadsheetSafe)
        } catch {
            throw GalleryError(.usage, "\(error)")
        }
    }

    /// Whether rows need what the origin sent.
    var needsRaw: Bool {
        guard positions == .exact else { return false }
        return includesRaw || names(.raw)
    }

    /// Whether rows tell where pictures lie.
    var tellsPaths: Bool {
        includesPaths && format != .gpx
            && (columns == nil || names(.sourceFile) || names(.pictures))
    }

    private func names(_ column: ExportColumn) -> Bool {
        columns?.contains { $0.lowercased() == column.name.lowercased() } == true
    }
}
