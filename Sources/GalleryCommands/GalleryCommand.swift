import ArgumentParser
import Gallery

/// The root command, `gallery`.
struct GalleryCommand: AsyncParsableCommand {
    /// The version of the program.
    static let version = PhotoGallery.version

    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Collects photos from Flickr and your camera into one offline catalog.",
        discussion: """
            Photos stand in sections: 'camera' for what you imported, and one section for each \
            Flickr search, such as 'dogs'. A photo is named by its catalog id (42), by its place \
            in a section (dogs/1), or by Flickr's id (flickr:53574198477).

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
                    ShowCommand.self,
                    TimelineCommand.self, TagsCommand.self, PeopleCommand.self, CamerasCommand.self,
                    PlacesCommand.self,
                ]),
            CommandGroup(
                name: "Analysing",
                subcommands: [
                    AnalyseCommand.self, ThumbnailsCommand.self, FacesCommand.self,
                    LocateCommand.self,
                    ModelsCommand.self,
                ]),
            CommandGroup(name: "Editing", subcommands: [EditCommand.self, EffectsCommand.self]),
            CommandGroup(
                name: "Giving away",
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
                    RemoveCommand.self, RestoreCommand.self, TrashCommand.self,
                    SectionCommand.self, UndoCommand.self, ProblemsCommand.self,
                    ConfigCommand.self,
                ]),
            CommandGroup(
                name: "Documentation",
                subcommands: [GenerateReferenceCommand.self, GenerateManualCommand.self]),
        ])
}
