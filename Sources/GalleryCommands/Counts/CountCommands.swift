import ArgumentParser
import Basics
import Gallery
import GalleryModel
import Glibc

/// The operand and options that select the photos to count.
struct CountOptions: ParsableArguments {
    @Argument(help: "Section (default: the whole catalog).", completion: .sections)
    var section: Operand?

    @OptionGroup var query: QueryOption

    /// Returns a query for the selected photos.
    ///
    /// - Throws: `usage` for an invalid query; `notFound` for an unknown section.
    func photos(in gallery: PhotoGallery) throws(GalleryError) -> PhotoQuery {
        let filter = try query.filter(in: gallery)
        guard let section else { return .everything.filtered(filter) }
        return .section(try gallery.sections.find(SectionReference(text: section.text)))
            .filtered(filter)
    }
}

/// A method that counts the photos of a query by name.
typealias NameCounting = (GalleryCounts) -> (PhotoQuery) throws(GalleryError) -> [NameCount]

/// A command that counts photos by name.
protocol NameCountCommand: RowCommand where Options == ListingOptions {
    /// The name of the first column, such as `tag`.
    static var subject: String { get }
    /// The note printed if the result is empty.
    static var emptyNote: String { get }
    /// The photos to count.
    var counted: CountOptions { get }
    /// The maximum number of rows; nil for no limit.
    var limit: Int? { get }
    /// Counts the photos of a query, highest first.
    static var counting: NameCounting { get }
}

extension NameCountCommand {
    func validate() throws {
        try InvalidValue.check("--limit", limit, in: 0..., expected: "0 or more")
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let found = try Self.counting(gallery.counts)(try counted.photos(in: gallery))
        try Output.write(
            Array(found.prefix(limit ?? .max)), as: output,
            RowLayout([
                RowColumn(Self.subject, Self.subject.uppercased()) { $0.name },
                RowColumn("photos", "PHOTOS", isNumeric: true) { $0.photos },
            ]))
        return .note(found.isEmpty ? Self.emptyNote : nil)
    }
}

/// The command `gallery tags [SECTION]`.
struct TagsCommand: NameCountCommand {
    static let explanation = """
        Counts the photos of a section, or of the whole catalog, by tag, most frequent first. Tags \
        that differ only in case or accents are counted together under the most common spelling. \
        Photos in the trash are not counted.
        """
    static let examples: KeyValuePairs = [
        "gallery tags --limit 20": "show your most used tags",
        "gallery tags dogs": "show the tags of a section",
        "gallery tags --where taken:2024 --format csv": "show the tags of one year",
    ]
    static let configuration = documented("tags", "Count photos by tag.")
    static let subject = "tag"
    static var counting: NameCounting { GalleryCounts.tags }
    static let emptyNote = "no tags found"

    @OptionGroup var counted: CountOptions

    @Option(help: .value("n", "Maximum number of tags to print."))
    var limit: Int?

    @OptionGroup var output: ListingOptions
}

/// The command `gallery people [SECTION]`.
struct PeopleCommand: NameCountCommand {
    static let explanation = """
        Counts the photos of a section, or of the whole catalog, by the names of the faces in \
        them, most frequent first. Names come from 'gallery faces name' and from metadata; names \
        that differ only in case are counted together. Photos in the trash are not counted.
        """
    static let examples: KeyValuePairs = [
        "gallery people": "list the people in your photos",
        "gallery people camera --limit 5": "show the five most frequent people",
        "gallery people --where person:Ana": "list people in photos with Ana",
    ]
    static let configuration = documented("people", "Count photos by the people they show.")
    static let subject = "person"
    static var counting: NameCounting { GalleryCounts.people }
    static let emptyNote = "no named people; name a face with 'gallery faces name PHOTO N NAME'"

    @OptionGroup var counted: CountOptions

    @Option(help: .value("n", "Maximum number of people to print."))
    var limit: Int?

    @OptionGroup var output: ListingOptions
}

/// The command `gallery cameras [SECTION]`.
struct CamerasCommand: NameCountCommand {
    static let explanation = """
        Counts the photos of a section, or of the whole catalog, by camera make and model, most \
        frequent first. Photos without camera metadata and photos in the trash are not counted.
        """
    static let examples: KeyValuePairs = [
        "gallery cameras": "list your cameras",
        "gallery cameras --where taken:2024": "list the cameras of one year",
    ]
    static let configuration = documented("cameras", "Count photos by camera.")
    static let subject = "camera"
    static var counting: NameCounting { GalleryCounts.cameras }
    static let emptyNote = "no photos with camera metadata"

    @OptionGroup var counted: CountOptions

    @Option(help: .value("n", "Maximum number of cameras to print."))
    var limit: Int?

    @OptionGroup var output: ListingOptions
}

/// The command `gallery places [SECTION]`.
struct PlacesCommand: RowCommand {
    static let explanation = """
        Counts the photos of a section, or of the whole catalog, by country, region and city, most \
        frequent first. Photos at sea are counted in a row without names.
        """
    static let examples: KeyValuePairs = [
        "gallery places": "list the places in your photos",
        "gallery places camera --by country": "list the countries of a section",
        "gallery places --by city --where country:FR --format csv":
            "list the cities of one country",
    ]
    static let configuration = documented("places", "Count photos by country, region and city.")

    @OptionGroup var counted: CountOptions

    @Option(help: "Group by country, region or city.")
    var by = PlaceLevel.city

    @OptionGroup var output: ListingOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let found = try gallery.counts.places(try counted.photos(in: gallery), by: by)
        try Output.write(found.counts, as: output, PlacesCommand.layout(by))
        let isEmpty = found.counts.isEmpty && found.positionless == 0 && found.due == 0
        let (positionless, due) = (found.positionless, found.due)
        return CommandOutcome(
            notes: [
                isEmpty ? "no photo matches" : nil,
                positionless > 0 ? "\(Count.text(positionless, "photo")) without a position" : nil,
                due > 0
                    ? "\(Count.text(due, "photo")) not looked up yet; run 'gallery locate'" : nil,
            ].compactMap(\.self))
    }

    private static func layout(_ level: PlaceLevel) -> RowLayout<PlaceCount> {
        let omitted = level == .city ? [] : level == .region ? ["city"] : ["region", "city"]
        return RowLayout(columns.filter { !omitted.contains($0.key) })
    }

    private static let columns: [RowColumn<PlaceCount>] = [
        RowColumn("countryCode", "CODE") { $0.countryCode },
        // A table labels the row without names; other formats leave its cells empty.
        RowColumn(
            "country", "COUNTRY", shown: { $0.countryCode == nil ? "(at sea)" : $0.country }
        ) { $0.country },
        RowColumn("region", "REGION") { $0.region }, RowColumn("city", "CITY") { $0.city },
        RowColumn("photos", "PHOTOS", isNumeric: true) { $0.photos },
    ]
}

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
        return .note(counts.isEmpty && output.format == .table ? "no photo matches" : nil)
    }
}

/// Draws numbers as horizontal text bars.
private struct CountBars: Sendable {
    /// The number whose bar fills the width.
    let maximumPhotos: Int
    /// The available columns; bars are empty if it is less than 1.
    let width: Int
    /// True to draw block characters and eighths of them; false to draw `#`.
    let hasBlocks: Bool

    /// Returns the bar for a number; every number above 0 gets a visible bar.
    func bar(_ number: Int) -> String {
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
