import ArgumentParser
import Basics
import Gallery
import Synchronization

/// The command `gallery import PATH…`.
struct ImportCommand: WorkingCommand, RowCommand {
    static let explanation = """
        Searches folders recursively and copies pictures into the catalog: JPEG, PNG, HEIC, AVIF, \
        WebP, TIFF and GIF, recognized by their content. RAW files and videos are not yet \
        supported; they are skipped and listed. Source files are never changed, and identical \
        files are stored once. '-' reads paths from standard input, one per line, or NUL-separated \
        with -0. A file that cannot be read is reported, and the import continues. A damaged \
        picture is also reported, and imported if part of it can be decoded. Hidden files, recycle \
        bins and system folders such as #recycle and lost+found are skipped unless given \
        explicitly.

        With --in-place, files are not copied. A photo keeps its ID when another program tags, \
        renames or moves its file. Deleted files are counted; to find their photos, use 'gallery \
        find is:missing'.

        --format jsonl prints one row per file with path, outcome (new, known, damaged, skipped, \
        unsupported or failed), reason, id and warnings (metadata that was not used, also printed \
        by -v). --format json prints the counts, with the rows as items.

        --analyze also creates thumbnails, detects faces and looks up places, like 'gallery \
        analyze camera', and decodes each picture once.
        """
    static let examples: KeyValuePairs = [
        "gallery import /media/card/DCIM": "import a memory card",
        "gallery import --in-place ~/Pictures": "import pictures without copying",
        "gallery import --analyze /media/card/DCIM": "import and analyze a memory card",
        "gallery import --format jsonl ~/Pictures | jq 'select(.outcome != \"known\")'":
            "print the outcome for each file",
        "find ~/Pictures -newer last -print0 | gallery import -0 -": "import a list of files",
    ]
    static let configuration = documented("import", "Import photos into the camera section.")

    @Argument(
        help: .value("path", "Files and folders; - for paths on standard input."),
        completion: .file())
    var paths: [Operand]

    @OptionGroup var nulSeparated: NulSeparatedFlag

    @Flag(help: "Use the files in place instead of copying them.")
    var inPlace = false

    @Flag(help: "Also create thumbnails, detect faces and look up places.")
    var analyze = false

    /// The British spelling, accepted for scripts.
    @Flag(help: .hidden)
    var analyse = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption

    func validate() throws {
        try paths.checkStandardInput(
            of: "paths", pathFlag: nulSeparated.isSet ? "-0" : nil,
            kinds: "path; give a file or a folder")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.galleryForAdding()
        let input = nulSeparated.input()
        let sources: any Sequence<BytePath> & Sendable =
            if paths.containsStandardInput { PathInput(input: input) } else {
                paths.map { BytePath($0.text) }
            }
        // JSON is one object with the counts and all rows.
        let isObject = output.format == .json
        let rows = try Output(isObject ? nil : output.format, Self.layout)
        let items = Mutex<[JSONValue]>([])
        let write = { @Sendable (files: [ImportedFile]) in
            if isObject { items.withLock { $0 += files.map(Self.layout.object) } }
            try rows.append(files)
        }
        let summary: ImportSummary
        var analyzed: AnalysisSummary?
        if analyze || analyse {
            let both = try await gallery.importPhotos(
                from: sources, inPlace: inPlace,
                analyzing: AnalysisOptions(settings: try run.settings()), options: run.work,
                body: write)
            (summary, analyzed) = (both.imported, both.analyzed)
        } else {
            summary = try await gallery.importPhotos(
                from: sources, inPlace: inPlace, options: run.work, body: write)
        }
        try rows.finish()
        if isObject {
            var members = summary.members
            if let analyzed { members.append(("analysed", JSONValue(analyzed.members))) }
            members.append(("items", items.withLock(\.self)))
            try StandardOutput.shared.write(object: members)
        }
        // With failures of the analysis, the failed items are not only files.
        let reportsFiles = !run.work.isDryRun && (analyzed?.failedItems ?? 0) == 0
        return CommandOutcome(
            sentences: summary.sentences + (analyzed?.sentences ?? []),
            notes: reportsFiles ? summary.faults : [],
            failed: summary.failedItems + (analyzed?.failedItems ?? 0),
            recordsProblems: !reportsFiles, failure: input.failure)
    }

    private static let layout = RowLayout<ImportedFile>([
        RowColumn("path", "FILE") { $0.path },
        RowColumn("outcome", "OUTCOME") { $0.outcome.rawValue },
        RowColumn("reason", "REASON") { $0.reason }, RowColumn("id", "ID") { $0.id },
        RowColumn("warnings", "WARNINGS") { file in
            file.warnings.isEmpty ? nil : file.warnings.joined(separator: "; ")
        }.inJSON { $0.warnings.json },
    ])
}

extension ImportSummary {
    /// The note about failed and damaged files; empty if there were no errors.
    fileprivate var faults: [String] {
        let facts = [
            failed > 0 ? "\(Count.text(failed, "file")) failed" : nil,
            damaged > 0
                ? "\(Count.text(damaged)) \(damaged == 1 ? "was" : "were") imported damaged" : nil,
        ].compactMap(\.self)
        return facts.isEmpty ? [] : [facts.joined(separator: ", ") + "; see 'gallery problems'"]
    }
}
