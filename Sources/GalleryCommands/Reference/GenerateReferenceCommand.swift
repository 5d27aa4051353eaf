import ArgumentParser
import Gallery

/// `gallery generate-reference`, which makes files of this project; hidden from help.
struct GenerateReferenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate-reference", abstract: "Print a file that is made from the commands.",
        shouldDisplay: false)

    /// A file that is made.
    enum Document: String, CaseIterable, ExpressibleByArgument {
        /// docs/cli.md
        case commands
        /// Config/config.schema.json
        case schema
        /// Config/config.example.json
        case example
        /// models/models.json
        case models
    }

    @Argument(help: "Which file.")
    var document = Document.commands

    func run() throws {
        switch document {
        case .commands: try StandardOutput.shared.write(CommandReference.markdown())
        case .schema: try StandardOutput.shared.write(SettingsDocument.schema)
        case .example: try StandardOutput.shared.write(SettingsDocument.example)
        case .models: try StandardOutput.shared.write(DetectorModel.manifest)
        }
    }
}
