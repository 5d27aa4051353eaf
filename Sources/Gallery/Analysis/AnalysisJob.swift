import Catalog
import GalleryModel
import Imaging
import Synchronization

/// The pending work for one photo: thumbnails, faces, or both with one decode.
struct AnalysisJob: Sendable {
    /// The thumbnails to create for a photo.
    struct Thumbnails: Sendable {
        /// The long edges in pixels.
        let sides: [Int]
        /// The photo's edit.
        let edit: PhotoEdit?
        /// The rendering parameters as text, part of the thumbnail key.
        let cacheKey: String
    }

    let photoID: PhotoID
    /// The SHA-256 of the largest stored picture, hexadecimal.
    let sha256: String
    /// The known paths of the picture.
    let paths: [PicturePath]
    /// The rendering parameters of the photo's thumbnails as text.
    let cacheKey: String
    /// The thumbnails to create; nil if none are due.
    var thumbnails: Thumbnails?
    /// The faces to detect or restore; nil if they are up to date.
    var faces: FaceWork?
    /// True to include existing thumbnails in the rows.
    var isListed = false

    /// True if the picture must be decoded to find faces.
    var needsFaces: Bool { faces?.state == .due }

    /// True if the picture must be decoded at all.
    var needsPicture: Bool { thumbnails != nil || needsFaces }
}

/// Walks through a scope of a catalog and finds pending work.
struct AnalysisJobs: Sendable {
    /// Photos queried at a time.
    private static let pageLength = 512

    let catalog: PhotoCatalog
    /// The encoding of thumbnails.
    let encoding: PictureEncoding
    /// The thumbnails to create; without any sizes, only faces are detected.
    let thumbnails: ThumbnailOptions
    /// The parameters of face detection; nil if it is off.
    let faces: FaceAnalysis?
    /// True to detect faces again.
    let detectsAgain: Bool

    /// Passes every photo with pending work to `body`, in order, until it returns false.
    ///
    /// Identical files are processed only once in the same way.
    func forEach(
        _ scope: PhotoScope, _ skipped: SkippedAnalysis, _ body: (AnalysisJob) -> Bool
    ) throws {
        var cursor: Int64? = 0
        var metThumbnails: Set<String> = []
        var metFaces: Set<String> = []
        while let start = cursor {
            let page = try page(scope, after: start)
            cursor = page.next
            skipped.add { counts in
                counts.photos += page.pictureless
                counts.withoutPicture += page.pictureless
            }
            for var job in page.jobs {
                if job.thumbnails != nil,
                    !metThumbnails.insert(job.sha256 + job.cacheKey).inserted
                {
                    job.thumbnails = nil
                }
                if job.faces != nil, !metFaces.insert(job.sha256).inserted { job.faces = nil }
                let isHandedOut = job.thumbnails != nil || job.faces != nil || job.isListed
                skipped.add { counts in
                    if job.thumbnails == nil { counts.thumbnails += 1 }
                    if job.faces == nil { counts.faces += 1 }
                    if !isHandedOut { counts.photos += 1 }
                }
                if isHandedOut, !body(job) { return }
            }
        }
    }

    /// Returns the next photos with their pending work, without checking for identical files.
    private func page(
        _ scope: PhotoScope, after start: Int64
    ) throws -> (jobs: [AnalysisJob], pictureless: Int, next: Int64?) {
        guard makesThumbnails else {
            guard let faces else { return ([], 0, nil) }
            let page = try catalog.faceWork(
                scope, after: start, limit: Self.pageLength, analysis: faces)
            let jobs = page.works.map { work in
                var job = AnalysisJob(
                    photoID: work.photoID, sha256: work.sha256, paths: work.paths, cacheKey: "")
                job.faces = due(work)
                return job
            }
            return (jobs, page.pictureless, page.next)
        }
        let page = try catalog.thumbnailWork(
            scope, after: start, limit: Self.pageLength, sides: thumbnails.sides, cacheKey: text)
        let faceWorks = try faceWorks(scope, after: start)
        let jobs = page.works.map { work in
            var job = AnalysisJob(
                photoID: work.photoID, sha256: work.sha256, paths: work.paths,
                cacheKey: work.cacheKey)
            let sides = thumbnails.again ? thumbnails.sides : work.missing
            if !sides.isEmpty {
                job.thumbnails = .init(sides: sides, edit: work.edit, cacheKey: work.cacheKey)
            }
            // If the stored picture changed between the two queries, the next run handles it.
            if let face = faceWorks[work.photoID], face.sha256 == work.sha256 {
                job.faces = due(face)
            }
            job.isListed = thumbnails.includesExisting
            return job
        }
        return (jobs, page.pictureless, page.next)
    }

