import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery undo [CHANGE]`.
struct UndoCommand: DryRunCommand, RowCommand {
    static let explanation = """
        Reverts the latest change, or the change with the number shown by --list. A change is a \
        whole command: a search, refresh, pull, import or upload; edits; positions and stored \
        tracks; home locations; names, added faces and rejected detections; removed photos, \
        sections and albums. Photos added by the change move to the trash, sections created by it \
        are removed, and updated photos return to their previous data. To get the photos back, \
        repeat the command or use 'gallery restore'. Data that was changed again later is not \
        reverted, and picture files are never deleted.
        """
    static let examples: KeyValuePairs = [
        "gallery undo --list": "list the latest changes",
        "gallery undo": "undo the latest change",
        "gallery undo 12 -n": "show what undoing change 12 would do",
    ]
    static let configuration = documented("undo", "Undo a change.")

    @Argument(help: .value("change", "Number of the change (default: the latest)."))
    var change: Int64?

    @Flag(help: "List changes, newest first, instead of undoing one.")
    var list = false

    @Option(help: .value("n", "Maximum number of changes to list."))
    var limit = 20

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var output: ListingOptions

    func validate() throws {
        try refuse(if: list && change != nil, "--list takes no change number")
        try InvalidValue.check("--limit", limit, in: 1..., expected: "1 or more")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        if list {
            try Output.write(
                try gallery.journal.entries(limit: limit), as: output,
                RowLayout(UndoCommand.columns))
            return .printed
        }
        do {
            let undone = try await gallery.journal.undo(change, options: run.work)
            try write([undone])
            return CommandOutcome(notes: [undone.sentence])
        } catch let error as GalleryError where change == nil && error.kind == .notFound {
            try write([])
            return CommandOutcome(notes: [error.message])
        }
    }

    /// Writes the outcome, except as a table.
    private func write(_ undone: [UndoSummary]) throws {
        guard output.format != .table else { return }
        let keys = ["change", "command", "sections", "tracks", "photos", "kept"]
        try Output.write(undone, as: output, RowLayout(keys.map { RowColumn(member: $0, nil) }))
    }

    private static let columns: [RowColumn<GalleryJournalEntry>] = [
        RowColumn("change", "CHANGE", isNumeric: true) { $0.id },
        RowColumn("date", "DATE") { $0.date }, RowColumn("command", "COMMAND") { $0.command },
        RowColumn("section", "SECTION") { $0.section },
        RowColumn("photos", "PHOTOS") { $0.photosText },
        RowColumn("state", "STATE") { $0.stateText },
    ]
}

extension GalleryJournalEntry {
    fileprivate var stateText: String {
        undoneBy.map { "undone by \($0)" } ?? undoes.map { "undoes \($0)" }
            ?? (isPartlyUndone
                ? "partly undone" : isUndoable ? "can be undone" : "cannot be undone")
    }

    fileprivate var photosText: String {
        counts.map { count in
            ["sections", "tracks", "pictures"].contains(count.what)
                ? Count.text(count.photos, String(count.what.dropLast()))
                : "\(Count.text(count.photos)) \(Self.words[count.what] ?? count.what)"
        }.joined(separator: ", ")
    }

    /// Words for kinds of changes that read well after any number.
    private static let words = [
        "faces": "with faces changed", "positions": "moved", "homes": "with homes changed",
        "edits": "edited",
    ]
}
