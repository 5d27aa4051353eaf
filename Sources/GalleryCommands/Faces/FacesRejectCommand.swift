import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery faces reject PHOTO N…`.
struct FacesRejectCommand: CatalogCommand {
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

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let photo = try gallery.photo(named: photo)
        let faces = try gallery.rejectFaces(numbers, of: photo, isDryRun: dryRun.isSet)
        try FacesListCommand.write(faces, of: photo, as: output.format)
        return .printed
    }
}
