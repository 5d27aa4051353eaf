import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery sign-in URL`.
struct SignInCommand: CatalogCommand {
    static let explanation = """
        Sends email and password to a campaign server and stores the returned token in \
        sign-ins.json next to the configuration file, readable only by you; the password is not \
        stored. 'gallery publish' and 'gallery pull' use the token if the server requires sign-in. \
        Signing in again replaces the token. If the server refuses, its message is printed and the \
        exit status is 77.

        The password is read from --password-file, GALLERY_PASSWORD or the terminal. Without --as, \
        the email of the last sign-in is used, or you are prompted for it.
        """
    static let examples: KeyValuePairs = [
        "gallery sign-in https://example.org --as eva@example.org": "sign in",
        "gallery sign-in https://example.org --as eva@example.org --password-file eva.txt":
            "sign in from a script",
    ]
    static let configuration = documented("sign-in", "Sign in to a campaign server.")

    @Argument(help: .value("url", "Address of the server."))
    var url: Operand

    @Option(name: .customLong("as"), help: .value("email", "Email address to sign in with."))
    var email: Operand?

    @OptionGroup var password: PasswordOption

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        _ = try url.campaignServer()
        try refuse(if: email?.text.isEmpty == true, "--as requires an email address")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let server = try url.campaignServer()
        let settings = try run.settings()
        let signIns = try SignIns(settings)
        let email = try resolvedEmail(try signIns.entry(for: server))
        if server.isExposedInTransit {
            run.printMessage(
                "the connection to '\(server.text)' is not encrypted, and others can read the "
                    + "password; use https:// if the server supports it")
        }
        let user = try await signIns.signIn(
            to: server, email: email, password: try password.known("of '\(email)'"),
            settings: settings)
        let name = user.name.isEmpty ? "" : " (\(user.name))"
        return .sentence("signed in to '\(server.text)' as \(user)\(name)")
    }

    /// Returns the email address to sign in with, prompting for it if necessary.
    private func resolvedEmail(_ last: CampaignUser?) throws -> String {
        if let email { return email.text }
        if let email = last?.email { return email }
        let email = try PasswordPrompt.ask(
            "Email: ", for: "an email address", orGive: "--as EMAIL", isShown: true)
        if email.isEmpty { throw GalleryError(.usage, "no email address given; nothing was sent") }
        return email
    }
}

/// The command `gallery sign-out URL`.
struct SignOutCommand: CatalogCommand {
    static let explanation = """
        Deletes the token stored by 'gallery sign-in'. The server is not contacted; its owner can \
        revoke the token there.
        """
    static let examples: KeyValuePairs = ["gallery sign-out https://example.org": "sign out"]
    static let configuration = documented("sign-out", "Sign out of a campaign server.")

    @Argument(help: .value("url", "Address of the server."))
    var url: Operand

    @OptionGroup var catalog: CatalogOptions

    func validate() throws { _ = try url.campaignServer() }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let server = try url.campaignServer()
        let wasSignedIn = try SignIns(try run.settings()).remove(server)
        return .sentence("\(wasSignedIn ? "signed out of" : "not signed in to") '\(server.text)'")
    }
}

/// The command `gallery whoami [URL]`.
struct WhoamiCommand: ListingCommand {
    static let explanation = """
        Prints the user data that each server returned at sign-in; the token is not shown, and no \
        server is contacted. JSON rows have the keys server, _id, email, firstName, lastName, bio, \
        level, photoURL, provider, updated, created and campaign. If you are not signed in to the \
        given URL, the exit status is 66.
        """
    static let examples: KeyValuePairs = [
        "gallery whoami": "list the servers you are signed in to",
        "gallery whoami https://example.org --format json": "print your profile on one server",
    ]
    static let configuration = documented("whoami", "Show the signed-in user for each server.")

    @Argument(help: .value("url", "Address of the server (default: all servers)."))
    var url: Operand?

    @OptionGroup var output: ListingOptions

    func validate() throws { _ = try url?.campaignServer() }

    static let emptyNote: String? = "not signed in; sign in with 'gallery sign-in URL'"
    static let layout = RowLayout<SignIns.Entry>(
        [RowColumn<SignIns.Entry>("server", "SERVER") { $0.server.text }]
            + CampaignUser.fields.map { field in
                RowColumn<SignIns.Entry>(field.name, headings[field.name]) { entry in
                    entry.user[keyPath: field.path]
                }
            })

    func items(_ run: CommandRun) throws -> [SignIns.Entry] {
        let server = try url?.campaignServer()
        let entries = try SignIns(try run.settings()).read()
            .filter { server == nil || $0.server == server }
        if let server, entries.isEmpty {
            throw GalleryError(
                .notFound, "not signed in to '\(server.text)'; run 'gallery sign-in \(server.text)'"
            )
        }
        return entries
    }

    /// The headers of the fields shown in tables.
    private static let headings = [
        "email": "EMAIL", "firstName": "FIRST NAME", "lastName": "LAST NAME", "level": "LEVEL",
        "campaign": "CAMPAIGN",
    ]
}

extension Operand {
    /// Parses the text as the address of a campaign server.
    fileprivate func campaignServer() throws -> ServerAddress {
        try server(suchAs: "https://example.org")
    }
}
