import Basics
import ArgumentParser
import Gallery
import GalleryModel
import GalleryWeb

/// The command `gallery export [SECTION…]`.
struct ExportCommand: WorkingCommand {
    static let explanation = """
        Writes a row a photo, of all sections without a name. CSV is RFC 4180 in UTF-8 with the \
        columns of exiftool where it has one. -o writes the file when it is complete. --originals \
        copies the largest stored pictures under readable names, each photo once, with an XMP sidecar \
        beside each, and keeps metadata.csv, which points at the copies of all exports into the folder \
        that are still there: \
        'exiftool -n -csv=metadata.csv' accepts it. A metadata.csv of another program is left alone: \
        nothing is copied then. Edited photos are rendered in full size with their metadata; --unedited \
        copies what was stored.

        --format xmp writes the sidecars alone, into the folder of -o: what is known about each photo, \
        with its faces as regions that exiftool and digiKam read. geojson and gpx hold the photos that \
        have a position, as features and waypoints for maps.

        --drop-positions leaves out positions and the names of places, --coarsen-positions puts the \
        middle of a grid cell of so many kilometres in their place, with the names of that middle and \
        without altitude. Tags that hold positions go too. What a title, a caption or another tag \
        says stays, and so does what --originals copies, which is why they exclude each other.

        --format html makes a site of files in the folder of -o: pages that open from a disk, work without \
        a script and go onto any web server. It tells of photos what 'gallery share' would: positions, \
        names, titles and all that is text only where they are asked for. --keep-location, or \
        --coarsen-positions, adds a map that asks no server. --zip offers all photos in one \
        archive, --base-url makes a feed. Run again, it writes what \
        changed and removes what is gone; a folder of something else is left alone.

        Fields of --name: {date} {year} {month} {day} {time} {title} {name} {id} {originid} {section} \
        {position} {ext} {owner} {creator} {make} {model} {sha}.
        """
    static let examples = [
        CommandExample("gallery export dogs --format csv -o dogs.csv", "a table of one section"),
        CommandExample(
            "gallery export --format jsonl --raw | gzip > all.jsonl.gz", "everything known"),
        CommandExample(
            "gallery export camera --columns ID,Title,GPSLatitude,GPSLongitude", "four columns"),
        CommandExample(
            "gallery export dogs --originals out --name '{date}/{title}-{id}.{ext}'",
            "readable copies with a table that points at them"),
        CommandExample("gallery export camera --format xmp -o sidecars", "faces for digiKam"),
        CommandExample(
            "gallery export camera --format geojson --coarsen-positions 5 -o map.geojson",
            "a map that does not tell where you live"),
        CommandExample(
            "gallery export camera --format html --keep-title -o site", "pages to give away"),
    ]
    static let configuration = documented("export", "Write metadata and pictures out.")

    @Argument(
        help: ArgumentHelp(
            "The sections, or single photos; all without one.", valueName: "section/photo"),
        completion: .sections)
    var section: [Operand] = []

    @OptionGroup var query: QueryOption
    @OptionGroup var page: PageOptions

