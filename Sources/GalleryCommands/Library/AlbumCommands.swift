import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The commands `gallery album …`.
struct AlbumCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "album", abstract: "Manage albums.",
        discussion: """
            An album with a query contains all matching photos, in the order in which they were \
            added to the catalog. An album without a query is filled by hand: it contains the \
            photos that you add, in your order. Refer to an album as album:NAME, or as NAME if no \
            other section has that name, wherever a section is accepted: in list, export and \
            share, and as section:NAME in other queries.
            """,
        subcommands: [
            AlbumListCommand.self, AlbumNewCommand.self, AlbumAddCommand.self,
            AlbumRemoveCommand.self, AlbumMoveCommand.self, AlbumCoverCommand.self,
            AlbumRenameCommand.self, AlbumDeleteCommand.self,
        ], defaultSubcommand: AlbumListCommand.self)
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
        JSON rows have the keys name, kind (query or hand), query (null for an album filled by \
        hand) and photos. To list the photos of an album, use 'gallery list album:NAME'.
        """
    static let examples: KeyValuePairs = [
        "gallery album": "list all albums",
        "gallery album list --format jsonl | jq -r .query": "print their queries in a script",
    ]
    static let configuration = documented("list", "List albums.")

    @OptionGroup var output: ListingOptions

    static let emptyNote: String? =
        "no albums yet; create one with 'gallery album new NAME', with --where QUERY or without"
    static let layout = RowLayout<PhotoSection>([
        RowColumn("name", "NAME") { $0.reference.name },
        RowColumn("kind", "KIND") { $0.filter == nil ? "hand" : "query" },
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
        It can refer to other sections and albums, but not to itself. Without --where, the album \
        is empty: 'gallery album add' adds photos to it.
        """
    static let examples: KeyValuePairs = [
        "gallery album new best --where 'rating:>3'": "collect the best photos",
        "gallery album new favorites": "create an empty album to fill by hand",
        "gallery album new 'this month' --where 'taken:\"last 30 days\"'": "collect recent photos",
        "gallery album new 'dogs in France' --where 'section:flickr:dogs country:FR'":
            "collect part of a search",
    ]
    static let configuration = documented("new", "Create an album from a query, or an empty one.")

    @Argument(help: "Name of the album, such as best.")
    var name: Operand

    @Option(
        name: .customLong("where"), parsing: .unconditional,
        help: .value(
            "query",
            "Query of the album, such as 'rating:>3 tag:dog'; without one, it is filled by hand."),
        completion: .query)
    var query: Operand?

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        func make(in gallery: PhotoGallery) throws -> PhotoSection {
            let filter = try query.map { try gallery.filter($0.text) }
            return try gallery.albums
                .create(named: name.text, filter: filter, options: run.work).album
        }
        try run.rehearse { _ = try make(in: $0) }
        let album = try make(in: try run.gallery(isCreated: true))
        return .sentence(
            "\(dryRun.isSet ? "would create" : "created") '\(album.reference.text)': "
                + Count.text(album.count, "photo"))
    }
}

/// The command `gallery album add NAME PHOTO…`.
struct AlbumAddCommand: AlbumPhotosCommand {
    static let explanation = """
        The photos are added at the end, in the given order; a photo that is already in the album \
        keeps its position. Only albums without a query can be filled by hand. 'gallery undo' \
        reverts the change.
        """
    static let examples: KeyValuePairs = [
        "gallery album add favorites 42 dogs/1": "add two photos",
        "gallery album add favorites dogs": "add all photos of a section",
        "gallery album add favorites --where 'rating:5'": "add the photos that match now",
    ]
    static let configuration = documented("add", "Add photos to an album filled by hand.")

    static let adds = true

    @OptionGroup var change: AlbumPhotos
}

/// The command `gallery album remove NAME PHOTO…`.
struct AlbumRemoveCommand: AlbumPhotosCommand {
    static let explanation = """
        The photos stay in the catalog and in all other sections. Only albums without a query can \
        be changed by hand. 'gallery undo' reverts the change.
        """
    static let examples: KeyValuePairs = [
        "gallery album remove favorites 42": "remove a photo from an album",
        "gallery album remove favorites favorites/1": "remove the first photo of the album",
    ]
    static let configuration = documented("remove", "Remove photos from an album filled by hand.")

    static let adds = false

    @OptionGroup var change: AlbumPhotos
}

/// A command that adds photos to an album filled by hand, or removes them.
protocol AlbumPhotosCommand: DryRunCommand {
    /// The album and the photos.
    var change: AlbumPhotos { get }
    /// True to add the photos, false to remove them.
    static var adds: Bool { get }
}

