import Basics
import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery effects PHOTO/PATH -o DIR`.
struct EffectsCommand: WorkingCommand {
    static let explanation = """
        Writes a JPEG file for every effect, made of a reduced copy, and contact-sheet.jpg, which shows \
        them all beside the picture without any. --effect chooses some, with an intensity where one is \
        given. Nothing of the photo changes: 'gallery edit --effect' does that.

        --list says what the effects are; docs/effects.md has their numbers.
        """
    static let examples = [
        CommandExample("gallery effects 42 -o previews", "every effect of a photo"),
        CommandExample(
            "gallery effects ~/beach.jpg -o previews --size 1024 --effect noir --effect noir:0.5",
            "two strengths of one, for a file"),
        CommandExample("gallery effects --list", "see what there is"),
    ]
    static let configuration = documented("effects", "Show what effects make of a picture.")

    @Argument(
        help: ArgumentHelp("The photo, or a picture file.", valueName: "photo/path"),
        completion: .file())
    var operand: Operand?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Where the files go; made when missing.", valueName: "dir"),
        completion: .directory)
    var folder: Operand?

    @Option(
        help: ArgumentHelp("The longest side of each picture, 16 to 8192.", valueName: "pixels"))
    var size = 480

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Only this effect; may be given several times, a picture each.",
            valueName: "name[:0..1]"))
    var effect: [Operand] = []

    @Flag(help: "List the effects, and write nothing.")
    var list = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        if list {
            if operand != nil || folder != nil || !effect.isEmpty {
                throw ValidationError("--list lists all effects: leave the rest out")
            }
            return
        }
        guard let operand, !operand.text.isEmpty else {
            throw ValidationError(
                "name a photo, such as 42 or camera/3, or a picture file; --list lists the effects")
        }
        guard let folder, !folder.text.isEmpty, folder.text != "-" else {
            throw ValidationError("name the folder for the pictures with -o DIR")
        }
        try InvalidValue.check("--size", size, in: 16...8192, expected: "16 to 8192 pixels")
        do throws(GalleryError) {
            let effects = try EditText.effects(effect.map(\.text))
            guard effects.isEmpty == effect.isEmpty else {
                throw GalleryError(
                    .usage,
                    "'none' is no effect to show: the contact sheet has the picture without any; leave "
                        + "--effect out for all of them")
            }
        } catch {
            throw ValidationError(error.message)
        }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        guard !list else {
            try EffectRows.writeList(as: output.format ?? .table)
            return .printed
        }
        guard let operand, let folder else { return .printed }
        var options = EffectSheetOptions()
        options.side = size
        options.variants = try EditText.effects(effect.map(\.text)).map { [$0] }
        let summary = try await summary(
            of: operand, to: BytePath(folder.text), options, run)
        if let format = output.format {
            try Output.write(
                summary.files.map { EffectRows.row($0, isTable: format == .table) }, as: format,
                columns: EffectRows.columns)
        }
        for warning in summary.warnings { run.say("warning: \(warning)") }
        return CommandOutcome(summary)
    }

    private func summary(
        of operand: Operand, to folder: BytePath, _ options: EffectSheetOptions,
        _ run: CommandRun
    ) async throws -> EffectSheetSummary {
        switch try WorkTarget.targets(of: [operand], run).first {
        case .photos(.photos(let ids)) where ids.count == 1:
            let gallery = try run.gallery()
            return try await gallery.effectSheet(
                of: .photo(try gallery.photo(id: ids[0])), to: folder,
                options: options.with(run.work))
        case .paths(let paths) where paths.count == 1:
            return try await PhotoGallery.effectSheet(
                ofFile: paths[0], to: folder, options: options.with(run.work),
                settings: try run.settings())
        default:
            throw GalleryError(
                .usage,
                "'\(operand.text)' is a section: name a photo in it, such as \(operand.text)/1")
        }
    }
}
