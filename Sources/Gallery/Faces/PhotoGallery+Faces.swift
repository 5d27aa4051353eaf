import Catalog
import Foundation
public import GalleryModel

extension PhotoGallery {
    /// Looks for faces in the largest stored picture of each photo and stores them.
    ///
    /// What was examined in the same way before is not decoded again. What a person decided (names,
    /// drawn and rejected faces) holds for every result. Cancelling the task keeps what was stored.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - options: the detector and its quality; a dry run stores nothing, see `planFaces`.
    ///   - body: gets each examined picture once it is stored, in order; called on one thread at a
    ///     time. What it throws ends the work.
    /// - Throws: `configuration` for a missing or altered model; what the catalog or `body` throws;
    ///   `CancellationError`.
    public func detectFaces(
        _ query: PhotoQuery, options: FaceOptions = FaceOptions(),
        body: @escaping @Sendable ([ExaminedFaces]) throws -> Void = { _ in }
    ) async throws -> FaceSummary {
        try await perform("thumbnails", options.work) { [self] work in
            let scope = try scope(of: query)
            return try pictureAnalysis(nil, options, work, command: "faces").run(
                scope, total: try total(of: scope)
            ) { rows in
                try body(rows.map(ExaminedFaces.init))
            }.faces
        }
    }

    /// Says what `detectFaces` would do, and which decisions of a person it would meet.
    ///
    /// - Throws: `configuration` for a missing or altered model; what the catalog throws.
    public func planFaces(
        _ query: PhotoQuery, options: FaceOptions = FaceOptions()
    ) throws(GalleryError) -> FacePlan {
        let scope = try scope(of: query)
        let analysis = try FaceDetection(options, settings: settings).analysis
        return try GalleryError.translating {
            var plan = FacePlan()
            var failure: (any Error)?
            let skipped = SkippedAnalysis()
            try analysisJobs(nil, options, analysis).forEach(scope, skipped) { job in
                if job.needsFaces { plan.due += 1 } else { plan.shownAgain += 1 }
                do {
                    for decision in try catalog.faceDecisions(of: job.sha256) {
                        plan.decisions.append(.init(photoID: job.photoID, decision: decision))
                    }
                } catch {
                    failure = error
                }
                return failure == nil
            }
            if let failure { throw failure }
            plan.upToDate = skipped.value.faces
            plan.withoutPicture = skipped.value.withoutPicture
            return plan
        }
    }
}

extension ExaminedFaces {
    init(_ photo: AnalysedPhoto) {
        self.init(photoID: photo.photoID, path: photo.path)
        width = photo.width
        height = photo.height
        faces = photo.faces
        warnings = photo.warnings
        error = photo.error
    }
}
