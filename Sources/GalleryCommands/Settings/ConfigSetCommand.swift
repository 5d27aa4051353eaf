import ArgumentParser
import Basics
import Gallery

/// The command `gallery config set KEY VALUE`.
struct ConfigSetCommand: CatalogCommand {
    static let explanation = """
        Checks the value and writes it into the configuration file, which is made where there is none and is \
        for you alone. What the file holds beside stays as it is. Lists are comma separated.
        """
    static let examples = [
        CommandExample("gallery config set share.quality 85", "share smaller pictures"),
        CommandExample(
            "gallery config set thumbnails.sizes 240,640", "make thumbnails of two sizes"),
        CommandExample(
            "gallery config set places.home 48.39,-4.49",
            "say where photos without a position were taken"),
    ]
    static let configuration = documented("set", "Change a setting in the configuration file.")

    @Argument(help: "The setting, such as share.quality.", completion: .settings)
    var key: String

    @Argument(help: "The value.")
    var value: Operand

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { dryRun.mode }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let environment = try ProcessEnvironment.read()
        let file = try SettingsFile(environment: environment)
        try file.set(key, to: value.text, isDryRun: dryRun.isSet)
        let definition = try SettingDefinition.named(key)
        let isHidden = environment[definition.variable]?.isEmpty == false
        return CommandOutcome(
            sentences: [
                (dryRun.isSet ? "would set " : "set ") + key
                    + (definition.isSecret ? "" : " to '\(value.text)'")
                    + " in '\(file.path.escaped)'"
            ],
            notes: isHidden ? ["\(definition.variable) is set, too, and wins"] : [])
    }
}