    @Option(help: "The format of the rows.")
    var format = Format.csv

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Where to write; - for standard output, a folder for xmp and html.", valueName: "file"),
        completion: .file())
    var output: Operand?

    @Option(
        help: ArgumentHelp(
            "Which columns, in which order, with commas between.", valueName: "names"))
    var columns: String?

    @Flag(help: "Put a ' before cells that a spreadsheet would run as a formula.")
    var spreadsheetSafe = false

    @Flag(help: "Add what the origin sent to JSON rows, as Raw.")
    var raw = false

    @Option(
        help: ArgumentHelp("Copy pictures into this folder.", valueName: "dir"),
        completion: .directory)
    var originals: Operand?

    @Option(help: ArgumentHelp("How copies are named.", valueName: "template"))
    var name: String?

    @Flag(help: "Copy the pictures as they were before any edit.")
    var unedited = false

    @Flag(help: "Leave out positions and places.")
    var dropPositions = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Put the middle of a grid cell of so many kilometres in place of positions.",
            valueName: "km"))
    var coarsenPositions: Double?

    @OptionGroup(title: "Options of --format html") var site: SiteFlags
    @OptionGroup var work: WorkFlags
    @OptionGroup var catalog: CatalogOptions

    /// What `--format` may be.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case csv, json, jsonl, geojson, gpx, html, xmp
    }

    func validate() throws {
        if raw, format != .json, format != .jsonl {
            throw ValidationError(
                "--raw does not fit into \(format.rawValue.uppercased()): use --format json or jsonl"
            )
        }
        if format == .gpx, columns != nil {
            throw ValidationError("--columns is about rows: leave it out with --format gpx")
        }
        try validatePositions()
        try validateSite()
        if spreadsheetSafe, format != .csv {
            throw ValidationError("--spreadsheet-safe is about CSV")
        }
        if format == .xmp, originals != nil {
            throw ValidationError("--originals writes sidecars whatever the format: leave out xmp")
        }
        if format == .xmp, output == nil || output?.text == "-" {
            throw ValidationError("--format xmp writes a file a photo: name a folder with -o DIR")
        }
        if format == .xmp, columns != nil {
            throw ValidationError("--columns is about rows: leave it out with --format xmp")
        }
        if name != nil, originals == nil, format != .xmp {
            throw ValidationError("--name needs --originals DIR")
        }
        if unedited, originals == nil {
            throw ValidationError("--unedited is about copies: give --originals DIR too")
        }
        if output?.text.isEmpty == true { throw ValidationError("--output needs a file") }
        if originals?.text.isEmpty == true { throw ValidationError("--originals needs a folder") }
        if let output, let originals, output.text != "-",
            PhotoGallery.isTable(
                BytePath(output.text), ofOriginalsIn: BytePath(originals.text))
        {
            throw ValidationError(
                "'\(BytePath(output.text).escaped)' is the table that --originals keeps by itself: "
                    + "leave out --output, or name another file")
        }
    }

    private func validateSite() throws {
        guard format == .html else {
            if let given = site.given {
                throw ValidationError("\(given) is about pages: give --format html too")
            }
            return
        }
        if output == nil || output?.text == "-" {
            throw ValidationError("--format html writes many files: name a folder with -o DIR")
        }
        let conflicts = [
            ("--columns is about rows", columns != nil),
            ("--originals copies pictures under readable names", originals != nil),
            ("--after is about rows", page.cursor != nil),
            (
                "--drop-positions is what --keep-location undoes",
                dropPositions && site.keep.keepLocation
            ),
            (
                "--coarsen-positions is less than --keep-all",
                coarsenPositions != nil && site.keep.keepAll
            ),
        ]
        if let conflict = conflicts.first(where: \.1)?.0 {
            throw ValidationError("\(conflict): leave it out with --format html")
        }
    }

    private func validatePositions() throws {
        guard dropPositions || coarsenPositions != nil else { return }
        if dropPositions, coarsenPositions != nil {
            throw ValidationError(
                "--drop-positions and --coarsen-positions exclude each other: give one")
        }
        if originals != nil {
            throw ValidationError(
                "--originals copies pictures byte for byte, with the positions in them: leave out "
                    + (dropPositions ? "--drop-positions" : "--coarsen-positions"))
        }
        if dropPositions, format == .geojson || format == .gpx {
            throw ValidationError(
                "--format \(format.rawValue) is made of positions: leave out --drop-positions")
        }
        try InvalidValue.check(
            "--coarsen-positions", coarsenPositions, in: 0.01...5000,
            expected: "0.01 to 5000 kilometres")
        if raw {
            throw ValidationError(
                "--raw is what the origin sent, with its positions: leave it out")
        }
    }

    private var positions: ExportOptions.Positions {
        if dropPositions { return .dropped }
        return coarsenPositions.map { .coarse(kilometres: $0) } ?? .exact
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        if format == .html, let output {
            return try await writeSite(to: BytePath(output.text), run)
        }
        var options = ExportOptions(format: ExportOptions.Format(rawValue: format.rawValue) ?? .csv)
        options.columns = columns?.split(separator: ",", omittingEmptySubsequences: false)
            .map(String.init)
        options.isSpreadsheetSafe = spreadsheetSafe
        options.includesRaw = raw
        options.positions = positions
        options.includesEdits = !unedited
        // A wrong column is found before any file is made.
        try options.check()
        let gallery = try run.gallery()
        let photos = try chosen(in: gallery)
        if format == .xmp, let output {
            return try await writeSidecars(
                of: photos, of: gallery, to: BytePath(output.text), run)
        } else if let originals {
            return try await copy(photos, of: gallery, to: BytePath(originals.text), options, run)
        } else {
            return try await write(photos, of: gallery, options)
        }
    }

    private func chosen(in gallery: PhotoGallery) throws -> PhotoQuery {
        let filter = try query.filter(in: gallery)
        guard !section.isEmpty else {
            return page.page(of: PhotoQuery.everything.filtered(filter))
        }
        return page.page(of: PhotoQuery(try gallery.scopes(named: section), filter: filter))
    }

    private func writeSite(to folder: BytePath, _ run: CommandRun) async throws -> CommandOutcome {
        let options = site.options(coarsening: coarsenPositions)
        try options.content.check()
        let gallery = try run.gallery()
        let site = StaticSite(try chosen(in: gallery), of: gallery, options.with(run.work))
        return CommandOutcome(
            try await site.make(in: folder), areListed: gallery.keepsProblems)
    }

    private func write(
        _ photos: PhotoQuery, of gallery: PhotoGallery, _ options: ExportOptions
    ) async throws -> CommandOutcome {
        let target = try ExportTarget(output?.text, isDryRun: work.dryRun)
        let export = try gallery.export(photos, options: options)
        for try await bytes in export { try target.write(bytes) }
        try target.finish()
        let counts = export.summary
        let rows = Count.text(counts.rows, "row")
        var outcome = CommandOutcome.printed
        if let file = target.name {
            outcome.sentences.append("\(rows) in '\(file)'")
        } else if work.dryRun {
            outcome.sentences.append(rows)
        }
        if counts.withoutPosition > 0 {
            outcome.sentences.append(
                "\(Count.text(counts.withoutPosition, "photo")) left out: no position is known")
        }
        outcome.notes += page.continuation(at: counts.next)
        return outcome
    }

    private func writeSidecars(
        of photos: PhotoQuery, of gallery: PhotoGallery, to folder: BytePath,
        _ run: CommandRun
    ) async throws -> CommandOutcome {
        let summary = try await gallery.exportSidecars(
            photos, to: folder, nameTemplate: name ?? ExportOptions.standardName,
            positions: positions, options: run.work)
        return CommandOutcome(summary, areListed: gallery.keepsProblems)
    }

    private func copy(
        _ photos: PhotoQuery, of gallery: PhotoGallery, to folder: BytePath,
        _ options: ExportOptions, _ run: CommandRun
    ) async throws -> CommandOutcome {
        // The rows are in the folder already; they go elsewhere only where somebody asks.
        let target = try ExportTarget(output?.text, isDryRun: work.dryRun || output == nil)
        let summary = try await gallery.exportOriginals(
            photos, to: folder, nameTemplate: name ?? ExportOptions.standardName,
            options: options.with(run.work), sink: target.write)
        try target.finish()
        return CommandOutcome(
            summary,
            areListed: summary.failedSidecars > 0 && gallery.keepsProblems)
    }
}
