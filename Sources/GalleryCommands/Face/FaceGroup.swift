import ArgumentParser

/// The commands `gallery faces …`; without one of their names, `detect` is meant.
struct FaceGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faces", abstract: "Find faces, and say who they are.",
        discussion: """
            'gallery faces dogs' is short for 'gallery faces detect dogs': 'gallery faces detect \
            --help' explains it. What you say about faces stays whatever is detected later.
            """,
        subcommands: [
            FaceDetect.self, FaceList.self, FaceName.self, FaceReject.self, FaceAdd.self,
            FaceCrop.self,
        ], defaultSubcommand: FaceDetect.self)
}
