import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery tags [SECTION]`.
struct TagsCommand: NameCountCommand {
    static let explanation = """
        Counts photos by tag, the tag with most photos first; of the whole catalog without SECTION. \
        Tags that differ in case and accents alone are one, told by a spelling that was said often. Photos in \
        the trash do not count.
        """
    static let examples = [
        CommandExample("gallery tags --limit 20", "the tags you use most"),
        CommandExample("gallery tags dogs", "tags of a section"),
        CommandExample("gallery tags --where taken:2024 --format csv", "tags of one year"),
    ]
    static let configuration = documented("tags", "Count photos by tag.")
    static let subject = "tag"

    @OptionGroup var counted: CountOptions

    @Option(help: ArgumentHelp("How many tags to print at most.", valueName: "n"))
    var limit: Int?

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func counts(_ query: PhotoQuery, in gallery: PhotoGallery) throws(GalleryError) -> [NameCount] {
        try gallery.tagCounts(query)
    }
}
