import ArgumentParser
import Basics
import Foundation
import Gallery
import GalleryModel

/// The command `gallery faces [detect] [SECTION/PHOTO/PATH…]`.
struct FacesDetectCommand: WorkingCommand, RowCommand {
    static let explanation = """
        Detects faces in the largest stored picture of the given photos, or of all photos, and \
        stores their rectangles. Pictures already examined with the same options are skipped. \
        Names, added faces and rejections are kept.

        Files and folders outside the catalog are examined without storing anything: --format \
        jsonl prints one row per picture, in input order, as soon as it is ready. '-' reads paths \
        from standard input, one per line, or NUL-separated with -0. A name that is both a section \
        and a file refers to the section; use ./name for the file.

        Rectangles are in pixels of the upright picture; those of --plan are fractions of it. \
        Scores are 0 to 1. The detector 'yunet' finds more faces in less time and requires a \
        model: 'gallery models install yunet'. If the setting faces.detector \
        (GALLERY_FACES_DETECTOR) is auto, yunet is used if its model is installed, otherwise \
        'haar'. Photos examined with --detector, --quality or --cascade keep that result until \
        another one is chosen for them.
        """
    static let examples: KeyValuePairs = [
        "gallery faces": "examine new photos in the whole catalog",
        "gallery faces camera --detector haar": "examine a section with another detector",
        "gallery faces dogs --plan": "show what would be done",
        "find ~/Pictures -name '*.jpg' | gallery faces - --format jsonl":
            "examine files without storing anything",
    ]
    static let configuration = documented("detect", "Detect faces in photos and files.")

    @Argument(
        help: .value(
            "section/photo/path",
            "Sections, photos, files and folders; - for paths on standard input."),
        completion: .file())
    var operands: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var nulSeparated: NulSeparatedFlag

    @Flag(help: "Also examine pictures already examined with the same options.")
    var again = false

    @Flag(help: "Show what would be done and which names and rejections it would affect.")
    var plan = false

    @OptionGroup var faces: FaceOptionFlags
    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption

    func validate() throws {
        try query.checkOperands(operands)
        try operands.checkStandardInput(
            of: "paths", pathFlag: nulSeparated.isSet ? "-0" : nil, kinds: "section, photo or path")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let settings = try run.settings()
        var options = faces.options(settings)
        options.again = again
        let input = operands.containsStandardInput ? nulSeparated.input() : nil
        let targets = input == nil ? try WorkTarget.targets(of: operands, run) : [.paths([])]
        let filter = try query.filter(for: targets, run)
        if plan || work.dryRun { return try show(targets, filter, options, run) }
        // Failures do not stop the command; the exit status reports them.
        var all = FaceSummary()
        // Faces of photos in the catalog are shown as a table by 'faces list', not here.
        let rows = try Output(
            output.format == .table && targets.allSatisfy(\.isCatalog)
                ? nil : output.requested, FaceRows.layout)
        var recordsProblems = false
        for target in targets {
            switch target {
            case .photos(let selection):
                let summary = try await run.gallery().faces.detect(
                    PhotoQuery([selection], filter: filter), options: options.with(run.work),
                    body: rows.append)
                recordsProblems = recordsProblems || summary.failed > 0
                all.add(summary)
            case .paths(let paths):
                let sources: any Sequence<BytePath> & Sendable =
                    if let input { PathInput(input: input) } else { paths }
                all.add(
                    try await GalleryFaces.detect(
                        inFiles: sources, options: options.with(run.work), settings: settings,
                        body: rows.append))
            case .positions: break
            }
        }
        try rows.finish()
        return CommandOutcome(all, recordsProblems: recordsProblems, failure: input?.failure)
    }

    private func show(
        _ targets: [WorkTarget], _ filter: PhotoFilter, _ options: FaceOptions, _ run: CommandRun
    ) throws -> CommandOutcome {
        var plan = FacePlan()
        var pathCount = 0
        for target in targets {
            switch target {
            case .photos(let selection):
                plan.add(
                    try run.gallery().faces.plan(
                        PhotoQuery([selection], filter: filter), options: options))
            case .paths(let paths): pathCount += paths.count
            case .positions: break
            }
        }
        if !plan.decisions.isEmpty || output.format != .table {
            try Output.write(plan.decisions, as: output.requested, FacePlan.layout)
        }
        var files = pathCount == 0 ? "" : ", and \(Count.text(pathCount, "path"))"
        if operands.containsStandardInput { files = ", and the paths on standard input" }
        return .note(plan.sentence + files)
    }
}

/// The options for detecting faces.
struct FaceOptionFlags: ParsableArguments {
    @Option(
        help: .value(
            "detector",
            "Detector (default: the setting faces.detector; auto is yunet if its model is installed)."
        ))
    var detector: FaceDetectorName?

