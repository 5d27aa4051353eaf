import Basics
import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery faces crop SECTION/PHOTO… -o DIR`.
struct FacesCropCommand: WorkingCommand {
    static let explanation = """
        Writes each known face as a JPEG file, upright, named by the photo's id, the face's number and \
        the person's name. No file is overwritten.
        """
    static let examples = [
        CommandExample("gallery faces crop camera -o faces", "all faces of a section"),
        CommandExample(
            "gallery faces crop camera --where person:Ana --size 256 -o ana",
            "small ones of Ana's photos"),
    ]
    static let configuration = documented("crop", "Write the faces as pictures.")

    @Argument(
        help: ArgumentHelp("Sections and photos.", valueName: "section/photo"),
        completion: .sections)
    var operands: [Operand] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where the files go; made when missing.", valueName: "dir"),
        completion: .directory)
    var output: Operand

    @Option(
        help: ArgumentHelp(
            "The longest side of a crop in pixels, else as large as the picture has it.",
            valueName: "pixels"))
    var size: Int?

    @Option(
        help: ArgumentHelp(
            "What is added around a face, in percent of its longer side.", valueName: "percent"))
    var margin = 40

    @OptionGroup var query: QueryOption

    @OptionGroup var work: WorkFlags
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try query.checkNames(operands, "sections or photos")
        if output.text.isEmpty || output.text == "-" {
            throw ValidationError("--output needs a folder")
        }
        try InvalidValue.check("--size", size, in: 1...65_500, expected: "1 to 65500 pixels")
        try InvalidValue.check("--margin", margin, in: 0...500, expected: "0 to 500 percent")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        var options = FaceCropOptions()
        options.margin = Double(margin) / 100
        options.longestSide = size
        let gallery = try run.gallery()
        let summary = try await gallery.cropFaces(
            try gallery.query(named: operands, query), to: BytePath(output.text),
            options: options.with(run.work))
        return CommandOutcome(summary)
    }
}
