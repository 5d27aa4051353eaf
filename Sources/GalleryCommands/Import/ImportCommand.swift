import Basics
import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery import PATH…`.
struct ImportCommand: AsyncParsableCommand, DocumentedCommand {
    static let explanation = """
        Looks through folders recursively and copies JPEG and PNG pictures into the catalog; the \
        source is never changed. The same bytes are stored once. '-' reads paths from standard \
        input, a line each, or NUL between them with -0. A file that cannot \
        be read is named and the others go on. A damaged picture is named, too, and imported as \
        long as a part of it can be decoded.

        --analyse then makes thumbnails, looks for faces and looks places up, as 'gallery analyse \
        camera' does, with each picture decoded once.
        """
    static let examples = [
        CommandExample("gallery import /media/card/DCIM", "import a memory card"),
        CommandExample("gallery import --in-place ~/Pictures", "leave the pictures where they are"),
        CommandExample(
            "gallery import --analyse /media/card/DCIM", "with thumbnails, faces and places"),
        CommandExample(
            "find ~/Pictures -newer last -print0 | gallery import -0 -", "import a list of files"),
    ]
    static let configuration = documented("import", "Import photos into the camera section.")

    @Argument(
        help: ArgumentHelp("Files and folders; - for paths on standard input.", valueName: "path"),
        completion: .file())
    var paths: [Operand]

    @Flag(name: .customShort("0"), help: "Paths on standard input end with NUL, not with a line.")
    var nulSeparated = false

    @Flag(help: "Do not copy: refer to the files where they are.")
    var inPlace = false

    @Flag(help: "Make thumbnails, find faces and places too.")
    var analyse = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try paths.checkStandardInput(
            of: "paths", pathFlag: nulSeparated ? "-0" : nil,
            kinds: "path: name a file or a folder")
    }

    func run() async throws {
        let settings = try catalog.settings()
        let gallery = try catalog.openToAdd(settings)
        let (options, watch) = work.begin(catalog)
        let input = PathInput(separator: nulSeparated ? 0x00 : 0x0A)
        let named = paths.map { BytePath($0.text) }
        let isStandardInput = paths.first?.text == "-"
        let summary: ImportSummary
        var analysed: AnalyseSummary?
        switch (isStandardInput, analyse) {
        case (true, true):
            (summary, analysed) = try await gallery.importPhotos(
                from: input, inPlace: inPlace, analysing: AnalyseOptions(settings: settings),
                options: options)
        case (false, true):
            (summary, analysed) = try await gallery.importPhotos(
                from: named, inPlace: inPlace, analysing: AnalyseOptions(settings: settings),
                options: options)
        case (true, false):
            summary = try await gallery.importPhotos(
                from: input, inPlace: inPlace, options: options)
        case (false, false):
            summary = try await gallery.importPhotos(
                from: named, inPlace: inPlace, options: options)
        }
        StandardError.shared.endProgress()
        try write(summary, analysed)
        let prefix = work.dryRun ? "dry run: " : ""
        catalog.say(prefix + summary.sentence)
        for sentence in analysed?.sentences ?? [] {
            catalog.say(prefix + sentence)
        }
        if let failure = input.failure { throw failure }
        try watch.finish(
            failed: summary.failedItems + (analysed?.failedItems ?? 0), catalog)
    }

    private func write(_ summary: ImportSummary, _ analysed: AnalyseSummary?) throws {
        var members = summary.row
        if let analysed { members.append(("analysed", .object(analysed.row))) }
        switch output.format {
        case .table: break
        case .json, .jsonl: try Output.write(object: members)
        case .csv:
            try Output.write(
                [members.map(\.1)], as: .csv, columns: members.map { Output.Column($0.0, nil) })
        }
    }
}
