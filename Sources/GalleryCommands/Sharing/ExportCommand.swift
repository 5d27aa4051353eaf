import ArgumentParser
import Basics
import Gallery
import GalleryModel
import GalleryWeb

/// The command `gallery export [SECTION…]`.
struct ExportCommand: WorkingCommand {
    static let explanation = """
        Writes one row per photo, of all sections by default. CSV is RFC 4180 in UTF-8 and uses \
        exiftool's column names where possible. -o replaces the file only when the export is \
        complete. Existing files are replaced only if they are an earlier export or with --force; \
        originals and files in the catalog are never replaced.

        --originals copies the largest stored pictures under readable names, each photo once, with \
        XMP sidecars. It also updates metadata.csv, which lists all copies in the folder; \
        'exiftool -n -csv=metadata.csv' accepts it. If metadata.csv was not written by gallery, \
        the export stops. Edited photos are rendered at full size with their metadata; --unedited \
        copies the stored files.

        --format xmp writes only the sidecars, to the folder given by -o: all metadata of each \
        photo, with faces as regions that exiftool and digiKam read. geojson and gpx contain the \
        photos that have a position, as features and waypoints.

        --drop-positions omits positions and place names. --coarsen-positions replaces positions \
        with the center of a grid cell of the given size, with the place names of the center and \
        without altitude. Both also omit tags that contain positions. Titles, captions and other \
        tags are not changed. Pictures copied by --originals keep their positions, so these \
        options cannot be combined with it.

        --format html creates a static site in the folder given by -o: pages that open from disk, \
        work without JavaScript and can be hosted on any web server. Pages contain the same \
        metadata as 'gallery share': positions, names, titles and other text only on request. \
        --keep-location or --coarsen-positions adds a map that works offline. --zip offers all \
        photos as one archive, and --base-url adds a feed. Running it again writes changed files \
        and deletes obsolete ones; folders that are not a site are not touched.

        Fields of --name: {date} {year} {month} {day} {time} {title} {name} {id} {originid} \
        {section} {position} {ext} {owner} {creator} {make} {model} {sha}.
        """
    static let examples: KeyValuePairs = [
        "gallery export dogs --format csv -o dogs.csv": "export a section as CSV",
        "gallery export --format jsonl --raw | gzip > all.jsonl.gz": "export all metadata",
        "gallery export camera --columns ID,Title,GPSLatitude,GPSLongitude": "export four columns",
        "gallery export dogs --originals out --name '{date}/{title}-{id}.{ext}'":
            "copy pictures under readable names, with metadata.csv",
        "gallery export camera --format xmp -o sidecars": "export faces for digiKam",
        "gallery export camera --format geojson --coarsen-positions 5 -o map.geojson":
            "export a map that hides where you live",
        "gallery export camera --format html --keep-title -o site": "create a static site",
    ]
    static let configuration = documented("export", "Export metadata and pictures.")

    @Argument(
        help: .value("section/photo", "Sections and photos (default: all sections)."),
        completion: .sections)
    var section: [Operand] = []

    @OptionGroup var query: QueryOption
    @OptionGroup var page: PageOptions

    @Option(help: "Output format.")
    var format = Format.csv

    @Option(
        name: .shortAndLong,
        help: .value("file", "Output file, or - for standard output; for xmp and html, a folder."),
        completion: .file())
    var output: Operand?

    @Flag(help: "Replace an existing file even if it is not an export.")
    var force = false

    @OptionGroup var columns: ColumnsOption

    @Flag(help: "Prefix cells that a spreadsheet would evaluate as a formula with '.")
    var spreadsheetSafe = false

    @Flag(help: "Add the data received from the origin to JSON rows, as Raw.")
    var raw = false

    @Option(help: .value("dir", "Copy pictures to this folder."), completion: .directory)
    var originals: Operand?

    @Option(help: .value("template", "File name template for copies."))
    var name: String?

    @Flag(help: "Copy pictures without edits.")
    var unedited = false

    @Flag(help: "Omit positions and places.")
    var dropPositions = false

    @Option(
        parsing: .unconditional,
        help: .value("km", "Replace positions with the center of a grid cell of this size."))
    var coarsenPositions: Double?

    @OptionGroup(title: "Options of --format html") var site: SiteFlags
    @OptionGroup var work: WorkFlags
    @OptionGroup var catalog: CatalogOptions

