import ArgumentParser
import Basics
import Gallery

/// The command `gallery config unset KEY`.
struct ConfigUnsetCommand: CatalogCommand {
    static let explanation = """
        Also takes out what this version of the program does not know.
        """
    static let examples = [
        CommandExample("gallery config unset share.quality", "go back to the default")
    ]
    static let configuration = documented(
        "unset", "Take a setting out of the configuration file.")

    @Argument(help: "The setting, such as share.quality.", completion: .settings)
    var key: String

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { dryRun.mode }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let file = try SettingsFile(environment: try ProcessEnvironment.read())
        let path = file.path.escaped
        guard try file.unset(key, isDryRun: dryRun.isSet) else {
            return CommandOutcome(notes: ["\(key) is not set in '\(path)'"])
        }
        return CommandOutcome(sentences: [
            "\(dryRun.isSet ? "would take" : "took") \(key) out of '\(path)'"
        ])
    }
}
