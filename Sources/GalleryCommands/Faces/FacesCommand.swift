import ArgumentParser

/// The commands `gallery faces …`; without one of their names, `detect` is meant.
struct FacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faces", abstract: "Find faces, and say who they are.",
        discussion: """
            'gallery faces dogs' is short for 'gallery faces detect dogs': 'gallery faces detect \
            --help' explains it. What you say about faces stays whatever is detected later.
            """,
        subcommands: [
            FacesDetectCommand.self, FacesListCommand.self, FacesNameCommand.self,
            FacesRejectCommand.self, FacesAddCommand.self,
            FacesCropCommand.self,
        ], defaultSubcommand: FacesDetectCommand.self)
}
