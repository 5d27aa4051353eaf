public import Basics
import Catalog
public import Foundation
public import GalleryModel
import Places

/// GPS tracks, which assign positions to photos.
///
/// @Snippet(path: "gallery/Snippets/FindPlaces", slice: "tracks")
public struct GalleryTracks: GalleryFeature {
    let gallery: PhotoGallery

    /// Matches photos with tracks by time and, if requested, stores the positions.
    ///
    /// The lines of the tracks are then stored as well: once per file, simplified to a few meters.
    ///
    /// A photo that has a position keeps it unless the options say otherwise. Manual positions are
    /// stored separately from those in files, survive every import, and can be reverted with
    /// `undo`.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - files: GPX files.
    ///   - options: the cameras' clocks, the maximum time gap, and whether to store the positions.
    ///   - body: receives the proposals for the photos without a position, in order; called on one
    ///     thread at a time. If it throws, the work ends and nothing is written.
    /// - Throws: `badInput` for a file that is not a track; `notFound` for a missing file or an
    ///   unknown photo; `configuration` for a missing index; errors of the catalog and of `body`;
    ///   `CancellationError`.
    public func match(
        _ query: PhotoQuery, with files: [BytePath], options: TrackOptions = TrackOptions(),
        body: @escaping @Sendable ([TrackProposal]) throws -> Void
    ) async throws -> TrackSummary {
        try await gallery.perform("locate", options.work) { [self] work in
            let scope = try gallery.scope(of: query)
            var summary = TrackSummary()
            let place = try ReverseGeocoder(settings: settings).makeLookup()
            let tracks = try files.map { file in
                let track = try translated(TrackReader().read(path: file))
                summary.warnings += track.warnings.map { "\(file.escaped): \($0)" }
                if let damage = track.damage {
                    summary.failed += 1
                    work.reportFailure(.path(file), "\(damage)")
                }
                return track
            }
            let matcher = TrackMatcher(tracks, maxGapSeconds: options.maximumGapSeconds)
            let clock = PhotoClock(
                offsetSeconds: options.offsetSeconds, timeZone: options.timeZone,
                shiftSeconds: options.clockShiftSeconds)
            var changes: [(PhotoID, ManualPosition?)] = []
            let total = try gallery.total(of: scope)
            var done = 0
            try catalog.forEachPage(of: scope, limit: 512) { ids in
                try work.checkCancellation()
                let photos = try catalog.photos(ids: ids)
                var proposals: [TrackProposal] = []
                for photo in photos {
                    if photo.coordinate != nil, !options.replaces {
                        summary.kept += 1
                        continue
                    }
                    var proposal = TrackProposal(
                        photoID: photo.id, title: photo.title ?? photo.fileName,
                        dateTimeOriginal: photo.dateTimeOriginal)
                    let time = clock.time(
                        dateTimeOriginal: photo.dateTimeOriginal, offset: photo.offsetTimeOriginal)
                    let outcome: TrackOutcome? =
                        if case .seconds(let seconds) = time { matcher.match(seconds) } else { nil }
                    if let match = outcome?.match {
                        proposal.coordinate = match.coordinate
                        proposal.gapSeconds = match.gapSeconds
                        proposal.place = try place(match.coordinate)
                        let position = ManualPosition(
                            coordinate: match.coordinate, source: .track,
                            track: files[match.track].lastComponent.escaped)
                        changes.append((photo.id, position))
                    } else {
                        proposal.reason = outcome.map { "\($0)" } ?? "\(time)"
                        summary.reasons[outcome?.kind ?? time.kind, default: 0] += 1
                    }
                    proposals.append(proposal)
                }
                summary.matched = changes.count
                summary.unmatched += proposals.count { $0.reason != nil }
                try body(proposals)
                done += photos.count
                work.progress("photos", done, of: total)
                return true
            }
            if options.writes, !work.isDryRun {
                let records = try zip(files, tracks).compactMap(Self.record)
                let written = try catalog.setPositions(
                    changes, from: records, command: "locate",
                    onlyWithoutPosition: !options.replaces)
                summary.change = written.id
                summary.tracks = written.tracks
                // Photos that got a position in the meantime keep it.
                summary.matched = written.count
                summary.kept += written.kept.count
                if !changes.isEmpty { try gallery.places.locateQueued(work, command: "locate") }
            }
            return summary
        }
    }

    /// The maximum distance in meters of an omitted fix from the simplified line: about the
    /// accuracy of receivers.
    private static let lineTolerance = 5.0

    /// Returns the record of a track; nil if it has no line.
    private static func record(of file: BytePath, _ track: Track) throws -> TrackRecord? {
        let line = try track.line(within: lineTolerance)
        guard line.pointCount > 0, let digest = track.digest, let times = track.timeRange,
            let first = Int64(exactly: times.lowerBound.rounded(.down)),
            let last = Int64(exactly: times.upperBound.rounded(.down))
        else { return nil }
        let fileName = file.lastComponent.escaped
        return (
            sha256: digest.hexadecimal, name: track.name ?? fileName, fileName: fileName,
            times: first...last, line: line
        )
    }

    /// Returns the stored tracks in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - after: the number of the last track of the previous page; 0 for the first page.
    ///   - limit: the maximum number of tracks.
    public func list(after id: Int64 = 0, limit: Int) throws(GalleryError) -> [RecordedTrack] {
        try translated(catalog.tracks(after: id, limit: limit))
    }

