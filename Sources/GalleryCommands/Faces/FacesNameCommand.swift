import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery faces name PHOTO N NAME`.
struct FacesNameCommand: ParsableCommand, DocumentedCommand {
    static let explanation = """
        Faces are numbered from 1, left to right, as 'gallery faces list' shows them. The name stays \
        whatever is detected later; --nobody takes it away.
        """
    static let examples = [
        CommandExample("gallery faces name camera/3 1 \"Ana María\"", "name the leftmost face"),
        CommandExample("gallery faces name 42 2 --nobody", "take a name away"),
    ]
    static let configuration = documented("name", "Say who a face is.")

    @Argument(help: "The photo, such as 42 or camera/3.")
    var photo: Operand

    @Argument(help: ArgumentHelp("The face's number in the photo, from 1.", valueName: "n"))
    var number: Int

    @Argument(help: "The person's name.")
    var name: Operand?

    @Flag(help: "Take the name away.")
    var nobody = false

    @Flag(name: [.customShort("n"), .long], help: "Say what would be done, and do nothing.")
    var dryRun = false

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        if (name == nil) != nobody {
            throw ValidationError(
                nobody
                    ? "--nobody takes a name away: give none"
                    : "give the person's name, or --nobody")
        }
    }

    func run() throws {
        let gallery = try catalog.open()
        let photo = try gallery.photo(named: photo)
        let faces = try gallery.nameFace(
            number, of: photo, as: name?.text, isDryRun: dryRun)
        try FacesListCommand.write(faces, of: photo, as: output.format)
    }
}

/// The command `gallery faces reject PHOTO N…`.
struct FacesRejectCommand: ParsableCommand, DocumentedCommand {
    static let explanation = """
        The rectangles do not come back whatever is detected later; 'gallery faces add' with the same \
        place brings one back. The numbers are those of \
        'gallery faces list' before the command.
        """
    static let examples = [
        CommandExample("gallery faces reject camera/3 2", "the second rectangle is no face")
    ]
    static let configuration = documented("reject", "Say that rectangles are no faces.")

    @Argument(help: "The photo, such as 42 or camera/3.")
    var photo: Operand

    @Argument(help: ArgumentHelp("The faces' numbers in the photo, from 1.", valueName: "n"))
    var numbers: [Int]

    @Flag(name: [.customShort("n"), .long], help: "Say what would be done, and do nothing.")
    var dryRun = false

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func run() throws {
        let gallery = try catalog.open()
        let photo = try gallery.photo(named: photo)
        let faces = try gallery.rejectFaces(numbers, of: photo, isDryRun: dryRun)
        try FacesListCommand.write(faces, of: photo, as: output.format)
    }
}

/// The command `gallery faces add PHOTO X,Y,W,H`.
struct FacesAddCommand: ParsableCommand, DocumentedCommand {
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

    @Option(help: ArgumentHelp("The person's name.", valueName: "name"))
    var name: Operand?

    @Flag(name: [.customShort("n"), .long], help: "Say what would be done, and do nothing.")
    var dryRun = false

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func run() throws {
        let parts = rectangle.text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.filter { $0 != " " }) }
        guard numbers.count == 4, parts.count == 4 else {
            throw GalleryError(
                .usage,
                "'\(rectangle.text)' is no rectangle: give left, top, width and height in pixels, such "
                    + "as 120,80,64,64")
        }
        let gallery = try catalog.open()
        let photo = try gallery.photo(named: photo)
        let box = FaceRectangle(
            x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        let faces = try gallery.addFace(
            box, to: photo, name: name?.text, isDryRun: dryRun)
        try FacesListCommand.write(faces, of: photo, as: output.format)
    }
}
