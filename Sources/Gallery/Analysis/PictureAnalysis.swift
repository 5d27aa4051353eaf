import Basics
import Catalog
import Imaging

/// Creates the thumbnails of a picture and detects its faces with one decode.
struct PictureAnalysis: Sendable {
    /// The outcome for a photo's picture.
    struct Output: Sendable {
        let job: PictureWork
        /// True if another program is working on the picture.
        var isDeferred = false
        /// The decoded picture; nil if none was decoded.
        var path: BytePath?
        /// The thumbnails; nil if none were due.
        var thumbnails: Result<[MadeThumbnail], GalleryError>?
        /// The faces; nil if the picture was not due.
        var faces: Result<FaceDetection.Finding, GalleryError>?
        /// The look, which is nil for a plain picture; nil if it was not found or not due.
        var look: Result<PictureLook?, GalleryError>?
        /// Problems while reading the picture.
        var warnings: [String] = []
    }

    /// The minimum long edge in pixels of a picture that is decoded for its look only.
    ///
    /// The short edge of a picture of 10:1 still has the pixels that a look needs.
    private static let lookSide = 320

    let maker: ThumbnailMaker
    /// Detects faces; nil if face detection is off.
    let detection: FaceDetection?
    /// Called for each picture before it is decoded.
    var willDecode: @Sendable (BytePath) -> Void = { _ in }

    /// Returns a worker that examines pictures; to be used by a single thread.
    ///
    /// - Throws: `configuration` if a model cannot be used.
    func makeWorker() throws(GalleryError) -> (PictureWork) -> Output {
        let examiner = try detection?.makeExaminer()
        return { [self] job in
            var output = Output(job: job)
            guard job.needsPicture else { return output }
            do throws(GalleryError) {
                let (bytes, path) = try maker.limits.bytes(of: job.sha256, at: job.paths)
                output.path = path
                willDecode(path)
                try analyze(bytes, examiner, &output)
            } catch {
                output.fail(with: error)
            }
            return output
        }
    }

    private func analyze(
        _ bytes: [UInt8], _ examiner: FaceDetection.Examiner?, _ output: inout Output
    ) throws(GalleryError) {
        let due = output.job
        let examiner = due.needsFaces ? examiner : nil
        if !due.missing.isEmpty {
            // Small pictures are decoded whole to detect faces.
            let wanted = due.missing + (examiner.map { [$0.minimumLongEdge] } ?? [])
            var source = try translated(maker.decode(bytes, sides: wanted, edit: due.edit))
            output.warnings = source.warnings
            if source.isEnoughForLook {
                output.look = Result { () throws(GalleryError) in try translated(source.look()) }
            }
            // An edit that shrinks the picture may need fewer pixels than faces do.
            if let examiner, examiner.canUse(source) {
                output.faces = Result { () throws(GalleryError) in try examiner.examine(&source) }
            }
            // Faces and thumbnails share the halved pictures.
            output.thumbnails = Result { () throws(GalleryError) in
                try GalleryError.translating {
                    try maker.thumbnails(of: &source, sides: due.missing, edit: due.edit)
                }
            }
        }
        if due.isLookDue, output.look == nil {
            output.look = Result { () throws(GalleryError) in
                var source = try translated(maker.decode(bytes, sides: [Self.lookSide]))
                return try translated(source.look())
            }
        }
        guard let examiner, output.faces == nil else { return }
        // The memory of the first decode has been released. Faces need only the smaller decode of
        // `gallery faces`.
        output.faces = Result { () throws(GalleryError) in try examiner.examine(bytes) }
        if due.missing.isEmpty { output.warnings = (try? output.faces?.get())?.warnings ?? [] }
    }
}

extension PictureAnalysis.Output {
    /// Marks the pending work as failed.
    fileprivate mutating func fail(with error: GalleryError) {
        if !job.missing.isEmpty { thumbnails = .failure(error) }
        if job.needsFaces { faces = .failure(error) }
        if job.isLookDue { look = .failure(error) }
    }

    /// The first error; nil on success.
    var error: GalleryError? {
        if case .failure(let error) = thumbnails { return error }
        if case .failure(let error) = faces { return error }
        if job.isLookDue, case .failure(let error) = look { return error }
        return nil
    }
}

extension DecodeLimits {
    /// Returns the bytes of a picture in the catalog and the path they were read from; for a
    /// damaged picture in the store, the remaining bytes.
    ///
    /// - Throws: `notFound` if no path holds the picture; `badInput` if it exceeds the limit.
    func bytes(
        of sha256: String, at paths: [PicturePath]
    ) throws(GalleryError) -> (bytes: [UInt8], path: BytePath) {
        let picture: VerifiedPicture
        do throws(PictureAbsence) {
            picture = try VerifiedPicture.open(paths, sha256: sha256, isDamageAllowed: true)
        } catch {
            throw GalleryError(error, at: paths)
        }
        let bytes = try picture.bytes(atMost: maximumBytes) { GalleryError($0, at: paths) }
        return (bytes, picture.path)
    }
}

extension GalleryError {
    /// Reports that none of a picture's files has its bytes.
    fileprivate init(_ absence: PictureAbsence, at paths: [PicturePath]) {
        if absence.reason == .unreadable, let path = absence.path {
            self.init(translating: ImagingError.cannotOpen(path))
            return
        }
        let path = paths.first.map { " '\($0.path)'" } ?? ""
        self.init(
            .notFound,
            "its picture\(path) was changed, moved or is on a disconnected disk: import it again",
            revealsPaths: true)
    }
}
