import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery pull URL`.
struct PullCommand: WorkingCommand, RowCommand {
    static let explanation = """
        Lists the users of a photo-share server and their photos, and downloads the pictures. Each \
        user has a section, such as 'share:roger@host'. Pulling again lists the photos and \
        downloads only new pictures; 'gallery refresh' updates a single section. If the server \
        refuses a photo, its message is printed and the other photos are still downloaded. \
        Requests contain no password or token.

        With --campaign, downloads the posts of a campaign into one section, such as \
        'campaign:dogs', newest first. Pictures are accepted from the host of the feed and from \
        the hosts in the setting campaign.hosts. If the feed requires sign-in, the token of \
        'gallery sign-in' is used. If the server is unavailable, the stored posts are printed and \
        the exit status is 69. Rows are photos, and --format json prints the object of 'gallery \
        search'.

        With --format json, the output is one object: server, people, listed, new, updated, \
        unchanged, gone, trashed, failed, pictures, requests, complete, gaps, error (if the run \
        ended early), sections (one object per user) and photos.
        """
    static let examples: KeyValuePairs = [
        "gallery pull http://192.168.1.5:8080/photoserver": "download the photos of all users",
        "gallery pull http://192.168.1.5:8080/photoserver --user roger":
            "download the photos of one user",
        "gallery pull http://192.168.1.5:8080/photoserver --size none":
            "list photos without downloading pictures",
        "gallery pull https://example.org --campaign dogs": "download the posts of a campaign",
    ]
    static let configuration = documented(
        "pull", "Download from a photo-share server or a campaign.")

    @Argument(help: .value("url", "Address of the server, such as http://host/photoserver."))
    var url: Operand

    @Option(help: .value("name", "Download only the photos of this user."))
    var user: String?

    @Option(help: .value("name", "Download the posts of this campaign."))
    var campaign: Operand?

    @Option(help: "Picture size to download.")
    var size = PulledSize.original

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption

    /// A value of `--size`.
    enum PulledSize: String, CaseIterable, ExpressibleByArgument {
        case original, none
    }

    func validate() throws {
        _ = try server()
        guard let campaign else { return }
        try refuse(if: user != nil, "--user cannot be combined with --campaign")
        try InvalidValue.check(
            "--campaign", campaign.text,
            expected: "a name of 1 to \(Self.maximumNameBytes) bytes, such as dogs"
        ) { text in
            (1...Self.maximumNameBytes).contains(SectionReference.normalized(text).utf8.count)
                && !text.hasControls()
        }
    }

    /// The maximum length of a campaign's name, in bytes.
    private static let maximumNameBytes = 200

    private func server() throws -> ServerAddress {
        try url.server(suchAs: "http://host/photoserver")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.galleryForAdding()
        let size = PictureSize(rawValue: size.rawValue)
        if let campaign {
            let query = CampaignQuery(
                server: try server(), identifier: SectionReference.normalized(campaign.text),
                size: size)
            let summary = try await gallery.sources.pull(query, options: run.work)
            try summary.print(
                output.requested, from: gallery, isDryRun: work.dryRun, printsStored: true)
            return CommandOutcome(
                summary, details: [summary.requestSentence], failure: summary.failure)
        }
        let summary = try await gallery.sources.pull(
            from: try server(), person: user, size: size, options: run.work)
        try print(summary, from: gallery)
        return CommandOutcome(summary, details: [summary.requestSentence], failure: summary.failure)
    }

    private func print(_ summary: PullSummary, from gallery: PhotoGallery) throws {
        if output.format == .json {
            let photos =
                try work.dryRun
                ? [] : summary.sections.flatMap { try gallery.sources.listed(by: $0) }
            try StandardOutput.shared.write(
                object: summary.members + [
                    ("sections", summary.sections.map(SectionRows.userLayout.object)),
                    ("photos", try PhotoOutput.objects(photos).map(JSONValue.raw)),
                ])
            return
        }
        try Output.write(summary.sections, as: output.requested, SectionRows.userLayout)
    }
}