    /// A value of `--format`.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case csv, json, jsonl, geojson, gpx, html, xmp
    }

    func validate() throws {
        try refuse(
            if: raw && format != .json && format != .jsonl,
            "--raw is not available for \(format.rawValue.uppercased()); use --format json or jsonl"
        )
        try validatePositions()
        try refuse(
            if: format == .xmp && originals != nil,
            "--originals always writes sidecars; omit --format xmp")
        let writesFolder = format == .xmp || format == .html
        try refuse(
            if: writesFolder && (output == nil || output?.text == "-"),
            "--format \(format.rawValue) requires an output folder; add -o DIR")
        try refuse(
            if: (writesFolder || format == .gpx) && columns.names != nil,
            "--columns cannot be combined with --format \(format.rawValue)")
        try validateSite()
        try refuse(
            if: force && (output == nil || writesFolder),
            "--force requires an output file; add -o FILE")
        try refuse(
            if: spreadsheetSafe && format != .csv, "--spreadsheet-safe requires --format csv")
        try refuse(
            if: name != nil && originals == nil && format != .xmp, "--name requires --originals DIR"
        )
        try refuse(if: unedited && originals == nil, "--unedited requires --originals DIR")
        try refuse(if: output?.text.isEmpty == true, "--output requires a file")
        try refuse(if: originals?.text.isEmpty == true, "--originals requires a folder")
        if let output, let originals, output.text != "-",
            GalleryExport.isTable(BytePath(output.text), ofOriginalsIn: BytePath(originals.text))
        {
            throw ValidationError(
                "'\(BytePath(output.text).escaped)' is already written by --originals; omit --output, "
                    + "or give another file")
        }
    }

    private func validateSite() throws {
        guard format == .html else {
            return try refuse(site.given) { "\($0) requires --format html" }
        }
        let other = originals != nil ? "--originals" : page.cursor != nil ? "--after" : nil
        try refuse(other) { "\($0) cannot be combined with --format html" }
        try refuse(
            if: dropPositions && site.keep.keepLocation,
            "--drop-positions cannot be combined with --keep-location")
        try refuse(
            if: coarsenPositions != nil && site.keep.keepAll,
            "--coarsen-positions cannot be combined with --keep-all")
    }

    private func validatePositions() throws {
        guard dropPositions || coarsenPositions != nil else { return }
        try refuse(
            if: dropPositions && coarsenPositions != nil,
            "--drop-positions cannot be combined with --coarsen-positions")
        try refuse(
            if: originals != nil,
            "--originals copies pictures with their positions; omit "
                + (dropPositions ? "--drop-positions" : "--coarsen-positions"))
        try refuse(
            if: dropPositions && (format == .geojson || format == .gpx),
            "--format \(format.rawValue) requires positions; omit --drop-positions")
        try InvalidValue.check(
            "--coarsen-positions", coarsenPositions, in: 0.01...5000,
            expected: "0.01 to 5000 kilometers")
        try refuse(if: raw, "--raw includes positions received from the origin; omit it")
    }

    private var positions: PositionPrivacy {
        if dropPositions { return .dropped }
        return coarsenPositions.map { .coarse(kilometers: $0) } ?? .exact
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        if format == .html, let output {
            return try await writeSite(to: BytePath(output.text), run)
        }
        var options = ExportOptions(format: ExportFormat(rawValue: format.rawValue) ?? .csv)
        options.columns = columns.names
        options.isSpreadsheetSafe = spreadsheetSafe
        options.includesRaw = raw
        options.positions = positions
        options.includesEdits = !unedited
        // Reports an unknown column before any file is created.
        try options.check()
        let gallery = try run.gallery()
        let photos = try chosen(in: gallery)
        if format == .xmp, let output {
            let summary = try await gallery.export.sidecars(
                photos, to: BytePath(output.text),
                nameTemplate: name ?? ExportOptions.standardName, positions: positions,
                options: run.work)
            return CommandOutcome(summary, recordsProblems: gallery.problems.areKept)
        }
        if let originals {
            return try await copy(photos, of: gallery, to: BytePath(originals.text), options, run)
        }
        return try await write(photos, of: gallery, options)
    }

    private func chosen(in gallery: PhotoGallery) throws -> PhotoQuery {
        let filter = try query.filter(in: gallery)
        let scopes = try section.isEmpty ? [.everything] : gallery.scopes(named: section)
        return page.page(of: PhotoQuery(scopes, filter: filter))
    }

    private func writeSite(to folder: BytePath, _ run: CommandRun) async throws -> CommandOutcome {
        let options = site.options(coarsening: coarsenPositions)
        try options.share.check()
        let gallery = try run.gallery()
        let site = StaticSite(try chosen(in: gallery), of: gallery, options.with(run.work))
        return CommandOutcome(
            try await site.make(in: folder), recordsProblems: gallery.problems.areKept)
    }

    private func write(
        _ photos: PhotoQuery, of gallery: PhotoGallery, _ options: ExportOptions
    ) async throws -> CommandOutcome {
        let target = try ExportTarget(
            output?.text, of: gallery, isForced: force, isDryRun: work.dryRun)
        let export = try gallery.export.rows(photos, options: options)
        for try await bytes in export { try target.write(bytes) }
        try target.finish()
        let counts = export.summary
        let rows = Count.text(counts.rows, "row")
        var outcome = CommandOutcome.note(page.continuation(at: counts.next))
        if let file = target.name {
            outcome.sentences.append("\(rows) in '\(file)'")
        } else if work.dryRun {
            outcome.sentences.append(rows)
        }
        if counts.withoutPosition > 0 {
            outcome.sentences.append(
                "skipped \(Count.text(counts.withoutPosition, "photo")) without a position")
        }
        return outcome
    }

    private func copy(
        _ photos: PhotoQuery, of gallery: PhotoGallery, to folder: BytePath,
        _ options: ExportOptions, _ run: CommandRun
    ) async throws -> CommandOutcome {
        // The rows are already in the folder; they are also written to -o if it was given.
        let target = try ExportTarget(
            output?.text, of: gallery, isForced: force, isDryRun: work.dryRun || output == nil)
        let summary = try await gallery.export.originals(
            photos, to: folder, nameTemplate: name ?? ExportOptions.standardName,
            options: options.with(run.work), sink: target.write)
        try target.finish()
        return CommandOutcome(
            summary, recordsProblems: summary.failedSidecars > 0 && gallery.problems.areKept)
    }
}

