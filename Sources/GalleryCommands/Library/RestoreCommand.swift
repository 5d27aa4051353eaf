import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery restore PHOTO…`.
struct RestoreCommand: ParsableCommand, DocumentedCommand {
    static let explanation = """
        Photos in the trash have no place in a section: name them by catalog id or Flickr's id, \
        as 'gallery trash' lists them.
        """
    static let examples = [
        CommandExample("gallery restore 42", "bring one photo back"),
        CommandExample(
            "gallery trash --format jsonl | jq .id | xargs gallery restore", "bring all back"),
    ]
    static let configuration = documented("restore", "Bring photos back from the trash.")

    @Argument(help: "The photos, such as 42 or flickr:53574198477.")
    var photo: [Operand]

    @Flag(name: [.customShort("n"), .long], help: "Say what would be done, and do nothing.")
    var dryRun = false

    @OptionGroup var catalog: CatalogOptions

    func run() throws {
        let gallery = try catalog.open()
        let photos = try gallery.photos(named: photo)
        let trashed = photos.filter { $0.dateTrashed != nil }.map(\.id)
        let restored = dryRun ? trashed : try gallery.restore(photos.map(\.id))
        let others = photos.count - restored.count
        if others > 0 { catalog.say("\(Count.text(others, "photo")) not in the trash") }
        guard !restored.isEmpty else { return }
        catalog.say(
            (dryRun ? "dry run: would restore " : "restored ")
                + Count.text(restored.count, "photo") + ": "
                + restored.map(\.description).joined(separator: " "))
    }
}
