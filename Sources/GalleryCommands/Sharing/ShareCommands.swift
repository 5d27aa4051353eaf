import ArgumentParser
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
        RowColumn("section", "SECTION") { $0.sectionText },
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

extension ShareLink {
    /// The shared section; nil for photos, and for a removed section.
    fileprivate var sectionText: String? {
        if case .section(let section) = subject { section?.text } else { nil }
    }

    /// The number of shared photos; nil for a section.
    fileprivate var photoCount: Int? {
        if case .photos(let count) = subject { count } else { nil }
    }

    /// Returns the state of the link at a date: `valid`, `expired`, `revoked` or `delisted`.
    fileprivate func state(at date: Date) -> String {
        if dateRevoked != nil { return "revoked" }
        guard isValid(at: date) else { return "expired" }
        return subject == .section(nil) ? "gone" : "valid"
    }
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
        return CommandOutcome(sentences: ["revoked share link \(id)"])
    }
}
