import Basics
import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery fetch PHOTO/SECTION… --size S`.
struct FetchCommand: WorkingCommand {
    static let explanation = """
        Looks first whether the picture is stored. A section stands for all its photos. JSON and \
        CSV rows have the keys id, size, state and path; with --format json they stand in one \
        object with size and pictures (downloaded, present, unavailable, failed).
        """
    static let examples = [
        CommandExample("gallery fetch dogs/1 --size original", "the original of one photo"),
        CommandExample("gallery fetch dogs", "the large pictures of a section"),
        CommandExample("gallery fetch --dry-run dogs", "see which large pictures are missing"),
    ]
    static let configuration = documented("fetch", "Fetch the missing picture of photos.")

    @Argument(help: "Photos and sections.", completion: .sections)
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @Option(help: "The picture to fetch.")
    var size = StoredSize.large

    @OptionGroup var budget: BudgetFlag

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { budget.mode(work) }

    /// What `--size` may be.
    enum StoredSize: String, CaseIterable, ExpressibleByArgument {
        case thumbnail, small, medium, large, original
    }

    func validate() throws { try query.checkNames(photo, "photos or sections") }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.galleryToAdd()
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
            try Output.write(rows, as: output.format, columns: FetchCommand.columns)
        }
        return CommandOutcome(
            sentences: ["\(size.rawValue) pictures: \(pictures.sentence)"],
            failed: pictures.failedItems)
    }

    private static let columns = [
        Output.Column("id", "ID", isNumeric: true), Output.Column("size", "SIZE"),
        Output.Column("state", "STATE"), Output.Column("path", "PATH"),
    ]

    private static func row(_ photo: Photo, _ size: PictureSize) -> [RowValue] {
        // A larger picture that is stored serves as well.
        let picture =
            photo.pictures.first { $0.size >= size && $0.state == .stored }
            ?? photo.pictures.first { $0.size == size }
        return [
            .integer(Int(photo.id.rawValue)), .text((picture?.size ?? size).rawValue),
            .text(picture?.state.rawValue ?? "missing"), RowValue(picture?.path?.escaped),
        ]
    }
}
