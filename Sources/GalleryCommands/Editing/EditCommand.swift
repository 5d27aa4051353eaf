import ArgumentParser
import Foundation
import Gallery
import GalleryModel

/// The command `gallery edit PHOTO/SECTION…`.
struct EditCommand: WorkingCommand {
    static let explanation = """
        Keeps what a photo is to look like as a recipe beside it; the original is never changed. \
        Thumbnails, 'gallery export --originals' and 'gallery share' show the photo as edited. An \
        option replaces its own part of the recipe and leaves the others, but crop and centre turn along \
        with the picture; 'none' takes a part away.

        The order of the steps is fixed: turn, mirror, straighten, then crop, zoom and square, then the \
        size, then the effects one after another. Crop and centre are pixels of the picture as turned \
        and straightened, in its largest stored size, or percent of it. Nothing is enlarged but by \
        --square.

        --show prints the recipe of a photo as JSON, which --recipe takes again; with --format, or of \
        several photos, rows with id, width, height and recipe. 'gallery undo' takes an edit back. A section \
        stands for all its photos.
        """
    static let examples = [
        CommandExample(
            "gallery edit camera/3 --crop 10%,10%,80%,80% --straighten -2.5",
            "cut the edges off and level the horizon"),
        CommandExample(
            "gallery edit 42 --effect noir:0.8 --effect vignette", "black and white, dark corners"),
        CommandExample("gallery edit 42 --effect none --square 640", "colours back, a square"),
        CommandExample("gallery edit 42 --show > warm.json", "keep a recipe"),
        CommandExample("gallery edit dogs --recipe warm.json", "the same for a whole section"),
        CommandExample("gallery edit 43 --copy-from 42", "edit a photo as another one"),
        CommandExample("gallery edit 42 --reset", "back to the original"),
    ]
    static let configuration = documented("edit", "Change how photos look, never the originals.")

    @Argument(
        help: ArgumentHelp("Photos and sections.", valueName: "photo/section"),
        completion: .sections)
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup(title: "Changes") var edit: EditFlags

    @Option(
        help: ArgumentHelp(
            "Take the recipe of a JSON file, or - for standard input.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var recipe: Operand?

    @Option(help: ArgumentHelp("Take the recipe of another photo.", valueName: "photo"))
    var copyFrom: Operand?

    @Flag(help: "Begin with the original instead of the present recipe.")
    var reset = false

    @Flag(help: "Print the recipe, and change nothing.")
    var show = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try query.checkNames(photo, "photos or sections")
        if photo.contains(where: \.text.isEmpty) {
            throw ValidationError("'' is no photo or section: name one, such as 42 or camera/3")
        }
        let bases = [
            ("--recipe", recipe != nil), ("--copy-from", copyFrom != nil), ("--reset", reset),
        ].filter(\.1).map(\.0)
        if bases.count > 1 {
            throw ValidationError(
                "\(bases.joined(separator: " and ")) exclude each other: give one")
        }
        // A value that is wrong has been refused before.
        let isPlain = (try? edit.change().isEmpty) ?? false
        if show, !isPlain || !bases.isEmpty {
            throw ValidationError(
                "--show changes nothing: leave out \(bases.first ?? "the other options"), or add "
                    + "--dry-run instead of --show to see what would be")
        }
        if !show, isPlain, bases.isEmpty {
            throw ValidationError(
                "nothing to change: give --crop, --zoom, --center, --rotate, --straighten, --flip, "
                    + "--resize, --square, --effect, --recipe, --copy-from or --reset, or --show to "
                    + "see the recipe")
        }
        if recipe?.text.isEmpty == true {
            throw ValidationError("--recipe needs a file: name one, or - for standard input")
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
        let namesPhotos =
            output.format == nil && !catalog.quiet && (catalog.verbose || photos.isFew)
        let summary = try await gallery.edit(photos, change, options: run.work) {
            photos in
            if namesPhotos {
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
                "note: --center is the point that --zoom shows in the middle: give a zoom too, such as "
                    + "--zoom 2")
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
