import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery refresh [SECTION…]`.
struct RefreshCommand: WorkingCommand {
    static let explanation = """
        Repeats each section's own search, with its filters, or asks the photo-share server or the campaign's \
        feed that it was pulled from: adds what is new, updates what changed, marks what the origin no longer \
        lists. Nothing is lost. Without SECTION it refreshes every section that another server \
        fills. When one section fails the others go on.

        With --format json the output is a list, an object a section with the keys of 'gallery \
        search'; for one SECTION that is named it is the object alone. jsonl prints an object a line.
        """
    static let examples = [
        CommandExample("gallery refresh", "refresh everything from other servers"),
        CommandExample("gallery refresh dogs flickr:cats", "refresh two searches"),
        CommandExample("gallery refresh share:roger@host", "what Roger shares now"),
        CommandExample("gallery refresh campaign:dogs", "what was posted since"),
        CommandExample("gallery refresh --dry-run dogs", "see what is new without storing it"),
    ]
    static let configuration = documented("refresh", "Ask a section's origin again.")

    @Argument(help: "The sections; all that other servers fill without one.", completion: .sections)
    var section: [Operand] = []

    @OptionGroup var budget: BudgetFlag

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { budget.mode(work) }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.galleryToAdd()
        let sections = try chosen(in: gallery)
        var rows = Output(output.format, columns: SectionRows.columns)
        let isAlone = section.count == 1 && output.format == .json
        var failed = 0
        var failure: GalleryError?
        var closed: Set<ServerAddress?> = []
        let step = UndoStep("refresh")
        for section in sections where !closed.contains(section.query?.server) {
            var isServerAway = false
            do {
                let summary = try await gallery.refresh(section, in: step, options: run.work)
                if isAlone {
                    try Output.write(object: summary.row)
                } else {
                    switch output.format {
                    case .json, .jsonl: try rows.append(object: summary.row)
                    case .table, .csv:
                        try rows.append(SectionRows.values(summary, SectionRows.columns))
                    }
                }
                run.say((work.dryRun ? "dry run: " : "") + summary.sentence)
                catalog.explain(summary.requestSentence)
                failed += summary.failedItems
                isServerAway = summary.isServerAway
                if !summary.isListRefused, let problem = summary.failure { throw problem }
            } catch let error as GalleryError where error.kind != .inputOutput {
                let name = section.reference.text
                StandardError.shared.write(Message.line("\(name): \(error.message)"))
                failure = failure ?? error
                // Later sections of the server share the budget and the key with this one.
                if isServerAway || error.kind == .tryLater || error.kind == .notAllowed {
                    closed.insert(section.query?.server)
                }
            }
        }
        if !isAlone { try rows.finish() }
        if sections.isEmpty { run.say("nothing to refresh yet: begin with 'gallery search'") }
        if let failure { throw ExitCode(failure.kind.rawValue) }
        return CommandOutcome(failed: failed)
    }

    private func chosen(in gallery: PhotoGallery) throws -> [PhotoSection] {
        guard !section.isEmpty else { return try gallery.sections().filter { $0.query != nil } }
        var chosen: [PhotoSection] = []
        for operand in section {
            let found = try gallery.section(SectionReference(text: operand.text))
            guard found.query != nil else {
                throw GalleryError(
                    .usage,
                    "'\(operand.text)' has no search to repeat: "
                        + (found.filter == nil
                            ? "use 'gallery import' for photos of your own"
                            : "it is an album, which always is what its query finds"))
            }
            if !chosen.contains(where: { $0.id == found.id }) { chosen.append(found) }
        }
        return chosen
    }
}
