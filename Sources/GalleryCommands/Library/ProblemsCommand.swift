import Basics
import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery problems`.
struct ProblemsCommand: CatalogCommand {
    static let explanation = """
        The latest comes first. A problem goes away when the command succeeds for the item. JSON \
        rows have the keys id, date, command, subject and message. How many picture files of \
        interrupted commands lie in the catalog that no photo refers to is said on standard error: \
        they stay until you remove them.
        """
    static let examples = [
        CommandExample("gallery problems", "see what failed and why")
    ]
    static let configuration = documented("problems", "List what failed and why.")

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let rows = try gallery.problems().map { problem -> [RowValue] in
            [
                .integer(Int(problem.id)), .instant(problem.date), .text(problem.command),
                .text(problem.subject.text), .text(problem.message),
            ]
        }
        try Output.write(
            rows, as: output.format,
            columns: [
                Output.Column("id", nil), Output.Column("date", "DATE"),
                Output.Column("command", "COMMAND"), Output.Column("subject", "SUBJECT"),
                Output.Column("message", "MESSAGE"),
            ])
        let aside = gallery.filesPutAside
        guard aside.count > 0 else { return .printed }
        return CommandOutcome(notes: [
            "picture files of interrupted commands that no photo refers to: \(aside.count), in "
                + "'\(aside.folder.escaped)'; they are kept for a restored database: remove them if no "
                + "photo is missing"
        ])
    }
}
