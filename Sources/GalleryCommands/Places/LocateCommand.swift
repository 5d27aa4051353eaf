import Basics
import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery locate [SECTION/PHOTO/PATH/LAT,LON…]`.
struct LocateCommand: WorkingCommand {
    static let explanation = """
        Tells the country, the region and the nearest city of positions, without a network. Photos \
        of the catalog, all of them without operands, keep the answer (without operands no table is \
        printed); import and search look up what is new by themselves. Files and folders outside the \
        catalog are read and nothing is stored. \
        '-' reads positions from standard input, LAT,LON a line, or paths with --paths (NUL between \
        them with -0). A line that is no position gets a row with an error, and the others go on.

        Positions are decimal degrees, WGS 84, north and east positive. MATCH is 'inside' a region, \
        'coast' for a position off the shore, or 'none' at sea. --home stands in where a photo of \
        the camera tells no position: it gives a place, marked 'home', and never becomes the photo's \
        position; '--home none' takes such places away from the sections and photos named, and with none \
        named says how many there are (status 64). 'gallery undo' takes both back. The setting places.home \
        stands in where no home does yet.

        --gpx matches photos without a position with the tracks of a GPS receiver by time, and shows \
        what it found; --apply writes it into the catalog, keeps the tracks' lines for the map, and 'gallery undo' \
        takes both back. Photo files are never changed. --tracks lists the lines that are kept, --remove-track \
        takes one from the map and leaves the positions. --offset says how far the cameras' clocks were from UTC, for photos \
        that do not tell; --clock-shift corrects clocks that were wrong.

        What is answered in disputed areas, and how to change it: docs/places.md and --areas.
        """
    static let examples = [
        CommandExample("gallery locate 48.8606,2.3376", "name a place"),
        CommandExample("gallery locate camera", "the places of a section's photos"),
        CommandExample(
            "gallery locate - --format jsonl < points.txt", "a position a line, an answer a line"),
        CommandExample("gallery locate ~/Pictures --format csv", "files outside the catalog"),
        CommandExample(
            "gallery locate camera --gpx walk.gpx --offset +02:00", "see what a track would tell"),
        CommandExample(
            "gallery locate camera --gpx walk.gpx --offset +02:00 --apply", "write it"),
        CommandExample("gallery locate --tracks", "the tracks on the map"),
    ]
    static let configuration = documented(
        "locate", "Find the country, region and city of photos and positions.")

    @Argument(
        help: ArgumentHelp(
            "Sections, photos, files, folders and positions; - for positions on standard input.",
            valueName: "section/photo/path/lat,lon"),
        completion: .file())
    var operands: [Operand] = []

    @OptionGroup var query: QueryOption

    @Flag(help: "Standard input holds paths, not positions.")
    var paths = false

    @OptionGroup var nulSeparated: NulSeparatedFlag

    @Flag(help: "Look up photos again whose place is known.")
    var again = false

    @Option(
        help: ArgumentHelp(
            "The position whose place stands in where a photo tells none; or none.",
            valueName: "lat,lon"))
    var home: Operand?

    @OptionGroup var tracks: TrackFlags

    @OptionGroup var keptTracks: KeptTrackFlags

    @Flag(help: "Say where the data come from and under which licences.")
    var credits = false

    @Flag(help: "List disputed areas and what is answered there.")
    var areas = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try query.checkOperands(operands)
        let isStandardInput = operands.haveStandardInput
        try operands.checkStandardInput(
            of: takesPaths ? "paths" : "positions",
            pathFlag: paths ? "--paths" : nulSeparated.isSet ? "-0" : nil,
            kinds: "section, photo, path or position: name one")
        if let home, home.text != "none", Coordinate(text: home.text) == nil {
            throw ValidationError(
                InvalidValue.message(
                    "--home", home.text,
                    expected: "LAT,LON in decimal degrees (latitude -90...90, longitude "
                        + "-180...180), such as 48.86,2.35, or none"))
        }
        if isStandardInput, !takesPaths, home != nil || again {
            throw ValidationError(
                "\(home != nil ? "--home" : "--again") is about photos: leave it out with positions"
            )
        }
        if again, !tracks.gpx.isEmpty {
            throw ValidationError("--again and --gpx exclude each other: give one")
        }
        if credits || areas,
            !operands.isEmpty || query.isSet || !tracks.gpx.isEmpty || credits && areas
        {
            throw ValidationError(
                "\(credits ? "--credits" : "--areas") stands alone: leave out the rest")
        }
        if let given = keptTracks.given,
            !operands.isEmpty || query.isSet || !tracks.gpx.isEmpty || credits || areas || again
                || home != nil || keptTracks.tracks && !keptTracks.removeTrack.isEmpty
        {
            throw ValidationError("\(given) stands alone: leave out the rest")
        }
        try tracks.validate(isStandardInput: isStandardInput, hasHome: home != nil)
    }

    /// Whether standard input holds paths.
    private var takesPaths: Bool { paths || nulSeparated.isSet }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let settings = try run.settings()
        if credits {
            try StandardOutput.shared.write(
                try ReverseGeocoder(settings: settings).credits() + "\n")
        } else if areas {
            try AreaRows.write(try ReverseGeocoder(settings: settings).areas(), as: output.format)
        } else if keptTracks.given != nil {
            return try await keptTracks.perform(run, as: output.format)
        } else if !tracks.gpx.isEmpty {
            return try await match(run)
        } else if operands.first?.text == "-" {
            return try await locateStandardInput(run)
        } else {
            return try await locate(run)
        }
        return .printed
    }

    private func options(_ settings: GallerySettings) -> LocateOptions {
        var options = LocateOptions(settings: settings)
        if let home {
            options.home = Coordinate(text: home.text)
            options.replacesHome = true
        }
        options.again = again
        return options
    }

    private func locate(_ run: CommandRun) async throws -> CommandOutcome {
        let settings = try run.settings()
        let targets = try WorkTarget.targets(of: operands, run, takesPositions: true)
        let filter = try query.filter(for: targets, run)
        let arePositions = targets.allSatisfy { if case .positions = $0 { true } else { false } }
        let rows = RowStream(output.format, LocateRows.layout(isPosition: arePositions))
        // A whole catalog is too long a table: `gallery list` and `gallery places` show it.
        let isListed =
            (!operands.isEmpty || query.isSet || output.format != .table)
            && !(work.dryRun && targets.allSatisfy(\.isCatalog))
        let print: (@Sendable ([LocatedItem]) throws -> Void)? = isListed ? rows.append : nil
        var all = LocateSummary()
        if home?.text == "none", operands.isEmpty, !query.isSet, !work.dryRun {
            try checkHomes(try run.gallery().homeCount())
        }
        for target in targets {
            switch target {
            case .photos(let selection):
                var options = options(settings)
                options.change = all.change
                all.add(
                    try await run.gallery().locate(
                        PhotoQuery([selection], filter: filter), options: options.with(run.work),
                        body: print))
            case .paths(let paths):
                all.add(
                    try await ReverseGeocoder(settings: settings).locate(
                        files: paths, options: options(settings).with(run.work),
                        body: rows.append))
            case .positions(let texts):
                all.add(
                    try await ReverseGeocoder(settings: settings).locate(
                        lines: texts.map { Array($0.utf8) }, areNumbered: false,
                        options: run.work, body: rows.append))
            }
        }
        if isListed { try rows.finish() }
        return CommandOutcome(
            sentences: arePositions ? [] : [all.sentence], failed: all.failedItems, areListed: false
        )
    }

    /// Refuses to take every home away when nobody said of which photos.
    private func checkHomes(_ count: Int) throws(GalleryError) {
        guard count > 0 else { return }
        throw GalleryError(
            .usage,
            "--home none would take the homes of \(Count.text(count, "photo")) away: name the sections or "
                + "photos, such as 'gallery locate camera --home none'; -n shows what would be done"
        )
    }

    private func locateStandardInput(_ run: CommandRun) async throws -> CommandOutcome {
        let settings = try run.settings()
        let rows = RowStream(output.format, LocateRows.layout(isPosition: !takesPaths))
        let reverseGeocoder = try ReverseGeocoder(settings: settings)
        let summary: LocateSummary
        let failure: GalleryError?
        if takesPaths {
            let input = nulSeparated.paths
            summary = try await reverseGeocoder.locate(
                files: input, options: options(settings).with(run.work), body: rows.append)
            failure = input.failure
        } else {
            let input = LineInput()
            summary = try await reverseGeocoder.locate(
                lines: input, options: run.work, body: rows.append)
            failure = input.failure
        }
        try rows.finish()
        return CommandOutcome(
            notes: [summary.sentence], failed: summary.failedItems, areListed: false,
            failure: failure)
    }

    private func match(_ run: CommandRun) async throws -> CommandOutcome {
        let targets = try WorkTarget.targets(of: operands, run, takesPositions: true)
        let filter = try query.filter(for: targets, run)
        let gallery = try run.gallery()
        let photos = PhotoQuery(try scopes(of: targets), filter: filter)
        let rows = RowStream(output.format, TrackRows.layout)
        let summary = try await gallery.matchTracks(
            photos, with: tracks.gpx.map { BytePath($0.text) },
            options: tracks.options.with(run.work), body: rows.append)
        try rows.finish()
        for warning in summary.warnings { run.say(warning) }
        let advice =
            !tracks.apply && summary.matched > 0 ? "; nothing is written: --apply writes it" : ""
        return CommandOutcome(
            sentences: [summary.sentence + advice], failed: summary.failedItems, areListed: false)
    }

    /// The photos that targets name.
    ///
    /// - Throws: `usage` for paths and positions.
    private func scopes(of targets: [WorkTarget]) throws(GalleryError) -> [PhotoScope] {
        var scopes: [PhotoScope] = []
        for target in targets {
            guard case .photos(let scope) = target else {
                throw GalleryError(
                    .usage,
                    "--gpx gives positions to photos of the catalog: name sections and photos, or "
                        + "import the files first")
            }
            scopes.append(scope)
        }
        return scopes
    }
}
