import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery remove PHOTO…`.
struct RemoveCommand: CatalogCommand {
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

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { dryRun.mode }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let photos = try gallery.photos(named: photo)
        let fresh = photos.filter { $0.dateTrashed == nil }.map(\.id)
        let removed = dryRun.isSet ? fresh : try gallery.remove(photos.map(\.id))
        let known = photos.count - removed.count
        if known > 0 { run.say("\(Count.text(known, "photo")) in the trash already") }
        guard !removed.isEmpty else { return .printed }
        let ids = removed.map(\.description).joined(separator: " ")
        let count = Count.text(removed.count, "photo")
        return CommandOutcome(sentences: [
            dryRun.isSet
                ? "\(count) would go into the trash: \(ids)"
                : "\(count) in the trash; to bring back: gallery restore \(ids)"
        ])
    }
}
