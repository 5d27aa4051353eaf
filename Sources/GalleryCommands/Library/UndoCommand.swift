import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery undo [CHANGE]`.
struct UndoCommand: CatalogCommand {
    static let explanation = """
        Reverts the latest change, or the change with the number shown by --list. A change is a \
        whole command: a search, refresh, pull, import or upload; edits; positions and stored \
        tracks; home locations; names, added faces and rejected detections; removed photos, \
        sections and albums. Photos added by the change move to the trash, sections created by it \
        are removed, and updated photos return to their previous data. To get the photos back, \
        repeat the command or use 'gallery restore'. Data that was changed again later is not \
        reverted, and picture files are never deleted.
        """
    static let examples = [
        CommandExample("gallery undo --list", "list the latest changes"),
        CommandExample("gallery undo", "undo the latest change"),
        CommandExample("gallery undo 12 -n", "show what undoing change 12 would do"),
    ]
    static let configuration = documented("undo", "Undo a change.")

    @Argument(
        help: ArgumentHelp("Number of the change (default: the latest).", valueName: "change"))
    var change: Int64?

    @Flag(help: "List changes, newest first, instead of undoing one.")
    var list = false

    @Option(help: ArgumentHelp("Maximum number of changes to list.", valueName: "n"))
    var limit = 20

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var output: ListingOptions
    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { dryRun.mode }

    func validate() throws {
        if list, change != nil {
            throw ValidationError("--list takes no change number")
        }
        try InvalidValue.check("--limit", limit, in: 1..., expected: "1 or more")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        if list {
            try Output.write(
                try gallery.journal(limit: limit).map(\.row), as: output,
                columns: UndoCommand.columns)
            return .printed
        }
        let undone: UndoSummary
        do {
            undone = try await gallery.undo(change, options: run.work)
        } catch let error as GalleryError where change == nil && error.kind == .notFound {
            if output.format != .table {
                try Output.write([], as: output, columns: UndoCommand.undoneColumns)
            }
            return CommandOutcome(notes: [error.message])
        }
        if output.format != .table {
            try Output.write(
                [
                    [
                        .integer(Int(undone.entry.id)), .text(undone.entry.command),
                        .list(undone.sections.map { .text($0.text) }),
                        .list(undone.tracks.map { .integer(Int($0)) }),
                        .list(undone.changed.map { .integer(Int($0.rawValue)) }),
                        .list(undone.kept.map { .integer(Int($0.rawValue)) }),
                    ]
                ], as: output, columns: UndoCommand.undoneColumns)
        }
        return CommandOutcome(notes: [undone.sentence])
    }

    private static let undoneColumns = [
        "change", "command", "sections", "tracks", "photos", "kept",
    ]
    .map { Output.Column($0, nil) }

    private static let columns = [
        Output.Column("change", "CHANGE", isNumeric: true), Output.Column("date", "DATE"),
        Output.Column("command", "COMMAND"), Output.Column("section", "SECTION"),
        Output.Column("photos", "PHOTOS"), Output.Column("state", "STATE"),
    ]
}

extension GalleryJournalEntry {
    fileprivate var row: [RowValue] {
        let state =
            undoneBy.map { "undone by \($0)" } ?? undoes.map { "undoes \($0)" }
            ?? (isPartlyUndone
                ? "partly undone" : isUndoable ? "can be undone" : "cannot be undone")
        let photos = counts.map { count in
            ["sections", "tracks", "pictures"].contains(count.what)
                ? Count.text(count.photos, String(count.what.dropLast()))
                : "\(Count.text(count.photos)) \(Self.word(for: count.what))"
        }.joined(separator: ", ")
        return [
            .integer(Int(id)), .instant(date), .text(command), RowValue(section), .text(photos),
            .text(state),
        ]
    }

    /// Returns words for a kind of change that read well after any number.
    private static func word(for what: String) -> String {
        switch what {
        case "faces": "with faces changed"
        case "positions": "moved"
        case "homes": "with homes changed"
        case "edits": "edited"
        default: what
        }
    }
}
