import Basics
import Catalog
import Foundation
import GalleryModel
import Imaging

/// Stores what an analysis made, a batch at a time, and keeps the thumbnails within their bound.
struct AnalysisStore {
    private let catalog: PhotoCatalog
    private let jobs: AnalysisJobs
    private let faces: FaceAnalysis?
    private let encoding: PictureEncoding
    private let maximumBytes: Int
    private let work: WorkContext
    private var hasRemarked = false
    /// What was done so far.
    private(set) var summary = AnalyseSummary()

    init(_ jobs: AnalysisJobs, maximumBytes: Int, work: WorkContext) {
        self.jobs = jobs
        catalog = jobs.catalog
        faces = jobs.faces
        encoding = jobs.encoding
        self.maximumBytes = maximumBytes
        self.work = work
    }

    /// Stores what became of pictures.
    ///
    /// - Returns: a row for each photo whose picture was due.
    mutating func store(_ outputs: [PictureAnalysis.Output]) throws -> [AnalysedPhoto] {
        guard !outputs.isEmpty else { return [] }
        var rows = outputs.map { AnalysedPhoto($0) }
        try storeFaces(of: outputs, in: &rows)
        try storeThumbnails(of: outputs, in: &rows)
        try tell(outputs, rows)
        try catalog.recordDamage(zip(outputs, rows).compactMap { $1.found(in: $0.job) })
        try list(outputs, in: &rows)
        if summary.thumbnails.storedBytes > 0 { try makeRoom() }
        return zip(outputs, rows).compactMap {
            $0.job.needsPicture || $0.job.isListed ? $1 : nil
        }
    }

    /// Adds the thumbnails that are there where they are to be told.
    private func list(
        _ outputs: [PictureAnalysis.Output], in rows: inout [AnalysedPhoto]
    ) throws {
        for (index, output) in outputs.enumerated()
        where output.job.isListed && rows[index].error == nil {
            // A photo that is small as a whole has one for several sides.
            var met: Set<BytePath> = []
            rows[index].thumbnails = try catalog.thumbnails(jobs.keys(of: output.job))
                .compactMap { stored in
                    guard let stored, met.insert(stored.path).inserted else { return nil }
                    return Thumbnail(stored, side: stored.key.side, of: output.job.photoID)
                }
        }
    }

    /// Ends a run: the bound may be lower than it was when the thumbnails were made.
    mutating func finish() throws {
        if jobs.makesThumbnails { try makeRoom() }
    }

    private mutating func storeFaces(
        of outputs: [PictureAnalysis.Output], in rows: inout [AnalysedPhoto]
    ) throws {
        guard let faces else { return }
        var detections: [DetectedFaces] = []
        var places: [Int] = []
        for (index, output) in outputs.enumerated() {
            guard case .success(let finding) = output.faces else { continue }
            places.append(index)
            detections.append(
                DetectedFaces(
                    photoID: output.job.photoID, sha256: output.job.sha256, found: finding.found))
        }
        // What is told are the faces as they are now, a person's decisions included.
        let merged = try catalog.record(detections, analysis: faces)
        for (index, (found, detection)) in zip(places, zip(merged, detections)) {
            let (width, height) = (detection.found.width, detection.found.height)
            rows[index].width = width
            rows[index].height = height
            rows[index].faces = found.map { Face($0, width: width, height: height) }
            summary.faces.examined += 1
            summary.faces.faces += found.count
            if !found.isEmpty { summary.faces.picturesWithFaces += 1 }
        }
        let known = outputs.compactMap { $0.job.needsFaces ? nil : $0.job.faces }
        _ = try catalog.adoptDetections(of: known, analysis: faces)
        summary.faces.shownAgain += known.count
    }

    private mutating func storeThumbnails(
        of outputs: [PictureAnalysis.Output], in rows: inout [AnalysedPhoto]
    ) throws {
        var files: [NewThumbnail] = []
        var places: [Int] = []
        for (index, output) in outputs.enumerated() {
            guard case .success(let made) = output.thumbnails, let due = output.job.thumbnails
            else { continue }
            rows[index].thumbnails = []
            summary.thumbnails.photos += 1
            for thumbnail in made.sorted(by: { $0.side < $1.side }) {
                places.append(index)
                files.append(
                    NewThumbnail(
                        thumbnail,
                        key: ThumbnailKey(
                            sha256: output.job.sha256, cacheKey: due.cacheKey, side: thumbnail.side),
                        encoding: encoding, edit: due.edit))
            }
        }
        guard !files.isEmpty else { return }
        let stored = try catalog.storeThumbnails(files)
        for (index, (file, new)) in zip(places, zip(stored, files)) {
            let thumbnail = Thumbnail(
                file, side: new.key.side, of: outputs[index].job.photoID)
            rows[index].thumbnails?.append(thumbnail)
            summary.thumbnails.made += 1
            summary.thumbnails.storedBytes += Int64(file.byteCount)
        }
    }

