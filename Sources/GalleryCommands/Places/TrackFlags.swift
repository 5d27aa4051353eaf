import ArgumentParser
import Gallery
import GalleryModel

/// The options that match photos with tracks of a GPS receiver.
struct TrackFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A track; may be given several times. Shows matches, and writes only with --apply.",
            valueName: "file"),
        completion: .file(extensions: ["gpx"]))
    var gpx: [Operand] = []

    @Flag(help: "Give the photos the positions that --gpx found.")
    var apply = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far clocks are from UTC where a photo does not tell, such as +02:00.",
            valueName: "offset"))
    var offset: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What to add to the cameras' clocks: seconds, or +HH:MM:SS.", valueName: "time"))
    var clockShift: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The longest time to the nearest fix, in seconds (1800).", valueName: "seconds"))
    var maxGap: Double?

    @Flag(help: "Match photos too that have a position.")
    var replace = false

    /// The options for the gallery.
    var options: TrackOptions {
        var options = TrackOptions()
        options.offsetSeconds = offset.flatMap { TrackOptions.offset($0.text) }
        options.clockShiftSeconds = clockShift.flatMap { TrackOptions.clockShift($0.text) } ?? 0
        if let maxGap { options.maximumGapSeconds = maxGap }
        options.replaces = replace
        options.writes = apply
        return options
    }

    /// Checks the options together with those around them.
    ///
    /// - Throws: `ValidationError`.
    func validate(isStandardInput: Bool, hasHome: Bool) throws {
        if gpx.isEmpty {
            let given = [
                ("--apply", apply), ("--offset", offset != nil), ("--replace", replace),
                ("--clock-shift", clockShift != nil), ("--max-gap", maxGap != nil),
            ].first(where: \.1)
            if let given { throw ValidationError("\(given.0) is about --gpx: name a track") }
            return
        }
        if isStandardInput || hasHome {
            throw ValidationError(
                "--gpx gives positions to photos of the catalog: leave out "
                    + (hasHome ? "--home" : "'-'"))
        }
        if gpx.contains(where: \.text.isEmpty) {
            throw ValidationError(InvalidValue.message("--gpx", "", expected: "a GPX file"))
        }
        if let offset, TrackOptions.offset(offset.text) == nil {
            throw ValidationError(
                InvalidValue.message("--offset", offset.text, expected: "+02:00, -03:30 or Z"))
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
