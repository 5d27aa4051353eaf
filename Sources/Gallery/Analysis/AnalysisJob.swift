import Catalog
import GalleryModel
import Imaging

/// What is to be done for one photo: thumbnails, faces, or both with one decode.
struct AnalysisJob: Sendable {
    /// The thumbnails to make of a photo.
    struct Thumbnails: Sendable {
        /// The long edges in pixels.
        let sides: [Int]
        /// How the photo was edited.
        let edit: PhotoEdit?
        /// How they are made, in one text.
        let cacheKey: String
    }

    let photoID: PhotoID
    /// The SHA-256 of the largest stored picture, hexadecimal.
    let sha256: String
    /// Where the picture lies.
    let places: [PicturePath]
    /// How thumbnails of it are made, in one text.
    let cacheKey: String
    /// The thumbnails to make; nil where none are due.
    var thumbnails: Thumbnails?
    /// The faces to find, or to show again; nil where nothing is to be done for them.
    var faces: FaceWork?
    /// Whether the thumbnails that are there are told, too.
    var isListed = false

    /// Whether the picture must be decoded to find faces.
    var needsFaces: Bool { faces?.state == .due }

    /// Whether the picture must be decoded at all.
    var needsPicture: Bool { thumbnails != nil || needsFaces }
}

/// Goes through a part of a catalog and says what is due.
struct AnalysisJobs: Sendable {
    /// Photos asked for at a time.
    private static let pageLength = 512

    let catalog: PhotoCatalog
    /// How thumbnails are encoded.
    let encoding: PictureEncoding
    /// The thumbnails to make; without any size faces alone are looked for.
    let thumbnails: ThumbnailOptions
    /// How faces are found; nil where nobody asks.
    let faces: FaceAnalysis?
    /// Whether faces are looked for again.
    let searchesAgain: Bool

    /// Hands out every photo that something is due for, in order, until `body` says false.
    ///
    /// The same bytes are done in the same way once.
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

    /// The next photos with all that is due for each, whatever others have the same bytes.
    private func page(
        _ scope: PhotoScope, after start: Int64
    ) throws -> (jobs: [AnalysisJob], pictureless: Int, next: Int64?) {
        guard makesThumbnails else {
            guard let faces else { return ([], 0, nil) }
            let page = try catalog.faceWork(
                scope, after: start, limit: Self.pageLength, analysis: faces)
            let jobs = page.works.map { work in
                var job = AnalysisJob(
                    photoID: work.photoID, sha256: work.sha256, places: work.places, cacheKey: "")
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
                photoID: work.photoID, sha256: work.sha256, places: work.places,
                cacheKey: work.cacheKey)
            let sides = thumbnails.again ? thumbnails.sides : work.missing
            if !sides.isEmpty {
                job.thumbnails = .init(sides: sides, edit: work.edit, cacheKey: work.cacheKey)
            }
            // Where another picture was stored between the two looks, the next run does it.
            if let face = faceWorks[work.photoID], face.sha256 == work.sha256 {
                job.faces = due(face)
            }
            job.isListed = thumbnails.listsPresent
            return job
        }
        return (jobs, page.pictureless, page.next)
    }

    /// What is to be done for faces; nil where they are up to date.
    private func due(_ work: FaceWork) -> FaceWork? {
        var work = work
        if searchesAgain { work.state = .due }
        return work.state == .upToDate ? nil : work
    }

    /// Whether thumbnails are asked for at all, not faces alone.
    var makesThumbnails: Bool { !thumbnails.sides.isEmpty }

    /// Whether what is there is made again.
    var doesAgain: Bool { thumbnails.again || searchesAgain }

    /// The keys of all thumbnails of a photo.
    func keys(of job: AnalysisJob) -> [ThumbnailKey] {
        thumbnails.sides.map { ThumbnailKey(sha256: job.sha256, cacheKey: job.cacheKey, side: $0) }
    }

    /// The job with what is due by now: what was done meanwhile counts as up to date.
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
            job.faces = face.state == .upToDate ? nil : face
            if job.faces == nil { skipped.add { $0.faces += 1 } }
        }
        return job
    }

    /// How the thumbnails of a photo with an edit are made, in one text.
    private func text(_ edit: PhotoEdit?) -> String {
        ThumbnailParameters(encoding: encoding).text(with: edit)
    }

    /// What is to be done for the faces of a page's photos: the same page as that of the thumbnails.
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
    /// The cache key as the catalog keeps it: other pixels have another text.
    func text(with edit: PhotoEdit?) -> String {
        guard let edit, !edit.isEmpty else { return text }
        let effects = edit.effects.isEmpty ? "" : " effects \(EffectParameters.version)"
        return "\(text)\(effects) edit \(edit.json)"
    }
}
