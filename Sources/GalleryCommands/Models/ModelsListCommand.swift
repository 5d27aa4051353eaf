import Basics
import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery models [list]`.
struct ModelsListCommand: CatalogCommand {
    static let explanation = """
        Each file is checked against the SHA-256 that the program knows: it is installed, missing \
        or altered.
        """
    static let examples = [CommandExample("gallery models", "see which models are there")]
    static let configuration = documented("list", "List the models and whether they are there.")

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let models = DetectorModel.all(settings: try run.settings())
        try Output.write(
            models.map { model in
                [
                    .text(model.name), .text(model.state.rawValue), .text(model.fileName),
                    RowValue(model.path?.escaped), .integer(model.byteCount), .text(model.sha256),
                    .text(model.license), .text(model.origin),
                ]
            }, as: output.format,
            columns: [
                Output.Column("name", "NAME"), Output.Column("state", "STATE"),
                Output.Column("file", "FILE"), Output.Column("path", "PATH"),
                Output.Column("size", nil), Output.Column("sha256", nil),
                Output.Column("license", nil), Output.Column("origin", nil),
            ])
        return .printed
    }
}
