import ArgumentParser
import Basics
import Foundation
import Gallery
import GalleryModel

/// The commands `gallery share …`; the default is `copy`.
struct ShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Share copies of photos, or links.",
        discussion: """
            'gallery share 42 --to beach.jpg' is short for 'gallery share copy 42 --to beach.jpg'; \
            see 'gallery share copy --help'. The other commands manage the links created by \
            'gallery share --link'.
            """,
        subcommands: [
            ShareCopyCommand.self, ShareListCommand.self, ShareRevokeCommand.self,
        ], defaultSubcommand: ShareCopyCommand.self)
}

/// The command `gallery share list`.
struct ShareListCommand: ListingCommand {
    static let explanation = """
        Lists the links created by 'gallery share --link' and the web pages. The addresses are not \
        stored. JSON rows have the keys id, section, photos, originals, metadata, password, state \
        (valid, expired, revoked, or gone if the section was removed), created, expires, openings \
        and opened. photos is empty for a section, whose link shows its current photos. Each \
        browser counts as one opening.
        """
    static let examples: KeyValuePairs = [
        "gallery share list": "list all links",
        "gallery share list --format jsonl | jq -r 'select(.state == \"expired\").id'":
            "list expired links",
    ]
    static let configuration = documented("list", "List share links.")

    @OptionGroup var output: ListingOptions

    static let emptyNote: String? = "no links yet; create one with 'gallery share --link PHOTO'"
    static let layout = RowLayout<ShareLink>([
        RowColumn("id", "ID", isNumeric: true) { $0.id },
        RowColumn("section", "SECTION") { $0.section?.text },
        RowColumn("photos", "PHOTOS", isNumeric: true) { $0.photoCount },
        RowColumn("originals", "ORIGINALS") { $0.contents.originals },
        RowColumn("metadata", "METADATA") { $0.contents.metadata },
        RowColumn("password", "PASSWORD") { $0.hasPassword },
        RowColumn("state", "STATE") { $0.state(at: Date()) },
        RowColumn("created", "CREATED") { $0.dateCreated },
        RowColumn("expires", "EXPIRES") { $0.dateExpires },
        RowColumn("openings", "OPENINGS", isNumeric: true) { $0.openings },
        RowColumn("opened", "OPENED") { $0.dateOpened },
    ])

    func items(_ run: CommandRun) throws -> [ShareLink] { try run.gallery().shareLinks.list() }
}

/// The command `gallery share revoke ID`.
struct ShareRevokeCommand: CatalogCommand {
    static let explanation = """
        The address of the link returns 404 immediately, even on a running server, and the files \
        created for it are deleted. This cannot be undone.
        """
    static let examples: KeyValuePairs = ["gallery share revoke 3": "revoke a link"]
    static let configuration = documented("revoke", "Revoke a share link.")

    @Argument(help: "ID of the link, as listed by 'gallery share list'.")
    var id: Int

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        try run.gallery().shareLinks.revoke(Int64(id))
        return .sentence("revoked share link \(id)")
    }
}

/// The command `gallery share [copy] PHOTO… --to FILE/DIR/FILE.zip`.
struct ShareCopyCommand: WorkingCommand, RowCommand {
    static let explanation = """
        Creates copies for sharing: as edited, upright, in sRGB, with the long edge limited by the \
        setting share.longestSide. Copies contain the date and exposure data of a photo. All other \
        metadata is omitted unless an option keeps it: positions and places, make and model of \
        camera and lens (which can contain names), serial numbers, names of people, titles, \
        descriptions, tags, ratings and the creator. Flickr photos keep title, creator, license \
        and credit line while they are public on Flickr. --keep-all shares the stored file \
        unchanged.

        Texts are kept or omitted as a whole: a kept text can mention people and places. Copies \
        are named after date and ID, or after the template given by --name, which has the fields \
        of 'export --name', such as {title} or {name}, the name of the imported file.

        --to writes a picture (.jpg, .png, .webp), a zip archive, a mail message (.eml), or files \
        in a folder; a name without an extension is a new folder. --mail opens the mail program, \
        or writes a message without one. --print prints at full size. Existing files are not \
        overwritten. A section means all photos in it.

        --link creates a link on a server of this catalog ('gallery serve'). Anyone with the link \
        can view these photos and nothing else, as pages, pictures and a zip archive. The link is \
        shown only once, because the catalog stores only its digest. A link to a single section \
        shows its current photos; other links show the photos selected now. Photos in the trash \
        are never shared, and edited photos are shared as edited. Positions, names, titles, tags, \
        descriptions and file names are omitted unless --metadata is given; photos that are public \
        on Flickr keep their title, creator, copyright, license, address and date.
        """
    static let examples: KeyValuePairs = [
        "gallery share 42 --to beach.jpg": "create a small copy without a position",
        "gallery share 42 43 44 --to holiday.zip": "share photos as an archive",
        "gallery share dogs --to out/ --size 1024 --keep-location":
            "share a section with positions",
        "gallery share dogs --to out/ --keep-tags --name '{title}-{id}'":
            "keep tags and name files after titles",
        "gallery share 42 --mail --mail-to ana@example.org --subject 'The beach'":
            "send a photo by mail",
        "gallery share 42 --print --printer office": "print a photo",
        "gallery share dogs --link --expires 30 --password":
            "create a link to a section that expires in 30 days",
    ]
    static let configuration = documented("copy", "Create copies of photos for sharing, or a link.")

