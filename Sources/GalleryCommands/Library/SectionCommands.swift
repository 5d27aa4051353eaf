import ArgumentParser
import Basics
import Foundation
import Gallery
import GalleryModel

/// The command `gallery sections`.
struct SectionsCommand: CatalogCommand {
    static let explanation = """
        'camera' is listed first, then searches and albums in the order in which they were \
        created. JSON rows have the keys section, kind, name, count, found, refreshed, query (of a \
        search) and where (the query of an album).
        """
    static let examples = [
        CommandExample("gallery sections", "list all sections"),
        CommandExample(
            "gallery sections --format jsonl | jq -r .section", "print section names in a script"),
    ]
    static let configuration = documented("sections", "List sections and their counts.")

    @OptionGroup var output: ListingOptions
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let sections = try run.gallery().sections()
        try Output.write(
            try sections.map(SectionsCommand.row), as: output,
            columns: SectionsCommand.columns)
        return .printed
    }

    private static let columns = [
        Output.Column("section", "SECTION"), Output.Column("kind", nil), Output.Column("name", nil),
        Output.Column("count", "PHOTOS", isNumeric: true),
        Output.Column("found", "FOUND", isNumeric: true), Output.Column("refreshed", "REFRESHED"),
        Output.Column("query", nil), Output.Column("where", "WHERE"),
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

/// The commands `gallery section …`.
struct SectionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "section", abstract: "Remove sections.",
        subcommands: [SectionRemoveCommand.self])
}

/// The command `gallery section remove SECTION…`.
struct SectionRemoveCommand: CatalogCommand {
    static let explanation = """
        Photos that are in no other section move to the trash; albums do not count as sections \
        here. Nothing is deleted: 'gallery undo' restores the sections and their photos. 'camera' \
        cannot be removed, nor can a section that the query of a remaining album refers to.
        """
    static let examples = [
        CommandExample("gallery section remove -n dogs", "show which photos would be removed"),
        CommandExample("gallery section remove dogs flickr:cats", "remove two searches"),
    ]
    static let configuration = documented("remove", "Remove sections.")

    @Argument(help: "Sections, such as dogs or flickr:dogs.", completion: .sections)
    var section: [Operand]

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { dryRun.mode }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        let sections = try section.map { operand throws(GalleryError) in
            try gallery.section(SectionReference(text: operand.text))
        }
        return CommandOutcome(try await gallery.removeSections(sections, options: run.work))
    }
}
