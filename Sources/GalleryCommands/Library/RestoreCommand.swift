import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery restore PHOTO…`.
struct RestoreCommand: CatalogCommand {
    static let explanation = """
        Photos in the trash have no place in a section: name them by catalog id or Flickr's id, \
        as 'gallery trash' lists them. --where chooses among the photos of the trash. A photo whose sections were removed comes back without a place in a \
        section: 'gallery find' and albums find it, and 'gallery show' shows it; to bring the section back, \
        use 'gallery undo'.
        """
    static let examples = [
        CommandExample("gallery restore 42", "bring one photo back"),
        CommandExample(
            "gallery trash --format jsonl | jq .id | xargs gallery restore", "bring all back"),
    ]
    static let configuration = documented("restore", "Bring photos back from the trash.")

    @Argument(help: "The photos, such as 42 or flickr:53574198477.")
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { dryRun.mode }

    func validate() throws { try query.checkNames(photo) }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let photos = try gallery.photos(
            named: photo, query, further: .condition(.state(.trashed)))
        if query.isSet, photos.isEmpty {
            return CommandOutcome(notes: ["no photo of the trash fits"])
        }
        let trashed = photos.filter { $0.dateTrashed != nil }.map(\.id)
        let restored = dryRun.isSet ? trashed : try gallery.restore(photos.map(\.id))
        let others = photos.count - restored.count
        if others > 0 { run.say("\(Count.text(others, "photo")) not in the trash") }
        guard !restored.isEmpty else { return .printed }
        let places = try gallery.places(of: restored)
        let unlisted = restored.filter { places[$0] == nil }
        return CommandOutcome(
            sentences: [
                (dryRun.isSet ? "would restore " : "restored ")
                    + Count.text(restored.count, "photo") + ": "
                    + restored.map(\.description).joined(separator: " ")
            ],
            notes: unlisted.isEmpty
                ? []
                : [
                    "in no section, as theirs were removed: "
                        + unlisted.map(\.description).joined(separator: " ")
                        + "; 'gallery find' finds them"
                ])
    }
}
