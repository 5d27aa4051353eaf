import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery remove PHOTO…`.
struct RemoveCommand: ParsableCommand, DocumentedCommand {
    static let explanation = """
        Nothing is deleted: no section lists the photos any more, and 'gallery restore' brings \
        them back to where they were. All photos are looked up before the first is removed.
        """
    static let examples = [
        CommandExample("gallery remove dogs/3", "put one photo into the trash"),
        CommandExample("gallery remove --dry-run 41 42", "see what would be removed"),
    ]
    static let configuration = documented("remove", "Put photos into the trash.")

    @Argument(help: "The photos, such as 42, dogs/1 or flickr:53574198477.")
    var photo: [Operand]

    @Flag(name: [.customShort("n"), .long], help: "Say what would be done, and do nothing.")
    var dryRun = false

    @OptionGroup var catalog: CatalogOptions

    func run() throws {
        let gallery = try catalog.open()
        let photos = try gallery.photos(named: photo)
        let fresh = photos.filter { $0.dateTrashed == nil }.map(\.id)
        let removed = dryRun ? fresh : try gallery.remove(photos.map(\.id))
        let known = photos.count - removed.count
        if known > 0 { catalog.say("\(Count.text(known, "photo")) in the trash already") }
        guard !removed.isEmpty else { return }
        let ids = removed.map(\.description).joined(separator: " ")
        catalog.say(
            dryRun
                ? "dry run: \(Count.text(removed.count, "photo")) would go into the trash: \(ids)"
                : "\(Count.text(removed.count, "photo")) in the trash; to bring back: "
                    + "gallery restore \(ids)")
    }
}
