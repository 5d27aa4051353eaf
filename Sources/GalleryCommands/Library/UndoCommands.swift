import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery undo [CHANGE]`.
struct UndoCommand: DryRunCommand, RowCommand {
    static let explanation = """
        Reverts the latest change, or the change with the number shown by --list if no later \
        change depends on it; otherwise, the later changes are named and the status is 1. A change \
        is a whole command: a search, refresh, pull, import or upload; titles, tags and other \
        metadata; edits; positions and stored tracks; home locations; names, added faces and \
        rejected detections; removed photos, sections and albums. Photos added by the change move \
        to the trash, sections created by it are removed, and updated photos return to their \
        previous data. To get the photos back, use 'gallery redo', repeat the command or use \
        'gallery restore'. Picture files are never deleted, and emptying the trash cannot be undone.
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
        guard list else {
            return try await output.printing(isLatest: change == nil) {
                try await gallery.journal.undo(change, options: run.work)
            }
        }
        let entries = try gallery.journal.entries(limit: limit)
        try Output.write(entries, as: output, RowLayout(UndoCommand.columns))
        guard let dropped = try gallery.journal.dropped() else { return .printed }
        return .note(
            "\(Count.text(dropped.count, "older change")) cannot be undone any more, the last one "
                + "change \(dropped.lastID) of \(dropped.lastDate.isoText): see the setting "
                + "undo.maximumSteps")
    }

    private static let columns: [RowColumn<GalleryJournalEntry>] = [
        RowColumn("number", "NUMBER", isNumeric: true) { $0.id },
        RowColumn("at", "AT") { $0.date }, RowColumn("command", "COMMAND") { $0.command },
        RowColumn("sentence", "SENTENCE") { $0.sentence },
        RowColumn("state", "STATE") { $0.isUndone ? "undone" : "done" },
    ]
}

/// The command `gallery redo`.
struct RedoCommand: DryRunCommand, RowCommand {
    static let explanation = """
        Does the change again that was undone last. The catalog is then as it was before 'gallery \
        undo', and the change can be undone again. Several undone changes are done again in \
        reverse order, one each time. After another change, nothing can be done again: the status \
        is 1.
        """
    static let examples: KeyValuePairs = [
        "gallery redo": "do the change again that was undone last",
        "gallery redo -n": "show what that would do",
    ]
    static let configuration = documented("redo", "Do an undone change again.")

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var output: ListingOptions

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        return try await output.printing(isLatest: true) {
            try await gallery.journal.redo(options: run.work)
        }
    }
}

extension ListingOptions {
    /// Undoes or redoes a change, and prints the outcome, as a row except for tables.
    ///
    /// - Parameter isLatest: true for the latest change; an empty journal is not an error then.
    fileprivate func printing(
        isLatest: Bool, _ body: () async throws -> UndoSummary
    ) async throws -> CommandOutcome {
        func write(_ undone: [UndoSummary]) throws {
            guard format != .table else { return }
            let keys = ["change", "command", "sections", "tracks", "photos"]
            try Output.write(undone, as: self, RowLayout(keys.map { RowColumn(member: $0, nil) }))
        }
        do {
            let undone = try await body()
            try write([undone])
            return .note(undone.sentence)
        } catch let error as GalleryError where isLatest && error.kind == .notFound {
            try write([])
            return .note(error.message)
        }
    }
}
