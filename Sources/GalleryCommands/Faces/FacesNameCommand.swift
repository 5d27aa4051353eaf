import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery faces name PHOTO N NAME`.
struct FacesNameCommand: CatalogCommand {
    static let explanation = """
        Faces are numbered from 1, left to right, as 'gallery faces list' shows them. The name stays \
        whatever is detected later; --nobody takes it away.
        """
    static let examples = [
        CommandExample("gallery faces name camera/3 1 \"Ana María\"", "name the leftmost face"),
        CommandExample("gallery faces name 42 2 --nobody", "take a name away"),
    ]
    static let configuration = documented("name", "Say who a face is.")

    @Argument(help: "The photo, such as 42 or camera/3.", completion: .sections)
    var photo: Operand

    // Without a completion of its own fish would complete the name in its place.
    @Argument(
        help: ArgumentHelp("The face's number in the photo, from 1.", valueName: "n"),
        completion: .list([]))
    var number: Int

    @Argument(help: "The person's name.", completion: .people)
    var name: Operand?

    @Flag(help: "Take the name away.")
    var nobody = false

    @OptionGroup var dryRun: DryRunFlag

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

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let photo = try gallery.photo(named: photo)
        let faces = try gallery.nameFace(
            number, of: photo, as: name?.text, isDryRun: dryRun.isSet)
        try FacesListCommand.write(faces, of: photo, as: output.format)
        return .printed
    }
}
