public import Basics
import Foundation
import GalleryModel
import Imaging
import PhotoSources

/// Finds faces in picture files outside any catalog: nothing is stored.
public struct FileFaces: Sendable {
    private let detection: FaceDetection

    /// Reads and checks the models.
    ///
    /// - Throws: `configuration` for a missing or altered model; `badInput` or `notFound` for a cascade of
    ///   the caller's.
    public init(
        _ options: FaceOptions, settings: GallerySettings = GallerySettings()
    ) throws(GalleryError) {
        detection = try FaceDetection(options, settings: settings)
    }

    /// Examines files, and the pictures in folders, recursively; other files in folders are passed over.
    ///
    /// - Parameters:
    ///   - paths: files and folders; drawn one by one on a thread of its own, so that the sequence may
    ///     block, such as one that reads standard input.
    ///   - options: progress, failed items, the number of threads.
    ///   - body: gets the results in the order of the paths as they are ready; called on one thread at
    ///     a time. What it throws ends the work.
    /// - Throws: what `body` throws; `CancellationError`.
    public func examine(
        _ paths: some Sequence<BytePath> & Sendable, options work: WorkOptions = WorkOptions(),
        body: @escaping @Sendable ([ExaminedFaces]) throws -> Void
    ) async throws -> FaceSummary {
        try await stoppable { stop in
            try run(paths, WorkContext(work, stop: stop), body)
        }
    }

    private func run(
        _ paths: some Sequence<BytePath> & Sendable, _ work: WorkContext,
        _ body: ([ExaminedFaces]) throws -> Void
    ) throws -> FaceSummary {
        var summary = FaceSummary()
        try OrderedWork<NamedPicture, ExaminedFaces?>(work).run { push in
            NamedPictures(paths).forEach(push.callAsFunction)
        } makeWorker: {
            let examiner = try detection.makeExaminer()
            return { job in
                switch job.item {
                case .file(let path):
                    job.isNamed || path.isPicture
                        ? ExaminedFaces(path, examiner.examine(path)) : nil
                case .problem(let error):
                    ExaminedFaces(
                        error.path, .failure(GalleryError(.badInput, "\(error.cause)")))
                }
            }
        } consume: { outputs in
            summary.ignored += outputs.count { $0 == nil }
            let results = outputs.compactMap(\.self)
            for result in results {
                summary.count(result)
                for warning in result.warnings {
                    work.remark("\(result.path?.escaped ?? ""): \(warning)")
                }
                if let error = result.error {
                    work.tellFailed(result.path.map(ProblemSubject.path), error)
                }
            }
            try body(results)
            work.progress("faces", summary.examined + summary.failed)
        }
        return summary
    }
}

extension FaceDetection.Examiner {
    /// Finds the faces in a file outside any catalog.
    fileprivate func examine(_ path: BytePath) -> Result<FaceDetection.Finding, GalleryError> {
        Result { () throws(GalleryError) in
            let bytes: [UInt8]
            do throws(ImagingError) {
                bytes = try FileBytes.read(path, atMost: detection.limits.maximumBytes)
            } catch {
                throw GalleryError(imaging: error)
            }
            return try examine(bytes)
        }
    }
}

extension ExaminedFaces {
    init(_ path: BytePath, _ result: Result<FaceDetection.Finding, GalleryError>) {
        self.init(path: path)
        switch result {
        case .success(let finding):
            let found = finding.found
            width = found.width
            height = found.height
            warnings = finding.warnings
            faces = found.faces.map { Face($0, width: found.width, height: found.height) }
        case .failure(let failure):
            error = failure.message
        }
    }
}
