import ArgumentParser

/// The commands `gallery models …`.
struct ModelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models", abstract: "Look after the models of the detectors.",
        discussion: """
            Models are looked for in GALLERY_MODELS, in models/ beside the program and at the root of \
            its sources, under PREFIX/share/gallery, then in OpenCV's data.
            """,
        subcommands: [ModelsListCommand.self, ModelsInstallCommand.self],
        defaultSubcommand: ModelsListCommand.self)
}
