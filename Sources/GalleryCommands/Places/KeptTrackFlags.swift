import ArgumentParser
import Gallery
import GalleryModel

/// The options about tracks whose lines are kept.
struct KeptTrackFlags: ParsableArguments {
    @Flag(help: "List the tracks whose lines are kept.")
    var tracks = false

    @Option(
        help: ArgumentHelp(
            "Remove a track that --tracks lists; may be given several times.",
            valueName: "number"))
    var removeTrack: [Int64] = []

    /// The option that stands alone; nil where none of them was given.
    var given: String? { tracks ? "--tracks" : removeTrack.isEmpty ? nil : "--remove-track" }

    /// Does what was asked for.
    func perform(
        _ run: CommandRun, as format: RowFormat
    ) async throws -> CommandOutcome {
        if !removeTrack.isEmpty {
            return CommandOutcome(
                try await run.gallery().removeTracks(removeTrack, options: run.work))
        }
        let rows = RowStream(format, KeptTrackRows.layout)
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
