import Basics
import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery problems`.
struct ProblemsCommand: RowCommand {
    static let explanation = """
        The latest problem is listed first. A problem is removed when the command succeeds for the \
        item. JSON rows have the keys id, date, command, subject, message, kind (problem, or note \
        if it does not make a command fail, such as metadata that import could not read) and, \
        with --all, ignored.

        --ignore acknowledges problems by subject: they are listed only with --all and no longer \
        make a command exit with status 1. --no-ignore reverts this.

        Picture files left by interrupted commands that no photo refers to are counted on standard \
        error. They are kept until you delete them.
        """
    static let examples: KeyValuePairs = [
        "gallery problems": "list failures and their reasons",
        "gallery problems --ignore ~/card/bad.jpg":
            "ignore a bad file, so that nightly imports exit with 0",
        "gallery problems --all --columns subject,message": "also list ignored problems",
    ]
    static let configuration = documented("problems", "List failures and their reasons.")

    @Option(
        parsing: .upToNextOption, help: .value("subject", "Ignore the problems of these subjects."))
    var ignore: [Operand] = []

    @Option(
        parsing: .upToNextOption,
        help: .value("subject", "Stop ignoring the problems of these subjects."))
    var noIgnore: [Operand] = []

    @Flag(help: "Also list ignored problems.")
    var all = false

    @OptionGroup var output: ListingOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let problems = try gallery.problems.list(includingIgnored: true)
        guard ignore.isEmpty, noIgnore.isEmpty else {
            var outcome = CommandOutcome.printed
            for (subjects, isIgnored) in [(ignore, true), (noIgnore, false)] {
                let chosen = try subjects.flatMap { try Self.problems(of: $0, among: problems) }
                try gallery.problems.ignore(chosen, isIgnored)
                let state = isIgnored ? "ignored" : "no longer ignored"
                if !chosen.isEmpty {
                    outcome.sentences.append("\(Count.text(chosen.count, "problem")) \(state)")
                }
            }
            return outcome
        }
        let listed = problems.filter { all || !$0.isIgnored }
        try Output.write(listed, as: output, RowLayout(all ? Self.allColumns : Self.columns))
        return CommandOutcome(notes: notes(listed.count, of: problems.count, gallery))
    }

    private static let columns: [RowColumn<PhotoProblem>] = [
        RowColumn("id", nil) { $0.id }, RowColumn("date", "DATE", overflow: .keep) { $0.date },
        RowColumn("command", "COMMAND") { $0.command },
        RowColumn("subject", "SUBJECT", overflow: .cutStart) { $0.subject.text },
        RowColumn("message", "MESSAGE", overflow: .wrap) { $0.message },
        RowColumn("kind", nil) { $0.isNote ? "note" : "problem" },
    ]

    private static let allColumns = columns + [RowColumn("ignored", "IGNORED") { $0.isIgnored }]

    /// Returns the problems of a subject as typed; a path can be relative, or truncated as in
    /// tables.
    private static func problems(
        of operand: Operand, among all: [PhotoProblem]
    ) throws(GalleryError) -> [PhotoProblem] {
        let text = operand.text
        let path = ProblemSubject.path(PhotoGallery.absolute(BytePath(text))).text
        let found = all.filter { problem in
            let subject = problem.subject.text
            return subject == text || subject == path
                || text.count > 1 && text.hasPrefix("…") && subject.hasSuffix(text.dropFirst())
        }
        guard !found.isEmpty else {
            throw GalleryError(
                .notFound, "no problem with '\(text)'; list subjects with 'gallery problems --all'")
        }
        return found
    }

    private func notes(_ listed: Int, of count: Int, _ gallery: PhotoGallery) -> [String] {
        var notes: [String] = []
        if listed == 0 { notes.append("no problems") }
        if count > listed {
            notes.append(
                "\(Count.text(count - listed, "ignored problem")); use --all to list "
                    + "\(count - listed == 1 ? "it" : "them")")
        }
        let aside = gallery.unreferencedFiles
        guard aside.count > 0 else { return notes }
        return notes + [
            "unused picture files left by interrupted commands: \(aside.count), in "
                + "'\(aside.folder.escaped)'; delete them if no photo is missing"
        ]
    }
}
