import Basics
import Catalog
import GalleryModel
import Imaging

/// Stores the results of an analysis in batches and keeps the thumbnails within their size limit.
struct AnalysisStore {
    let jobs: AnalysisJobs
    /// The size limit of all thumbnails in bytes.
    let maximumBytes: Int
    let work: WorkContext
    var hasWarned = false
    /// The results so far.
    var summary = AnalysisSummary()

    private var catalog: PhotoCatalog { jobs.catalog }

    /// Stores the results of pictures, except deferred ones.
    ///
    /// - Returns: a row for each photo whose picture was due.
    mutating func store(_ outputs: [PictureAnalysis.Output]) throws -> [AnalyzedPicture] {
        guard !outputs.isEmpty else { return [] }
        var rows = outputs.map(AnalyzedPicture.init)
        try storeFaces(of: outputs, in: &rows)
        try storeThumbnails(of: outputs, in: &rows)
        // An undecodable picture has none, and is not decoded again.
        try catalog.storeLooks(outputs.compactMap(\.newLook), version: PictureLook.version)
        try report(outputs, rows)
        try catalog.recordDamage(zip(outputs, rows).compactMap { $1.found(in: $0.job) })
        if jobs.thumbnails.includesExisting { try list(outputs, in: &rows) }
        if summary.thumbnails.storedBytes > 0 { try evictExcess() }
        return zip(outputs, rows).compactMap {
            $0.job.needsPicture || jobs.thumbnails.includesExisting ? $1 : nil
        }
    }

    /// Adds existing thumbnails to the rows.
    private func list(
        _ outputs: [PictureAnalysis.Output], in rows: inout [AnalyzedPicture]
    ) throws {
        for (index, output) in outputs.enumerated() where rows[index].error == nil {
            // Several sizes of a small photo share one thumbnail.
            rows[index].thumbnails = try catalog.thumbnails(jobs.keys(of: output.job))
                .compactMap(\.self).uniqued(by: \.path)
                .map { Thumbnail($0, side: $0.key.side, of: output.job.photoID) }
        }
    }

    /// Completes a run: the size limit may have been lowered since the thumbnails were created.
    mutating func finish() throws { if jobs.makesThumbnails { try evictExcess() } }

    private mutating func storeFaces(
        of outputs: [PictureAnalysis.Output], in rows: inout [AnalyzedPicture]
    ) throws {
        guard let faces = jobs.faces else { return }
        let found = outputs.indices.compactMap { index in
            (try? outputs[index].faces?.get()).map { (index: index, faces: $0.found) }
        }
        // Rows contain the current faces, including manual decisions.
        let merged = try catalog.record(
            found.map { (outputs[$0.index].job.photoID, outputs[$0.index].job.sha256, $0.faces) },
            analysis: faces)
        for ((index, found), shown) in zip(found, merged) {
            rows[index].show(shown, width: found.width, height: found.height)
            summary.faces.count(rows[index])
        }
        let known = outputs.map(\.job).filter { $0.faces == .known }
        _ = try catalog.record(known.map { ($0.photoID, $0.sha256, nil) }, analysis: faces)
        summary.faces.shownAgain += known.count
    }

    private mutating func storeThumbnails(
        of outputs: [PictureAnalysis.Output], in rows: inout [AnalyzedPicture]
    ) throws {
        var files: [(index: Int, new: NewThumbnail)] = []
        for (index, output) in outputs.enumerated() {
            guard let made = try? output.thumbnails?.get() else { continue }
            rows[index].thumbnails = []
            summary.thumbnails.photos += 1
            files += made.sorted { $0.side < $1.side }.map {
                (index, $0.new(of: output.job, encoding: jobs.encoding))
            }
        }
        guard !files.isEmpty else { return }
        let stored = try catalog.storeThumbnails(files.map(\.new))
        for ((index, new), file) in zip(files, stored) {
            let thumbnail = Thumbnail(file, side: new.key.side, of: outputs[index].job.photoID)
            rows[index].thumbnails?.append(thumbnail)
            summary.thumbnails.made += 1
            summary.thumbnails.storedBytes += Int64(file.byteCount)
        }
    }

