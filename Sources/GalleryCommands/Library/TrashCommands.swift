import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery trash`.
struct TrashCommand: ListingCommand {
    static let explanation = """
        The photo removed last is listed first. JSON rows have the keys id, origin, originID, \
        title and trashed.
        """
    static let examples: KeyValuePairs = ["gallery trash": "list removed photos"]
    static let configuration = documented("trash", "List photos in the trash.")

    @OptionGroup var output: ListingOptions

    static let emptyNote: String? = "the trash is empty"
    static let layout = RowLayout<Photo>([
        RowColumn("id", "ID", isNumeric: true) { $0.id },
        RowColumn("origin", "ORIGIN") { $0.origin.rawValue },
        RowColumn("originID", nil) { $0.idAtOrigin }, RowColumn("title", "TITLE") { $0.title },
        RowColumn("trashed", "REMOVED") { $0.dateTrashed },
    ])

    func items(_ run: CommandRun) throws -> [Photo] { try run.gallery().trash.list() }
}

/// The command `gallery remove PHOTO…`.
struct RemoveCommand: DryRunCommand {
    static let explanation = """
        Nothing is deleted: the photos leave their sections, and 'gallery restore' returns them to \
        their positions. If one of the photos does not exist, none is removed. --where without \
        PHOTO removes all matching photos; check them first with --dry-run.
        """
    static let examples: KeyValuePairs = [
        "gallery remove dogs/3": "move a photo to the trash",
        "gallery remove --dry-run 41 42": "show what would be removed",
        "gallery remove --where 'section:dogs no:tags'": "remove the photos matching a query",
    ]
    static let configuration = documented("remove", "Move photos to the trash.")

    @Argument(help: "Photos, such as 42, dogs/1 or flickr:53574198477.")
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    func validate() throws { try query.requirePhotos(photo) }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let photos = try gallery.photos(named: photo, query)
        if query.isSet, photos.isEmpty { return CommandOutcome(notes: ["no photo matches"]) }
        let fresh = photos.filter { $0.dateTrashed == nil }.map(\.id)
        let removed = dryRun.isSet ? fresh : try gallery.trash.add(photos.map(\.id))
        let known = photos.count - removed.count
        if known > 0 { run.printMessage("\(Count.text(known, "photo")) already in the trash") }
        guard !removed.isEmpty else { return .printed }
        let ids = removed.map(\.description).joined(separator: " ")
        let count = Count.text(removed.count, "photo")
        return CommandOutcome(sentences: [
            dryRun.isSet
                ? "would move \(count) to the trash: \(ids)"
                : "moved \(count) to the trash; undo with 'gallery restore \(ids)'"
        ])
    }
}

/// The command `gallery restore PHOTO…`.
struct RestoreCommand: DryRunCommand {
    static let explanation = """
        Photos in the trash have no position in a section; refer to them by catalog ID or Flickr \
        ID, as listed by 'gallery trash'. --where searches only the trash. A photo whose sections \
        were removed is restored without a section: 'gallery find', albums and 'gallery show' \
        still find it. To restore a section, use 'gallery undo'.
        """
    static let examples: KeyValuePairs = [
        "gallery restore 42": "restore a photo",
        "gallery trash --format jsonl | jq .id | xargs gallery restore": "restore all photos",
    ]
    static let configuration = documented("restore", "Restore photos from the trash.")

    @Argument(help: "Photos, such as 42 or flickr:53574198477.")
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    func validate() throws { try query.requirePhotos(photo) }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let photos = try gallery.photos(
            named: photo, query, further: .condition(.state(.trashed)))
        if query.isSet, photos.isEmpty {
            return CommandOutcome(notes: ["no photo in the trash matches"])
        }
        let trashed = photos.filter { $0.dateTrashed != nil }.map(\.id)
        let restored = dryRun.isSet ? trashed : try gallery.trash.restore(photos.map(\.id))
        let others = photos.count - restored.count
        if others > 0 { run.printMessage("\(Count.text(others, "photo")) not in the trash") }
        guard !restored.isEmpty else { return .printed }
        let entries = try gallery.entries(of: restored)
        let unlisted = restored.filter { entries[$0] == nil }
        return CommandOutcome(
            sentences: [
                (dryRun.isSet ? "would restore " : "restored ")
                    + Count.text(restored.count, "photo") + ": "
                    + restored.map(\.description).joined(separator: " ")
            ],
            notes: unlisted.isEmpty
                ? []
                : [
                    "in no section, because their sections were removed: "
                        + unlisted.map(\.description).joined(separator: " ")
                        + "; 'gallery find' still finds them"
                ])
    }
}
