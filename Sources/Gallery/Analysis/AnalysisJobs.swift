import Catalog
import GalleryModel
import Imaging
import Synchronization

extension PictureWork {
    /// True if the picture must be decoded to find faces.
    var needsFaces: Bool { faces == .due }

    /// True if the picture must be decoded at all.
    var needsPicture: Bool { !missing.isEmpty || needsFaces || isLookDue }
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
    /// True to find the looks of pictures also if no thumbnails are due.
    var findsLooks = false
    /// The photos skipped so far.
    let skipped = SkippedAnalysis()

    /// Passes every photo with pending work to `body`, in order, until it returns false; with
    /// `includesExisting` also the others.
    ///
    /// Identical files are processed only once in the same way.
    func forEach(_ scope: PhotoScope, _ body: (PictureWork) throws -> Bool) throws {
        var metThumbnails: Set<String> = []
        var metFaces: Set<String> = []
        try catalog.forEachPage(of: scope, limit: Self.pageLength) { ids in
            let jobs = try jobs(of: ids)
            skipped.counts.withLock { counts in
                counts.photos += ids.count - jobs.count
                counts.withoutPicture += ids.count - jobs.count
            }
            for var job in jobs {
                if !job.missing.isEmpty,
                    !metThumbnails.insert(job.sha256 + job.cacheKey).inserted
                {
                    job.missing = []
                }
                if job.faces != nil, !metFaces.insert(job.sha256).inserted { job.faces = nil }
                let isHandedOut =
                    !job.missing.isEmpty || job.faces != nil || job.isLookDue
                    || thumbnails.includesExisting
                skipped.counts.withLock { counts in
                    if job.missing.isEmpty { counts.thumbnails += 1 }
                    if job.faces == nil { counts.faces += 1 }
                    if !isHandedOut { counts.photos += 1 }
                }
                if isHandedOut, !(try body(job)) { return false }
            }
            return true
        }
    }

    /// Returns the pending work of photos, without checking for identical files: the thumbnails to
    /// create, and the faces to detect or show again.
    private func jobs(of ids: [PhotoID]) throws -> [PictureWork] {
        let works = try catalog.pictureWork(
            of: ids, sides: thumbnails.sides, analysis: faces,
            lookVersion: findsLooks ? PictureLook.version : nil, cacheKey: encoding.cacheKey)
        return works.map { work in
            var job = work
            if thumbnails.again { job.missing = thumbnails.sides }
            switch work.faces {
            case .kept, nil: job.faces = nil
            case _ where detectsAgain: job.faces = .due
            case .upToDate: job.faces = nil
            case .due, .known: break
            }
            return job
        }
    }

    /// True if thumbnails are requested, not only faces.
    var makesThumbnails: Bool { !thumbnails.sides.isEmpty }

    /// True if existing results are replaced.
    var replacesResults: Bool { thumbnails.again || detectsAgain }

    /// Returns the keys of all thumbnails of a photo.
    func keys(of job: PictureWork) -> [ThumbnailKey] { thumbnails.sides.map(job.key) }

    /// Returns the job with the work that is still due; work done in the meantime counts as up to
    /// date.
    func stillDue(_ job: PictureWork) throws -> PictureWork {
        guard let due = try jobs(of: [job.photoID]).first,
            due.sha256 == job.sha256, due.cacheKey == job.cacheKey
        else { return job }
        var job = job
        if !job.missing.isEmpty {
            job.missing.removeAll { !due.missing.contains($0) }
            if job.missing.isEmpty { skipped.counts.withLock { $0.thumbnails += 1 } }
        }
        job.isLookDue = due.isLookDue
        if job.needsFaces {
            job.faces = due.faces
            if job.faces == nil { skipped.counts.withLock { $0.faces += 1 } }
        }
        return job
    }
}

extension PictureEncoding {
    /// Returns the cache key for thumbnails of a photo with an edit, stored in the catalog; it
    /// differs whenever the pixels may differ.
    func cacheKey(_ edit: PhotoEdit?) -> String {
        guard let edit, !edit.isEmpty else { return thumbnailParameters }
        let effects = edit.effects.isEmpty ? "" : " effects \(EffectParameters.version)"
        return "\(thumbnailParameters)\(effects) edit \(edit.json)"
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

    /// The counts so far.
    let counts = Mutex(Counts())
}
