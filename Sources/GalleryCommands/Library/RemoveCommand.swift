import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery remove PHOTO…`.
struct RemoveCommand: CatalogCommand {
    static let explanation = """
        Nothing is deleted: no section lists the photos any more, and 'gallery restore' brings \
        them back to where they were. All photos are looked up before the first is removed. --where \
        without PHOTO takes all photos that fit: see first what they are, with --dry-run.
        """
    static let examples = [
        CommandExample("gallery remove dogs/3", "put one photo into the trash"),
        CommandExample("gallery remove --dry-run 41 42", "see what would be removed"),
        CommandExample(
            "gallery remove --where 'section:dogs no:tags'", "what a query finds"),
    ]
    static let configuration = documented("remove", "Put photos into the trash.")

    @Argument(help: "The photos, such as 42, dogs/1 or flickr:53574198477.")
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { dryRun.mode }

    func validate() throws { try query.checkNames(photo) }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let photos = try gallery.photos(named: photo, query)
        if query.isSet, photos.isEmpty { return CommandOutcome(notes: ["no photo fits"]) }
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