    /// Removes tracks from the map; the positions taken from them stay.
    ///
    /// `undo` restores them.
    ///
    /// - Parameters:
    ///   - ids: the tracks' numbers.
    ///   - options: a dry run looks the tracks up and removes nothing.
    /// - Throws: `notFound` if a track does not exist; `tryLater` for a locked catalog.
    public func remove(
        _ ids: [Int64], options: WorkOptions = WorkOptions()
    ) async throws -> TrackRemovalSummary {
        try await offload { [self] in
            var summary = TrackRemovalSummary(tracks: [], isDryRun: options.isDryRun)
            for id in ids where !summary.tracks.contains(where: { $0.id == id }) {
                guard let track = try catalog.tracks(after: id - 1, limit: 1).first, track.id == id
                else { throw PhotoCatalog.noTrack(id) }
                summary.tracks.append(track)
            }
            if !options.isDryRun {
                summary.change = try catalog.removeTracks(
                    summary.tracks.map(\.id), command: "locate")
            }
            return summary
        }
    }

    /// Returns the file name of the track that a photo's position comes from; nil if it does not
    /// come from a track.
    package func name(of photo: PhotoID) throws(GalleryError) -> String? {
        try translated(catalog.manualPosition(of: photo)?.track)
    }
}

/// The options of matching photos with the tracks of a GPS receiver.
public struct TrackOptions: FeatureOptions {
    /// The UTC offset in seconds, east positive, for photos without one; nil skips such photos.
    public var offsetSeconds: Int?
    /// The time zone for photos without an offset, including daylight saving time; used if no
    /// offset is given.
    public var timeZone: TimeZone?
    /// The correction added to the cameras' clocks in seconds: 90 for a clock that is 90 seconds
    /// slow.
    public var clockShiftSeconds = 0.0
    /// The maximum time in seconds between a photo and the nearest fix, and between two fixes to
    /// interpolate.
    public var maximumGapSeconds = 1800.0
    /// Whether photos that have a position also get the track's.
    public var replaces = false

    /// Whether to store the positions; false, or a dry run, is a preview.
    public var writes = false
    /// The work options: progress, failed items, dry run, number of threads.
    public var work = WorkOptions()

    /// Makes the default options.
    public init() {}

    /// Parses a UTC offset, `+02:00`, `-0330`, `+2` or `Z`, to seconds; nil for anything else.
    package static func offset(_ text: String) -> Int? { PhotoClock.offset(text) }

    /// Parses a time zone name such as `Europe/Paris`; nil for anything else.
    package static func timeZone(_ text: String) -> TimeZone? {
        text.contains("/") ? TimeZone(identifier: text) : nil
    }

    /// Parses a clock correction, `-90` (seconds) or `+00:01:30`, to seconds; nil for anything
    /// else.
    package static func clockShift(_ text: String) -> Double? { PhotoClock.shift(text) }
}

/// The position proposed for a photo.
public struct TrackProposal: Hashable, Sendable {
    /// The photo.
    public var photoID: PhotoID
    /// The photo's title or file name.
    public var title: String?
    /// When the photo was taken, on the camera's clock.
    public var dateTimeOriginal: String?
    /// The proposed position; nil for none.
    public var coordinate: Coordinate?
    /// The time between the photo and the nearest fix, in seconds.
    public var gapSeconds: Double?
    /// The place of the position.
    public var place: Place?
    /// The reason why no position is proposed; nil if one is.
    public var reason: String?
}

/// The result of matching photos with tracks.
public struct TrackSummary: Hashable, Sendable {
    /// The number of photos with a match.
    public var matched = 0
    /// The number of photos without a match.
    public var unmatched = 0
    /// The number of unmatched photos for each reason.
    public var reasons: [String: Int] = [:]
    /// The number of photos that kept their position.
    public var kept = 0
    /// The number of tracks whose line was newly stored.
    public var tracks = 0
    /// The number of damaged tracks; their points up to the damage were used.
    public var failed = 0
    /// The number of the undo step; nil if nothing was written.
    public var change: Int64?
    /// Warnings about unused parts of the tracks, such as points without a time.
    public var warnings: [String] = []
}

extension TrackSummary: WorkSummary {
    /// The result as a sentence.
    public var sentence: String {
        let reasonTexts = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\(Count.text($0.value)) \($0.key)" }
        let others = Count.list([
            (unmatched, "not matched (\(reasonTexts.joined(separator: "; ")))"),
            (kept, "with a position unchanged"),
            (tracks, tracks == 1 ? "track stored" : "tracks stored"),
        ])
        return Count.text(matched, "photo") + " matched" + (others.map { ", \($0)" } ?? "")
            + (change.map { "; written as change \($0): 'gallery undo \($0)' reverts it" } ?? "")
    }

    /// The number of failed items.
    package var failedItems: Int { failed }
}

/// The result of removing tracks.
public struct TrackRemovalSummary: Hashable, Sendable {
    /// The removed tracks.
    public var tracks: [RecordedTrack]
    /// The number of the undo step; nil if nothing was removed.
    public var change: Int64?
    /// True for a dry run.
    public var isDryRun = false
}

extension TrackRemovalSummary: WorkSummary {
    /// The result as a sentence.
    public var sentence: String {
        let names = tracks.prefix(10).map(\.name).joined(separator: ", ")
        return (isDryRun ? "would remove " : "removed ") + Count.text(tracks.count, "track")
            + ": " + names + (tracks.count > 10 ? ", …" : "")
            + (change.map { "; 'gallery undo \($0)' restores" } ?? "")
    }
}
