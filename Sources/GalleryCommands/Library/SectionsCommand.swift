import ArgumentParser
import Basics
import Foundation
import Gallery
import GalleryModel

/// The command `gallery sections`.
struct SectionsCommand: CatalogCommand {
    static let explanation = """
        The camera comes first, then searches and albums in the order in which they were made. JSON rows \
        have the keys section, kind, name, count, found, refreshed, query (of a search) and where (what an \
        album finds).
        """
    static let examples = [
        CommandExample("gallery sections", "see what there is"),
        CommandExample(
            "gallery sections --format jsonl | jq -r .section", "name the sections in a script"),
    ]
    static let configuration = documented("sections", "List the sections and their counts.")

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let sections = try run.gallery().sections()
        try Output.write(
            try sections.map(SectionsCommand.row), as: output.format,
            columns: SectionsCommand.columns)
        return .printed
    }

    private static let columns = [
        Output.Column("section", "SECTION"), Output.Column("kind", nil), Output.Column("name", nil),
        Output.Column("count", "PHOTOS", isNumeric: true),
        Output.Column("found", "FOUND", isNumeric: true), Output.Column("refreshed", "REFRESHED"),
        Output.Column("query", nil), Output.Column("where", "WHERE", isOptional: true),
    ]

    private static func row(_ section: PhotoSection) throws -> [RowValue] {
        [
            .text(section.reference.text), RowValue(section.reference.kind?.rawValue),
            .text(section.reference.name), .integer(section.count), RowValue(section.found),
            RowValue(instant: section.dateRefreshed),
            try section.query.map { .json(Array(try JSONText.encode($0).utf8)) } ?? .none,
            RowValue(section.filter?.text),
        ]
    }
}
