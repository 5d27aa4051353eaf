import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery effects PHOTO/PATH -o DIR`.
struct EffectsCommand: WorkingCommand, RowCommand {
    static let explanation = """
        Applies each effect to a reduced copy of the picture and writes a JPEG file per effect, \
        and contact-sheet.jpg, which shows all of them and the unchanged picture. --effect selects \
        effects, optionally with an intensity. The photo is not changed; to apply an effect, use \
        'gallery edit --effect'.

        --list describes the effects; docs/effects.md contains their parameters.
        """
    static let examples: KeyValuePairs = [
        "gallery effects 42 -o previews": "preview all effects on a photo",
        "gallery effects ~/beach.jpg -o previews --size 1024 --effect noir --effect noir:0.5":
            "preview an effect at two intensities on a file",
        "gallery effects --list": "list all effects",
    ]
    static let configuration = documented("effects", "Preview effects on a picture.")

    @Argument(help: .value("photo/path", "Photo or picture file."), completion: .file())
    var operand: Operand?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: .value("dir", "Output folder; created if missing."), completion: .directory)
    var folder: Operand?

    @Option(help: .value("pixels", "Long edge of each picture, 16 to 8192."))
    var size = 480

    @Option(
        parsing: .unconditionalSingleValue,
        help: .value("name[:0..1]", "Preview only this effect (repeatable, one picture each)."))
    var effect: [Operand] = []

    @Flag(help: "List the effects without writing files.")
    var list = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption

    func validate() throws {
        if list {
            try refuse(
                if: operand != nil || folder != nil || !effect.isEmpty,
                "--list cannot be combined with other arguments")
            return
        }
        try refuse(
            if: operand?.text.isEmpty != false,
            "give a photo, such as 42 or camera/3, or a picture file; --list lists the effects")
        try refuse(
            if: folder?.text.isEmpty != false || folder?.text == "-",
            "no output folder given; add -o DIR")
        try InvalidValue.check("--size", size, in: 16...8192, expected: "16 to 8192 pixels")
        try InvalidValue.check {
            let effects = try EditText.effects(effect.map(\.text))
            guard effects.isEmpty == effect.isEmpty else {
                throw GalleryError(
                    .usage,
                    "'none' is not an effect; the contact sheet always contains the unchanged picture. "
                        + "Omit --effect for all effects")
            }
        }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        guard !list else {
            return try Output.write(
                EffectDescription.all, as: output.format ?? .table, EffectRows.list)
        }
        guard let operand, let folder else { return .printed }
        var options = EffectSheetOptions()
        options.side = size
        options.variants = try EditText.effects(effect.map(\.text)).map { [$0] }
        let summary = try await summary(of: operand, to: BytePath(folder.text), options, run)
        if let format = output.format {
            try Output.write(summary.files, as: format, EffectRows.layout)
        }
        for warning in summary.warnings { run.printMessage("warning: \(warning)") }
        return CommandOutcome(summary)
    }

    private func summary(
        of operand: Operand, to folder: BytePath, _ options: EffectSheetOptions, _ run: CommandRun
    ) async throws -> EffectSheetSummary {
        switch try WorkTarget.targets(of: [operand], run).first {
        case .photos(.photos(let ids)) where ids.count == 1:
            let gallery = try run.gallery()
            return try await gallery.edits.effectSheet(
                of: try gallery.photo(id: ids[0]), to: folder, options: options.with(run.work))
        case .paths(let paths) where paths.count == 1:
            try run.existingGallery()?.export.checkOutput(folder, as: .files)
            return try await GalleryEdits.effectSheet(
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
    /// The rows of preview files; the contact sheet has no effect.
    static let layout = RowLayout<EffectFile>([
        RowColumn(
            "effect", "EFFECT", shown: { effects(of: $0) ?? "(contact sheet)" }
        ) { effects(of: $0) },
        RowColumn("width", "WIDTH", isNumeric: true) { $0.width },
        RowColumn("height", "HEIGHT", isNumeric: true) { $0.height },
        RowColumn("path", "PATH", overflow: .cutStart) { $0.path },
    ])

    /// The rows of all effects with descriptions.
    static let list = RowLayout<EffectDescription>([
        RowColumn("name", "NAME") { $0.name.rawValue },
        RowColumn("description", "DESCRIPTION") { $0.summary },
        RowColumn("recipe", nil) { $0.parameters },
    ])

    private static func effects(of file: EffectFile) -> String? {
        file.effects.isEmpty ? nil : file.effects.map(\.text).joined(separator: " ")
    }
}
