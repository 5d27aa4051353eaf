import Basics
import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery fetch PHOTO/SECTION… --size S`.
struct FetchCommand: WorkingCommand {
    static let explanation = """
        Skips pictures already stored. A section means all photos in it. JSON and CSV rows have \
        the keys id, size, state and path; with --format json, they are in one object with size \
        and pictures (downloaded, present, unavailable, failed).
        """
    static let examples = [
        CommandExample("gallery fetch dogs/1 --size original", "download the original of a photo"),
        CommandExample("gallery fetch dogs", "download the large pictures of a section"),
        CommandExample("gallery fetch --dry-run dogs", "show which large pictures are missing"),
    ]
    static let configuration = documented("fetch", "Download missing pictures of photos.")

    @Argument(help: "Photos and sections.", completion: .sections)
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @Option(help: "Picture size to download.")
    var size = StoredSize.large

    @OptionGroup var budget: BudgetFlag

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { budget.mode(work) }

    /// A value of `--size`.
    enum StoredSize: String, CaseIterable, ExpressibleByArgument {
        case thumbnail, small, medium, large, original
    }

    func validate() throws { try query.requirePhotos(photo, "photos or sections") }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.galleryForAdding(isCreated: false)
        let ids = try gallery.photoIDs(try gallery.query(named: photo, query))
        guard let size = PictureSize(rawValue: size.rawValue) else { return .printed }
        let pictures = try await gallery.fetch(.photos(ids), size: size, options: run.work)
        let rows = try ids.map { FetchCommand.row(try gallery.photo(id: $0), size) }
        if output.format == .json {
            let photos = rows.map { row in
                RowValue.object(zip(FetchCommand.columns, row).map { ($0.0.key, $0.1) })
            }
            try Output.write(object: [
                ("size", .text(size.rawValue)), ("pictures", .object(pictures.row)),
                ("photos", .list(photos)),
            ])
        } else {
            try Output.write(rows, as: output.format(catalog), columns: FetchCommand.columns)
        }
        return CommandOutcome(
            sentences: ["\(size.rawValue) pictures: \(pictures.sentence)"],
            failed: pictures.failedItems)
    }

    private static let columns = [
        Output.Column("id", "ID", isNumeric: true), Output.Column("size", "SIZE"),
        Output.Column("state", "STATE"), Output.Column("path", "PATH", overflow: .cutStart),
    ]

    private static func row(_ photo: Photo, _ size: PictureSize) -> [RowValue] {
        // A stored larger picture also counts as present.
        let picture =
            photo.pictures.first { $0.size >= size && $0.state == .stored }
            ?? photo.pictures.first { $0.size == size }
        return [
            .integer(Int(photo.id.rawValue)), .text((picture?.size ?? size).rawValue),
            .text(picture?.state.rawValue ?? "missing"), RowValue(picture?.path?.escaped),
        ]
    }
}
