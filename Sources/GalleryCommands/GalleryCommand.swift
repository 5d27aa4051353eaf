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
                    SectionSearch.self, SectionRefresh.self, PhotoImport.self, PhotoFetch.self,
                ]),
            CommandGroup(
                name: "Viewing",
                subcommands: [
                    SectionList.self, PhotoList.self, PhotoLatest.self, PhotoShow.self,
                    PlaceList.self,
                ]),
            CommandGroup(
                name: "Analysing",
                subcommands: [
                    PhotoAnalyse.self, ThumbnailMake.self, FaceGroup.self, PlaceLocate.self,
                    ModelGroup.self,
                ]),
            CommandGroup(name: "Editing", subcommands: [PhotoEdit.self, EffectSheet.self]),
            CommandGroup(
                name: "Giving away", subcommands: [PhotoShare.self, PhotoExport.self]),
            CommandGroup(
                name: "Housekeeping",
                subcommands: [
                    TrashRemove.self, TrashRestore.self, TrashList.self, ChangeUndo.self,
                    ProblemList.self,
                ]),
            CommandGroup(
                name: "Documentation",
                subcommands: [ReferenceGenerate.self, ManualGenerate.self]),
        ])
}
