import Basics
import Catalog
import GalleryModel
import Imaging

/// A thumbnail that was asked for and is at hand as bytes.
struct MadeThumbnailFile: Sendable {
    /// The encoded picture.
    let bytes: [UInt8]
    /// Where it was stored, or why it could not be.
    let stored: Result<StoredThumbnail, GalleryError>
}

/// Makes one thumbnail that somebody waits for.
struct ThumbnailMaking: Sendable {
    let catalog: PhotoCatalog
    let settings: GallerySettings
    /// The photo and how its thumbnails are made.
    let work: ThumbnailWork
    let side: Int

    /// What tells the thumbnail from others.
    var key: ThumbnailKey { work.key(side) }

    /// Makes and stores it, where nobody did so meanwhile.
    ///
    /// - Throws: `notFound` where the picture's file has changed or is away; `badInput` where it cannot be
    ///   decoded.
    func make() throws -> MadeThumbnailFile {
        if let stored = try catalog.thumbnails([key])[0], let bytes = stored.bytes() {
            return MadeThumbnailFile(bytes: bytes, stored: .success(stored))
        }
        let encoding = PictureEncoding(settings.thumbnails)
        let pictures = PictureAnalysis(
            maker: ThumbnailMaker(limits: DecodeLimits(settings), encoding: encoding),
            detection: nil)
        var job = AnalysisJob(
            photoID: work.photoID, sha256: work.sha256, places: work.places,
            cacheKey: work.cacheKey)
        job.thumbnails = .init(sides: [side], edit: work.edit, cacheKey: work.cacheKey)
        let output = try pictures.makeWorker()(job)
        let stored = Result { () throws(GalleryError) in
            try GalleryError.translating { try keep(output, job, encoding) }
        }
        guard let made = try output.thumbnails?.get().first else {
            throw GalleryError(.bug, "no thumbnail was made of photo \(work.photoID)")
        }
        return MadeThumbnailFile(bytes: made.bytes, stored: stored)
    }

    /// Stores the thumbnail, and what is wrong with the picture.
    private func keep(
        _ output: PictureAnalysis.Output, _ job: AnalysisJob, _ encoding: PictureEncoding
    ) throws -> StoredThumbnail {
        let row = AnalysedPhoto(output)
        let subject = ProblemSubject.photo(work.photoID)
        if let message = output.error?.message ?? row.damage {
            try catalog.recordProblems([(subject, message)], command: "thumbnails")
        } else {
            try catalog.clearProblem(subject: subject, command: "thumbnails")
        }
        try catalog.recordDamage([row.found(in: job)].compactMap(\.self))
        guard let made = try output.thumbnails?.get().first else {
            throw GalleryError(.bug, "no thumbnail was made of photo \(work.photoID)")
        }
        // Room is made first, so that what is given away is still there.
        let room = max(settings.thumbnails.maximumBytes - made.bytes.count, 0)
        _ = try catalog.evictThumbnails(toBytes: Int64(room))
        let stored = try catalog.storeThumbnails([
            NewThumbnail(made, key: key, encoding: encoding, edit: work.edit)
        ])
        guard let file = stored.first else {
            throw GalleryError(.bug, "no thumbnail was stored of photo \(work.photoID)")
        }
        return file
    }
}

extension StoredThumbnail {
    /// The file's bytes; nil where it is gone or of another length.
    func bytes() -> [UInt8]? {
        guard let file = try? Descriptor.file(path),
            let bytes = try? file.bytes(atMost: Int(byteCount) + 1), bytes.count == byteCount
        else { return nil }
        return bytes
    }
}