    /// Reports failed and damaged pictures and records them as problems of the command that can fix
    /// them.
    private mutating func report(
        _ outputs: [PictureAnalysis.Output], _ rows: [AnalyzedPicture]
    ) throws {
        var ofThumbnails: [(subject: ProblemSubject, message: String)] = []
        var ofFaces: [(subject: ProblemSubject, message: String)] = []
        for (output, row) in zip(outputs, rows) where output.job.needsPicture {
            let subject = ProblemSubject.photo(output.job.photoID)
            if case .failure = output.thumbnails { summary.thumbnails.failed += 1 }
            if case .failure = output.faces { summary.faces.failed += 1 }
            if output.error != nil { summary.failed += 1 }
            // When only faces are detected, damage is just a warning in the row.
            let damage = jobs.makesThumbnails ? row.damage : nil
            if damage != nil { summary.thumbnails.damaged += 1 }
            let message = output.thumbnails.flatMap { $0.message(damage) }
            if let message {
                ofThumbnails.append((subject, message))
            } else if output.thumbnails != nil {
                try work.succeed(subject)
            }
            if output.thumbnails == nil, output.job.isLookDue,
                case .failure(let error)? = output.look
            {
                ofThumbnails.append((subject, error.message))
            }
            // A shared message is recorded only once.
            if let ofFace = output.faces.flatMap({ $0.message(damage) }), ofFace != message {
                ofFaces.append((subject, ofFace))
            }
            if let message = row.error ?? damage { work.reportFailure(subject, message) }
        }
        // A missing picture is reported once and does not fail later runs.
        let lost = outputs.filter { $0.error?.kind == .notFound }
        try catalog.markMissing(sha256s: lost.map(\.job.sha256))
        try catalog.recordProblems(ofThumbnails, command: "thumbnails")
        try catalog.recordProblems(ofFaces, command: "faces")
    }

    /// Removes the least recently used thumbnails if all together exceed the limit.
    private mutating func evictExcess() throws {
        // Thumbnails of removed pictures are not counted, as nothing uses them.
        let removed = try catalog.evictThumbnails(toBytes: Int64(maximumBytes))
        summary.thumbnails.evicted += removed.count - removed.unused
        guard summary.thumbnails.storedBytes > Int64(maximumBytes), !hasWarned else { return }
        hasWarned = true
        work.remark(
            "the thumbnails of this run exceed the \(maximumBytes) bytes of "
                + "thumbnails.maximumBytes, so some were removed again: raise the limit, or "
                + "create them for fewer photos or sizes")
    }
}

extension AnalyzedPicture {
    init(_ output: PictureAnalysis.Output) {
        self.init(photoID: output.job.photoID, path: output.path ?? output.job.paths.first?.path)
        warnings = output.warnings
        error = output.error?.message
    }

    /// The damage that decoding found; nil if the picture is intact or could not be read at all.
    private var reason: String? {
        error == nil && !warnings.isEmpty ? warnings.joined(separator: "; ") : nil
    }

    /// The problem message for a damaged picture; nil for any other.
    var damage: String? { reason.map(Self.damage) }

    /// Adds the faces shown in a picture of this size.
    mutating func show(_ shown: [FaceCandidate], width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        faces = shown.map { Face($0, width: width, height: height) }
    }

    /// Returns the damage found in the bytes of a picture that was due; nil if it is intact.
    func found(in job: PictureWork) -> (sha256: String, damage: String)? {
        job.needsPicture ? reason.map { (job.sha256, $0) } : nil
    }

    /// Returns the problem message for damage.
    static func damage(_ reason: String) -> String {
        "the picture is damaged (\(reason)): imported as far as it can be read; "
            + "import an intact copy to replace it"
    }
}

extension Result where Failure == GalleryError {
    /// Returns the problem message; nil for an intact picture.
    fileprivate func message(_ damage: String?) -> String? {
        if case .failure(let error) = self { error.message } else { damage }
    }
}

extension PictureAnalysis.Output {
    /// The look to store; nil if it was not found for a passing reason.
    var newLook: NewLook? {
        switch look {
        case .success(let look):
            (job.sha256, look.map { ($0.hash, $0.pixels) })
        case .failure(let error) where error.kind == .badInput: (job.sha256, nil)
        case .failure, nil: nil
        }
    }
}

extension MadeThumbnail {
    /// The thumbnail as the catalog stores it.
    func new(of job: PictureWork, encoding: PictureEncoding) -> NewThumbnail {
        (
            job.key(side), isWhole, width, height, bytes, encoding.fileExtension, color, job.edit
        )
    }
}

extension Thumbnail {
    init(_ stored: StoredThumbnail, side: Int, of photoID: PhotoID) {
        self.init(
            photoID: photoID, path: stored.path, side: side, width: stored.width,
            height: stored.height, byteCount: Int64(stored.byteCount))
    }
}
