import ArgumentParser
import Gallery

/// The command `gallery config get KEY`.
struct ConfigGetCommand: CatalogCommand {
    static let explanation = """
        Prints the value that holds, whoever says so, on a line; an empty line where there is none. Keys of \
        Flickr are printed, too.
        """
    static let examples = [
        CommandExample("gallery config get catalog.path", "find the catalog in a script")
    ]
    static let configuration = documented("get", "Print a setting.")

    @Argument(help: "The setting, such as share.quality.", completion: .settings)
    var key: String

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let definition = try SettingDefinition.named(key)
        for value in try run.settingValues() where value.definition.name == definition.name {
            try StandardOutput.shared.write(value.text + "\n")
        }
        return .printed
    }
}
