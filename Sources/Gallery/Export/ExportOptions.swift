import Export
public import GalleryModel

/// Options for exporting rows.
public struct ExportOptions: FeatureOptions {
    /// The format.
    public var format: ExportFormat
    /// The columns and their order, without regard to case; nil for all.
    public var columns: [String]?
    /// True to prefix cells that a spreadsheet would run as a formula with `'`.
    public var isSpreadsheetSafe = false
    /// True to include the origin's JSON (`Raw`) in JSON rows.
    public var includesRaw = false
    /// True to include local file paths in rows with all columns.
    package var includesPaths = true
    /// The precision of positions; unless exact, the origin's JSON is left out.
    public var positions = PositionPrivacy.exact
    /// True if copies of pictures show the photos' edits; false to copy the originals byte for
    /// byte.
    public var includesEdits = true

    /// The columns of CSV, in order.
    public static let columnNames: [String] = ExportColumn.tabular.map(\.name)

    /// The default name template of copied originals.
    public static var standardName: String { NameTemplate.standard }

    /// Options of the work.
    public var work = WorkOptions()

    /// Creates options for a format with all columns.
    public init(format: ExportFormat) { self.format = format }

    /// Validates the columns before any file is created.
    ///
    /// - Throws: `usage` for an unknown column, or one that the format does not support.
    package func check() throws(GalleryError) { _ = try encoder() }

    /// Returns the encoder for these options.
    ///
    /// - Throws: `usage` for an unknown column, or one that the format does not support.
    func encoder() throws(GalleryError) -> RowEncoder {
        var chosen = try translated(
            columns.map { try ExportColumn.parse($0.joined(separator: ","), for: format) }
                ?? ExportColumn.defaults(for: format))
        if includesRaw, format == .json || format == .jsonl { chosen.append(.raw) }
        if !includesPaths { chosen.removeAll { $0 == .sourceFile || $0 == .pictures } }
        return RowEncoder(format: format, columns: chosen, spreadsheetSafe: isSpreadsheetSafe)
    }

    /// True if rows include the origin's JSON.
    var needsRaw: Bool {
        guard positions == .exact else { return false }
        return includesRaw || names(.raw)
    }

    /// True if rows include local file paths.
    var needsPaths: Bool {
        includesPaths && format != .gpx
            && (columns == nil || names(.sourceFile) || names(.pictures))
    }

    private func names(_ column: ExportColumn) -> Bool {
        columns?.contains { $0.lowercased() == column.name.lowercased() } == true
    }
}

/// Reduces positions to the requested precision; to be used by a single thread.
struct PositionFilter {
    private let privacy: PositionPrivacy
    private let naming: (Coordinate) throws -> Place?

    /// Creates a filter, which opens the place index if positions are coarse.
    ///
    /// - Throws: `configuration` if the index is required and cannot be used.
    init(_ positions: PositionPrivacy, settings: GallerySettings) throws(GalleryError) {
        privacy = positions
        guard case .coarse = positions else {
            naming = { _ in nil }
            return
        }
        let place = try ReverseGeocoder(settings: settings).makeLookup()
        naming = { try place($0) }
    }

    /// Returns the row with its position reduced.
    func applied(to row: ListedPhoto) throws -> ListedPhoto {
        if privacy == .exact { return row }
        var row = row
        row.photo = try applied(to: row.photo)
        return row
    }

    /// Returns the photo with its position reduced.
    func applied(to photo: Photo) throws -> Photo {
        privacy == .exact ? photo : try privacy.applied(to: photo, naming: naming)
    }
}
