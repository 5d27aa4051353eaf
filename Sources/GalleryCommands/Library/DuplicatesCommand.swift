import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery duplicates [SECTION…]`.
struct DuplicatesCommand: WorkingCommand, RowCommand {
    static let explanation = """
        Compares photos by their look and lists those that show the same picture in groups, the \
        best first: the one with the most pixels, then the one in a camera's format, the largest \
        file, the one with the most metadata, and the one added first. Copies in other sizes and \
        encodings, with edited metadata, with up to 5 % cropped at an edge, turned or mirrored are \
        duplicates. Shots of one camera within minutes and the raw file and JPEG of a shot are \
        not, and photos in the trash are left out. --trash-others keeps photos that users changed \
        or use otherwise than the best one: favorites, metadata, positions and edits by hand, \
        photos of albums filled by hand, posts and links.

        A group is named by the ID of its best photo. The rows have the columns group, id, best, \
        distance (0 to 64 different bits of the perceptual hashes), width, height, fileSize, \
        section, position and path.

        The look of a picture is stored with its thumbnails. Missing ones are found first, which \
        decodes the pictures; if it is interrupted, running the command again finishes the work.
        """
    static let examples: KeyValuePairs = [
        "gallery duplicates": "list photos that look the same",
        "gallery duplicates camera --where taken:2024": "compare part of the catalog",
        "gallery duplicates --trash-others -n": "show what --trash-others would remove",
        "gallery duplicates --ignore 42": "remember that a group is not one of duplicates",
    ]
    static let configuration = documented("duplicates", "Find photos that look the same.")

    @Argument(
        help: .value("section", "Sections and photos to compare (default: the whole catalog)."),
        completion: .sections)
    var operands: [Operand] = []

    @OptionGroup var query: QueryOption

    @Flag(help: "Move all photos but the best of each group to the trash.")
    var trashOthers = false

    @Option(help: .value("group", "Remember that the photos of this group are not duplicates."))
    var ignore: [Operand] = []

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: ListingOptions

    func validate() throws {
        try query.checkNames(operands)
        try refuse(
            if: trashOthers && !ignore.isEmpty, "--trash-others cannot be combined with --ignore")
        for group in ignore {
            try InvalidValue.check(
                "--ignore", group.text, expected: "the number of a group, such as 42"
            ) { Int64($0).map { $0 > 0 } ?? false }
        }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        let photos = try gallery.query(named: operands, query)
        let rows = try Output(
            output.format, output.format == .table ? Self.tableLayout : Self.layout,
            choosing: output.columns)
        let groups = try await gallery.duplicates.find(photos, options: run.work)
        if !ignore.isEmpty { return try ignoreGroups(among: groups, of: gallery) }
        try rows.write(try Self.rows(of: groups, in: photos, gallery))
        try rows.finish()
        let others = groups.flatMap(\.others)
        guard !others.isEmpty else { return .note("no duplicates") }
        let moved = trashOthers ? others.filter { !$0.isKept } : others
        let bytes = ByteCount.text(moved.reduce(0) { $0 + ($1.picture?.byteCount ?? 0) })
        let count = Count.text(moved.count, "photo")
        guard trashOthers else {
            return .sentence(
                "\(Count.text(groups.count, "group")); \(count) besides the best of each, \(bytes)")
        }
        if !work.dryRun, !moved.isEmpty { try gallery.trash.add(moved.map(\.id)) }
        var sentences = [
            (work.dryRun ? "would move " : "moved ") + "\(count) to the trash, \(bytes)"
                + (work.dryRun || moved.isEmpty ? "" : "; undo with 'gallery undo'")
        ]
        let kept = others.filter(\.isKept).map(\.id.description)
        if !kept.isEmpty {
            sentences.append(
                "\(Count.text(kept.count, "photo")) kept that users changed or use otherwise than "
                    + "the best one: \(kept.joined(separator: " "))")
        }
        return CommandOutcome(sentences: sentences)
    }

    private func ignoreGroups(
        among groups: [DuplicateGroup], of gallery: PhotoGallery
    ) throws -> CommandOutcome {
        let chosen = try ignore.map { name in
            guard let found = groups.first(where: { $0.id.description == name.text }) else {
                throw GalleryError(
                    .notFound,
                    "no group '\(name.text)' of duplicates; list the groups with "
                        + "'gallery duplicates'")
            }
            return found
        }
        if !work.dryRun { try gallery.duplicates.ignore(chosen.map { $0.photos.map(\.id) }) }
        let count = Count.text(chosen.reduce(0) { $0 + $1.photos.count }, "photo")
        let verb = work.dryRun ? "would ignore" : "ignored"
        return .sentence("\(verb) \(Count.text(chosen.count, "group")) of \(count)")
    }

    /// A photo in a group, with its entry in a section.
    private typealias Row = (group: DuplicateGroup, photo: DuplicatePhoto, entry: SectionEntry?)

    /// Returns the rows of groups, with entries in the sections of the query if there are any.
    private static func rows(
        of groups: [DuplicateGroup], in query: PhotoQuery, _ gallery: PhotoGallery
    ) throws -> [Row] {
        let sections = query.scopes.compactMap { scope -> SectionReference? in
            if case .section(let section) = scope { section.reference } else { nil }
        }
        let entries = try gallery.entries(of: groups.flatMap { $0.photos.map(\.id) })
        return groups.flatMap { group in
            group.photos.map { photo in
                let listed = (entries[photo.id] ?? []).filter { $0.position != nil }
                let entry = listed.first { sections.contains($0.section) } ?? listed.first
                return (group, photo, entry)
            }
        }
    }

    private static let columns: [RowColumn<Row>] = [
        RowColumn("group", "GROUP", isNumeric: true) { $0.group.id },
        RowColumn("id", "ID", isNumeric: true) { $0.photo.id },
        RowColumn("best", "BEST", shown: { $0.photo.id == $0.group.id ? "yes" : "" }) {
            $0.photo.id == $0.group.id
        },
        RowColumn("distance", "DISTANCE", isNumeric: true) { $0.photo.distance },
        RowColumn("width", "WIDTH", isNumeric: true) { $0.photo.picture?.width },
        RowColumn("height", "HEIGHT", isNumeric: true) { $0.photo.picture?.height },
        RowColumn(
            "fileSize", "SIZE", isNumeric: true,
            shown: { $0.photo.picture?.byteCount.map(ByteCount.text) }
        ) { $0.photo.picture?.byteCount },
        RowColumn("section", "SECTION") { $0.entry?.section.text },
        RowColumn("position", "N", isNumeric: true) { $0.entry?.position },
        RowColumn("path", "PATH", overflow: .cutStart) { $0.photo.picture?.path },
    ]

    private static let layout = RowLayout(columns)

    /// Tables also contain the reason why a photo is the best one, or is not.
    private static let tableLayout = RowLayout(
        Array(columns.prefix(3)) + [RowColumn("why", "WHY") { $0.photo.reason }]
            + Array(columns.dropFirst(3)))
}
