import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery undo [CHANGE]`.
struct UndoCommand: CatalogCommand {
    static let explanation = """
        Takes the latest change back, or the one of a number that --list shows: a whole search, refresh, \
        pull, import or upload, edits, positions and lines of tracks, homes, names, drawn and rejected faces, \
        the trash, removed sections and albums. Photos that the change brought go into the trash, sections \
        that it made are removed, and of other photos their origins say what they said before. The same \
        command brings those photos again; 'gallery restore' does, too. What was changed again since is \
        left alone, and so are pictures on the disk.
        """
    static let examples = [
        CommandExample("gallery undo --list", "see the latest changes"),
        CommandExample("gallery undo", "take the latest one back"),
        CommandExample("gallery undo 12 -n", "say what taking back change 12 would do"),
    ]
    static let configuration = documented("undo", "Take a change back.")

    @Argument(
        help: ArgumentHelp("The change's number; the latest without one.", valueName: "change"))
    var change: Int64?

    @Flag(help: "List changes, the newest first, and take none back.")
    var list = false

    @Option(help: ArgumentHelp("How many changes to list.", valueName: "n"))
    var limit = 20

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { dryRun.mode }

    func validate() throws {
        if list, change != nil {
            throw ValidationError("--list lists changes: leave out the number")
        }
        try InvalidValue.check("--limit", limit, in: 1..., expected: "1 or more")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        if list {
            try Output.write(
                try gallery.journal(limit: limit).map(\.row), as: output.format,
                columns: UndoCommand.columns)
            return .printed
        }
        let undone = try await gallery.undo(change, options: run.work)
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
                ], as: output.format,
                columns: ["change", "command", "sections", "tracks", "photos", "kept"].map {
                    Output.Column($0, nil)
                })
        }
        return CommandOutcome(notes: [undone.sentence])
    }

    private static let columns = [
        Output.Column("change", "CHANGE", isNumeric: true), Output.Column("date", "DATE"),
        Output.Column("command", "COMMAND"), Output.Column("section", "SECTION"),
        Output.Column("photos", "PHOTOS"), Output.Column("state", "STATE"),
    ]
}

extension GalleryJournalEntry {
    fileprivate var row: [RowValue] {
        let state =
            undoneBy.map { "taken back by \($0)" } ?? undoes.map { "takes back \($0)" }
            ?? (isPartlyUndone ? "taken back in part" : isUndoable ? "can be taken back" : "stays")
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

    /// What was done to a number of photos, so that it reads well after any number.
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
