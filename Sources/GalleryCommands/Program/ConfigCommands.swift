import ArgumentParser
import Basics
import Gallery

/// The commands `gallery config …`.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show and change settings.",
        discussion: """
            Settings are read from, in order of precedence: a flag, an environment variable such \
            as GALLERY_FLICKR_API_KEY, ${XDG_CONFIG_HOME:-~/.config}/gallery/config.json, and the \
            default.
            """,
        subcommands: [
            ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self,
            ConfigUnsetCommand.self, ConfigPathCommand.self,
        ], defaultSubcommand: ConfigListCommand.self)
}

/// The command `gallery config [list]`.
struct ConfigListCommand: ListingCommand {
    static let explanation = """
        The last column shows the source of each value: an environment variable, the configuration \
        file, or the default. Flickr keys are masked; 'gallery config get' prints them. JSON rows \
        have the keys key, value, from, variable and allowed.
        """
    static let examples: KeyValuePairs = [
        "gallery config": "list all settings",
        "gallery config list --format csv | grep -v default": "find changed settings",
    ]
    static let configuration = documented("list", "List settings and their sources.")

    @OptionGroup var output: ListingOptions

    static let layout = RowLayout<SettingValue>([
        RowColumn("key", "KEY") { $0.definition.name },
        RowColumn("value", "VALUE") { value -> String? in
            let text = value.definition.isSecret && !value.text.isEmpty ? "********" : value.text
            return text.isEmpty ? nil : text
        },
        RowColumn("from", "FROM") { $0.source },
        RowColumn("variable", nil) { $0.definition.variable },
        RowColumn("allowed", nil) { $0.definition.allowed },
    ])

    func items(_ run: CommandRun) throws -> [SettingValue] { try run.settingValues() }
}

/// The command `gallery config get KEY`.
struct ConfigGetCommand: CatalogCommand {
    static let explanation = """
        Prints the value in effect on one line; an empty line if the setting has no value. Flickr \
        keys are printed in full.
        """
    static let examples: KeyValuePairs = [
        "gallery config get catalog.path": "get the catalog's path in a script"
    ]
    static let configuration = documented("get", "Print a setting.")

    @Argument(help: "Setting, such as share.quality.", completion: .settings)
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

/// The command `gallery config set KEY VALUE`.
struct ConfigSetCommand: DryRunCommand {
    static let explanation = """
        Checks the value and writes it to the configuration file. A missing file is created and is \
        readable only by you. Other settings in the file are not changed. Lists are comma-separated.
        """
    static let examples: KeyValuePairs = [
        "gallery config set share.quality 85": "share smaller pictures",
        "gallery config set thumbnails.sizes 240,640": "create thumbnails of two sizes",
        "gallery config set places.home 48.39,-4.49": "set the place of photos without a position",
    ]
    static let configuration = documented("set", "Change a setting in the configuration file.")

    @Argument(help: "Setting, such as share.quality.", completion: .settings)
    var key: String

    @Argument(help: "New value.")
    var value: Operand

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let environment = try ProcessEnvironment.read()
        let file = try SettingsFile(environment: environment)
        try file.set(key, to: value.text, isDryRun: dryRun.isSet)
        let definition = try SettingDefinition.named(key)
        var outcome = CommandOutcome.sentence(
            (dryRun.isSet ? "would set " : "set ") + key
                + (definition.isSecret ? "" : " to '\(value.text)'") + " in '\(file.path.escaped)'")
        if environment[definition.variable]?.isEmpty == false {
            outcome.notes.append("\(definition.variable) is also set and takes precedence")
        }
        return outcome
    }
}

/// The command `gallery config unset KEY`.
struct ConfigUnsetCommand: DryRunCommand {
    static let explanation = "Also removes settings that this version of gallery does not know."
    static let examples: KeyValuePairs = [
        "gallery config unset share.quality": "return to the default"
    ]
    static let configuration = documented("unset", "Remove a setting from the configuration file.")

    @Argument(help: "Setting, such as share.quality.", completion: .settings)
    var key: String

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let file = try SettingsFile(environment: try ProcessEnvironment.read())
        let path = file.path.escaped
        guard try file.unset(key, isDryRun: dryRun.isSet) else {
            return .note("\(key) is not set in '\(path)'")
        }
        return .sentence("\(dryRun.isSet ? "would remove" : "removed") \(key) from '\(path)'")
    }
}

/// The command `gallery config path`.
struct ConfigPathCommand: CatalogCommand {
    static let explanation = "The file may not exist yet; 'gallery config set' creates it."
    static let examples: KeyValuePairs = ["cat \"$(gallery config path)\"": "show the file"]
    static let configuration = documented("path", "Print the path of the configuration file.")

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let file = try SettingsFile(environment: try ProcessEnvironment.read())
        try StandardOutput.shared.write(file.path.bytes + [0x0A])
        return .printed
    }
}