    /// Tells what failed or is damaged, and keeps it in the list of problems: for the command that can
    /// mend it, whichever found it.
    private mutating func tell(
        _ outputs: [PictureAnalysis.Output], _ rows: [AnalysedPhoto]
    ) throws {
        var ofThumbnails: [(subject: ProblemSubject, message: String)] = []
        var ofFaces: [(subject: ProblemSubject, message: String)] = []
        for (output, row) in zip(outputs, rows) where output.job.needsPicture {
            let subject = ProblemSubject.photo(row.photoID)
            if case .failure = output.thumbnails { summary.thumbnails.failed += 1 }
            if case .failure = output.faces { summary.faces.failed += 1 }
            if output.error != nil { summary.failed += 1 }
            // Looking for faces alone tells no more than a warning in the row.
            let damage = jobs.makesThumbnails ? row.damage : nil
            if damage != nil { summary.thumbnails.damaged += 1 }
            let messages = output.messages(damage: damage)
            if let message = messages.thumbnails {
                ofThumbnails.append((subject, message))
            } else if output.thumbnails != nil {
                try work.succeed(subject)
            }
            if let message = messages.faces { ofFaces.append((subject, message)) }
            if let message = row.error ?? damage {
                work.tellFailed(subject, message)
            }
        }
        try catalog.recordProblems(ofThumbnails, command: "thumbnails")
        try catalog.recordProblems(ofFaces, command: "faces")
    }

    /// Removes the thumbnails that were not used for longest where all take more than they may.
    private mutating func makeRoom() throws {
        // Those of pictures that are no longer there go unmentioned: nobody asks for them.
        let removed = try catalog.evictThumbnails(toBytes: Int64(maximumBytes))
        summary.thumbnails.evicted += removed.count - removed.useless
        guard summary.thumbnails.storedBytes > Int64(maximumBytes), !hasRemarked else { return }
        hasRemarked = true
        work.remark(
            "the thumbnails of this run take more than the \(maximumBytes) bytes of "
                + "thumbnails.maximumBytes, so that some were removed again: raise the setting, or "
                + "make them of fewer photos or sizes")
    }
}

extension AnalysedPhoto {
    init(_ output: PictureAnalysis.Output) {
        self.init(
            photoID: output.job.photoID, path: output.path ?? output.job.places.first?.path)
        warnings = output.warnings
        error = output.error?.message
    }

    /// What the problem of a damaged picture says; nil where it is not, or nothing could be done at all.
    var damage: String? { error == nil ? Self.damage(warnings) : nil }

    /// What decoding found wrong with a picture's bytes; nil where it found nothing.
    func found(in job: AnalysisJob) -> (sha256: String, damage: String)? {
        guard job.needsPicture, error == nil, !warnings.isEmpty else { return nil }
        return (job.sha256, Self.reason(warnings))
    }

    private static func reason(_ warnings: [String]) -> String { warnings.joined(separator: "; ") }

    /// What the problem of a picture with warnings says; nil without any.
    static func damage(_ warnings: [String]) -> String? {
        if warnings.isEmpty { return nil }
        return
            "the picture is damaged (\(reason(warnings))): what could be decoded is shown; "
            + "import it again from a copy that is whole"
    }
}

extension PictureAnalysis.Output {
    /// What is wrong with the thumbnails and with the faces; of both the same is told once.
    fileprivate func messages(damage: String?) -> (thumbnails: String?, faces: String?) {
        var messages: (thumbnails: String?, faces: String?)
        switch thumbnails {
        case .failure(let error): messages.thumbnails = error.message
        case .success: messages.thumbnails = damage
        case nil: break
        }
        switch faces {
        case .failure(let error): messages.faces = error.message
        case .success: messages.faces = damage
        case nil: break
        }
        if messages.faces == messages.thumbnails { messages.faces = nil }
        return messages
    }
}

extension NewThumbnail {
    init(_ made: MadeThumbnail, key: ThumbnailKey, encoding: PictureEncoding, edit: PhotoEdit?) {
        self.init(
            key: key, isWhole: made.isWhole, width: made.width, height: made.height,
            bytes: made.bytes, fileExtension: encoding.fileExtension, colour: made.colour,
            edit: edit)
    }
}

extension Thumbnail {
    init(_ stored: StoredThumbnail, side: Int, of photoID: PhotoID) {
        self.init(
            photoID: photoID, path: stored.path, side: side, width: stored.width,
            height: stored.height, byteCount: Int64(stored.byteCount))
    }
}
