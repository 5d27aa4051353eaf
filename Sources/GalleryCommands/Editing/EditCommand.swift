import ArgumentParser
import Basics
import Gallery
import GalleryModel
import Glibc

/// The command `gallery edit PHOTO/SECTION…`.
struct EditCommand: WorkingCommand, RowCommand {
    static let explanation = """
        Stores edits as a recipe next to the photo; the original is never changed. Thumbnails, \
        'gallery export --originals' and 'gallery share' show the edited photo. Each option \
        replaces its part of the recipe and keeps the other parts, except that --rotate and --flip \
        also turn the crop and center; 'none' removes a part.

        The steps are applied in a fixed order: rotate, flip, straighten, then crop, zoom and \
        square, then resize, then the effects in the given order. Crop and center are in pixels of \
        the rotated and straightened picture at its largest stored size, or in percent of it. Only \
        --square enlarges pictures.

        --show prints the recipe of a photo as JSON, which --recipe accepts; with --format, or for \
        several photos, it prints rows with id, width, height and recipe. 'gallery undo' reverts \
        an edit. A section means all photos in it.
        """
    static let examples: KeyValuePairs = [
        "gallery edit camera/3 --crop 10%,10%,80%,80% --straighten -2.5":
            "crop the edges and level the horizon",
        "gallery edit 42 --effect noir:0.8 --effect vignette":
            "make it black and white with dark corners",
        "gallery edit 42 --effect none --square 640": "remove the effects and crop to a square",
        "gallery edit 42 --show > warm.json": "save a recipe",
        "gallery edit dogs --recipe warm.json": "apply it to a section",
        "gallery edit 43 --copy-from 42": "copy the edit of another photo",
        "gallery edit 42 --reset": "return to the original",
    ]
    static let configuration = documented("edit", "Edit photos without changing the originals.")

    @Argument(help: .value("photo/section", "Photos and sections."), completion: .sections)
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup(title: "Changes") var edit: EditFlags

    @Option(
        help: .value("file", "Use the recipe in this JSON file, or - for standard input."),
        completion: .file(extensions: ["json"]))
    var recipe: Operand?

    @Option(help: .value("photo", "Use the recipe of another photo."))
    var copyFrom: Operand?

    @Flag(help: "Start from the original instead of the current recipe.")
    var reset = false

    @Flag(help: "Print the recipe without changing anything.")
    var show = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption

    func validate() throws {
        try query.requirePhotos(photo, "photos or sections")
        try query.checkNames(photo, "photo or section", "42 or camera/3")
        let bases = [
            ("--recipe", recipe != nil), ("--copy-from", copyFrom != nil), ("--reset", reset),
        ].filter(\.1).map(\.0)
        try refuse(if: bases.count > 1, "\(bases.joined(separator: " and ")) cannot be combined")
        // `EditFlags.validate()` has already rejected invalid values.
        let isPlain = (try? edit.change().isEmpty) ?? false
        try refuse(
            if: show && (!isPlain || !bases.isEmpty),
            "--show cannot be combined with \(bases.first ?? "changes"); to preview a change, use "
                + "--dry-run")
        try refuse(
            if: !show && isPlain && bases.isEmpty,
            "no change given; use --crop, --zoom, --center, --rotate, --straighten, --flip, "
                + "--resize, --square, --effect, --recipe, --copy-from or --reset, or --show to "
                + "print the recipe")
        try refuse(
            if: recipe?.text.isEmpty == true, "--recipe requires a file, or - for standard input")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        var change = try edit.change()
        if let recipe { change.base = .edit(try Self.readRecipe(recipe)) }
        if reset { change.base = .empty }
        let gallery = try run.gallery()
        if let copyFrom { change.base = .copy(of: try gallery.photo(named: copyFrom).id) }
        let photos = try gallery.query(named: photo, query)
        if show {
            try print(photos, of: gallery)
            return .printed
        }
        let rows = try Output(output.format, EditRow.layout)
        let printsPhotos = !catalog.quiet && (catalog.verbose || photos.isShortList)
        let summary = try await gallery.edits.apply(photos, change, options: run.work) { photos in
            if output.format != nil {
                try rows.append(photos.map { EditRow($0, of: gallery) })
            } else if printsPhotos {
                for photo in photos where photo.error == nil {
                    let row = EditRow(photo, of: gallery)
                    StandardError.shared.report(row.sentence(isChanged: photo.isChanged))
                }
            }
        }
        try rows.finish()
        var outcome = CommandOutcome(summary)
        let isIdle = summary.changed == 0 && summary.failed == 0 && summary.unchanged > 0
        if isIdle, edit.center != nil, change.center != .removed, change.zoom == nil {
            outcome.notes.append(
                "note: --center has no effect without a zoom; add one, such as --zoom 2")
        }
        return outcome
    }

