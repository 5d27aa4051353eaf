import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery whoami [URL]`.
struct WhoamiCommand: CatalogCommand {
    static let explanation = """
        Prints what each server told when you signed in; the token is not shown, and no server is asked. JSON \
        rows have the keys server, _id, email, firstName, lastName, bio, level, photoURL, provider, updated, \
        created and campaign. For a URL that nobody signed in to the status is 66.
        """
    static let examples = [
        CommandExample("gallery whoami", "see where you are signed in"),
        CommandExample(
            "gallery whoami https://example.org --format json", "what one server knows of you"),
    ]
    static let configuration = documented("whoami", "Tell who is signed in to which server.")

    @Argument(help: ArgumentHelp("The server's address; all without one.", valueName: "url"))
    var url: Operand?

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws { _ = try server() }

    private func server() throws -> ServerAddress? {
        try url?.server(suchAs: SignInCommand.exampleURL)
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let server = try server()
        let entries = try SignIns(try run.settings()).read()
            .filter { server == nil || $0.server == server }
        if let server, entries.isEmpty {
            throw GalleryError(
                .notFound,
                "nobody is signed in to '\(server.text)': 'gallery sign-in \(server.text)' does it")
        }
        try Output.write(
            entries.map { entry in
                [.text(entry.server.text)]
                    + CampaignUser.fields.map { RowValue(entry.user[keyPath: $0.path]) }
            }, as: output.format,
            columns: [Output.Column("server", "SERVER")]
                + CampaignUser.fields.map { Output.Column($0.name, Self.headings[$0.name]) })
        guard entries.isEmpty else { return .printed }
        return CommandOutcome(notes: ["signed in nowhere: begin with 'gallery sign-in URL'"])
    }

    /// The fields that a table shows.
    private static let headings = [
        "email": "EMAIL", "firstName": "FIRST NAME", "lastName": "LAST NAME", "level": "LEVEL",
        "campaign": "CAMPAIGN",
    ]
}
