import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery analyse [SECTION/PHOTO…]`.
struct AnalyseCommand: WorkingCommand {
    static let explanation = """
        Makes thumbnails, looks for faces and looks places up, of the whole catalog without operands. \
        Each picture is decoded once for all of it, and only where something is due: what \
        'gallery thumbnails', 'gallery faces' and 'gallery locate' did before stays. 'gallery import \
        --analyse' does the same for what it imports.
        """
    static let examples = [
        CommandExample("gallery analyse", "do what is due in the whole catalog"),
        CommandExample("gallery analyse camera --detector yunet", "a section, with this detector"),
        CommandExample(
            "gallery analyse dogs --format jsonl", "print what was found, a photo a line"),
    ]
    static let configuration = documented(
        "analyse", "Make thumbnails, find faces and places in one go.")

    @Argument(
        help: ArgumentHelp(
            "Sections and photos; the whole catalog without one.", valueName: "section/photo"),
        completion: .sections)
    var operands: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var faces: FaceOptionFlags
    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        if operands.contains(where: \.text.isEmpty) {
            throw ValidationError("'' is no section or photo: name one, such as camera or 42")
        }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let settings = try run.settings()
        var options = AnalyseOptions(settings: settings)
        options.faces = faces.options(settings)
        let gallery = try run.gallery()
        let photos = try gallery.query(named: operands, query)
        let rows = RowStream(output.format, AnalyseRows.layout)
        let summary = try await gallery.analyse(
            photos, options: options.with(run.work), body: rows.append)
        try rows.finish()
        return CommandOutcome(summary)
    }
}
