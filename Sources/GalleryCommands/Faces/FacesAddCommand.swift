import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery faces add PHOTO X,Y,W,H`.
struct FacesAddCommand: CatalogCommand {
    static let explanation = """
        The rectangle is in pixels of the upright picture, the origin its top left corner: left edge, \
        top edge, width, height. It stays as drawn whatever is detected later.
        """
    static let examples = [
        CommandExample("gallery faces add camera/3 120,80,64,64 --name Ana", "draw and name a face")
    ]
    static let configuration = documented("add", "Draw a face that was not found.")

    @Argument(help: "The photo, such as 42 or camera/3.")
    var photo: Operand

    @Argument(help: ArgumentHelp("The rectangle in pixels.", valueName: "x,y,w,h"))
    var rectangle: Operand

    @Option(
        help: ArgumentHelp("The person's name.", valueName: "name"), completion: .people)
    var name: Operand?

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let parts = rectangle.text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.filter { $0 != " " }) }
        guard numbers.count == 4, parts.count == 4 else {
            throw GalleryError(
                .usage,
                InvalidValue.message(
                    "rectangle", rectangle.text,
                    expected: "left, top, width and height in pixels, such as 120,80,64,64"))
        }
        let gallery = try run.gallery()
        let photo = try gallery.photo(named: photo)
        let box = FaceRectangle(
            x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        let faces = try gallery.addFace(
            box, to: photo, name: name?.text, isDryRun: dryRun.isSet)
        try FacesListCommand.write(faces, of: photo, as: output.format)
        return .printed
    }
}
