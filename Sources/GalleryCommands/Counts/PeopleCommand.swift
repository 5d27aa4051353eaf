import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery people [SECTION]`.
struct PeopleCommand: NameCountCommand {
    static let explanation = """
        Counts photos by the names of the faces they show, the person on most photos first; of the whole \
        catalog without SECTION. Names come from 'gallery faces name' and from metadata; those that \
        differ in case alone are one. Photos in the trash do not count.
        """
    static let examples = [
        CommandExample("gallery people", "whom your photos show"),
        CommandExample("gallery people camera --limit 5", "the five seen most"),
        CommandExample("gallery people --where person:Ana", "who is with Ana"),
    ]
    static let configuration = documented("people", "Count photos by the people they show.")
    static let subject = "person"

    @OptionGroup var counted: CountOptions

    @Option(help: ArgumentHelp("How many people to print at most.", valueName: "n"))
    var limit: Int?

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func counts(_ query: PhotoQuery, in gallery: PhotoGallery) throws(GalleryError) -> [NameCount] {
        try gallery.personCounts(query)
    }
}
