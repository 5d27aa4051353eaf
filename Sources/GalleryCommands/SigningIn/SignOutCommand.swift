import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery sign-out URL`.
struct SignOutCommand: CatalogCommand {
    static let explanation = """
        Forgets the token of 'gallery sign-in'. The server is not asked: who runs it can revoke the token there.
        """
    static let examples = [CommandExample("gallery sign-out https://example.org", "sign out")]
    static let configuration = documented("sign-out", "Sign out of the server of a campaign.")

    @Argument(help: ArgumentHelp("The server's address.", valueName: "url"))
    var url: Operand

    @OptionGroup var catalog: CatalogOptions

    func validate() throws { _ = try server() }

    private func server() throws -> ServerAddress {
        try url.server(suchAs: SignInCommand.exampleURL)
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let server = try server()
        let wasThere = try SignIns(try run.settings()).remove(server)
        return CommandOutcome(
            sentences: [
                wasThere
                    ? "signed out of '\(server.text)'"
                    : "nobody was signed in to '\(server.text)'"
            ])
    }
}
