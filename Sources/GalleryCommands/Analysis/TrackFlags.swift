import ArgumentParser
import Gallery
import GalleryModel

/// The options for matching photos with GPS tracks.
struct TrackFlags: ParsableArguments {
    @Option(
        help: .value(
            "file", "Match photos with this track and show the matches (repeatable; see --apply)."),
        completion: .file(extensions: ["gpx"]))
    var gpx: [Operand] = []

    @Flag(help: "Store the positions found by --gpx.")
    var apply = false

    @Option(
        parsing: .unconditional,
        help: .value(
            "offset", "UTC offset or time zone for photos without one: +02:00, or Europe/Paris."))
    var offset: Operand?

    @Option(
        parsing: .unconditional,
        help: .value("time", "Correction added to the camera's clock: seconds, or +HH:MM:SS."))
    var clockShift: Operand?

    @Option(
        parsing: .unconditional,
        help: .value(
            "seconds", "Maximum time to the nearest track point, in seconds (default: 1800)."))
    var maxGap: Double?

    @Flag(help: "Also match photos that already have a position.")
    var replace = false

    /// The options for the gallery.
    var options: TrackOptions {
        var options = TrackOptions()
        options.offsetSeconds = offset.flatMap { TrackOptions.offset($0.text) }
        options.timeZone = offset.flatMap { TrackOptions.timeZone($0.text) }
        options.clockShiftSeconds = clockShift.flatMap { TrackOptions.clockShift($0.text) } ?? 0
        if let maxGap { options.maximumGapSeconds = maxGap }
        options.replaces = replace
        options.writes = apply
        return options
    }

    /// Checks the combination of options.
    ///
    /// - Throws: `ValidationError`.
    func validate(isStandardInput: Bool, hasHome: Bool) throws {
        if gpx.isEmpty {
            let given = [
                ("--apply", apply), ("--offset", offset != nil), ("--replace", replace),
                ("--clock-shift", clockShift != nil), ("--max-gap", maxGap != nil),
            ].first(where: \.1)?.0
            return try refuse(given) { "\($0) requires --gpx" }
        }
        try refuse(
            if: isStandardInput || hasHome,
            "--gpx cannot be combined with " + (hasHome ? "--home" : "'-'"))
        try refuse(
            if: gpx.contains(where: \.text.isEmpty),
            InvalidValue.message("--gpx", "", expected: "a GPX file"))
        try InvalidValue.check(
            "--offset", offset?.text,
            expected: "+02:00, -03:30, Z or a time zone such as Europe/Paris"
        ) { TrackOptions.offset($0) != nil || TrackOptions.timeZone($0) != nil }
        try InvalidValue.check(
            "--clock-shift", clockShift?.text, expected: "seconds, such as -90, or +00:01:30"
        ) { TrackOptions.clockShift($0) != nil }
        try InvalidValue.check("--max-gap", maxGap, in: 0...86_400, expected: "0 to 86400 seconds")
    }
}

/// The options for stored tracks.
struct StoredTrackFlags: ParsableArguments {
    @Flag(help: "List stored tracks.")
    var tracks = false

    @Option(help: .value("number", "Remove a track listed by --tracks (repeatable)."))
    var removeTrack: [Int64] = []

    /// The name of the given option; nil if none was given.
    var given: String? { tracks ? "--tracks" : removeTrack.isEmpty ? nil : "--remove-track" }

    /// Lists or removes tracks.
    func perform(_ run: CommandRun, as format: RowFormat) async throws -> CommandOutcome {
        if !removeTrack.isEmpty {
            return CommandOutcome(
                try await run.gallery().tracks.remove(removeTrack, options: run.work))
        }
        return try Output.write(
            try run.gallery().tracks.list(limit: .max), as: format, TrackRows.stored)
    }
}

/// Rows of tracks and of the positions proposed from them.
enum TrackRows {
    /// The layout of a proposal.
    ///
    /// Tables contain only the positions that --apply would store; the summary counts the other
    /// photos by reason.
    static let layout = RowLayout<TrackProposal>(
        [
            RowColumn("id", "ID", isNumeric: true) { $0.photoID },
            RowColumn("title", "TITLE") { $0.title },
            RowColumn("taken", "TAKEN") { $0.dateTimeOriginal },
            RowColumn("latitude", "LATITUDE", isNumeric: true) {
                rounded($0.coordinate?.latitude, 1e7)
            },
            RowColumn("longitude", "LONGITUDE", isNumeric: true) {
                rounded($0.coordinate?.longitude, 1e7)
            },
            RowColumn("altitude", nil) { rounded($0.coordinate?.altitude, 10) },
            RowColumn("gapSeconds", "GAP", isNumeric: true) { rounded($0.gapSeconds, 10) },
            RowColumn("countryCode", "COUNTRY") { $0.place?.countryCode },
            RowColumn("region", nil) { $0.place?.region },
            RowColumn("city", "CITY") { $0.place?.city },
            RowColumn("reason", "REASON", overflow: .wrap) { $0.reason },
        ], isInTable: { $0.reason == nil })

    private static func rounded(_ number: Double?, _ parts: Double) -> Double? {
        number.map { ($0 * parts).rounded() / parts }
    }

    /// The layout of a stored track.
    static let stored = RowLayout<RecordedTrack>([
        RowColumn("track", "TRACK", isNumeric: true) { $0.id },
        RowColumn("name", "NAME") { $0.name },
        RowColumn("file", "FILE") { $0.fileName }, RowColumn("from", "FROM") { $0.dateFrom },
        RowColumn("to", "TO") { $0.dateTo },
        RowColumn("points", "POINTS", isNumeric: true) { $0.points },
        RowColumn("west", nil) { $0.bounds.west }, RowColumn("south", nil) { $0.bounds.south },
        RowColumn("east", nil) { $0.bounds.east }, RowColumn("north", nil) { $0.bounds.north },
        RowColumn("added", nil) { $0.dateAdded },
    ])
}
