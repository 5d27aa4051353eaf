import Basics
import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery fetch PHOTO/SECTION… --size S`.
struct FetchCommand: WorkingCommand, RowCommand {
    static let explanation = """
        Skips pictures already stored. A section means all photos in it. JSON and CSV rows have \
        the keys id, size, state and path; with --format json, they are in one object with size \
        and pictures (downloaded, present, unavailable, failed).
        """
    static let examples: KeyValuePairs = [
        "gallery fetch dogs/1 --size original": "download the original of a photo",
        "gallery fetch dogs": "download the large pictures of a section",
        "gallery fetch --dry-run dogs": "show which large pictures are missing",
    ]
    static let configuration = documented("fetch", "Download missing pictures of photos.")

    @Argument(help: "Photos and sections.", completion: .sections)
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @Option(help: "Picture size to download.")
    var size = PictureSize.large

    @OptionGroup var budget: BudgetFlag

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption

    var workOptions: WorkOptions { budget.options(work) }

    func validate() throws { try query.requirePhotos(photo, "photos or sections") }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.galleryForAdding(isCreated: false)
        let ids = try gallery.photoIDs(try gallery.query(named: photo, query))
        let pictures = try await gallery.sources.fetch(.photos(ids), size: size, options: run.work)
        let rows = try ids.map { FetchedPicture(try gallery.photo(id: $0), size) }
        if output.format == .json {
            try StandardOutput.shared.write(object: [
                ("size", size.rawValue), ("pictures", JSONValue(pictures.members)),
                ("photos", rows.map(FetchedPicture.layout.object)),
            ])
        } else {
            try Output.write(rows, as: output.requested, FetchedPicture.layout)
        }
        return CommandOutcome(
            sentences: ["\(size.rawValue) pictures: \(pictures.sentence)"],
            failed: pictures.failedItems)
    }
}

/// The row of a picture, stored or not.
private struct FetchedPicture {
    let id: PhotoID
    /// A stored larger picture also counts as the requested one.
    let picture: Picture?
    let size: PictureSize

    init(_ photo: Photo, _ size: PictureSize) {
        id = photo.id
        picture =
            photo.pictures.first { $0.size >= size && $0.state == .stored }
            ?? photo.pictures.first { $0.size == size }
        self.size = picture?.size ?? size
    }

    static let layout = RowLayout<FetchedPicture>([
        RowColumn("id", "ID", isNumeric: true) { $0.id },
        RowColumn("size", "SIZE") { $0.size.rawValue },
        RowColumn("state", "STATE") { $0.picture?.state.rawValue ?? "missing" },
        RowColumn("path", "PATH", overflow: .cutStart) { $0.picture?.path },
    ])
}
