import ArgumentParser
import Basics
import Gallery

/// The command `gallery analyze [SECTION/PHOTO…]`.
struct AnalyzeCommand: WorkingCommand, RowCommand {
    static let explanation = """
        Creates thumbnails, detects faces and looks up places of the given photos, or of the whole \
        catalog. Each picture is decoded at most once, and only if something is missing; results \
        of 'gallery thumbnails', 'gallery faces' and 'gallery locate' are kept. 'gallery import \
        --analyze' does the same for imported photos.
        """
    static let examples: KeyValuePairs = [
        "gallery analyze": "analyze new photos in the whole catalog",
        "gallery analyze camera --detector yunet": "analyze a section with this detector",
        "gallery analyze dogs --format jsonl": "print the results, one photo per line",
    ]
    static let configuration = documented(
        "analyze", "Create thumbnails, detect faces and look up places.")

    @Argument(
        help: .value("section/photo", "Sections and photos (default: the whole catalog)."),
        completion: .sections)
    var operands: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var faces: FaceOptionFlags
    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption

    func validate() throws { try query.checkNames(operands) }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let settings = try run.settings()
        var options = AnalysisOptions(settings: settings)
        options.faces = faces.options(settings)
        let gallery = try run.gallery()
        let photos = try gallery.query(named: operands, query)
        let rows = try Output(output.format, AnalyzeRows.layout)
        let summary = try await gallery.analyze(
            photos, options: options.with(run.work), body: rows.append)
        try rows.finish()
        return CommandOutcome(summary)
    }
}

/// Rows of analyzed photos.
enum AnalyzeRows {
    /// The layout of an analyzed photo; cells of work that was not necessary are empty.
    static let layout = RowLayout<AnalyzedPicture>([
        RowColumn("id", "ID", isNumeric: true) { $0.photoID },
        RowColumn("path", nil) { $0.path },
        RowColumn("width", "WIDTH", isNumeric: true) { $0.width },
        RowColumn("height", "HEIGHT", isNumeric: true) { $0.height },
        RowColumn("thumbnails", "THUMBNAILS", isNumeric: true) { $0.thumbnails?.count }
            .inJSON { $0.thumbnails.map { $0.map(thumbnail) }.json },
        RowColumn("count", "FACES", isNumeric: true) { $0.faces?.count }.inJSON { _ in nil },
        RowColumn("faces", nil) { $0.faces.map(FaceRows.boxes) }
            .inJSON { $0.faces.map { $0.map(FaceRows.face) }.json },
        RowColumn(onlyInJSON: "warning") { $0.warning?.json },
        RowColumn("error", "ERROR", overflow: .wrap) { $0.error ?? $0.warning }
            .inJSON { $0.error.json },
    ])

    private static func thumbnail(_ thumbnail: Thumbnail) -> JSONValue {
        JSONValue([
            ("side", thumbnail.side), ("width", thumbnail.width), ("height", thumbnail.height),
            ("path", thumbnail.path),
        ])
    }
}
