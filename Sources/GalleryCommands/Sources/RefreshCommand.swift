import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery refresh [SECTION…]`.
struct RefreshCommand: WorkingCommand, RowCommand {
    static let explanation = """
        Queries the origin of each section again: repeats a search with its filters, or lists the \
        photos of a photo-share server or campaign feed. Adds new photos, updates changed ones and \
        marks photos that the origin no longer lists; nothing is deleted. Without SECTION, \
        refreshes all sections that come from other servers. If one section fails, the others are \
        still refreshed.

        With --format json, the output is a list with one object per section, with the keys of \
        'gallery search'; for a single SECTION, it is only the object. jsonl prints one object per \
        line.
        """
    static let examples: KeyValuePairs = [
        "gallery refresh": "refresh all sections from other servers",
        "gallery refresh dogs flickr:cats": "refresh two searches",
        "gallery refresh share:roger@host": "refresh the photos shared by a user",
        "gallery refresh campaign:dogs": "fetch new posts of a campaign",
        "gallery refresh --dry-run dogs": "count new photos without storing them",
    ]
    static let configuration = documented("refresh", "Update sections from their sources.")

    @Argument(help: "Sections (default: all that come from other servers).", completion: .sections)
    var section: [Operand] = []

    @OptionGroup var budget: BudgetFlag

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption

    var workOptions: WorkOptions { budget.options(work) }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.galleryForAdding(isCreated: false)
        let sections = try chosen(in: gallery)
        let rows = try Output(output.requested, SectionRows.layout)
        let printsSingleObject = section.count == 1 && output.format == .json
        var failed = 0
        var failure: GalleryError?
        var closed: Set<ServerAddress?> = []
        let step = UndoStep("refresh")
        for section in sections where !closed.contains(section.query?.server) {
            var isServerUnreachable = false
            do {
                let summary = try await gallery.sources.refresh(
                    section, in: step, options: run.work)
                if printsSingleObject {
                    try StandardOutput.shared.write(object: summary.members)
                } else {
                    try rows.append([summary])
                }
                run.printMessage((work.dryRun ? "dry run: " : "") + summary.sentence)
                catalog.explain(summary.requestSentence)
                failed += summary.failedItems
                isServerUnreachable = summary.isServerUnreachable
                if !summary.isListRefused, let problem = summary.failure { throw problem }
            } catch let error as GalleryError where error.kind != .inputOutput {
                let name = section.reference.text
                StandardError.shared.report("\(name): \(error.message)")
                failure = failure ?? error
                // Other sections of this server would fail for the same reason.
                if isServerUnreachable || error.kind == .tryLater || error.kind == .notAllowed {
                    closed.insert(section.query?.server)
                }
            }
        }
        if !printsSingleObject { try rows.finish() }
        if sections.isEmpty {
            run.printMessage("nothing to refresh yet; start with 'gallery search'")
        }
        if let failure { throw ExitCode(failure.kind.rawValue) }
        return CommandOutcome(failed: failed)
    }

    private func chosen(in gallery: PhotoGallery) throws -> [PhotoSection] {
        guard !section.isEmpty else {
            return try gallery.sections.list().filter { $0.query != nil }
        }
        var chosen: [PhotoSection] = []
        for operand in section {
            let found = try gallery.sections.find(SectionReference(text: operand.text))
            guard found.query != nil else {
                throw GalleryError(
                    .usage,
                    "'\(operand.text)' cannot be refreshed: "
                        + (found.isAlbum
                            ? "it is an album, which is always up to date"
                            : "add your own photos with 'gallery import'"))
            }
            if !chosen.contains(where: { $0.id == found.id }) { chosen.append(found) }
        }
        return chosen
    }
}

/// Rows with the results of `refresh` and `pull`, one per section.
enum SectionRows {
    /// The rows of `refresh`.
    static let layout = RowLayout<SearchSummary>([
        RowColumn(member: "section", "SECTION", isNumeric: false),
        RowColumn(member: "found", "FOUND"), RowColumn(member: "listed", "LISTED"),
        RowColumn(member: "new", "NEW"), RowColumn(member: "updated", "UPDATED"),
        RowColumn(member: "unchanged", "UNCHANGED"), RowColumn(member: "gone", "DELISTED"),
        RowColumn(member: "trashed", nil), RowColumn(member: "pictures", nil),
        RowColumn(member: "requests", nil),
        RowColumn(member: "complete", "COMPLETE", isNumeric: false),
        RowColumn(member: "gaps", nil), RowColumn(member: "error", nil),
    ])

    /// The rows of `pull`, whose pictures and requests are counted only in total.
    static let userLayout = RowLayout(
        layout.columns.filter { !["pictures", "requests"].contains($0.key) })
}
