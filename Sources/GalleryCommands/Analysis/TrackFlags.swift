import ArgumentParser
import Gallery
import GalleryModel

/// The options for matching photos with GPS tracks.
struct TrackFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Match photos with this track and show the matches (repeatable; see --apply).",
            valueName: "file"),
        completion: .file(extensions: ["gpx"]))
    var gpx: [Operand] = []

    @Flag(help: "Store the positions found by --gpx.")
    var apply = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "UTC offset or time zone for photos without one: +02:00, or Europe/Paris.",
            valueName: "offset"))
    var offset: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Correction added to the camera's clock: seconds, or +HH:MM:SS.", valueName: "time"))
    var clockShift: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Maximum time to the nearest track point, in seconds (default: 1800).",
            valueName: "seconds"))
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
            ].first(where: \.1)
            if let given { throw ValidationError("\(given.0) requires --gpx") }
            return
        }
        if isStandardInput || hasHome {
            throw ValidationError(
                "--gpx cannot be combined with "
                    + (hasHome ? "--home" : "'-'"))
        }
        if gpx.contains(where: \.text.isEmpty) {
            throw ValidationError(InvalidValue.message("--gpx", "", expected: "a GPX file"))
        }
        if let offset, TrackOptions.offset(offset.text) == nil,
            TrackOptions.timeZone(offset.text) == nil
        {
            throw ValidationError(
                InvalidValue.message(
                    "--offset", offset.text,
                    expected: "+02:00, -03:30, Z or a time zone such as Europe/Paris"))
        }
        if let clockShift, TrackOptions.clockShift(clockShift.text) == nil {
            throw ValidationError(
                InvalidValue.message(
                    "--clock-shift", clockShift.text,
                    expected: "seconds, such as -90, or +00:01:30"))
        }
        try InvalidValue.check(
            "--max-gap", maxGap, in: 0...86_400, expected: "0 to 86400 seconds")
    }
}

/// The options for stored tracks.
struct StoredTrackFlags: ParsableArguments {
    @Flag(help: "List stored tracks.")
    var tracks = false

    @Option(
        help: ArgumentHelp(
            "Remove a track listed by --tracks (repeatable).",
            valueName: "number"))
    var removeTrack: [Int64] = []

    /// The name of the given option; nil if none was given.
    var given: String? { tracks ? "--tracks" : removeTrack.isEmpty ? nil : "--remove-track" }

    /// Lists or removes tracks.
    func perform(
        _ run: CommandRun, as format: RowFormat
    ) async throws -> CommandOutcome {
        if !removeTrack.isEmpty {
            return CommandOutcome(
                try await run.gallery().removeTracks(removeTrack, options: run.work))
        }
        let rows = RowStream(format, StoredTrackRows.layout)
        let gallery = try run.gallery()
        var last: Int64? = 0
        while let after = last {
            let page = try gallery.tracks(after: after, limit: 500)
            try rows.append(page)
            last = page.last?.id
        }
        try rows.finish()
        return .printed
    }
}

/// Rows of positions proposed from tracks.
enum TrackRows {
    /// The layout of a proposal.
    static let layout = RowLayout<TrackProposal>(
        columns: [
            Output.Column("id", "ID", isNumeric: true), Output.Column("title", "TITLE"),
            Output.Column("taken", "TAKEN"),
            Output.Column("latitude", "LATITUDE", isNumeric: true),
            Output.Column("longitude", "LONGITUDE", isNumeric: true),
            Output.Column("altitude", nil),
            Output.Column("gapSeconds", "GAP", isNumeric: true),
            Output.Column("countryCode", "COUNTRY"), Output.Column("region", nil),
            Output.Column("city", "CITY"),
            Output.Column("reason", "REASON", overflow: .wrap),
        ],
        rows: { proposal, isTable in
            // Tables contain only the positions that --apply would store; the summary counts the
            // other photos by reason.
            isTable && proposal.reason != nil ? [] : [row(proposal)]
        })

    private static func row(_ proposal: TrackProposal) -> [RowValue] {
        [
            .integer(Int(proposal.photoID.rawValue)), RowValue(proposal.title),
            RowValue(proposal.dateTimeOriginal),
            RowValue(proposal.coordinate.map { rounded($0.latitude, 1e7) }),
            RowValue(proposal.coordinate.map { rounded($0.longitude, 1e7) }),
            RowValue(proposal.coordinate?.altitude.map { rounded($0, 10) }),
            RowValue(proposal.gapSeconds.map { rounded($0, 10) }),
            RowValue(proposal.place?.countryCode), RowValue(proposal.place?.region),
            RowValue(proposal.place?.city), RowValue(proposal.reason),
        ]
    }

    private static func rounded(_ number: Double, _ parts: Double) -> Double {
        (number * parts).rounded() / parts
    }
}

/// Rows of stored tracks.
enum StoredTrackRows {
    /// The layout of a track.
    static let layout = RowLayout<RecordedTrack>(
        columns: [
            Output.Column("track", "TRACK", isNumeric: true), Output.Column("name", "NAME"),
            Output.Column("file", "FILE"), Output.Column("from", "FROM"), Output.Column("to", "TO"),
            Output.Column("points", "POINTS", isNumeric: true), Output.Column("west", nil),
            Output.Column("south", nil), Output.Column("east", nil), Output.Column("north", nil),
            Output.Column("added", nil),
        ], rows: { track, _ in [row(track)] })

    private static func row(_ track: RecordedTrack) -> [RowValue] {
        [
            .integer(Int(track.id)), .text(track.name), .text(track.fileName),
            .instant(track.dateFrom), .instant(track.dateTo), .integer(track.points),
            RowValue(track.bounds.west), RowValue(track.bounds.south), RowValue(track.bounds.east),
            RowValue(track.bounds.north), .instant(track.dateAdded),
        ]
    }
}
