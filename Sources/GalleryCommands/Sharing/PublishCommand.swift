import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery publish PHOTO… --to URL`.
struct PublishCommand: WorkingCommand, RowCommand {
    static let explanation = """
        Sends photos to a photo-share server, such as 'gallery serve --share': as edited, upright, \
        as JPEG, named after the title or else the file name, with the same metadata as 'gallery \
        share'. The password is read from --password-file, GALLERY_PASSWORD or the terminal; the \
        protocol requires it in the URL of the request. Servers that support tokens, such as \
        'gallery serve', accept one from --token-file, sent in a header.

        With --campaign, posts the photos to the feed of a campaign, with title and description, \
        at half their size. The account is the one signed in with 'gallery sign-in URL', or --as \
        EMAIL with a password. When posting several photos, each must have its own title.

        Published photos are recorded, shown by 'gallery show', and not sent again. If the server \
        did not respond, even if the program was killed, the next run checks what the server has \
        before sending a photo again. If the server refuses a photo, its message is printed and \
        the other photos are still sent.
        """
    static let examples: KeyValuePairs = [
        "gallery publish 42 --to http://192.168.1.5:8080/photoserver --as roger":
            "send a photo, prompting for the password",
        "gallery publish --where 'rating:5' --to https://example.org/photoserver --as roger --token-file t.txt":
            "send the best photos that were not sent yet",
        "gallery publish dogs --to http://192.168.1.5:8080/photoserver --as roger --size 2048 -n":
            "show what would be sent",
        "gallery publish 42 --to https://example.org --campaign summer --title 'The beach'":
            "post to a campaign you are signed in to",
    ]
    static let configuration = documented(
        "publish", "Send photos to a photo-share server or a campaign.")

    @Argument(help: .value("photo/section", "Photos and sections."), completion: .sections)
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var target: PublishTargetFlags

    @Option(
        help: .value(
            "pixels|full|half",
            "Long edge in pixels, full or half (default: full; for campaigns, half)."))
    var size: Operand?

    @Flag(help: "Also send photos that were already sent.")
    var again = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption

    func validate() throws {
        try query.requirePhotos(photo, "photos or sections")
        _ = try size.map { try ShareSize($0) }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        var options = PublishOptions().with(run.work)
        options.size = try size.map { try ShareSize($0) }
        options.title = target.title?.text
        options.caption = target.description?.text
        options.resendsPublished = again
        let gallery = try run.gallery()
        let named = try gallery.query(named: photo, query)
        if try gallery.photoIDs(named).isEmpty { return try query.outcome(withoutPhotosIn: photo) }
        let summary = try await gallery.shares.publish(
            named, to: try target.target(run), options: options)
        if let format = output.format {
            try Output.write(summary.photos, as: format, PublishRows.layout(of: summary))
        }
        return CommandOutcome(
            summary, recordsProblems: gallery.problems.areKept, failure: summary.failure)
    }
}

/// The options of `gallery publish` for the server, the account and the texts.
struct PublishTargetFlags: ParsableArguments {
    @Option(
        name: .customLong("to"),
        help: .value("url", "Address of the server, such as http://host/photoserver."))
    var url: Operand

    @Option(
        name: .customLong("as"),
        help: .value("name|email", "Account name on the server; for a campaign, the email address.")
    )
    var account: Operand?

    @Option(help: .value("name", "Post to this campaign."))
    var campaign: Operand?

    @Option(
        help: .value(
            "text", "Title (default: the photo's title or, without --campaign, its file name)."))
    var title: Operand?

    @Option(help: .value("text", "Description in a campaign (default: the photo's description)."))
    var description: Operand?

    @OptionGroup var password: PasswordOption

    @Option(
        help: .value(
            "file", "File with a token of the server in its first line, used instead of a password."
        ), completion: .file())
    var tokenFile: Operand?

    func validate() throws {
        _ = try server()
        try refuse(if: campaign == nil && account == nil, "no account given; add --as NAME")
        try refuse(if: account?.text.isEmpty == true, "--as requires a name")
        try refuse(if: campaign?.text.isEmpty == true, "--campaign requires a name")
        try refuse(if: campaign == nil && description != nil, "--description requires --campaign")
        try refuse(
            if: title?.text.allSatisfy(\.isWhitespace) == true,
            "--title requires a text; omit it for the photo's own title")
        try refuse(
            if: tokenFile != nil && password.file != nil,
            "--token-file cannot be combined with --password-file")
    }

    private func server() throws -> ServerAddress {
        try url.server(suchAs: "http://host/photoserver")
    }

    /// Returns the publishing target, prompting for the password if necessary; warns if the
    /// connection is not encrypted.
    ///
    /// - Throws: errors of reading files; `usage` if it is impossible to prompt for the password;
    ///   `notAllowed` if no account is given or signed in.
    func target(_ run: CommandRun) throws -> PublishTarget {
        let server = try server()
        let user = try user(of: server, run)
        let token = try tokenFile.map { try PasswordFile.read($0.text) }
        if let tokenFile, token == "" {
            let file = BytePath(tokenFile.text).escaped
            throw GalleryError(.usage, "the token file '\(file)' is empty; nothing was sent")
        }
        // The account of a token from a file does not have to be known here.
        let belongsToUser = token == nil || token == user?.loginToken
        let nameless = token == nil ? nil : PublishTarget.nameless
        guard let account = account?.text ?? (belongsToUser ? user?.email : nil) ?? nameless else {
            throw GalleryError(
                .notAllowed,
                "not signed in to '\(server.text)'; run 'gallery sign-in \(server.text)', or give "
                    + "--as EMAIL")
        }
        let credential =
            try token.map { ServerCredential.token($0) } ?? credential(of: account, user, run)
        if server.isExposedInTransit, !run.work.isDryRun {
            let secret = if case .token = credential { "token" } else { "password" }
            run.printMessage(
                "the connection to '\(server.text)' is not encrypted, and others can read the "
                    + "\(secret); use https:// if the server supports it")
        }
        return PublishTarget(
            server: server, account: account, campaign: campaign?.text, credential: credential)
    }

    /// Returns the user signed in to a campaign server; nil if not signed in.
    private func user(of server: ServerAddress, _ run: CommandRun) throws -> CampaignUser? {
        if campaign == nil { return nil }
        let known = Result { try SignIns(try run.settings()).entry(for: server) }
        // With --token-file, a damaged sign-in file does not matter.
        return tokenFile == nil ? try known.get() : try? known.get()
    }

    /// Returns the credential if no token file was given: the token of the user's sign-in, or else
    /// the password.
    private func credential(
        of account: String, _ user: CampaignUser?, _ run: CommandRun
    ) throws -> ServerCredential {
        // A dry run contacts no server and needs no credential.
        if run.work.isDryRun { return .token("") }
        let inherited = try ProcessEnvironment.read()["GALLERY_PASSWORD"] ?? ""
        let isGiven = password.file != nil || self.account != nil && !inherited.isEmpty
        if !isGiven, let user, user.email?.lowercased() == account.lowercased() {
            return .token(user.loginToken)
        }
        return .password(try password.known("of '\(DisplayText.escaped(account))'"))
    }
}

/// Rows of published photos.
enum PublishRows {
    /// Returns the layout of photos sent to one server.
    static func layout(of summary: PublishSummary) -> RowLayout<PublishedPhoto> {
        let (server, account) = (summary.server.text, summary.account)
        return RowLayout([
            RowColumn("photo", "PHOTO", isNumeric: true) { $0.photoID },
            RowColumn("to", "TO") { _ in server }, RowColumn("as", "AS") { _ in account },
            RowColumn("id", "ID") { $0.remoteID },
            RowColumn("status", "STATUS") { $0.outcome.rawValue },
        ])
    }

    /// Returns a publication as a JSON object.
    static func object(_ publication: Publication) -> JSONValue {
        JSONValue([
            ("to", publication.server), ("campaign", publication.campaign),
            ("as", publication.account), ("name", publication.name), ("id", publication.remoteID),
            ("dateStarted", publication.dateStarted), ("dateSent", publication.dateSent),
        ])
    }
}