    @Argument(help: .value("photo/section", "Photos and sections."), completion: .sections)
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var target: ShareTargetFlags
    @OptionGroup var share: ShareFlags
    @OptionGroup var link: ShareLinkFlags
    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption

    func validate() throws {
        try query.requirePhotos(photo, "photos or sections")
        try query.checkNames(photo, "photo or section", "42 or camera/3")
        try refuse(target.link ? share.firstGivenOption : nil) {
            "\($0) cannot be combined with --link; use --originals and --metadata"
        }
        try refuse(
            if: target.link && output.format != nil, "--format cannot be combined with --link")
        try refuse(target.link ? nil : link.firstGivenOption) { "\($0) requires --link" }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        if target.link { return try await makeLink(run) }
        let target = try target.target()
        let options = share.options
        try options.check()
        let gallery = try run.gallery()
        let named = try gallery.query(named: photo, query)
        let photos = try gallery.photoIDs(named)
        if photos.isEmpty { return try query.outcome(withoutPhotosIn: photo) }
        if case .file(let path) = target, photos.count > 1 {
            throw GalleryError(
                .usage,
                "cannot write \(photos.count) photos to one file '\(path)'; give a folder, such as "
                    + "--to out/, or an archive, such as --to out.zip")
        }
        let isPrint = if case .printer = target { true } else { false }
        let summary = try await gallery.shares.send(
            .photos(photos), to: target, options: options.with(run.work))
        if let format = output.format {
            try Output.write(summary.photos, as: format, ShareCopyCommand.layout)
        }
        // Failures of a printer are not recorded as problems of the catalog.
        return CommandOutcome(
            summary, notes: summary.message.map { [$0] } ?? [],
            recordsProblems: !isPrint && gallery.problems.areKept)
    }
}

extension ShareCopyCommand {
    /// The rows of copies; the path is empty for archives, messages and prints.
    private static let layout = RowLayout<SharedPhoto>([
        RowColumn("id", "ID", isNumeric: true) { $0.photoID },
        RowColumn("name", "NAME") { $0.name },
        RowColumn("width", "WIDTH", isNumeric: true) { $0.width },
        RowColumn("height", "HEIGHT", isNumeric: true) { $0.height },
        RowColumn("size", "BYTES", isNumeric: true) { Int($0.byteCount) },
        RowColumn("path", "PATH", overflow: .cutStart) { $0.path },
    ])

    /// Creates a link, prints its address, and prepares the shared files.
    func makeLink(_ run: CommandRun) async throws -> CommandOutcome {
        let base = try (link.baseURL?.text ?? run.settings().serve.baseURL).map {
            try ServerBaseURL.trimmed($0)
        }
        let gallery = try run.gallery()
        let query = try gallery.query(named: photo, query)
        let ids = try gallery.photoIDs(query)
        // A link to a section also shows photos added later.
        let isSection = if case .section? = query.scopes.first { true } else { false }
        if ids.isEmpty, !isSection || query.scopes.count > 1 || !query.isUnlimited {
            return .note("no photo matches")
        }
        if run.work.isDryRun {
            return .sentence("share: a link to \(Count.text(ids.count, "photo"))")
        }
        let made = try gallery.shareLinks.make(query, options: try link.options())
        try StandardOutput.shared.write((base ?? "") + made.path + "\n")
        var notes: [String] = []
        if base == nil {
            notes.append(
                "this is a path on your server, such as http://127.0.0.1:8080\(made.path); to print full "
                    + "links, use --base-url or the setting serve.baseURL")
        }
        notes.append("revoke it with 'gallery share revoke \(made.link.id)'")
        return CommandOutcome(
            try await gallery.shareLinks.prepare(made.link.id, options: run.work), notes: notes)
    }
}
