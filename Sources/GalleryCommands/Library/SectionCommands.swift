import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery sections`.
struct SectionsCommand: ListingCommand {
    static let explanation = """
        'camera' is listed first, then searches and albums in the order in which they were \
        created. JSON rows have the keys section, kind, name, count, found, refreshed, query (of a \
        search) and where (the query of an album; null for one filled by hand).
        """
    static let examples: KeyValuePairs = [
        "gallery sections": "list all sections",
        "gallery sections --format jsonl | jq -r .section": "print section names in a script",
    ]
    static let configuration = documented("sections", "List sections and their counts.")

    @OptionGroup var output: ListingOptions

    static let layout = RowLayout<PhotoSection>([
        RowColumn("section", "SECTION") { $0.reference.text },
        RowColumn("kind", nil) { $0.reference.kind?.rawValue },
        RowColumn("name", nil) { $0.reference.name },
        RowColumn("count", "PHOTOS", isNumeric: true) { $0.count },
        RowColumn("found", "FOUND", isNumeric: true) { $0.found },
        RowColumn("refreshed", "REFRESHED") { $0.dateRefreshed },
        RowColumn("query", nil) { section in
            section.query.flatMap { try? JSONText.encode($0) }.map { JSONValue.raw(Array($0.utf8)) }
        },
        RowColumn("where", "WHERE") { $0.filter?.text },
    ])

    func items(_ run: CommandRun) throws -> [PhotoSection] { try run.gallery().sections.list() }
}

/// The commands `gallery section …`.
struct SectionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "section", abstract: "Remove sections.",
        subcommands: [SectionRemoveCommand.self])
}

/// The command `gallery section remove SECTION…`.
struct SectionRemoveCommand: DryRunCommand {
    static let explanation = """
        Photos that are in no other section move to the trash; albums do not count as sections \
        here, and removing an album trashes no photos. Nothing is deleted: 'gallery undo' restores the sections and their photos. 'camera' \
        cannot be removed, nor can a section that the query of a remaining album refers to.
        """
    static let examples: KeyValuePairs = [
        "gallery section remove -n dogs": "show which photos would be removed",
        "gallery section remove dogs flickr:cats": "remove two searches",
    ]
    static let configuration = documented("remove", "Remove sections.")

    @Argument(help: "Sections, such as dogs or flickr:dogs.", completion: .sections)
    var section: [Operand]

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        let sections = try section.map {
            try gallery.sections.find(SectionReference(text: $0.text))
        }
        return CommandOutcome(try await gallery.sections.remove(sections, options: run.work))
    }
}
