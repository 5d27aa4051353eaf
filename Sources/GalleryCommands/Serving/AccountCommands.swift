import ArgumentParser
import Gallery
import GalleryModel

/// The commands `gallery account …`.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Manage accounts of the server.",
        discussion: """
            The owner signs in with the password of 'gallery serve --password-file' and no name. \
            All other users need an account. Viewers can view everything but change nothing; \
            members can also add their own photos; owners have full access.
            """,
        subcommands: [
            AccountListCommand.self, AccountAddCommand.self, AccountSetCommand.self,
            AccountPasswordCommand.self, AccountRemoveCommand.self,
        ], defaultSubcommand: AccountListCommand.self)
}

/// The command `gallery account [list]`.
struct AccountListCommand: ListingCommand {
    static let explanation = """
        JSON rows have the keys name, role, email, firstName, lastName, bio, level, photo, created \
        and password, which is the date on which the password was set.
        """
    static let examples: KeyValuePairs = [
        "gallery account": "list all accounts",
        "gallery account list --format csv": "export the list for a spreadsheet",
    ]
    static let configuration = documented("list", "List accounts.")

    @OptionGroup var output: ListingOptions

    static let emptyNote: String? = "no accounts yet; add one with 'gallery account add NAME'"
    static let layout = RowLayout<Account>([
        RowColumn("name", "NAME") { $0.name }, RowColumn("role", "ROLE") { $0.role.rawValue },
        RowColumn("email", "EMAIL") { $0.profile.email },
        RowColumn("firstName", "FIRST NAME") { $0.profile.firstName },
        RowColumn("lastName", "LAST NAME") { $0.profile.lastName },
        RowColumn("bio", nil) { $0.profile.bio }, RowColumn("level", "LEVEL") { $0.profile.level },
        RowColumn("photo", nil) { $0.profile.photo },
        RowColumn("created", "CREATED") { $0.dateCreated },
        RowColumn("password", "PASSWORD SET") { $0.datePassword },
    ])

    func items(_ run: CommandRun) throws -> [Account] { try run.gallery().accounts.list() }
}

/// The command `gallery account add NAME`.
struct AccountAddCommand: CatalogCommand {
    static let explanation = """
        Prompts for the password twice, unless --password-file is given. The password is stored as \
        an scrypt hash.
        """
    static let examples: KeyValuePairs = [
        "gallery account add eva": "add a member",
        "gallery account add eva --role owner --password-file eva.txt": "add an owner",
        "gallery account add roger --email roger@example.org --first-name Roger":
            "add a member who can post to a campaign",
    ]
    static let configuration = documented("add", "Add an account.")

    @Argument(help: "Name to sign in with.")
    var name: Operand

    @Option(help: .value("role", "Role of the account."))
    var role = AccountRole.member

    @OptionGroup var profile: ProfileFlags

    @OptionGroup var password: PasswordOption

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery(isCreated: true)
        let profile = try profile.applied(to: AccountProfile(), in: gallery)
        let password = try password.read(for: name.text)
        try gallery.accounts.add(named: name.text, role: role, profile: profile, password: password)
        let article = role == .owner ? "an" : "a"
        return .sentence("added account '\(name.text)' as \(article) \(role.rawValue)")
    }
}

/// The command `gallery account set NAME`.
struct AccountSetCommand: CatalogCommand {
    static let explanation = """
        Fields not given are not changed; an empty text removes a field. Signed-in users stay \
        signed in, with the new role.
        """
    static let examples: KeyValuePairs = [
        "gallery account set eva --role viewer": "make an account read-only",
        "gallery account set eva --email eva@example.org --bio ''":
            "change the email address and remove the bio",
    ]
    static let configuration = documented("set", "Change an account's role and profile.")

    @Argument(help: "Name of the account.")
    var name: Operand

    @Option(help: .value("role", "Role of the account."))
    var role: AccountRole?

    @OptionGroup var profile: ProfileFlags

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try refuse(
            if: role == nil && !profile.isAnyGiven,
            "no change given; use --role, --email or another option")
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let account = try gallery.accounts.account(named: name.text)
        try gallery.accounts.set(
            named: name.text, role: role ?? account.role,
            profile: try profile.applied(to: account.profile, in: gallery))
        return .sentence("changed account '\(account.name)'")
    }
}

/// The command `gallery account password NAME`.
struct AccountPasswordCommand: CatalogCommand {
    static let explanation = """
        Prompts for the new password twice, unless --password-file is given. The account is signed \
        out everywhere, and its tokens are revoked.
        """
    static let examples: KeyValuePairs = ["gallery account password eva": "change a password"]
    static let configuration = documented("password", "Change the password of an account.")

    @Argument(help: "Name of the account.")
    var name: Operand

    @OptionGroup var password: PasswordOption

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        _ = try gallery.accounts.account(named: name.text)
        try gallery.accounts.setPassword(try password.read(for: name.text), ofAccount: name.text)
        return .sentence("changed the password of account '\(name.text)'")
    }
}

/// The command `gallery account remove NAME`.
struct AccountRemoveCommand: CatalogCommand {
    static let explanation = """
        The account is signed out everywhere, and its tokens are revoked. Its photos are kept. \
        This cannot be undone.
        """
    static let examples: KeyValuePairs = ["gallery account remove eva": "remove an account"]
    static let configuration = documented("remove", "Remove an account.")

    @Argument(help: "Name of the account.")
    var name: Operand

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        try run.gallery().accounts.remove(named: name.text)
        return .sentence("removed account '\(name.text)'")
    }
}

/// The options for the profile of an account; an empty text removes a field.
struct ProfileFlags: ParsableArguments {
    @Option(help: .value("email", "Email address; must be unique."))
    var email: Operand?

    @Option(help: .value("name", "First name."))
    var firstName: Operand?

    @Option(help: .value("name", "Last name."))
    var lastName: Operand?

    @Option(help: .value("text", "Short biography."))
    var bio: Operand?

    @Option(help: .value("text", "The user's progress in the campaign."))
    var level: Operand?

    @Option(help: .value("photo", "Profile photo."))
    var photo: Operand?

    /// True if an option was given.
    var isAnyGiven: Bool { [email, firstName, lastName, bio, level, photo].contains { $0 != nil } }

    /// Returns a profile with the given fields replaced.
    ///
    /// - Throws: `notFound` if the photo does not exist.
    func applied(
        to profile: AccountProfile, in gallery: PhotoGallery
    ) throws(GalleryError) -> AccountProfile {
        var profile = profile
        if let email { profile.email = email.text }
        if let firstName { profile.firstName = firstName.text }
        if let lastName { profile.lastName = lastName.text }
        if let bio { profile.bio = bio.text }
        if let level { profile.level = level.text }
        if let photo {
            profile.photo = photo.text.isEmpty ? nil : try gallery.photo(named: photo).id
        }
        return profile
    }
}

extension AccountRole: ExpressibleByArgument {
    /// The names of the roles, the most powerful first.
    package static var allValueStrings: [String] { allCases.reversed().map(\.rawValue) }
}
