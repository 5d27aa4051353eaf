import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery analyze [SECTION/PHOTO…]`.
struct AnalyzeCommand: WorkingCommand {
    static let explanation = """
        Creates thumbnails, detects faces and looks up places of the given photos, or of the whole \
        catalog. Each picture is decoded at most once, and only if something is missing; results \
        of 'gallery thumbnails', 'gallery faces' and 'gallery locate' are kept. 'gallery import \
        --analyze' does the same for imported photos.
        """
    static let examples = [
        CommandExample("gallery analyze", "analyze new photos in the whole catalog"),
        CommandExample(
            "gallery analyze camera --detector yunet", "analyze a section with this detector"),
        CommandExample(
            "gallery analyze dogs --format jsonl", "print the results, one photo per line"),
    ]
    static let configuration = documented(
        "analyze", "Create thumbnails, detect faces and look up places.")

    @Argument(
        help: ArgumentHelp(
            "Sections and photos (default: the whole catalog).", valueName: "section/photo"),
        completion: .sections)
    var operands: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var faces: FaceOptionFlags
    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        if operands.contains(where: \.text.isEmpty) {
            throw ValidationError("'' is not a section or photo; give one, such as camera or 42")
        }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let settings = try run.settings()
        var options = AnalysisOptions(settings: settings)
        options.faces = faces.options(settings)
        let gallery = try run.gallery()
        let photos = try gallery.query(named: operands, query)
        let rows = RowStream(output.format, AnalyzeRows.layout)
        let summary = try await gallery.analyze(
            photos, options: options.with(run.work), body: rows.append)
        try rows.finish()
        return CommandOutcome(summary)
    }
}

/// Rows of analyzed photos.
enum AnalyzeRows {
    /// The layout of an analyzed photo.
    static let layout = RowLayout<AnalyzedPhoto>(
        columns: columns, rows: { photo, _ in [row(photo)] }, members: members)

    /// The columns of tables and CSV.
    private static let columns = [
        Output.Column("id", "ID", isNumeric: true), Output.Column("path", nil),
        Output.Column("width", "WIDTH", isNumeric: true),
        Output.Column("height", "HEIGHT", isNumeric: true),
        Output.Column("thumbnails", "THUMBNAILS", isNumeric: true),
        Output.Column("count", "FACES", isNumeric: true), Output.Column("faces", nil),
        Output.Column("error", "ERROR", overflow: .wrap),
    ]

    /// Returns a row for tables and CSV; cells of work that was not necessary are empty.
    private static func row(_ photo: AnalyzedPhoto) -> [RowValue] {
        let boxes = photo.faces.map { faces in
            RowValue.list(
                faces.map { face in
                    let box = face.rectangle
                    return .list([box.x, box.y, box.width, box.height].map { .decimal($0) })
                })
        }
        return [
            .integer(Int(photo.photoID.rawValue)), RowValue(photo.path?.escaped),
            RowValue(photo.width), RowValue(photo.height), RowValue(photo.thumbnails?.count),
            RowValue(photo.faces?.count), boxes ?? .none, RowValue(photo.error ?? warning(photo)),
        ]
    }

    /// Returns the members of a JSON row.
    private static func members(_ photo: AnalyzedPhoto) -> [(String, RowValue)] {
        let thumbnails = photo.thumbnails?.map { thumbnail in
            RowValue.object([
                ("side", .integer(thumbnail.side)), ("width", .integer(thumbnail.width)),
                ("height", .integer(thumbnail.height)), ("path", .text(thumbnail.path.escaped)),
            ])
        }
        var members: [(String, RowValue)] = [
            ("id", .integer(Int(photo.photoID.rawValue))), ("path", RowValue(photo.path?.escaped)),
            ("width", RowValue(photo.width)), ("height", RowValue(photo.height)),
            ("thumbnails", thumbnails.map { .list($0) } ?? .none),
            ("faces", photo.faces.map { .list($0.map { .object(FaceRows.face($0)) }) } ?? .none),
        ]
        if let warning = warning(photo) { members.append(("warning", .text(warning))) }
        members.append(("error", RowValue(photo.error)))
        return members
    }

    private static func warning(_ photo: AnalyzedPhoto) -> String? {
        photo.warnings.isEmpty ? nil : photo.warnings.joined(separator: "; ")
    }
}