    private func print(_ photos: PhotoQuery, of gallery: PhotoGallery) throws {
        if output.format == nil, photos.filter.isEverything, photos.scopes.count == 1,
            case .photos(let ids) = photos.scopes[0], Set(ids).count == 1
        {
            let recipe = try gallery.edits.recipe(of: ids[0]) ?? PhotoEdit()
            try StandardOutput.shared.write(recipe.json + "\n")
            return
        }
        let rows = try Output(output.format ?? .table, EditRow.layout)
        try gallery.forEachPhoto(once: photos) { photo in
            var recipe = photo.edit
            var damage: String?
            if recipe == nil {
                do throws(GalleryError) { recipe = try gallery.edits.recipe(of: photo.id) } catch {
                    damage = error.message
                }
            }
            try rows.write([EditRow(photo.id, recipe, of: gallery, error: damage)])
        }
        try rows.finish()
    }

    /// The maximum size of a recipe, in bytes.
    private static let maximumBytes = 1 << 20

    /// Reads a recipe from a file, or from standard input for `-`.
    ///
    /// - Throws: `notFound` and `inputOutput` if it cannot be read; `badInput` if it is not a
    ///   recipe.
    private static func readRecipe(_ operand: Operand) throws(GalleryError) -> PhotoEdit {
        let isStandardInput = operand.text == "-"
        let name = isStandardInput ? "standard input" : "'\(BytePath(operand.text))'"
        let bytes: [UInt8]
        do throws(FileError) {
            bytes =
                isStandardInput
                ? try StandardStream.input.bytes(atMost: maximumBytes + 1)
                : try Descriptor(BytePath(operand.text)).bytes(atMost: maximumBytes + 1)
        } catch {
            throw switch error.number {
            case ENOENT: GalleryError(.notFound, "no file \(name); --recipe requires a JSON file")
            case EISDIR:
                GalleryError(.badInput, "\(name) is a folder; --recipe requires a JSON file")
            default: GalleryError(.inputOutput, "cannot read the recipe \(name): \(error.reason)")
            }
        }
        guard bytes.count <= maximumBytes else {
            throw GalleryError(
                .badInput, "\(name) is too large for an edit recipe; is it the right file?")
        }
        do throws(PhotoEditError) { return try PhotoEdit(json: bytes) } catch {
            throw GalleryError(.badInput, "\(name): \(error.description)")
        }
    }
}

/// The row of an edited photo.
struct EditRow {
    /// The photo's ID.
    let id: PhotoID
    /// The edit; nil for none.
    let edit: PhotoEdit?
    /// The size of the edited picture in pixels; nil if no picture is stored.
    let size: EditGeometry.Size?
    /// The reason that the photo could not be edited.
    let error: String?

    init(_ id: PhotoID, _ edit: PhotoEdit?, of gallery: PhotoGallery, error: String?) {
        self.id = id
        self.edit = edit
        self.error = error
        let photo = try? gallery.photo(id: id)
        let upright = photo.flatMap { try? gallery.edits.frame(of: $0, edit: PhotoEdit()) }
        size = upright.map {
            EditGeometry(edit ?? PhotoEdit(), width: $0.width, height: $0.height).result
        }
    }

    init(_ photo: EditedPhoto, of gallery: PhotoGallery) {
        self.init(photo.photoID, photo.edit, of: gallery, error: photo.error)
    }

    /// The rows in every format.
    static let layout = RowLayout<EditRow>([
        RowColumn("id", "ID", isNumeric: true) { $0.id },
        RowColumn("width", "WIDTH", isNumeric: true) { $0.size?.width },
        RowColumn("height", "HEIGHT", isNumeric: true) { $0.size?.height },
        RowColumn("recipe", "RECIPE") { $0.edit?.value },
        RowColumn("error", "ERROR", overflow: .wrap) { $0.error },
    ])

    /// Returns a line that describes the result of an edit.
    func sentence(isChanged: Bool) -> String {
        let pixels = size.map { " \($0.width)×\($0.height)" } ?? ""
        let state = isChanged ? "" : ", unchanged"
        return "photo \(id)\(pixels)\(state): \(edit?.json ?? "as the original")"
    }
}
