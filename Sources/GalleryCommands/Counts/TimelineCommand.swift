import ArgumentParser
import Gallery
import GalleryModel
import Glibc

/// The command `gallery timeline [SECTION]`.
struct TimelineCommand: RowCommand {
    static let explanation = """
        Counts the photos of a section, or of the whole catalog, by the year, month or day they \
        were taken according to the camera's clock, oldest first. Periods without photos are \
        omitted; photos without a date are in the last row. Photos in the trash are not counted. \
        On a terminal, the table includes bars.
        """
    static let examples: KeyValuePairs = [
        "gallery timeline": "count photos per month",
        "gallery timeline camera --by year": "count a section's photos per year",
        "gallery timeline --by day --where 'taken:2024-05 country:FR'":
            "count photos per day of a trip",
    ]
    static let configuration = documented("timeline", "Count photos by date taken.")

    @OptionGroup var counted: CountOptions

    @Option(help: "Group by year, month or day.")
    var by = TimelineUnit.month

    @OptionGroup var output: ListingOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let counts = try gallery.counts.timeline(try counted.photos(in: gallery), by: by)
        var columns: [RowColumn<TimelineCount>] = [
            RowColumn("period", "TAKEN", shown: { $0.period ?? "(no date)" }) { $0.period },
            RowColumn("photos", "PHOTOS", isNumeric: true) { $0.photos },
        ]
        if output.format == .table, StandardOutput.shared.isTerminal {
            let used = columns.map { column in
                counts.map { column.shown($0).plain.count }.reduce(column.heading.title.count, max)
            }.reduce(4, +)
            // Photos without a date get no bar and do not affect the scale.
            let bars = CountBars(
                maximumPhotos: counts.filter { $0.period != nil }.map(\.photos).max() ?? 0,
                width: Terminal.width(of: STDOUT_FILENO) - used,
                hasBlocks: Terminal.showsUnicode)
            columns.append(
                RowColumn("bar", "") { $0.period == nil ? "" : bars.bar($0.photos) })
        }
        try Output.write(counts, as: output, RowLayout(columns))
        let isEmptyTable = counts.isEmpty && output.format == .table
        return CommandOutcome(notes: isEmptyTable ? ["no photo matches"] : [])
    }
}

/// Draws numbers as horizontal text bars.
package struct CountBars: Sendable {
    private let maximumPhotos: Int
    private let width: Int
    private let hasBlocks: Bool

    /// Creates bars.
    ///
    /// - Parameters:
    ///   - maximumPhotos: the number whose bar fills the width.
    ///   - width: the available columns; bars are empty if it is less than 1.
    ///   - hasBlocks: true to draw block characters and eighths of them; false to draw `#`.
    package init(maximumPhotos: Int, width: Int, hasBlocks: Bool) {
        self.maximumPhotos = maximumPhotos
        self.width = width
        self.hasBlocks = hasBlocks
    }

    /// Returns the bar for a number; every number above 0 gets a visible bar.
    package func bar(_ number: Int) -> String {
        guard number > 0, maximumPhotos > 0, width > 0 else { return "" }
        let parts = hasBlocks ? CountBars.eighths.count : 1
        let share = Double(min(number, maximumPhotos)) / Double(maximumPhotos)
        let length = max(1, Int((share * Double(width * parts)).rounded()))
        let whole = String(repeating: hasBlocks ? "█" : "#", count: length / parts)
        return whole + (length % parts == 0 ? "" : CountBars.eighths[length % parts])
    }

    /// Zero to seven eighths of a block, indexed by the number of eighths.
    ///
    /// Source: The Unicode Standard, Block Elements, U+2588 to U+258F
    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
