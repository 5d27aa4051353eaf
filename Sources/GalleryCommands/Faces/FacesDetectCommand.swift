import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery faces [detect] [SECTION/PHOTO/PATH…]`.
struct FacesDetectCommand: WorkingCommand {
    static let explanation = """
        Looks for faces in the largest stored picture of each photo, of the whole catalog without \
        operands, and stores their rectangles; what was examined in the same way before is not \
        decoded again. Names that you gave, faces that you drew or rejected stay as you said.

        Files and folders outside the catalog are examined and nothing is stored: --format jsonl \
        prints a row a picture in the order of the input as soon as it is ready. '-' reads paths \
        from standard input, a line each, or NUL between them with -0. A name that is both a section \
        and a file means the section: ./name means the file.

        Rectangles are in pixels of the upright picture; those of --plan are fractions of it. The score \
        is 0 to 1. The detector 'yunet' finds more faces in less time and needs a model: 'gallery \
        models install yunet'. The faces shown are those of the detector that was asked last: set \
        faces.detector (GALLERY_FACES_DETECTOR) to stay with one.
        """
    static let examples = [
        CommandExample("gallery faces", "examine what is new in the whole catalog"),
        CommandExample(
            "gallery faces camera --detector yunet", "a section, with the other detector"),
        CommandExample("gallery faces dogs --plan", "say what would be done"),
        CommandExample(
            "find ~/Pictures -name '*.jpg' | gallery faces - --format jsonl",
            "examine files without storing anything"),
    ]
    static let configuration = documented("detect", "Find faces in photos and files.")

    @Argument(
        help: ArgumentHelp(
            "Sections, photos, files and folders; - for paths on standard input.",
            valueName: "section/photo/path"),
        completion: .file())
    var operands: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var nulSeparated: NulSeparatedFlag

    @Flag(help: "Examine pictures again that were examined in the same way before.")
    var again = false

    @Flag(help: "Say what would be done and which of your decisions it would meet; do nothing.")
    var plan = false

    @OptionGroup var faces: FaceOptionFlags
    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try query.checkOperands(operands)
        try operands.checkStandardInput(
            of: "paths", pathFlag: nulSeparated.isSet ? "-0" : nil,
            kinds: "section, photo or path: name one")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let settings = try run.settings()
        var options = faces.options(settings)
        options.again = again
        let isStandardInput = operands.first?.text == "-"
        let targets = isStandardInput ? [] : try WorkTarget.targets(of: operands, run)
        let filter = try query.filter(for: targets, run)
        if plan || work.dryRun {
            return try show(targets, filter, isStandardInput, options, run)
        }
        // Everything that was asked for is examined, whatever fails on the way; the status says so.
        var all = FaceSummary()
        let hasPaths = isStandardInput || targets.contains(where: \.isPaths)
        // A table of the catalog\'s own pictures is what \'faces list\' prints.
        let rows = RowStream(
            output.format == .table && !hasPaths ? nil : output.format, FaceRows.layout)
        var areListed = false
        var failure: GalleryError?
        for target in targets {
            switch target {
            case .photos(let selection):
                let summary = try await run.gallery().detectFaces(
                    PhotoQuery([selection], filter: filter), options: options.with(run.work),
                    body: rows.append)
                areListed = areListed || summary.failed > 0
                all.add(summary)
            case .paths(let paths):
                let files = try FileFaces(options, settings: settings)
                all.add(try await files.examine(paths, options: run.work, body: rows.append))
            case .positions: break
            }
        }
        if isStandardInput {
            let input = nulSeparated.paths
            let files = try FileFaces(options, settings: settings)
            all.add(try await files.examine(input, options: run.work, body: rows.append))
            failure = input.failure
        }
        try rows.finish()
        return CommandOutcome(
            all, areListed: areListed, failure: failure)
    }

    private func show(
        _ targets: [WorkTarget], _ filter: PhotoFilter, _ isStandardInput: Bool,
        _ options: FaceOptions, _ run: CommandRun
    ) throws -> CommandOutcome {
        var plan = FacePlan()
        var pathCount = 0
        for target in targets {
            switch target {
            case .photos(let selection):
                plan.add(
                    try run.gallery().planFaces(
                        PhotoQuery([selection], filter: filter), options: options))
            case .paths(let paths): pathCount += paths.count
            case .positions: break
            }
        }
        if !plan.decisions.isEmpty || output.format != .table {
            try Output.write(
                plan.decisions.map(FacePlan.row), as: output.format, columns: FacePlan.columns)
        }
        var files = pathCount == 0 ? "" : ", and \(Count.text(pathCount, "path"))"
        if isStandardInput { files = ", and the paths on standard input" }
        return CommandOutcome(notes: [plan.sentence + files])
    }
}
