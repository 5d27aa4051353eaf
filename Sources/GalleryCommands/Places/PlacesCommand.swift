import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery places [SECTION]`.
struct PlacesCommand: CatalogCommand {
    static let explanation = """
        Counts photos by country, region and city, the place with most photos first; of the whole \
        catalog without SECTION. Photos at sea stand in a row without names.
        """
    static let examples = [
        CommandExample("gallery places", "everywhere you have been"),
        CommandExample("gallery places camera --by country", "countries of a section"),
        CommandExample(
            "gallery places --by city --where country:FR --format csv", "cities of one country"),
    ]
    static let configuration = documented("places", "Count photos by country, region and city.")

    /// What `--by` may be.
    enum Level: String, CaseIterable, ExpressibleByArgument {
        case country, region, city
    }

    @OptionGroup var counted: CountOptions

    @Option(help: "How finely to tell places apart.")
    var by = Level.city

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let level = PlaceLevel(rawValue: by.rawValue) ?? .city
        let found = try gallery.placeCounts(try counted.photos(in: gallery), by: level)
        try Output.write(
            found.counts.map { count in
                // The names of a level are those of its rows; a table says what a row without any is.
                let isAtSea = count.countryCode == nil && output.format == .table
                return [
                    RowValue(count.countryCode),
                    isAtSea ? .text("(at sea)") : RowValue(count.country),
                ] + (level == .country ? [] : [RowValue(count.region)])
                    + (level == .city ? [RowValue(count.city)] : []) + [.integer(count.photos)]
            }, as: output.format, columns: PlacesCommand.columns(level))
        var outcome = CommandOutcome.printed
        if found.positionless > 0 {
            outcome.notes.append("\(Count.text(found.positionless, "photo")) without a position")
        }
        if found.due > 0 {
            outcome.notes.append(
                "\(Count.text(found.due, "photo")) not looked up yet: 'gallery locate' does that")
        }
        return outcome
    }

    private static func columns(_ level: PlaceLevel) -> [Output.Column] {
        [Output.Column("countryCode", "CODE"), Output.Column("country", "COUNTRY")]
            + (level == .country ? [] : [Output.Column("region", "REGION")])
            + (level == .city ? [Output.Column("city", "CITY")] : [])
            + [Output.Column("photos", "PHOTOS", isNumeric: true)]
    }
}
