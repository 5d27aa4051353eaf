import Export
import Foundation

/// How rows are written out.
public struct ExportOptions: Hashable, Sendable {
    /// The file formats of an export.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// RFC 4180, UTF-8, a header and a row a photo.
        case csv
        /// One array of objects, an object a line.
        case json
        /// An object a line.
        case jsonl
    }

    /// The format.
    public var format: Format
    /// The columns and their order, without regard to case; nil for all.
    public var columns: [String]?
    /// Whether cells that a spreadsheet would run as a formula begin with a `'`.
    public var isSpreadsheetSafe = false
    /// Whether JSON rows hold what the origin sent (`Raw`).
    public var includesRaw = false

    /// The columns of CSV, in order.
    public static var columnNames: [String] { ExportColumn.tabular.map(\.name) }

    /// The name template of copied originals where none is given.
    public static var standardName: String { NameTemplate.standard }

    /// Makes options for a format with all columns.
    public init(format: Format) {
        self.format = format
    }

    /// The encoder these options ask for.
    ///
    /// - Throws: `usage` for an unknown column, or one that the format cannot hold.
    func encoder() throws(GalleryError) -> RowEncoder {
        let format: ExportFormat =
            switch format {
            case .csv: .csv
            case .json: .json
            case .jsonl: .jsonl
            }
        do {
            var chosen = try columns.map {
                try ExportColumn.parse($0.joined(separator: ","), for: format)
            }
            if includesRaw, format != .csv {
                chosen = (chosen ?? ExportColumn.defaults(for: format)) + [.raw]
            }
            return RowEncoder(format: format, columns: chosen, spreadsheetSafe: isSpreadsheetSafe)
        } catch {
            throw GalleryError(.usage, "\(error)")
        }
    }

    /// Whether rows need what the origin sent.
    var needsRaw: Bool {
        includesRaw
            || columns?.contains { $0.lowercased() == ExportColumn.raw.name.lowercased() } == true
    }
}
