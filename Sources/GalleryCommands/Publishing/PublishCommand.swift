import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery publish PHOTO… --to URL`.
struct PublishCommand: WorkingCommand {
    static let explanation = """
        Sends photos to a photo-share server, such as 'gallery serve --share': as edited, upright, as JPEG, under \
        the title, else the name of the file. What goes along with the picture is what 'gallery share' gives without \
        being asked for more. The password comes from --password-file, GALLERY_PASSWORD, or the terminal; it stands \
        in the address of the request, by the protocol, and nowhere else. A server that knows tokens, as this \
        program's does, takes one of --token-file, in a header.

        With --campaign it posts them to the feed of a campaign, with title and description, at half their size. \
        Who posts is who signed in by 'gallery sign-in URL', or --as EMAIL with a password. Of several photos each \
        needs a title of its own.

        What was sent where is known, and is not sent again; 'gallery show' tells it. Where no answer came, the \
        server is asked what it has before anything is sent again, also after the program was killed. What the \
        server says about a photo that it does not take is told as it stands, and the others go on.
        """
    static let examples = [
        CommandExample(
            "gallery publish 42 --to http://192.168.1.5:8080/photoserver --as roger",
            "send a photo, asked for the password"),
        CommandExample(
            "gallery publish --where 'rating:5' --to https://example.org/photoserver --as roger --token-file t.txt",
            "send the best that are not there yet"),
        CommandExample(
            "gallery publish dogs --to http://192.168.1.5:8080/photoserver --as roger --size 2048 -n",
            "see what would be sent"),
        CommandExample(
            "gallery publish 42 --to https://example.org --campaign summer --title 'The beach'",
            "post to a campaign that you signed in to"),
    ]
    static let configuration = documented(
        "publish", "Send photos to a photo-share server or a campaign.")

    @Argument(
        help: ArgumentHelp("Photos and sections.", valueName: "photo/section"),
        completion: .sections)
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var target: PublishTargetFlags

    @Option(
        help: ArgumentHelp(
            "The most pixels of the longest side, full, or half of them; else full, for a campaign half.",
            valueName: "pixels|full|half"))
    var size: Operand?

    @Flag(help: "Send photos again that are there already.")
    var again = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try query.checkNames(photo, "photos or sections")
        _ = try size.map { try ShareSize($0) }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        var options = PublishOptions().with(run.work)
        options.size = try size.map { try ShareSize($0) }
        options.title = target.title?.text
        options.caption = target.description?.text
        options.sendsAgain = again
        let gallery = try run.gallery()
        let named = try gallery.query(named: photo, query)
        guard !(try gallery.photoIDs(named).isEmpty) else {
            if query.isSet { return CommandOutcome(notes: ["no photo fits"]) }
            throw GalleryError(
                .notFound, "'\(photo.map(\.text).joined(separator: " "))' lists no photos")
        }
        let summary = try await gallery.publish(
            named, to: try target.target(run), options: options)
        if let format = output.format {
            try Output.write(
                summary.photos.map { PublishRows.row($0, summary) }, as: format,
                columns: PublishRows.columns)
        }
        run.say((work.dryRun ? "dry run: " : "") + summary.sentence)
        return CommandOutcome(
            failed: summary.failedItems, areListed: gallery.keepsProblems,
            failure: summary.failure)
    }
}
