import ArgumentParser

/// The commands `gallery config …`.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show and change settings.",
        discussion: """
            Settings are, strongest first, a flag, a variable such as GALLERY_FLICKR_API_KEY, \
            ${XDG_CONFIG_HOME:-~/.config}/gallery/config.json, and the default.
            """,
        subcommands: [
            ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self,
            ConfigUnsetCommand.self, ConfigPathCommand.self,
        ],
        defaultSubcommand: ConfigListCommand.self)
}
