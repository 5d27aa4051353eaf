import ArgumentParser
import Gallery
import GalleryModel
import Glibc

/// The command `gallery timeline [SECTION]`.
struct TimelineCommand: CatalogCommand {
    static let explanation = """
        Counts photos by the year, month or day in which they were taken, as the camera's clock said, \
        the earliest first; of the whole catalog without SECTION. Periods without photos are left out. \
        Photos without a date stand in a last row, and those in the trash do not count. On a terminal \
        the table has bars.
        """
    static let examples = [
        CommandExample("gallery timeline", "photos of each month"),
        CommandExample("gallery timeline camera --by year", "years of a section"),
        CommandExample(
            "gallery timeline --by day --where 'taken:2024-05 country:FR'", "days of a journey"),
    ]
    static let configuration = documented("timeline", "Count photos by when they were taken.")

    /// What `--by` may be.
    enum Unit: String, CaseIterable, ExpressibleByArgument {
        case year, month, day
    }

    @OptionGroup var counted: CountOptions

    @Option(help: "How finely to tell photos apart.")
    var by = Unit.month

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let unit = TimelineUnit(rawValue: by.rawValue) ?? .month
        let counts = try gallery.timeline(try counted.photos(in: gallery), by: unit)
        var columns = [
            Output.Column("period", "TAKEN"), Output.Column("photos", "PHOTOS", isNumeric: true),
        ]
        guard output.format == .table else {
            try Output.write(
                counts.map { [RowValue($0.period), .integer($0.photos)] }, as: output.format,
                columns: columns)
            return .printed
        }
        var rows = counts.map { count in
            [RowValue.text(count.period ?? "(no date)"), .integer(count.photos)]
        }
        if StandardOutput.shared.isTerminal {
            let used = columns.indices.map { index in
                ([columns[index].title ?? ""] + rows.map { $0[index].plain }).map(\.count).max()
                    ?? 0
            }.reduce(4, +)
            // Photos without a date have no place in time, and no say in how long the bars are.
            let bars = CountBars(
                longest: counts.filter { $0.period != nil }.map(\.photos).max() ?? 0,
                width: Terminal.width(of: STDOUT_FILENO) - used,
                hasBlocks: Terminal.showsUnicode)
            columns.append(Output.Column("bar", ""))
            for (index, count) in counts.enumerated() {
                rows[index].append(.text(count.period == nil ? "" : bars.bar(count.photos)))
            }
        }
        try Output.write(rows, as: .table, columns: columns)
        return .printed
    }
}
