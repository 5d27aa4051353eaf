import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery import PATH…`.
struct PhotoImport: AsyncParsableCommand, DocumentedCommand {
    static let explanation = """
        Looks through folders recursively and copies JPEG and PNG pictures into the catalog; the \
        source is never changed. The same bytes are stored once. '-' reads paths from standard \
        input, a line each, or NUL between them with -0. A damaged file is named and the others \
        go on.
        """
    static let examples = [
        CommandExample("gallery import /media/card/DCIM", "import a memory card"),
        CommandExample("gallery import --in-place ~/Pictures", "leave the pictures where they are"),
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

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try paths.checkStandardInput(
            of: "paths", pathFlag: nulSeparated ? "-0" : nil,
            kinds: "path: name a file or a folder")
    }

    func run() async throws {
        let gallery = try catalog.open()
        let (options, watch) = work.begin(catalog)
        let summary: ImportSummary
        if paths.first?.text == "-" {
            let input = PathInput(separator: nulSeparated ? 0x00 : 0x0A)
            summary = try await gallery.importPhotos(
                from: input, inPlace: inPlace, options: options)
            if let failure = input.failure { throw failure }
        } else {
            let named = paths.map { BytePath($0.text) }
            summary = try await gallery.importPhotos(
                from: named, inPlace: inPlace, options: options)
        }
        StandardError.shared.endProgress()
        switch output.format {
        case .table: break
        case .json, .jsonl: try Output.write(object: summary.members)
        case .csv:
            try Output.write(
                [summary.members.map(\.1)], as: .csv,
                columns: summary.members.map { Output.Column($0.0, nil) })
        }
        catalog.say((work.dryRun ? "dry run: " : "") + summary.sentence)
        try watch.finish(failed: summary.failed, catalog)
    }
}