    @Option(help: .value("quality", "Thoroughness (default: the setting faces.quality, balanced)."))
    var quality: FaceDetectionQuality?

    @Option(
        help: .value("file", "Use this Haar cascade, an OpenCV XML file."),
        completion: .file(extensions: ["xml"]))
    var cascade: Operand?

    func validate() throws {
        try refuse(if: cascade?.text.isEmpty == true, "--cascade requires the path of a file")
        try refuse(
            if: cascade != nil && detector == .yunet,
            "--cascade requires the detector haar; omit --detector yunet")
    }

    /// Returns the settings with these options applied.
    func options(_ settings: GallerySettings) -> FaceOptions {
        var options = FaceOptions(settings: settings)
        if let quality { options.quality = quality }
        if let cascade {
            options.cascade = BytePath(cascade.text)
            options.detector = .haar
        }
        if let detector { options.detector = detector }
        return options
    }
}

/// Rows of examined pictures.
enum FaceRows {
    /// The layout of an examined picture; tables omit photos of the catalog, which `faces list`
    /// shows.
    static let layout = RowLayout<AnalyzedPicture>(
        [
            RowColumn(onlyInJSON: "id") { $0.photoID?.json },
            RowColumn("path", "PATH", overflow: .cutStart, shown: { $0.path }) {
                $0.path?.textForPrograms
            },
            RowColumn("id", "ID", isNumeric: true) { $0.photoID }.inJSON { _ in nil },
            RowColumn("width", nil) { $0.width }, RowColumn("height", nil) { $0.height },
            RowColumn("count", "FACES", isNumeric: true) { $0.faces?.count }.inJSON { _ in nil },
            RowColumn(
                "faces", "RECTANGLES",
                shown: { $0.faces?.map(\.rectangle.text).joined(separator: " ") }
            ) { $0.faces.map(boxes) }.inJSON { $0.faces.map { $0.map(face) }.json },
            RowColumn(onlyInJSON: "warning") { $0.warning?.json },
            RowColumn("error", "ERROR", overflow: .wrap) { $0.error },
            pathBytes { $0.path },
        ], isInTable: { $0.photoID == nil })

    /// Returns the column of a path in Base64, only for paths that are not UTF-8.
    static func pathBytes<Item>(
        _ path: @escaping @Sendable (Item) -> BytePath?
    ) -> RowColumn<Item> {
        RowColumn(onlyInJSON: "pathBytes") { item in
            guard let path = path(item), path.string == nil else { return nil }
            return .text(Data(path.bytes).base64EncodedString())
        }
    }

    /// Returns the rectangles as lists of numbers.
    static func boxes(_ faces: [Face]) -> [[Double]] {
        faces.map(\.rectangle).map { [$0.x, $0.y, $0.width, $0.height] }
    }

    /// Returns a face as a JSON object; unknown values are omitted.
    static func face(_ face: Face) -> JSONValue {
        let box = face.rectangle
        var members: [JSONMember] = [
            ("x", box.x), ("y", box.y), ("width", box.width), ("height", box.height),
            ("score", face.score.map(rounded)), ("detector", face.source.rawValue),
        ]
        if let name = face.name { members.append(("name", name)) }
        if !face.landmarks.isEmpty {
            members.append(("landmarks", face.landmarks.map { [rounded($0.x), rounded($0.y)] }))
        }
        return JSONValue(members)
    }

    /// Rounds a number to three decimal places.
    static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}

extension BytePath {
    /// The path for programs; escaped only if it is not UTF-8.
    var textForPrograms: String { string ?? escaped }
}

extension AnalyzedPicture {
    /// All warnings about the picture; nil if there are none.
    var warning: String? { warnings.isEmpty ? nil : warnings.joined(separator: "; ") }
}

extension FacePlan {
    /// The rows of affected decisions; rectangles are in fractions of the picture.
    fileprivate static let layout = RowLayout<AffectedDecision>([
        RowColumn("id", "PHOTO", isNumeric: true) { $0.photoID },
        RowColumn("decision", "DECISION") { $0.decision.kind.rawValue },
        RowColumn("name", "NAME") { $0.decision.name },
        RowColumn("x", "X") { FaceRows.rounded($0.decision.rectangle.x) },
        RowColumn("y", "Y") { FaceRows.rounded($0.decision.rectangle.y) },
        RowColumn("width", "WIDTH") { FaceRows.rounded($0.decision.rectangle.width) },
        RowColumn("height", "HEIGHT") { FaceRows.rounded($0.decision.rectangle.height) },
    ])
}
