import ArgumentParser
import Gallery

/// The root command, `gallery`.
struct GalleryCommand: AsyncParsableCommand {
    /// The version of the program.
    static let version = PhotoGallery.version

    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Collect photos from Flickr and your camera in one offline catalog.",
        discussion: """
            Photos are organized in sections: 'camera' contains the photos you imported, and each \
            Flickr search has its own section, such as 'dogs'. Refer to a photo by its catalog ID \
            (42), its position in a section (dogs/1), or its Flickr ID (flickr:53574198477).

            Start with:
              gallery search dogs
              gallery list dogs
              gallery export dogs --format csv -o dogs.csv
            """,
        version: "gallery \(version)",
        groupedSubcommands: [
            CommandGroup(
                name: "Collecting",
                subcommands: [
                    SearchCommand.self, PullCommand.self, RefreshCommand.self, ImportCommand.self,
                    FetchCommand.self, AlbumCommand.self,
                ]),
            CommandGroup(
                name: "Viewing",
                subcommands: [
                    SectionsCommand.self, FindCommand.self, ListCommand.self, LatestCommand.self,
                    ShowCommand.self, TimelineCommand.self, TagsCommand.self, PeopleCommand.self,
                    CamerasCommand.self, PlacesCommand.self,
                ]),
            CommandGroup(
                name: "Analyzing",
                subcommands: [
                    AnalyzeCommand.self, ThumbnailsCommand.self, FacesCommand.self,
                    LocateCommand.self, ModelsCommand.self,
                ]),
            CommandGroup(
                name: "Editing",
                subcommands: [SetCommand.self, EditCommand.self, EffectsCommand.self]),
            CommandGroup(
                name: "Sharing",
                subcommands: [ShareCommand.self, PublishCommand.self, ExportCommand.self]),
            CommandGroup(
                name: "Signing in",
                subcommands: [SignInCommand.self, SignOutCommand.self, WhoamiCommand.self]),
            CommandGroup(
                name: "Serving",
                subcommands: [ServeCommand.self, TokenCommand.self, AccountCommand.self]),
            CommandGroup(
                name: "Housekeeping",
                subcommands: [
                    DuplicatesCommand.self, RemoveCommand.self, RestoreCommand.self,
                    TrashCommand.self, SectionCommand.self, UndoCommand.self, RedoCommand.self,
                    ProblemsCommand.self, ConfigCommand.self,
                ]),
            CommandGroup(
                name: "Documentation",
                subcommands: [GenerateReferenceCommand.self, GenerateManualCommand.self]),
        ])
}
