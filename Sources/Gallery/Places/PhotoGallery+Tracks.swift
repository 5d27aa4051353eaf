public import Basics
import Catalog
import Foundation
public import GalleryModel
import Places

extension PhotoGallery {
    /// Matches photos with tracks by time, and gives them the positions where that is wanted.
    ///
    /// The lines of the tracks are kept then, too: each file's once, with a point for each bend of more than
    /// some metres.
    ///
    /// A photo that has a position keeps it unless the options say otherwise. Manual positions are kept
    /// apart from what files tell, survive every import, and can be taken back with `undo`.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - files: GPX files.
    ///   - options: the cameras' clocks, how near a fix must be, and whether to store the positions.
    ///   - body: gets what the tracks say about each photo without a position, in order; called on one
    ///     thread at a time. What it throws ends the work, and nothing is written.
    /// - Throws: `badInput` for a file that is no track, `notFound` for one that is missing;
    ///   `configuration` for a missing index; `notFound` where a photo is unknown; what the catalog or
    ///   `body` throws; `CancellationError`.
    public func matchTracks(
        _ query: PhotoQuery, with files: [BytePath], options: TrackOptions = TrackOptions(),
        body: @escaping @Sendable ([TrackProposal]) throws -> Void
    ) async throws -> TrackSummary {
        try await perform("locate", options.work) { [self] work in
            try matchTracks(files, try scope(of: query), options, work, body)
        }
    }

    private func matchTracks(
        _ files: [BytePath], _ scope: PhotoScope, _ options: TrackOptions, _ work: WorkContext,
        _ body: ([TrackProposal]) throws -> Void
    ) throws -> TrackSummary {
        var summary = TrackSummary()
        let place = try ReverseGeocoder(settings: settings).makeLookup()
        let tracks = try files.map { file in
            let track = try PhotoGallery.track(file)
            summary.warnings += track.warnings.map { "\(file.escaped): \($0)" }
            if let damage = track.damage {
                summary.failed += 1
                work.tellFailed(.path(file), "\(damage)")
            }
            return track
        }
        let matcher = TrackMatcher(tracks, maxGapSeconds: options.maximumGapSeconds)
        let clock = PhotoClock(
            offsetSeconds: options.offsetSeconds, shiftSeconds: options.clockShiftSeconds)
        var changes: [(PhotoID, ManualPosition?)] = []
        let total = try total(of: scope)
        var done = 0
        var cursor: Int64? = 0
        while let start = cursor {
            try work.checkCancellation()
            let page = try catalog.trackCandidates(scope, after: start, limit: 512)
            cursor = page.next
            var proposals: [TrackProposal] = []
            for photo in page.candidates {
                if photo.given != nil || photo.coordinate != nil, !options.replaces {
                    summary.kept += 1
                    continue
                }
                var proposal = TrackProposal(photo)
                switch clock.time(
                    dateTimeOriginal: photo.dateTimeOriginal, offset: photo.offsetTimeOriginal)
                {
                case .seconds(let time):
                    let outcome = matcher.match(time)
                    if let match = outcome.match {
                        proposal.coordinate = match.coordinate
                        proposal.gapSeconds = match.gapSeconds
                        proposal.place = try place(match.coordinate)
                        changes.append(
                            (
                                photo.photoID,
                                ManualPosition(
                                    coordinate: match.coordinate, source: .track,
                                    track: files[match.track].lastComponent.escaped)
                            ))
                    } else {
                        proposal.reason = "\(outcome)"
                    }
                case let unknown:
                    proposal.reason = "\(unknown)"
                }
                proposals.append(proposal)
            }
            summary.matched = changes.count
            summary.unmatched += proposals.count { $0.reason != nil }
            try body(proposals)
            done += page.candidates.count
            work.progress("photos", done, of: total)
        }
        if options.writes, !work.isDryRun {
            let records = try zip(files, tracks).compactMap(PhotoGallery.record)
            let written = try catalog.setPositions(
                changes, from: records, command: "locate",
                onlyWithoutPosition: !options.replaces)
            summary.change = written.id
            summary.tracks = written.tracks
            // What has got a position since it was looked at keeps that.
            summary.matched = written.count
            summary.kept += written.kept.count
            if !changes.isEmpty { try locateQueued(work, command: "locate") }
        }
        return summary
    }

    /// How far a fix may be from a line that leaves it out, in metres: as exact as receivers are.
    private static let lineTolerance = 5.0

    /// What is stored of a track; nil where it has no line.
    private static func record(of file: BytePath, _ track: Track) throws -> TrackRecord? {
        let line = try track.line(within: lineTolerance)
        guard line.pointCount > 0, let digest = track.digest, let times = track.timeRange,
            let first = Int64(exactly: times.lowerBound.rounded(.down)),
            let last = Int64(exactly: times.upperBound.rounded(.down))
        else { return nil }
        let fileName = file.lastComponent.escaped
        return TrackRecord(
            sha256: digest.hexadecimal, name: track.name ?? fileName, fileName: fileName,
            times: first...last, line: line)
    }

    private static func track(_ file: BytePath) throws(GalleryError) -> Track {
        do throws(TrackError) { return try TrackReader().read(path: file) } catch {
            throw GalleryError(track: error)
        }
    }
}

extension TrackProposal {
    fileprivate init(_ photo: TrackCandidate) {
        self.init(
            photoID: photo.photoID, title: photo.title ?? photo.fileName,
            dateTimeOriginal: photo.dateTimeOriginal)
    }
}
