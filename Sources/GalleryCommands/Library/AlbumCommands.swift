import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The commands `gallery album …`.
struct AlbumCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "album", abstract: "Manage albums.",
        discussion: """
            An album is a section defined by a query: it contains all matching photos, in the \
            order in which they were added. Refer to it as album:NAME, or as NAME if no other \
            section has that name, wherever a section is accepted: in list, export and share, and \
            as section:NAME in other queries.
            """,
        subcommands: [
            AlbumListCommand.self, AlbumNewCommand.self, AlbumRenameCommand.self,
            AlbumDeleteCommand.self,
        ],
        defaultSubcommand: AlbumListCommand.self)
}

extension PhotoGallery {
    /// Returns the album that an operand refers to, with or without `album:`.
    ///
    /// - Throws: `notFound`; `usage` for a section that is not an album.
    func album(named operand: Operand) throws(GalleryError) -> PhotoSection {
        let reference = SectionReference(text: operand.text)
        guard reference.kind == nil || reference.kind == .album else {
            throw GalleryError(
                .usage, "'\(operand.text)' is not an album; list albums with 'gallery album list'")
        }
        return try sections.find(SectionReference(kind: .album, name: reference.name))
    }
}

/// The command `gallery album [list]`.
struct AlbumListCommand: ListingCommand {
    static let explanation = """
        JSON rows have the keys name, query and photos. To list the photos of an album, use \
        'gallery list album:NAME'.
        """
    static let examples: KeyValuePairs = [
        "gallery album": "list all albums",
        "gallery album list --format jsonl | jq -r .query": "print their queries in a script",
    ]
    static let configuration = documented("list", "List albums.")

    @OptionGroup var output: ListingOptions

    static let emptyNote: String? =
        "no albums yet; create one with 'gallery album new NAME --where QUERY'"
    static let layout = RowLayout<PhotoSection>([
        RowColumn("name", "NAME") { $0.reference.name },
        RowColumn("query", "QUERY") { $0.filter?.text },
        RowColumn("photos", "PHOTOS", isNumeric: true) { $0.count },
    ])

    func items(_ run: CommandRun) throws -> [PhotoSection] {
        try run.gallery().sections.list().filter { $0.reference.kind == .album }
    }
}

/// The command `gallery album new NAME`.
struct AlbumNewCommand: DryRunCommand {
    static let explanation = """
        The query uses the language of 'gallery find'. It is evaluated each time the album is \
        used, so that its contents change with the catalog and 'last 30 days' always ends today. \
        It can refer to other sections and albums, but not to itself.
        """
    static let examples: KeyValuePairs = [
        "gallery album new best --where 'rating:>3'": "collect the best photos",
        "gallery album new 'this month' --where 'taken:\"last 30 days\"'": "collect recent photos",
        "gallery album new 'dogs in France' --where 'section:flickr:dogs country:FR'":
            "collect part of a search",
    ]
    static let configuration = documented("new", "Create an album from a query.")

    @Argument(help: "Name of the album, such as best.")
    var name: Operand

    @Option(
        name: .customLong("where"), parsing: .unconditional,
        help: .value("query", "Query of the album, such as 'rating:>3 tag:dog'."),
        completion: .query)
    var query: Operand

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        func make(in gallery: PhotoGallery) throws(GalleryError) -> PhotoSection {
            try gallery.albums.create(
                named: name.text, filter: try gallery.filter(query.text), options: run.work)
        }
        try run.rehearse { gallery throws(GalleryError) in _ = try make(in: gallery) }
        let album = try make(in: try run.gallery(isCreated: true))
        return CommandOutcome(sentences: [
            "\(dryRun.isSet ? "would create" : "created") '\(album.reference.text)': "
                + Count.text(album.count, "photo")
        ])
    }
}

/// The command `gallery album rename NAME NEW`.
struct AlbumRenameCommand: DryRunCommand {
    static let explanation =
        "Queries of other albums that refer to it are updated. 'gallery undo' reverts the change."
    static let examples: KeyValuePairs = ["gallery album rename best 'the best'": "rename an album"]
    static let configuration = documented("rename", "Rename an album.")

    @Argument(help: "Album, such as best or album:best.", completion: .albums)
    var name: Operand

    @Argument(help: "New name.")
    var new: Operand

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let album = try gallery.album(named: name)
        let renamed = try gallery.albums.rename(album, to: new.text, options: run.work)
        return CommandOutcome(sentences: [
            "'\(album.reference.text)' \(dryRun.isSet ? "would become" : "is now") "
                + "'\(renamed.reference.text)'"
        ])
    }
}

/// The command `gallery album delete NAME…`.
struct AlbumDeleteCommand: DryRunCommand {
    static let explanation = """
        The photos are not removed. 'gallery undo' restores the album. An album that another \
        album's query refers to can only be deleted together with that album.
        """
    static let examples: KeyValuePairs = ["gallery album delete best": "delete an album"]
    static let configuration = documented("delete", "Delete albums, but not their photos.")

    @Argument(help: "Albums, such as best or album:best.", completion: .albums)
    var name: [Operand]

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        let albums = try name.map { operand throws(GalleryError) in
            try gallery.album(named: operand)
        }
        return CommandOutcome(
            try await gallery.sections.remove(albums, command: "album delete", options: run.work))
    }
}
