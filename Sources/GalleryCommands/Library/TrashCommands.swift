import ArgumentParser
import Basics
import Foundation
import Gallery
import GalleryModel

/// The commands `gallery trash …`.
struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash", abstract: "List and delete the photos in the trash.",
        subcommands: [TrashListCommand.self, TrashEmptyCommand.self],
        defaultSubcommand: TrashListCommand.self)
}

/// The command `gallery trash [list]`.
struct TrashListCommand: ListingCommand {
    static let explanation = """
        The photo removed last is listed first. JSON rows have the keys id, origin, originID, \
        title and trashed.
        """
    static let examples: KeyValuePairs = [
        "gallery trash": "list removed photos",
        "gallery trash list --format jsonl | jq .id": "print their IDs in a script",
    ]
    static let configuration = documented("list", "List photos in the trash.")

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

/// The command `gallery trash empty`.
struct TrashEmptyCommand: DryRunCommand, RowCommand {
    static let explanation = """
        Deletes the photos in the trash, their metadata, thumbnails, faces and edits, and the \
        picture files in the catalog that no other photo and no undo of its changes needs. This \
        cannot be undone. Files outside the catalog, such as those imported in place, are \
        never deleted. Photos that posts of a campaign show stay in the trash. A deleted photo \
        that a search, pull, import or upload finds again, such as on Flickr, is a new photo. Rows \
        of --format have the keys photos, files, bytes, kept (the photos that posts show) and \
        pending (the number of files that a later run deletes, because another command is adding \
        pictures).
        """
    static let examples: KeyValuePairs = [
        "gallery trash empty --dry-run": "show what would be deleted",
        "gallery trash empty": "delete all photos in the trash after a confirmation",
        "gallery trash empty --older 30d --yes": "delete photos removed 30 days ago or earlier",
    ]
    static let configuration = documented("empty", "Delete the photos in the trash.")

    @Option(
        help: .value("age", "Only photos removed at least this long ago, such as 30d, 12h or 4w."))
    var older: Operand?

    @Flag(help: "Delete without asking; required without a terminal.")
    var yes = false

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var output: OptionalRowFormatOption

    var workOptions: WorkOptions { WorkOptions(isDryRun: dryRun.isSet, showsProgress: true) }

    func validate() throws {
        try InvalidValue.check(
            "--older", older?.text, expected: "hours, days or weeks, such as 12h, 30d or 4w"
        ) { TrashEmptyCommand.seconds($0) != nil }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let isAsking = !yes && !dryRun.isSet
        if isAsking, !PasswordPrompt.canPrompt {
            let options = [("--older", older), ("--catalog", catalog.folder)].map { name, value in
                value.map { " \(name) \(DisplayText.escaped($0.text))" } ?? ""
            }
            throw GalleryError(
                .usage,
                "cannot ask for confirmation: not a terminal; to delete the photos, run "
                    + "'gallery trash empty\(options.joined()) --yes'")
        }
        let limit = older.flatMap { TrashEmptyCommand.seconds($0.text) }.map { Date() - $0 }
        let trash = try run.gallery().trash
        var rehearsal = run.work
        rehearsal.isDryRun = true
        let planned = try await trash.empty(removedUntil: limit, options: rehearsal)
        if isAsking, planned.photos.count + planned.files > 0 {
            let question = "\(planned.sentence). This cannot be undone. Continue? [y/N] "
            let answer = try PasswordPrompt.ask("gallery: \(question)", isShown: true)
            guard ["y", "yes"].contains(answer.lowercased()) else {
                throw GalleryError(.usage, "not confirmed: nothing was deleted")
            }
        }
        // Photos removed during the question stay.
        let summary =
            dryRun.isSet
            ? planned
            : try await trash.empty(removedUntil: limit, only: planned.photos, options: run.work)
        try Output.write(
            [summary], as: output.format,
            RowLayout(summary.members.map { RowColumn(member: $0.key, $0.key.uppercased()) }))
        if summary.isUnchanged {
            return .note(older == nil ? "the trash is empty" : "no photo was removed that long ago")
        }
        return CommandOutcome(summary)
    }

    /// Parses an age such as `30d` into seconds; nil if it is invalid or longer than a century.
    static func seconds(_ text: String) -> TimeInterval? {
        let units: [Character: Int] = ["h": 3_600, "d": 86_400, "w": 604_800]
        let digits = text.dropLast()
        guard let unit = text.last.flatMap({ units[$0] }), digits.utf8.allSatisfy(\.isDigit),
            let count = Int(digits), count <= 36_525 * 86_400 / unit
        else { return nil }
        return TimeInterval(count * unit)
    }
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
        if query.isSet, photos.isEmpty { return .note("no photo matches") }
        let fresh = photos.filter { $0.dateTrashed == nil }.map(\.id)
        let removed = dryRun.isSet ? fresh : try gallery.trash.add(photos.map(\.id))
        let known = photos.count - removed.count
        if known > 0 { run.printMessage("\(Count.text(known, "photo")) already in the trash") }
        guard !removed.isEmpty else { return .printed }
        let ids = removed.map(\.description).joined(separator: " ")
        let count = Count.text(removed.count, "photo")
        return .sentence(
            dryRun.isSet
                ? "would move \(count) to the trash: \(ids)"
                : "moved \(count) to the trash; undo with 'gallery restore \(ids)'")
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
        let photos = try gallery.photos(named: photo, query, further: .condition(.state(.trashed)))
        if query.isSet, photos.isEmpty { return .note("no photo in the trash matches") }
        let trashed = photos.filter { $0.dateTrashed != nil }.map(\.id)
        let restored = dryRun.isSet ? trashed : try gallery.trash.restore(photos.map(\.id))
        let others = photos.count - restored.count
        if others > 0 { run.printMessage("\(Count.text(others, "photo")) not in the trash") }
        guard !restored.isEmpty else { return .printed }
        func list(_ ids: [PhotoID]) -> String { ids.map(\.description).joined(separator: " ") }
        var outcome = CommandOutcome.sentence(
            (dryRun.isSet ? "would restore " : "restored ")
                + "\(Count.text(restored.count, "photo")): \(list(restored))")
        let entries = try gallery.entries(of: restored)
        let unlisted = restored.filter { entries[$0] == nil }
        if !unlisted.isEmpty {
            outcome.notes.append(
                "in no section, because their sections were removed: \(list(unlisted)); "
                    + "'gallery find' still finds them")
        }
        return outcome
    }
}
