import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery effects PHOTO/PATH -o DIR`.
struct EffectsCommand: WorkingCommand {
    static let explanation = """
        Applies each effect to a reduced copy of the picture and writes a JPEG file per effect, \
        and contact-sheet.jpg, which shows all of them and the unchanged picture. --effect selects \
        effects, optionally with an intensity. The photo is not changed; to apply an effect, use \
        'gallery edit --effect'.

        --list describes the effects; docs/effects.md contains their parameters.
        """
    static let examples = [
        CommandExample("gallery effects 42 -o previews", "preview all effects on a photo"),
        CommandExample(
            "gallery effects ~/beach.jpg -o previews --size 1024 --effect noir --effect noir:0.5",
            "preview an effect at two intensities on a file"),
        CommandExample("gallery effects --list", "list all effects"),
    ]
    static let configuration = documented("effects", "Preview effects on a picture.")

    @Argument(
        help: ArgumentHelp("Photo or picture file.", valueName: "photo/path"),
        completion: .file())
    var operand: Operand?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Output folder; created if missing.", valueName: "dir"),
        completion: .directory)
    var folder: Operand?

    @Option(
        help: ArgumentHelp("Long edge of each picture, 16 to 8192.", valueName: "pixels"))
    var size = 480

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Preview only this effect (repeatable, one picture each).",
            valueName: "name[:0..1]"))
    var effect: [Operand] = []

    @Flag(help: "List the effects without writing files.")
    var list = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        if list {
            if operand != nil || folder != nil || !effect.isEmpty {
                throw ValidationError("--list cannot be combined with other arguments")
            }
            return
        }
        guard let operand, !operand.text.isEmpty else {
            throw ValidationError(
                "give a photo, such as 42 or camera/3, or a picture file; --list lists the effects")
        }
        guard let folder, !folder.text.isEmpty, folder.text != "-" else {
            throw ValidationError("no output folder given; add -o DIR")
        }
        try InvalidValue.check("--size", size, in: 16...8192, expected: "16 to 8192 pixels")
        do throws(GalleryError) {
            let effects = try EditText.effects(effect.map(\.text))
            guard effects.isEmpty == effect.isEmpty else {
                throw GalleryError(
                    .usage,
                    "'none' is not an effect; the contact sheet always contains the unchanged picture. "
                        + "Omit --effect for all effects")
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
        for warning in summary.warnings { run.printMessage("warning: \(warning)") }
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
            try run.existingGallery()?.checkOutput(folder, as: .files)
            return try await PhotoGallery.effectSheet(
                ofFile: paths[0], to: folder, options: options.with(run.work),
                settings: try run.settings())
        default:
            throw GalleryError(
                .usage,
                "'\(operand.text)' is a section; give a photo in it, such as \(operand.text)/1")
        }
    }
}

/// Rows of effects and of preview files.
enum EffectRows {
    /// The columns of preview files.
    static let columns = [
        Output.Column("effect", "EFFECT"), Output.Column("width", "WIDTH", isNumeric: true),
        Output.Column("height", "HEIGHT", isNumeric: true),
        Output.Column("path", "PATH", overflow: .cutStart),
    ]

    /// Returns the row of a preview file; the contact sheet has no effect.
    static func row(_ file: EffectFile, isTable: Bool) -> [RowValue] {
        let sheet = isTable ? RowValue.text("(contact sheet)") : .none
        return [
            file.effects.isEmpty
                ? sheet : .text(file.effects.map(\.text).joined(separator: " ")),
            .integer(file.width), .integer(file.height), .text(file.path.escaped),
        ]
    }

    /// Prints all effects with descriptions.
    ///
    /// - Throws: errors of standard output.
    static func writeList(as format: RowFormat) throws {
        try Output.write(
            PhotoGallery.effectDescriptions.map { effect in
                [
                    .text(effect.name.rawValue), .text(effect.summary),
                    .text(effect.parameters),
                ]
            }, as: format,
            columns: [
                Output.Column("name", "NAME"), Output.Column("description", "DESCRIPTION"),
                Output.Column("recipe", nil),
            ])
    }
}
