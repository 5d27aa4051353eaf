import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery faces [detect] [SECTION/PHOTO/PATH…]`.
struct FaceDetect: AsyncParsableCommand, DocumentedCommand {
    static let explanation = """
        Looks for faces in the largest stored picture of each photo, of the whole catalog without \
        operands, and stores their rectangles; what was examined in the same way before is not \
        decoded again. Names that you gave, faces that you drew or rejected stay as you said.

        Files and folders outside the catalog are examined and nothing is stored: --format jsonl \
        prints a row a picture in the order of the input as soon as it is ready. '-' reads paths \
        from standard input, a line each, or NUL between them with -0. A name that is both a section \
        and a file means the section: ./name means the file.

        Rectangles are in pixels of the upright picture. The score is 0 to 1. The detector 'yunet' \
        finds more faces in less time and needs a model: 'gallery models install yunet'.
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

    @Flag(name: .customShort("0"), help: "Paths on standard input end with NUL, not with a line.")
    var nulSeparated = false

    @Flag(help: "Examine pictures again that were examined in the same way before.")
    var again = false

    @Flag(help: "Say what would be done and which of your decisions it would meet; do nothing.")
    var plan = false

    @OptionGroup var faces: FaceOptionFlags
    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        let isStandardInput = operands.contains { $0.text == "-" }
        if isStandardInput, operands.count > 1 {
            throw ValidationError(
                "'-' stands alone: give paths either as arguments or on standard input")
        }
        if nulSeparated, !isStandardInput {
            throw ValidationError("-0 is about paths on standard input: add -")
        }
        if operands.contains(where: \.text.isEmpty) {
            throw ValidationError("'' is no section, photo or path: name one")
        }
    }

    func run() async throws {
        let settings = try catalog.settings()
        var options = faces.options(settings)
        options.again = again
        let isStandardInput = operands.first?.text == "-"
        let (selections, paths) = isStandardInput ? ([], []) : try targets(settings)
        if plan || work.dryRun {
            try show(selections, paths, isStandardInput, options, settings)
            return
        }
        // Everything that was asked for is examined, whatever fails on the way; the status says so.
        let (workOptions, watch) = work.begin(catalog)
        var all = FaceSummary()
        let rows = FaceOutput(
            output.format, hasPaths: isStandardInput || !paths.isEmpty)
        let gallery = try selections.isEmpty ? nil : catalog.open(settings)
        for selection in selections {
            if let gallery {
                all.add(
                    try await gallery.detectFaces(
                        in: selection, options: options, work: workOptions, body: rows.append))
            }
        }
        let areListed = all.failed > 0
        var failure: GalleryError?
        if isStandardInput {
            let input = PathInput(separator: nulSeparated ? 0x00 : 0x0A)
            let files = try FileFaces(options, settings: settings)
            all.add(try await files.examine(input, work: workOptions, body: rows.append))
            failure = input.failure
        } else if !paths.isEmpty {
            let files = try FileFaces(options, settings: settings)
            all.add(try await files.examine(paths, work: workOptions, body: rows.append))
        }
        try rows.finish()
        StandardError.shared.endProgress()
        catalog.say(all.sentence)
        if let failure { throw failure }
        try watch.finish(failed: all.failed, catalog, areListed: areListed)
    }

    /// What the operands name: parts of the catalog, and paths outside it.
    private func targets(
        _ settings: GallerySettings
    ) throws -> (selections: [PhotoSelection], paths: [BytePath]) {
        if operands.isEmpty { return ([.everything], []) }
        var selections: [PhotoSelection] = []
        var photos: [PhotoID] = []
        var paths: [BytePath] = []
        var gallery: PhotoGallery?
        for operand in operands {
            if operand.isPath {
                paths.append(BytePath(operand.text))
                continue
            }
            // A name that only a file can have makes no catalog where there is none.
            let mayBePath = BytePath(operand.text).exists || operand.looksLikePath
            if gallery == nil, !mayBePath || catalog.exists(settings) {
                gallery = try catalog.open(settings)
            }
            do throws(GalleryError) {
                guard let gallery else { throw GalleryError(.notFound, "") }
                switch try gallery.named(operand) {
                case .photo(let photo): photos.append(photo.id)
                case .section(let section): selections.append(.section(section))
                }
            } catch {
                guard error.kind == .notFound else { throw error }
                if mayBePath {
                    paths.append(BytePath(operand.text))
                } else if PhotoReference(text: operand.text) == nil {
                    throw GalleryError(
                        .notFound,
                        "no section, photo or file '\(operand.text)': 'gallery sections' lists the "
                            + "sections")
                } else {
                    throw error
                }
            }
        }
        return (selections + (photos.isEmpty ? [] : [.photos(photos)]), paths)
    }

    private func show(
        _ selections: [PhotoSelection], _ paths: [BytePath], _ isStandardInput: Bool,
        _ options: FaceOptions, _ settings: GallerySettings
    ) throws {
        var plan = FacePlan()
        if !selections.isEmpty {
            let gallery = try catalog.open(settings)
            for selection in selections {
                plan.add(try gallery.planFaces(in: selection, options: options))
            }
        }
        if !plan.decisions.isEmpty || output.format != .table {
            try Output.write(
                plan.decisions.map(FacePlan.row), as: output.format, columns: FacePlan.columns)
        }
        var files = paths.isEmpty ? "" : ", and \(Count.text(paths.count, "path"))"
        if isStandardInput { files = ", and the paths on standard input" }
        catalog.say("plan: \(plan.sentence)\(files)")
    }
}
