import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery section remove SECTION…`.
struct SectionRemoveCommand: CatalogCommand {
    static let explanation = """
        Photos that another section lists stay there, the others go into the trash; an album finds photos \
        and lists none. Nothing is deleted: 'gallery undo' brings the sections back as they were, photos and \
        all. 'camera' cannot be removed, nor a section that an album asks for which stays.
        """
    static let examples = [
        CommandExample("gallery section remove -n dogs", "see what would become of the photos"),
        CommandExample("gallery section remove dogs flickr:cats", "remove two searches"),
    ]
    static let configuration = documented("remove", "Remove sections.")

    @Argument(help: "The sections, such as dogs or flickr:dogs.", completion: .sections)
    var section: [Operand]

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { dryRun.mode }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        let sections = try section.map { operand throws(GalleryError) in
            try gallery.section(SectionReference(text: operand.text))
        }
        return CommandOutcome(try await gallery.removeSections(sections, options: run.work))
    }
}