/// The destination of exported rows: a file, standard output or, in a dry run, nothing.
///
/// `@unchecked Sendable`. Invariant: only one thread uses it at a time, first the export's, then
/// the one that waited for the export.
final class ExportTarget: @unchecked Sendable {
    /// The name of the file for messages; nil for standard output.
    let name: String?
    private let file: AtomicFile?
    private let isDryRun: Bool

    /// Creates a target from the value of `-o`.
    ///
    /// - Parameters:
    ///   - gallery: the exported gallery, whose own files are never replaced.
    ///   - isForced: true to replace an existing file that is not an export.
    /// - Throws: `usage` if the file must not be replaced; `inputOutput` if it cannot be created.
    init(_ path: String?, of gallery: PhotoGallery, isForced: Bool, isDryRun: Bool) throws {
        self.isDryRun = isDryRun
        let path = path == "-" ? nil : path.map { BytePath($0) }
        name = path?.escaped
        if let path { try gallery.export.checkOutput(path, as: .table, isForced: isForced) }
        file = try (isDryRun ? nil : path).map { path in
            try GalleryError.writing { () throws(FileError) in try AtomicFile(path) }
        }
    }

    /// Appends bytes.
    ///
    /// - Throws: errors of writing; `CancellationError` if the task is canceled.
    func write(_ bytes: [UInt8]) throws {
        try Task.checkCancellation()
        if isDryRun { return }
        if let file {
            try GalleryError.writing { () throws(FileError) in try file.write(bytes) }
        } else {
            try StandardOutput.shared.write(bytes)
        }
    }

    /// Completes the file.
    ///
    /// - Throws: `inputOutput`.
    func finish() throws(GalleryError) {
        try GalleryError.writing { () throws(FileError) in try file?.finish() }
    }
}

/// The options of `gallery export --format html` for the pages.
struct SiteFlags: ParsableArguments {
    @Option(help: .value("text", "Title of the pages (default: the name of the section)."))
    var title: Operand?

    @Option(help: "Color theme of the pages; auto follows the visitor's system.")
    var theme: SiteOptions.Theme?

    @Option(
        help: .value("code", "Language of the pages: en or es."),
        completion: .list(SiteOptions.languages))
    var language: String?

    @Flag(help: "Allow search engines to index the pages.")
    var allowRobots = false

    @Option(help: .value("url", "Public address of the folder; adds a feed and canonical links."))
    var baseURL: String?

    @Flag(help: "Add a download of each photo, as created by 'gallery share'.")
    var copies = false

    @Flag(help: "Offer all downloads as one archive, photos.zip.")
    var zip = false

    @OptionGroup var keep: KeepFlags

    func validate() throws {
        try InvalidValue.check(
            "--language", language, expected: SiteOptions.languages.joined(separator: " or "),
            SiteOptions.languages.contains)
    }

    /// The name of the first given option; nil if none was given.
    var given: String? {
        let options = [
            ("--title", title != nil), ("--theme", theme != nil), ("--language", language != nil),
            ("--allow-robots", allowRobots), ("--base-url", baseURL != nil), ("--copies", copies),
            ("--zip", zip),
        ]
        return options.first(where: \.1)?.0 ?? keep.firstGivenOption
    }

    /// Returns the options for the site.
    ///
    /// - Parameter cell: the size of the grid cells for coarsened positions, in kilometers; nil for
    ///   exact or no positions.
    func options(coarsening cell: Double?) -> SiteOptions {
        var options = SiteOptions()
        options.share = keep.options
        if let cell { options.share.positions = .coarse(kilometers: cell) }
        options.hasCopies = copies || zip
        options.hasArchive = zip
        options.title = title?.text
        options.theme = theme ?? .auto
        options.language = language ?? options.language
        options.isListed = allowRobots
        options.address = baseURL
        return options
    }
}

extension SiteOptions.Theme: ExpressibleByArgument {}
