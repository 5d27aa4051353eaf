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

        With --campaign it asks the server of a campaign for its posts: they stand in one section, such as \
        'campaign:dogs', the newest first. Pictures come from the host of the feed, and from those of the setting \
        campaign.hosts. Where the feed asks who you are, it gets the token of 'gallery sign-in'. While the server is \
        away, the stored posts are printed, with status 69. Rows are photos, and --format json prints the object of \
        'gallery search'.

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
        CommandExample(
            "gallery pull https://example.org --campaign dogs", "the posts of a campaign"),
    ]
    static let configuration = documented(
        "pull", "Take the photos of a photo-share server, or the posts of a campaign.")

    @Argument(
        help: ArgumentHelp(
            "The server's address, such as http://host/photoserver.", valueName: "url"))
    var url: Operand

    @Option(help: ArgumentHelp("Take the photos of people of this name alone.", valueName: "name"))
    var user: String?

    @Option(help: ArgumentHelp("Take the posts of this campaign.", valueName: "name"))
    var campaign: Operand?

    @Option(help: "The picture to download.")
    var size = PulledSize.original

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    /// What `--size` may be.
    enum PulledSize: String, CaseIterable, ExpressibleByArgument {
        case original, none
    }

    func validate() throws {
        _ = try server()
        guard let campaign else { return }
        if user != nil { throw ValidationError("--user and --campaign exclude each other") }
        let isPlain = campaign.text.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control
        }
        guard isPlain, (1...Self.longestName).contains(identifier(campaign).utf8.count) else {
            throw ValidationError(
                InvalidValue.message(
                    "--campaign", campaign.text,
                    expected: "a name of 1 to \(Self.longestName) bytes, such as dogs"))
        }
    }

    /// The longest name of a campaign in bytes.
    private static let longestName = 200

    private func identifier(_ campaign: Operand) -> String {
        SectionReference.normalized(campaign.text)
    }

    private func server() throws -> ServerAddress {
        try url.server(suchAs: "http://host/photoserver")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.galleryToAdd()
        if let campaign { return try await pull(campaign, from: gallery, run) }
        let summary = try await gallery.pull(
            from: try server(), person: user, size: PictureSize(rawValue: size.rawValue),
            options: run.work)
        try print(summary, from: gallery)
        run.say((work.dryRun ? "dry run: " : "") + summary.sentence)
        catalog.explain(summary.requestSentence)
        return CommandOutcome(failed: summary.failedItems, failure: summary.failure)
    }

    private func pull(
        _ campaign: Operand, from gallery: PhotoGallery, _ run: CommandRun
    ) async throws -> CommandOutcome {
        let query = CampaignQuery(
            server: try server(), identifier: identifier(campaign),
            size: PictureSize(rawValue: size.rawValue))
        let summary = try await gallery.pull(query, options: run.work)
        try summary.print(
            output.format, from: gallery, isDryRun: work.dryRun, showsStored: true)
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
