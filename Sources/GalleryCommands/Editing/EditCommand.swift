import ArgumentParser
import Basics
import Foundation
import Gallery
import GalleryModel
import Glibc

/// The command `gallery edit PHOTO/SECTION…`.
struct EditCommand: WorkingCommand {
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
    static let examples = [
        CommandExample(
            "gallery edit camera/3 --crop 10%,10%,80%,80% --straighten -2.5",
            "crop the edges and level the horizon"),
        CommandExample(
            "gallery edit 42 --effect noir:0.8 --effect vignette",
            "make it black and white with dark corners"),
        CommandExample(
            "gallery edit 42 --effect none --square 640", "remove the effects and crop to a square"),
        CommandExample("gallery edit 42 --show > warm.json", "save a recipe"),
        CommandExample("gallery edit dogs --recipe warm.json", "apply it to a section"),
        CommandExample("gallery edit 43 --copy-from 42", "copy the edit of another photo"),
        CommandExample("gallery edit 42 --reset", "return to the original"),
    ]
    static let configuration = documented("edit", "Edit photos without changing the originals.")

    @Argument(
        help: ArgumentHelp("Photos and sections.", valueName: "photo/section"),
        completion: .sections)
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup(title: "Changes") var edit: EditFlags

    @Option(
        help: ArgumentHelp(
            "Use the recipe in this JSON file, or - for standard input.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var recipe: Operand?

    @Option(help: ArgumentHelp("Use the recipe of another photo.", valueName: "photo"))
    var copyFrom: Operand?

    @Flag(help: "Start from the original instead of the current recipe.")
    var reset = false

    @Flag(help: "Print the recipe without changing anything.")
    var show = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try query.requirePhotos(photo, "photos or sections")
        if photo.contains(where: \.text.isEmpty) {
            throw ValidationError("'' is not a photo or section; give one, such as 42 or camera/3")
        }
        let bases = [
            ("--recipe", recipe != nil), ("--copy-from", copyFrom != nil), ("--reset", reset),
        ].filter(\.1).map(\.0)
        if bases.count > 1 {
            throw ValidationError(
                "\(bases.joined(separator: " and ")) cannot be combined")
        }
        // `EditFlags.validate()` has already rejected invalid values.
        let isPlain = (try? edit.change().isEmpty) ?? false
        if show, !isPlain || !bases.isEmpty {
            throw ValidationError(
                "--show cannot be combined with \(bases.first ?? "changes"); to preview a change, use "
                    + "--dry-run")
        }
        if !show, isPlain, bases.isEmpty {
            throw ValidationError(
                "no change given; use --crop, --zoom, --center, --rotate, --straighten, --flip, "
                    + "--resize, --square, --effect, --recipe, --copy-from or --reset, or --show to "
                    + "print the recipe")
        }
        if recipe?.text.isEmpty == true {
            throw ValidationError("--recipe requires a file, or - for standard input")
        }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        var change = try edit.change()
        if let recipe { change.base = .edit(try RecipeInput.read(recipe)) }
        if reset { change.base = .empty }
        let gallery = try run.gallery()
        if let copyFrom { change.base = .copy(of: try gallery.photo(named: copyFrom).id) }
        let photos = try gallery.query(named: photo, query)
        if show {
            try print(photos, of: gallery)
            return .printed
        }
        let rows = RowStream(output.format, EditRows.layout(of: gallery))
        let printsPhotos =
            output.format == nil && !catalog.quiet && (catalog.verbose || photos.isShortList)
        let summary = try await gallery.edit(photos, change, options: run.work) {
            photos in
            if printsPhotos {
                for photo in photos where photo.error == nil {
                    StandardError.shared.write(Message.line(EditRows.sentence(photo, of: gallery)))
                }
            } else {
                try rows.append(photos)
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
            let recipe = try gallery.edit(of: ids[0]) ?? PhotoEdit()
            try StandardOutput.shared.write(recipe.json + "\n")
            return
        }
        var rows = Output(output.format ?? .table, columns: EditRows.columns)
        try gallery.forEachPhoto(once: photos) { photo in
            var recipe = photo.edit
            var damage: String?
            if recipe == nil {
                do throws(GalleryError) { recipe = try gallery.edit(of: photo.id) } catch {
                    damage = error.message
                }
            }
            try rows.append(EditRows.row(photo.id, recipe, of: gallery, error: damage))
        }
        try rows.finish()
    }
}

/// Reads the recipe given by `gallery edit --recipe`.
enum RecipeInput {
    /// The maximum size of a recipe, in bytes.
    private static let maximumBytes = 1 << 20

    /// Reads a recipe from a file, or from standard input for `-`.
    ///
    /// - Throws: `notFound` and `inputOutput` if it cannot be read; `badInput` if it is not a
    ///   recipe.
    static func read(_ operand: Operand) throws(GalleryError) -> PhotoEdit {
        let isStandardInput = operand.text == "-"
        let name = isStandardInput ? "standard input" : "'\(BytePath(operand.text))'"
        let bytes: [UInt8]
        do throws(FileError) {
            bytes =
                isStandardInput
                ? try StandardStream.input.bytes(atMost: maximumBytes + 1)
                : try Descriptor(BytePath(operand.text)).bytes(atMost: maximumBytes + 1)
        } catch {
            throw unreadable(name, error)
        }
        guard bytes.count <= maximumBytes else {
            throw GalleryError(
                .badInput, "\(name) is too large for an edit recipe; is it the right file?")
        }
        do throws(PhotoEditError) { return try PhotoEdit(json: bytes) } catch {
            throw GalleryError(.badInput, "\(name): \(error.description)")
        }
    }

    private static func unreadable(_ name: String, _ error: FileError) -> GalleryError {
        switch error.number {
        case ENOENT:
            GalleryError(.notFound, "no file \(name); --recipe requires a JSON file")
        case EISDIR:
            GalleryError(.badInput, "\(name) is a folder; --recipe requires a JSON file")
        default:
            GalleryError(
                .inputOutput,
                "cannot read the recipe \(name): \(error.reason)")
        }
    }
}

/// Rows of edited photos.
enum EditRows {
    /// Returns the layout of an edited photo.
    static func layout(of gallery: PhotoGallery) -> RowLayout<EditedPhoto> {
        RowLayout(columns: columns) { photo, _ in [row(photo, of: gallery)] }
    }

    /// The columns of every format.
    static let columns = [
        Output.Column("id", "ID", isNumeric: true),
        Output.Column("width", "WIDTH", isNumeric: true),
        Output.Column("height", "HEIGHT", isNumeric: true), Output.Column("recipe", "RECIPE"),
        Output.Column("error", "ERROR", overflow: .wrap),
    ]

    /// Returns the row of a photo; the size is that of the edited picture in pixels, empty if no
    /// picture is stored.
    static func row(
        _ id: PhotoID, _ edit: PhotoEdit?, of gallery: PhotoGallery, error: String? = nil
    ) -> [RowValue] {
        let size = size(of: id, edit ?? PhotoEdit(), of: gallery)
        return [
            .integer(Int(id.rawValue)), RowValue(size?.width), RowValue(size?.height),
            edit.map { .json(Array($0.json.utf8)) } ?? .none, RowValue(error),
        ]
    }

    /// Returns the row of an edited photo.
    private static func row(_ photo: EditedPhoto, of gallery: PhotoGallery) -> [RowValue] {
        row(photo.photoID, photo.edit, of: gallery, error: photo.error)
    }

    /// Returns a line that describes the result of an edit.
    static func sentence(_ photo: EditedPhoto, of gallery: PhotoGallery) -> String {
        let size = size(of: photo.photoID, photo.edit ?? PhotoEdit(), of: gallery)
        let pixels = size.map { " \($0.width)×\($0.height)" } ?? ""
        let state = photo.isChanged ? "" : ", unchanged"
        return "photo \(photo.photoID)\(pixels)\(state): \(photo.edit?.json ?? "as the original")"
    }

    /// Returns the size of the edited picture in pixels; nil if no picture is stored.
    static func size(
        of id: PhotoID, _ edit: PhotoEdit, of gallery: PhotoGallery
    ) -> EditGeometry.Size? {
        guard let photo = try? gallery.photo(id: id),
            let upright = try? gallery.editFrame(of: photo, edit: PhotoEdit())
        else { return nil }
        return EditGeometry(edit, width: upright.width, height: upright.height).result
    }
}
