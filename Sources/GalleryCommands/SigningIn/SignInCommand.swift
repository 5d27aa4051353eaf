import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery sign-in URL`.
struct SignInCommand: CatalogCommand {
    static let explanation = """
        Sends email and password to the server of a campaign, and keeps the token that it answers in \
        sign-ins.json beside the configuration file, which is for you alone; the password is kept nowhere. \
        'gallery publish' and 'gallery pull' use the token where the server asks who you are. Signing in again \
        replaces it. What the server says where it refuses is told as it stands, with status 77.

        The password comes from --password-file, GALLERY_PASSWORD, or the terminal. Without --as, the email is \
        that of the last sign-in, or asked for.
        """
    static let examples = [
        CommandExample("gallery sign-in https://example.org --as eva@example.org", "sign in"),
        CommandExample(
            "gallery sign-in https://example.org --as eva@example.org --password-file eva.txt",
            "sign in from a script"),
    ]
    static let configuration = documented("sign-in", "Sign in to the server of a campaign.")

    /// How an address may look.
    static let exampleURL = "https://example.org"

    @Argument(help: ArgumentHelp("The server's address.", valueName: "url"))
    var url: Operand

    @Option(name: .customLong("as"), help: ArgumentHelp("Who signs in.", valueName: "email"))
    var email: Operand?

    @OptionGroup var password: PasswordOption

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        _ = try server()
        if email?.text.isEmpty == true { throw ValidationError("--as needs an email: give one") }
    }

    private func server() throws -> ServerAddress { try url.server(suchAs: Self.exampleURL) }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let server = try server()
        let settings = try run.settings()
        let signIns = try SignIns(settings)
        let email = try knownEmail(try signIns.entry(for: server))
        if server.isReadableOnTheWay {
            run.say(
                "'\(server.text)' is not encrypted: whoever is on the way can read the password; "
                    + "https:// hides it where the server has it")
        }
        let user = try await signIns.signIn(
            to: server, email: email, password: try password.known("of '\(email)'"),
            settings: settings)
        let name = user.name.isEmpty ? "" : " (\(user.name))"
        return CommandOutcome(sentences: ["signed in to '\(server.text)' as \(user)\(name)"])
    }

    /// Who is to sign in.
    private func knownEmail(_ last: CampaignUser?) throws -> String {
        if let email { return email.text }
        if let email = last?.email { return email }
        guard PasswordPrompt.canAsk else {
            throw GalleryError(.usage, "nobody can be asked for an email here: give --as EMAIL")
        }
        let email = try PasswordPrompt.ask("Email: ", isShown: true)
        if email.isEmpty { throw GalleryError(.usage, "no email was given: nothing was sent") }
        return email
    }
}
