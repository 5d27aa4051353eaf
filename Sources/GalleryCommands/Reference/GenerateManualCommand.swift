import ArgumentParser

/// `gallery generate-manual`, which makes the man page; hidden from help.
struct GenerateManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate-manual", abstract: "Print the man page.", shouldDisplay: false)

    func run() throws {
        try StandardOutput.shared.write(ManualPage.roff())
    }
}