extension AlbumPhotosCommand {
    var dryRun: DryRunFlag { change.dryRun }
    var catalog: CatalogOptions { change.catalog }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        let album = try gallery.album(named: change.name)
        let chosen = try gallery.photoIDs(gallery.query(named: change.photo, change.query))
        if chosen.isEmpty { return try change.query.outcome(withoutPhotosIn: change.photo) }
        let changed =
            Self.adds
            ? try await gallery.albums.add(.photos(chosen), to: album, options: run.work).photos
            : try await gallery.albums.remove(.photos(chosen), from: album, options: run.work)
                .photos
        let name = "'\(album.reference.text)'"
        let state = Self.adds ? "already in" : "not in"
        if changed.isEmpty { return .note("\(state) \(name)") }
        let verbs = Self.adds ? ("would add", "added") : ("would remove", "removed")
        let others = chosen.count - changed.count
        return .sentence(
            "\(dryRun.isSet ? verbs.0 : verbs.1) \(Count.text(changed.count, "photo")) "
                + "\(Self.adds ? "to" : "from") \(name)"
                + (others > 0 ? "; \(others) \(state) it" : ""))
    }
}

/// The operands and options of `album add` and `album remove`.
struct AlbumPhotos: ParsableArguments {
    @Argument(help: "Album, such as favorites or album:favorites.", completion: .albums)
    var name: Operand

    @Argument(help: .value("photo/section", "Photos and sections."), completion: .sections)
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try query.requirePhotos(photo, "photos or sections")
        try query.checkNames(photo, "photo or section", "42 or camera/3")
    }
}

/// The command `gallery album move NAME PHOTO --to N`.
struct AlbumMoveCommand: DryRunCommand {
    static let explanation = """
        The photos between the old and the new position move by one. Positions count from 1 and \
        are those of 'gallery list album:NAME'. 'gallery undo' reverts the change.
        """
    static let examples: KeyValuePairs = [
        "gallery album move favorites 42 --to 1": "show a photo first",
        "gallery album move favorites favorites/9 --to 3": "move the ninth photo up",
    ]
    static let configuration = documented("move", "Move a photo within an album filled by hand.")

    @Argument(help: "Album, such as favorites or album:favorites.", completion: .albums)
    var name: Operand

    @Argument(help: "Photo, such as 42 or favorites/9.")
    var photo: Operand

    @Option(parsing: .unconditional, help: .value("n", "New position, from 1."))
    var to: Int

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try InvalidValue.check("--to", to, in: 1..., expected: "a position from 1")
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let album = try gallery.album(named: name)
        let photo = try gallery.photo(named: photo).id
        let step = try gallery.albums.move(photo, in: album, to: to, options: run.work)
        let place = "position \(to) of '\(album.reference.text)'"
        if step == nil { return .note("photo \(photo) is already at \(place)") }
        return .sentence("\(dryRun.isSet ? "would move" : "moved") photo \(photo) to \(place)")
    }
}

/// The command `gallery album cover NAME PHOTO`.
struct AlbumCoverCommand: DryRunCommand {
    static let explanation = """
        Pages show the cover for the album instead of its first photo. The photo must be in the \
        album; when it leaves it, the first photo is shown again. 'gallery undo' reverts the \
        change.
        """
    static let examples: KeyValuePairs = [
        "gallery album cover favorites 42": "choose a cover",
        "gallery album cover favorites --none": "show the first photo again",
    ]
    static let configuration = documented("cover", "Choose the picture shown for an album.")

    @Argument(help: "Album, such as favorites or album:favorites.", completion: .albums)
    var name: Operand

    @Argument(help: "Photo in the album, such as 42 or favorites/9.")
    var photo: Operand?

    @Flag(help: "Show the first photo of the album.")
    var none = false

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try refuse(if: photo == nil && !none, "no photo given; give one, such as 42, or --none")
        try refuse(if: photo != nil && none, "--none cannot be combined with a photo")
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let album = try gallery.album(named: name)
        let cover = try photo.map { try gallery.photo(named: $0).id }
        let step = try gallery.albums.setCover(of: album, to: cover, options: run.work)
        let name = "'\(album.reference.text)'"
        let what = cover.map { "photo \($0)" } ?? "its first photo"
        if step == nil { return .note("\(name) already shows \(what) as its cover") }
        let verb = dryRun.isSet ? "would show" : "now shows"
        return .sentence("\(name) \(verb) \(what) as its cover")
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
        let renamed = try gallery.albums.rename(album, to: new.text, options: run.work).album
        let verb = dryRun.isSet ? "would become" : "is now"
        return .sentence("'\(album.reference.text)' \(verb) '\(renamed.reference.text)'")
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
        let albums = try name.map { try gallery.album(named: $0) }
        return CommandOutcome(
            try await gallery.sections.remove(albums, command: "album delete", options: run.work))
    }
}
