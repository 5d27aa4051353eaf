import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery share [copy] PHOTO… --to FILE/DIR/FILE.zip`.
struct ShareCopyCommand: WorkingCommand {
    static let explanation = """
        Makes copies to give away: as edited, upright, in sRGB, of at most so many pixels as the setting \
        share.longestSide says. The copies tell when and how a photo was taken, in numbers and dates, and \
        nothing else unless an option asks for it: positions and places, make and model of camera and \
        lens (cameras let people name them), serial numbers, names of people, titles, descriptions, \
        tags, ratings, and the creator stay behind. The title, the creator, the licence and the credit \
        line of a Flickr photo travel along while it is public there. --keep-all gives the stored file \
        away, byte for byte.

        Texts are kept or left out as a whole: one that is kept may name people and places. Copies are \
        named by date and id; --name names them by the fields of export --name, such as {title} or \
        {name}, the name of the imported file.

        --to writes a picture (.jpg, .png, .webp), a zip archive, a mail message (.eml), or into a \
        folder; a name without an ending is a new folder. --mail opens the mail program, or writes a \
        message where there is none. --print prints in full size. No file is overwritten. A section \
        stands for all its photos.

        --link makes an address on a server of this catalog ('gallery serve'), which gives whoever has it \
        these photos and nothing else, as pages, pictures and one ZIP. It is printed this once: the catalog \
        keeps a digest of it. A section alone is given as it is when somebody looks; of anything else, the \
        photos that there are now. Photos in the trash are never given, edited ones as they are edited. Unless \
        --metadata asks for them, no positions, names, titles, tags, descriptions and file names are told; what \
        is public on Flickr keeps its title, creator, copyright, licence, address and date there.
        """
    static let examples = [
        CommandExample("gallery share 42 --to beach.jpg", "a small copy without position"),
        CommandExample("gallery share 42 43 44 --to holiday.zip", "several in an archive"),
        CommandExample(
            "gallery share dogs --to out/ --size 1024 --keep-location", "a section with positions"),
        CommandExample(
            "gallery share dogs --to out/ --keep-tags --name '{title}-{id}'", "with words"),
        CommandExample(
            "gallery share 42 --mail --mail-to ana@example.org --subject 'The beach'", "by mail"),
        CommandExample("gallery share 42 --print --printer office", "on paper"),
        CommandExample(
            "gallery share dogs --link --expires 30 --password", "a section by a link, for a month"),
    ]
    static let configuration = documented("copy", "Make copies of photos to give away, or a link.")

    @Argument(
        help: ArgumentHelp("Photos and sections.", valueName: "photo/section"),
        completion: .sections)
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var target: ShareTargetFlags
    @OptionGroup var share: ShareFlags
    @OptionGroup var link: ShareLinkFlags
    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try query.checkNames(photo, "photos or sections")
        if photo.contains(where: \.text.isEmpty) {
            throw ValidationError("'' is no photo or section: name one, such as 42 or camera/3")
        }
        if target.link, let other = share.firstGiven() {
            throw ValidationError(
                "\(other) is about copies: --link takes --originals and --metadata")
        }
        if target.link, output.format != nil {
            throw ValidationError("--format is about copies: leave it out with --link")
        }
        if !target.link, let other = link.firstGiven {
            throw ValidationError("\(other) is about --link: give both")
        }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        if target.link { return try await makeLink(run) }
        let target = try target.target()
        let options = share.options
        try options.check()
        let gallery = try run.gallery()
        let named = try gallery.query(named: photo, query)
        var photos: [Photo] = []
        try gallery.forEachPhoto(once: named) { photos.append($0) }
        guard !photos.isEmpty else {
            if query.isSet { return CommandOutcome(notes: ["no photo fits"]) }
            throw GalleryError(
                .notFound, "'\(photo.map(\.text).joined(separator: " "))' lists no photos")
        }
        if case .file(let path) = target, photos.count > 1 {
            throw GalleryError(
                .usage,
                "\(photos.count) photos do not go into the one file '\(path)': name a folder, such as "
                    + "--to out/, or an archive, such as --to out.zip")
        }
        let isPrint = if case .printer = target { true } else { false }
        let summary = try await gallery.share(
            .photos(photos), to: target, options: options.with(run.work))
        if let format = output.format {
            try Output.write(
                summary.photos.map(ShareRows.row), as: format, columns: ShareRows.columns)
        }
        // What a printer refuses is no problem of the catalog's.
        return CommandOutcome(
            summary, notes: summary.message.map { [$0] } ?? [],
            areListed: !isPrint && gallery.keepsProblems)
    }
}
