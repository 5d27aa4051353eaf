import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery pull URL`.
struct PullCommand: WorkingCommand {
    static let explanation = """
        Asks a photo-share server for its people, then for their photos, then for the pictures. \
        Each person gets a section, such as 'share:roger@host'. Pulling again asks for the lists \
        alone and downloads nothing twice; 'gallery refresh' asks for one section. What the server \
        says about a photo that it does not give is told as it stands, and the others go on. \
        No request carries a password or a token.

        With --format json the output is one object: server, people, listed, new, updated, \
        unchanged, gone, trashed, failed, pictures, requests, complete, gaps, error (when the run \
        ended early), sections (an object a person) and photos.
        """
    static let examples = [
        CommandExample("gallery pull http://192.168.1.5:8080/photoserver", "everybody's photos"),
        CommandExample(
            "gallery pull http://192.168.1.5:8080/photoserver --user roger", "those of one person"),
        CommandExample(
            "gallery pull http://192.168.1.5:8080/photoserver --size none",
            "the lists without pictures"),
    ]
    static let configuration = documented("pull", "Take the photos of a photo-share server.")

    @Argument(
        help: ArgumentHelp(
            "The server's address, such as http://host/photoserver.", valueName: "url"))
    var url: Operand

    @Option(help: ArgumentHelp("Take the photos of people of this name alone.", valueName: "name"))
    var user: String?

    @Option(help: "The picture to download.")
    var size = PulledSize.original

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    /// What `--size` may be.
    enum PulledSize: String, CaseIterable, ExpressibleByArgument {
        case original, none
    }

    func validate() throws { _ = try server() }

    private func server() throws -> ServerAddress {
        guard let server = ServerAddress(url.text) else {
            throw ValidationError(
                InvalidValue.message(
                    // A password has no place there, and none in a message.
                    "URL", url.text.replacing(#/\/\/[^\/]*@/#, with: "//***@"),
                    expected: "the address of a server, such as http://host/photoserver"))
        }
        return server
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.galleryToAdd()
        let summary = try await gallery.pull(
            from: try server(), person: user, size: PictureSize(rawValue: size.rawValue),
            options: run.work)
        try print(summary, from: gallery)
        run.say((work.dryRun ? "dry run: " : "") + summary.sentence)
        catalog.explain(summary.requestSentence)
        return CommandOutcome(failed: summary.failedItems, failure: summary.failure)
    }

    private func print(_ summary: PullSummary, from gallery: PhotoGallery) throws {
        if output.format == .json {
            var photos: [ListedPhoto] = []
            if !work.dryRun {
                for section in summary.sections { photos += try section.listedPhotos(in: gallery) }
            }
            let sections = summary.sections.map { RowValue.object(SectionRows.object($0)) }
            try Output.write(
                object: summary.row + [
                    ("sections", .list(sections)),
                    ("photos", .list(try PhotoOutput.objects(photos).map { RowValue.json($0) })),
                ])
            return
        }
        var rows = Output(output.format, columns: SectionRows.columnsOfPeople)
        for section in summary.sections {
            if output.format == .jsonl {
                try rows.append(object: SectionRows.object(section))
            } else {
                try rows.append(SectionRows.values(section, SectionRows.columnsOfPeople))
            }
        }
        try rows.finish()
    }
}
