import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery locate [SECTION/PHOTO/PATH/LAT,LON…]`.
struct LocateCommand: WorkingCommand, RowCommand {
    static let explanation = """
        Looks up the country, region, city and district of positions; works offline. Places of \
        photos in the catalog are stored; without operands, all photos are processed and no table \
        is printed. 'import' and 'search' look up the places of new photos automatically. Files \
        and folders outside the catalog are read without storing anything. '-' reads positions \
        from standard input, one LAT,LON per line, or paths with --paths (NUL-separated with -0). \
        An invalid line produces a row with an error, and processing continues.

        Positions are in decimal degrees, WGS 84, with north and east positive. MATCH is 'inside' \
        for a position in a region, 'coast' near the shore, or 'none' at sea. --home sets a \
        fallback place for photos in 'camera' without a position; it is marked 'home' and never \
        becomes the photo's position. '--home none' removes it from the given sections and photos. \
        'gallery undo' reverts both. The setting places.home applies to photos without a home.

        --gpx matches photos without a position with GPS tracks by time and shows the matches. \
        --apply stores the positions, and the tracks for the map; 'gallery undo' reverts both. \
        Photo files are never changed. --tracks lists stored tracks; --remove-track removes a \
        track from the map but keeps the positions. --offset sets the UTC offset for photos \
        without one; --clock-shift corrects the camera's clock.

        For the country assigned to disputed areas, and how to change it, see docs/places.md and \
        --areas.
        """
    static let examples: KeyValuePairs = [
        "gallery locate 48.8606,2.3376": "look up a position",
        "gallery locate camera": "look up the photos of a section",
        "gallery locate - --format jsonl < points.txt": "look up one position per line",
        "gallery locate ~/Pictures --format csv": "look up files outside the catalog",
        "gallery locate camera --gpx walk.gpx --offset +02:00": "show positions from a track",
        "gallery locate camera --gpx walk.gpx --offset +02:00 --apply": "store them",
        "gallery locate --tracks": "list the tracks on the map",
    ]
    static let configuration = documented(
        "locate", "Look up the country, region and city of photos and positions.")

    @Argument(
        help: .value(
            "section/photo/path/lat,lon",
            "Sections, photos, files, folders and positions; - for positions on standard input."),
        completion: .file())
    var operands: [Operand] = []

    @OptionGroup var query: QueryOption

    @Flag(help: "Read paths from standard input instead of positions.")
    var paths = false

    @OptionGroup var nulSeparated: NulSeparatedFlag

    @Flag(help: "Also look up photos that already have a place.")
    var again = false

    @Option(help: .value("lat,lon", "Fallback position for photos without one; 'none' removes it."))
    var home: Operand?

    @OptionGroup var tracks: TrackFlags

    @OptionGroup var storedTracks: StoredTrackFlags

    @Flag(help: "Print the sources and licenses of the data.")
    var credits = false

    @Flag(help: "List disputed areas and the country each is assigned to.")
    var areas = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption

    func validate() throws {
        try query.checkOperands(operands)
        let isStandardInput = operands.containsStandardInput
        try operands.checkStandardInput(
            of: readsPaths ? "paths" : "positions",
            pathFlag: paths ? "--paths" : nulSeparated.isSet ? "-0" : nil,
            kinds: "section, photo, path or position")
        try InvalidValue.check(
            "--home", home?.text,
            expected: "LAT,LON in decimal degrees (latitude -90 to 90, longitude -180 to "
                + "180), such as 48.86,2.35, or none"
        ) { $0 == "none" || Coordinate(text: $0) != nil }
        try refuse(
            if: isStandardInput && !readsPaths && (home != nil || again),
            "\(home != nil ? "--home" : "--again") applies only to photos, not to positions")
        try refuse(if: again && !tracks.gpx.isEmpty, "--again cannot be combined with --gpx")
        try refuse(
            if: (credits || areas)
                && (!operands.isEmpty || query.isSet || !tracks.gpx.isEmpty || credits && areas),
            "\(credits ? "--credits" : "--areas") cannot be combined with other arguments")
        if let given = storedTracks.given,
            !operands.isEmpty || query.isSet || !tracks.gpx.isEmpty || credits || areas || again
                || home != nil || storedTracks.tracks && !storedTracks.removeTrack.isEmpty
        {
            throw ValidationError("\(given) cannot be combined with other arguments")
        }
        try tracks.validate(isStandardInput: isStandardInput, hasHome: home != nil)
    }

    /// True if standard input contains paths.
    private var readsPaths: Bool { paths || nulSeparated.isSet }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        if credits {
            try StandardOutput.shared.write(
                try ReverseGeocoder(settings: run.settings()).credits() + "\n")
            return .printed
        }
        if areas {
            return try Output.write(
                try ReverseGeocoder(settings: run.settings()).areas(), as: output.format,
                AreaRows.layout)
        }
        if storedTracks.given != nil {
            return try await storedTracks.perform(run, as: output.format)
        }
        return try await tracks.gpx.isEmpty ? locate(run) : match(run)
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
        let input = operands.containsStandardInput ? nulSeparated.input(ofPaths: readsPaths) : nil
        let targets =
            input == nil
            ? try WorkTarget.targets(of: operands, run, takesPositions: true)
            : [readsPaths ? .paths([]) : .positions([])]
        let filter = try query.filter(for: targets, run)
        let containsOnlyPositions = targets.allSatisfy {
            if case .positions = $0 { true } else { false }
        }
        // No table for the whole catalog: it would be too long, and `gallery list` and
        // `gallery places` show the places.
        let isListed =
            (!operands.isEmpty || query.isSet || output.format != .table)
            && !(work.dryRun && targets.allSatisfy(\.isCatalog))
        let rows = try Output(
            isListed ? output.requested : nil,
            LocateRows.layout(arePositions: containsOnlyPositions))
        var all = LocateSummary()
        if containsOnlyPositions { all.noun = "position" }
        try checkHomes(run)
        for target in targets {
            switch target {
            case .photos(let selection):
                var options = options(settings)
                options.change = all.change
                all.add(
                    try await run.gallery().places.locate(
                        PhotoQuery([selection], filter: filter), options: options.with(run.work),
                        body: isListed ? rows.append : nil))
            case .paths(let paths):
                let files: any Sequence<BytePath> & Sendable =
                    if let input { PathInput(input: input) } else { paths }
                all.add(
                    try await ReverseGeocoder(settings: settings).locate(
                        files: files, options: options(settings).with(run.work), body: rows.append))
            case .positions(let texts):
                let lines: any Sequence<[UInt8]> & Sendable =
                    if let input { input } else { texts.map { Array($0.utf8) } }
                all.add(
                    try await ReverseGeocoder(settings: settings).locate(
                        lines: lines, areNumbered: input != nil, options: run.work,
                        body: rows.append))
            }
        }
        try rows.finish()
        return CommandOutcome(
            sentences: containsOnlyPositions || input != nil ? [] : [all.sentence],
            notes: input == nil ? [] : [all.sentence], failed: all.failedItems,
            recordsProblems: false, failure: input?.failure)
    }

    /// Rejects `--home none` without operands, which would remove the homes of all photos.
    private func checkHomes(_ run: CommandRun) throws(GalleryError) {
        guard home?.text == "none", operands.isEmpty, !query.isSet, !work.dryRun else { return }
        let count = try run.gallery().places.homeCount()
        if count == 0 { return }
        throw GalleryError(
            .usage,
            "--home none would remove the home of \(Count.text(count, "photo")); give sections or "
                + "photos, such as 'gallery locate camera --home none', and check with --dry-run")
    }

    private func match(_ run: CommandRun) async throws -> CommandOutcome {
        let targets = try WorkTarget.targets(of: operands, run, takesPositions: true)
        let filter = try query.filter(for: targets, run)
        let gallery = try run.gallery()
        let scopes = try targets.map { target in
            guard case .photos(let scope) = target else {
                throw GalleryError(
                    .usage,
                    "--gpx applies only to photos in the catalog; give sections and photos, or "
                        + "import the files first")
            }
            return scope
        }
        let rows = try Output(output.requested, TrackRows.layout)
        let summary = try await gallery.tracks.match(
            PhotoQuery(scopes, filter: filter), with: tracks.gpx.map { BytePath($0.text) },
            options: tracks.options.with(run.work), body: rows.append)
        try rows.finish()
        for warning in summary.warnings { run.printMessage(warning) }
        let advice =
            !tracks.apply && summary.matched > 0 ? "; use --apply to store the positions" : ""
        return CommandOutcome(
            sentences: [summary.sentence + advice], failed: summary.failedItems,
            recordsProblems: false)
    }
}

/// Rows of located positions, photos and files.
enum LocateRows {
    /// Returns the layout of items.
    ///
    /// - Parameter arePositions: true if all items are positions, whose rows are narrower.
    static func layout(arePositions: Bool) -> RowLayout<LocatedItem> {
        let omitted = arePositions ? ["id", "path", "positionSource", "warning"] : []
        let columns: [RowColumn<LocatedItem>] = [
            RowColumn("id", "ID", isNumeric: true) { $0.photoID }.inJSON { $0.photoID?.json },
            RowColumn(
                "path", "PHOTO", overflow: .cutStart, shown: { $0.title ?? $0.path?.escaped }
            ) { $0.path?.textForPrograms }
            .inJSON { isPosition($0) ? nil : ($0.path?.textForPrograms).json },
            degrees("latitude", "LATITUDE", \.latitude),
            degrees("longitude", "LONGITUDE", \.longitude),
            RowColumn("countryCode", nil) { $0.place?.countryCode },
            // Tables of photos contain only the country code.
            RowColumn(
                "country", "COUNTRY",
                shown: { arePositions ? $0.place?.country : $0.place?.countryCode }
            ) { $0.place?.country },
            RowColumn("region", "REGION") { $0.place?.region },
            // CSV has no column for the district; JSON has a key.
            RowColumn("city", "CITY", shown: { $0.place?.localName }) { $0.place?.city },
            RowColumn(onlyInJSON: "district") { ($0.place?.district).json },
            // Rounded to a meter.
            RowColumn("cityDistanceKm", "KM", isNumeric: true) {
                $0.place?.cityDistanceKm.map(FaceRows.rounded)
            },
            RowColumn("match", "MATCH") { $0.place?.match.rawValue },
            // Tables name the source only if it is not the photo itself.
            RowColumn(
                "positionSource", "FROM",
                shown: { $0.source == .photo ? nil : $0.source?.rawValue }
            ) { $0.source?.rawValue }
            .inJSON { isPosition($0) ? nil : ($0.source?.rawValue).json },
            RowColumn("warning", "WARNING", overflow: .wrap) { $0.warning }
                .inJSON { isPosition($0) ? nil : $0.warning.json },
            RowColumn("error", "ERROR", overflow: .wrap) { $0.error },
            FaceRows.pathBytes { $0.path },
        ]
        return RowLayout(columns.filter { !omitted.contains($0.key) })
    }

    /// True for a position that was given as text.
    private static func isPosition(_ item: LocatedItem) -> Bool {
        item.photoID == nil && item.path == nil
    }

    /// Returns a column of degrees, which tables show to about 11 meters.
    private static func degrees(
        _ key: String, _ title: String, _ number: @escaping @Sendable (Coordinate) -> Double
    ) -> RowColumn<LocatedItem> {
        RowColumn(
            key, title, isNumeric: true,
            shown: { $0.coordinate.map { (number($0) * 1e4).rounded() / 1e4 } }
        ) { $0.coordinate.map(number) }
    }
}

extension Place {
    /// District and city for a table, such as `Blackheath, London`.
    fileprivate var localName: String? {
        let names = [district, city].compactMap(\.self)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}

/// Rows of disputed areas.
enum AreaRows {
    /// Returns the layout of areas; JSON has a list of claimants.
    static let layout = RowLayout<DisputedArea>([
        RowColumn("area", "AREA") { $0.key }, RowColumn("title", "TITLE") { $0.title },
        RowColumn("countryCode", "ANSWER") { $0.countryCode },
        RowColumn("standardCountryCode", "STANDARD") { $0.standardCountryCode },
        RowColumn("claimants", "CLAIMED BY") { $0.claimants.joined(separator: " ") }
            .inJSON { $0.claimants.json },
        RowColumn("note", nil) { $0.note },
    ])
}