    /// Returns the pending work for faces; nil if they are up to date.
    private func due(_ work: FaceWork) -> FaceWork? {
        var work = work
        if work.state == .kept { return nil }
        if detectsAgain { work.state = .due }
        return work.state == .upToDate ? nil : work
    }

    /// True if thumbnails are requested, not only faces.
    var makesThumbnails: Bool { !thumbnails.sides.isEmpty }

    /// True if existing results are replaced.
    var replacesResults: Bool { thumbnails.again || detectsAgain }

    /// Returns the keys of all thumbnails of a photo.
    func keys(of job: AnalysisJob) -> [ThumbnailKey] {
        thumbnails.sides.map { ThumbnailKey(sha256: job.sha256, cacheKey: job.cacheKey, side: $0) }
    }

    /// Returns the job with the work that is still due; work done in the meantime counts as up to
    /// date.
    func stillDue(_ job: AnalysisJob, _ skipped: SkippedAnalysis) throws -> AnalysisJob {
        var job = job
        let scope = PhotoScope.photos([job.photoID])
        if let due = job.thumbnails {
            let work = try catalog.thumbnailWork(
                scope, after: 0, limit: 1, sides: due.sides, cacheKey: text
            ).works.first
            if let work, work.sha256 == job.sha256, work.cacheKey == due.cacheKey {
                job.thumbnails =
                    work.missing.isEmpty
                    ? nil : .init(sides: work.missing, edit: due.edit, cacheKey: due.cacheKey)
                if work.missing.isEmpty { skipped.add { $0.thumbnails += 1 } }
            }
        }
        if job.needsFaces, let face = try faceWorks(scope, after: 0)[job.photoID],
            face.sha256 == job.sha256
        {
            job.faces = [.upToDate, .kept].contains(face.state) ? nil : face
            if job.faces == nil { skipped.add { $0.faces += 1 } }
        }
        return job
    }

    /// Returns the rendering parameters of thumbnails with an edit as text.
    private func text(_ edit: PhotoEdit?) -> String {
        ThumbnailParameters(encoding: encoding).text(with: edit)
    }

    /// Returns the pending face work of a page's photos; the pages are the same as for thumbnails.
    private func faceWorks(
        _ scope: PhotoScope, after start: Int64
    ) throws -> [PhotoID: FaceWork] {
        guard let faces else { return [:] }
        let page = try catalog.faceWork(
            scope, after: start, limit: Self.pageLength, analysis: faces)
        return Dictionary(
            page.works.map { ($0.photoID, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

extension ThumbnailParameters {
    /// Returns the cache key stored in the catalog; it differs whenever the pixels may differ.
    func text(with edit: PhotoEdit?) -> String {
        guard let edit, !edit.isEmpty else { return text }
        let effects = edit.effects.isEmpty ? "" : " effects \(EffectParameters.version)"
        return "\(text)\(effects) edit \(edit.json)"
    }
}

/// Counts the photos that an analysis skipped; can be read while the analysis runs.
final class SkippedAnalysis: Sendable {
    /// The numbers of skipped photos.
    struct Counts: Sendable {
        /// Photos without any pending work.
        var photos = 0
        /// Photos whose thumbnails all exist.
        var thumbnails = 0
        /// Photos whose faces are up to date.
        var faces = 0
        /// Photos without a stored picture.
        var withoutPicture = 0
    }

    private let counts = Mutex(Counts())

    /// The counts so far.
    var value: Counts { counts.withLock(\.self) }

    /// Updates the counts.
    func add(_ change: (inout Counts) -> Void) {
        counts.withLock { change(&$0) }
    }
}
