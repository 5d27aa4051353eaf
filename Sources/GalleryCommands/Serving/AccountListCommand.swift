import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery account [list]`.
struct AccountListCommand: CatalogCommand {
    static let explanation = """
        JSON rows have the keys name, role, email, firstName, lastName, bio, level, photo, created and password, \
        which is when it was set.
        """
    static let examples = [
        CommandExample("gallery account", "see who may sign in"),
        CommandExample(
            "gallery account list --format csv", "keep the list in a spreadsheet"),
    ]
    static let configuration = documented("list", "List the accounts.")

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let accounts = try run.gallery().accounts()
        try Output.write(
            accounts.map { account in
                [
                    .text(account.name), .text(account.role.rawValue),
                    RowValue(account.profile.email), RowValue(account.profile.firstName),
                    RowValue(account.profile.lastName), RowValue(account.profile.bio),
                    RowValue(account.profile.level),
                    RowValue(account.profile.photo.map { Int($0.rawValue) }),
                    .instant(account.dateCreated), .instant(account.datePassword),
                ]
            }, as: output.format,
            columns: [
                Output.Column("name", "NAME"), Output.Column("role", "ROLE"),
                Output.Column("email", "EMAIL"), Output.Column("firstName", "FIRST NAME"),
                Output.Column("lastName", "LAST NAME"), Output.Column("bio", nil),
                Output.Column("level", "LEVEL"), Output.Column("photo", nil),
                Output.Column("created", "CREATED"), Output.Column("password", "PASSWORD SET"),
            ])
        guard accounts.isEmpty else { return .printed }
        return CommandOutcome(notes: ["no accounts yet: begin with 'gallery account add NAME'"])
    }
}
