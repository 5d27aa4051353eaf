import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery cameras [SECTION]`.
struct CamerasCommand: NameCountCommand {
    static let explanation = """
        Counts photos by the maker and model of the camera, the camera with most photos first; of the \
        whole catalog without SECTION. Photos whose metadata name no camera do not count, nor do those \
        in the trash.
        """
    static let examples = [
        CommandExample("gallery cameras", "what you photograph with"),
        CommandExample("gallery cameras --where taken:2024", "the cameras of one year"),
    ]
    static let configuration = documented("cameras", "Count photos by camera.")
    static let subject = "camera"

    @OptionGroup var counted: CountOptions

    @Option(help: ArgumentHelp("How many cameras to print at most.", valueName: "n"))
    var limit: Int?

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func counts(_ query: PhotoQuery, in gallery: PhotoGallery) throws(GalleryError) -> [NameCount] {
        try gallery.cameraCounts(query)
    }
}
