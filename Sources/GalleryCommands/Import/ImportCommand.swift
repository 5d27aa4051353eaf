import Basics
import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery import PATH…`.
struct ImportCommand: WorkingCommand {
    static let explanation = """
        Looks through folders recursively and copies pictures into the catalog: JPEG, PNG, HEIC, \
        AVIF, WebP, TIFF and GIF, told by their content and not by their names. RAW files and \
        films are not yet supported: they are counted and named. The source is never changed. \
        The same bytes are stored once. '-' reads paths from standard \
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

    @OptionGroup var nulSeparated: NulSeparatedFlag

    @Flag(help: "Do not copy: refer to the files where they are.")
    var inPlace = false

    @Flag(help: "Make thumbnails, find faces and places too.")
    var analyse = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try paths.checkStandardInput(
            of: "paths", pathFlag: nulSeparated.isSet ? "-0" : nil,
            kinds: "path: name a file or a folder")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let settings = try run.settings()
        let gallery = try run.galleryToAdd()
        let input = nulSeparated.paths
        let named = paths.map { BytePath($0.text) }
        let isStandardInput = paths.first?.text == "-"
        let summary: ImportSummary
        var analysed: AnalyseSummary?
        switch (isStandardInput, analyse) {
        case (true, true):
            let both = try await gallery.importPhotos(
                from: input, inPlace: inPlace, analysing: AnalyseOptions(settings: settings),
                options: run.work)
            (summary, analysed) = (both.imported, both.analysed)
        case (false, true):
            let both = try await gallery.importPhotos(
                from: named, inPlace: inPlace, analysing: AnalyseOptions(settings: settings),
                options: run.work)
            (summary, analysed) = (both.imported, both.analysed)
        case (true, false):
            summary = try await gallery.importPhotos(
                from: input, inPlace: inPlace, options: run.work)
        case (false, false):
            summary = try await gallery.importPhotos(
                from: named, inPlace: inPlace, options: run.work)
        }
        try write(summary, analysed)
        return CommandOutcome(
            sentences: summary.sentences + (analysed?.sentences ?? []),
            failed: summary.failedItems + (analysed?.failedItems ?? 0), failure: input.failure)
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
