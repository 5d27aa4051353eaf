import ArgumentParser
import Basics
import Gallery

/// The command `gallery config path`.
struct ConfigPathCommand: CatalogCommand {
    static let explanation = "The file need not be there: 'gallery config set' makes it."
    static let examples = [
        CommandExample("cat \"$(gallery config path)\"", "look at the file")
    ]
    static let configuration = documented("path", "Print where the configuration file is.")

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let file = try SettingsFile(environment: try ProcessEnvironment.read())
        try StandardOutput.shared.write(file.path.bytes + [0x0A])
        return .printed
    }
}
