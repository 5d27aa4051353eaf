import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery album new NAME`.
struct AlbumNewCommand: CatalogCommand {
    static let explanation = """
        The query is in the language of 'gallery find'. It is asked anew whenever the album is looked at: \
        photos come and go, and 'last 30 days' always ends today. It may ask for other sections and albums, \
        but not for itself.
        """
    static let examples = [
        CommandExample("gallery album new best --where 'rating:>3'", "collect the best photos"),
        CommandExample(
            "gallery album new 'this month' --where 'taken:\"last 30 days\"'", "keep up with today"),
        CommandExample(
            "gallery album new 'dogs in France' --where 'section:flickr:dogs country:FR'",
            "take a part of a search"),
    ]
    static let configuration = documented("new", "Make an album of what a query finds.")

    @Argument(help: "The album's name, such as best.")
    var name: Operand

    @Option(
        name: .customLong("where"), parsing: .unconditional,
        help: ArgumentHelp("What it finds, such as 'rating:>3 tag:dog'.", valueName: "query"),
        completion: .query)
    var query: Operand

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { dryRun.mode }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let album = try gallery.makeAlbum(
            named: name.text, filter: try gallery.filter(query.text), options: run.work)
        return CommandOutcome(sentences: [
            "\(dryRun.isSet ? "would make" : "made") '\(album.reference.text)': "
                + Count.text(album.count, "photo")
        ])
    }
}
