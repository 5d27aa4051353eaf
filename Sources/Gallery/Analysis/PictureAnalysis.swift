import Basics
import Catalog
import GalleryModel
import Imaging

/// Makes the thumbnails of a picture and finds its faces with one decode.
struct PictureAnalysis: Sendable {
    /// What became of a photo's picture.
    struct Output: Sendable {
        let job: AnalysisJob
        /// The picture that was decoded; nil where none was or could be.
        var path: BytePath?
        /// The thumbnails; nil where none were due.
        var thumbnails: Result<[MadeThumbnail], GalleryError>?
        /// The faces; nil where the picture was not due.
        var faces: Result<FaceDetection.Finding, GalleryError>?
        /// What was read with doubt.
        var warnings: [String] = []
    }

    let maker: ThumbnailMaker
    /// Finds faces; nil where nobody asks.
    let detection: FaceDetection?
    /// Hears of each picture that is decoded.
    var willDecode: @Sendable (BytePath) -> Void = { _ in }

    /// Makes what examines pictures; belongs to one thread.
    ///
    /// - Throws: `configuration` where a model cannot be used.
    func makeWorker() throws(GalleryError) -> (AnalysisJob) -> Output {
        let examiner = try detection?.makeExaminer()
        return { [self] job in
            var output = Output(job: job)
            guard job.needsPicture else { return output }
            do throws(GalleryError) {
                let (bytes, path) = try maker.limits.bytes(of: job.sha256, at: job.places)
                output.path = path
                willDecode(path)
                try analyse(bytes, examiner, &output)
            } catch {
                output.fail(with: error)
            }
            return output
        }
    }

    private func analyse(
        _ bytes: [UInt8], _ examiner: FaceDetection.Examiner?, _ output: inout Output
    ) throws(GalleryError) {
        let examiner = output.job.needsFaces ? examiner : nil
        guard let due = output.job.thumbnails else {
            // The smaller decode of `gallery faces` is enough.
            guard let examiner else { return }
            let finding = try examiner.examine(bytes)
            output.warnings = finding.warnings
            output.faces = .success(finding)
            return
        }
        let hasFaces = try makeThumbnails(bytes, due, examiner, &output)
        guard let examiner, !hasFaces else { return }
        // The memory of the other decode is given back by now.
        output.faces = Result { () throws(GalleryError) in try examiner.examine(bytes) }
    }

    /// Makes the thumbnails and, where the decode is large enough for them, finds the faces; false where
    /// these are left.
    private func makeThumbnails(
        _ bytes: [UInt8], _ due: AnalysisJob.Thumbnails, _ examiner: FaceDetection.Examiner?,
        _ output: inout Output
    ) throws(GalleryError) -> Bool {
        var source: ThumbnailSource
        do throws(ImagingError) {
            // Faces are looked for in whole small pictures.
            let wanted = due.sides + (examiner.map { [$0.leastSide] } ?? [])
            source = try maker.decode(bytes, sides: wanted, edit: due.edit)
        } catch {
            throw GalleryError(imaging: error)
        }
        output.warnings = source.warnings
        var hasFaces = false
        // An edit that makes the picture small asks for less than faces need.
        if let examiner, examiner.canUse(source) {
            output.faces = Result { () throws(GalleryError) in try examiner.examine(&source) }
            hasFaces = true
        }
        // Faces and thumbnails share the halvings.
        output.thumbnails = Result { () throws(GalleryError) in
            do throws(ImagingError) {
                return try maker.thumbnails(of: &source, sides: due.sides, edit: due.edit)
            } catch {
                throw GalleryError(imaging: error)
            }
        }
        return hasFaces
    }
}

extension PictureAnalysis.Output {
    /// Says that what was due cannot be done.
    fileprivate mutating func fail(with error: GalleryError) {
        if job.thumbnails != nil { thumbnails = .failure(error) }
        if job.needsFaces { faces = .failure(error) }
    }

    /// The first thing that went wrong; nil where all went well.
    var error: GalleryError? {
        if case .failure(let error) = thumbnails { return error }
        if case .failure(let error) = faces { return error }
        return nil
    }
}

extension DecodeLimits {
    /// The bytes of a picture of the catalog, and the path they were read from; of a damaged one in the
    /// store what there is.
    ///
    /// - Throws: `notFound` where no place holds them; `badInput` where they are more than the limit.
    func bytes(
        of sha256: String, at places: [PicturePath]
    ) throws(GalleryError) -> (bytes: [UInt8], path: BytePath) {
        let picture: VerifiedPicture
        do throws(PictureAbsence) {
            picture = try VerifiedPicture.open(places, sha256: sha256, isDamageAllowed: true)
        } catch {
            throw GalleryError(error, at: places)
        }
        let bytes = try picture.bytes(atMost: maximumBytes) { GalleryError($0, at: places) }
        return (bytes, picture.path)
    }
}

extension GalleryError {
    fileprivate init(_ absence: PictureAbsence, at places: [PicturePath]) {
        if absence.reason == .unreadable, let path = absence.path {
            self.init(imaging: .cannotOpen(path))
        } else {
            self = GalleryError.absentPicture(places)
        }
    }

    /// Says that none of a picture's files is as it was.
    private static func absentPicture(_ places: [PicturePath]) -> GalleryError {
        let path = places.first.map { " '\($0.path)'" } ?? ""
        return GalleryError(
            .notFound,
            "its picture\(path) was changed, moved or is on a disk that is away: import it again")
    }
}
