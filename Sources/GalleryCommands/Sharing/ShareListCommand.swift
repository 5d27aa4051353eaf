import ArgumentParser
import Foundation
import Gallery
import GalleryModel

/// The command `gallery share list`.
struct ShareListCommand: CatalogCommand {
    static let explanation = """
        Lists the links that 'gallery share --link' and the pages made. The addresses themselves are kept \
        nowhere. JSON rows have the keys id, section, photos, originals, metadata, password, state (valid, \
        expired, revoked, or gone where the section was removed), created, expires, openings and opened; \
        photos is empty for sections, which are given as they are when somebody looks. A browser counts as \
        one opening.
        """
    static let examples = [
        CommandExample("gallery share list", "see which links there are"),
        CommandExample(
            "gallery share list --format jsonl | jq -r 'select(.state == \"expired\").id'",
            "find those that ended"),
    ]
    static let configuration = documented("list", "List the links that photos are given by.")

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let links = try run.gallery().shareLinks()
        let now = Date()
        try Output.write(
            links.map { link in
                [
                    .integer(Int(link.id)), RowValue(link.sectionText), RowValue(link.photoCount),
                    .flag(link.gift.originals), .flag(link.gift.metadata),
                    .flag(link.hasPassword), .text(link.state(at: now)),
                    .instant(link.dateCreated), RowValue(instant: link.dateExpires),
                    .integer(link.openings), RowValue(instant: link.dateOpened),
                ]
            }, as: output.format,
            columns: [
                Output.Column("id", "ID", isNumeric: true),
                Output.Column("section", "SECTION", isOptional: true),
                Output.Column("photos", "PHOTOS", isNumeric: true),
                Output.Column("originals", "ORIGINALS"), Output.Column("metadata", "METADATA"),
                Output.Column("password", "PASSWORD"), Output.Column("state", "STATE"),
                Output.Column("created", "CREATED"), Output.Column("expires", "EXPIRES"),
                Output.Column("openings", "OPENINGS", isNumeric: true),
                Output.Column("opened", "OPENED"),
            ])
        guard links.isEmpty else { return .printed }
        return CommandOutcome(notes: ["no links yet: begin with 'gallery share --link PHOTO'"])
    }
}

extension ShareLink {
    /// The section that it opens; nil for photos, and once it was removed.
    fileprivate var sectionText: String? {
        if case .section(let section) = subject { section?.text } else { nil }
    }

    /// How many photos were named; nil for a section.
    fileprivate var photoCount: Int? {
        if case .photos(let count) = subject { count } else { nil }
    }

    /// Whether it opens anything, in a word.
    fileprivate func state(at date: Date) -> String {
        if dateRevoked != nil { return "revoked" }
        guard isValid(at: date) else { return "expired" }
        return subject == .section(nil) ? "gone" : "valid"
    }
}
