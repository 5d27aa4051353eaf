import Catalog
import Foundation
import GalleryModel

/// One search for faces in the pictures of a catalog.
///
/// ```
/// catalog, a page at a time → due pictures → decode and detect (a thread a core) → store in batches
/// ```
struct CatalogFaces: Sendable {
    /// What a thread does for one photo.
    private struct Output: Sendable {
        let work: FaceWork
        let result: Result<FaceDetection.Finding, GalleryError>?
    }

    /// Photos asked for at a time.
    private static let pageLength = 512
    /// Results stored in one transaction.
    private static let batchLength = 64
    /// The longest that a result waits to be stored, in seconds.
    private static let patience = 1.0

    let catalog: PhotoCatalog
    let detection: FaceDetection
    let options: FaceOptions
    let work: WorkOptions
    let stop: StopFlag

    /// Runs the search on this thread and those it starts.
    ///
    /// - Parameters:
    ///   - total: how many photos the scope has, for the progress; nil while unknown.
    ///   - body: gets what was stored, in the order of the scope.
    func run(
        _ scope: PhotoScope, total: Int?, body: ([ExaminedFaces]) throws -> Void
    ) throws -> FaceSummary {
        var summary = FaceSummary()
        var waiting: [Output] = []
        var done = 0
        var lastStored = Date()
        let skipped = SkippedWork()
        let pipeline = OrderedWork<FaceWork, Output>(threads: work.threadCount, stop: stop)
        func flush() throws {
            lastStored = Date()
            let batch = waiting
            waiting.removeAll(keepingCapacity: true)
            let stored = try store(batch)
            for result in stored.examined {
                summary.count(result)
                if let id = result.photoID, let error = result.error {
                    work.itemFailed(ItemFailure(subject: "photo \(id)", message: error))
                }
            }
            summary.shownAgain += stored.shownAgain
            done += batch.count
            if !stored.examined.isEmpty { try body(stored.examined) }
            work.progress(
                .init(activity: "faces", done: done + skipped.count, total: total))
        }
        do {
            try pipeline.run { push in
                try produce(scope, skipped, push)
            } makeWorker: {
                let examine = try detection.makeWorker()
                return { work in
                    guard work.state == .due else { return Output(work: work, result: nil) }
                    guard let path = work.places.presentPath else {
                        return Output(work: work, result: .failure(.absentPicture(work.places)))
                    }
                    return Output(work: work, result: examine(path))
                }
            } consume: { outputs in
                waiting += outputs
                let isOld = Date().timeIntervalSince(lastStored) > Self.patience
                if waiting.count >= Self.batchLength || isOld { try flush() }
            }
        } catch {
            // What was found is kept, whatever ended the work.
            try? flush()
            throw error
        }
        try flush()
        summary.upToDate = skipped.upToDate
        summary.withoutPicture = skipped.withoutPicture
        return summary
    }

    /// Hands in the photos that something is to be done for; the same bytes once.
    private func produce(
        _ scope: PhotoScope, _ skipped: SkippedWork, _ push: (FaceWork) -> Bool
    ) throws {
        var cursor: Int64? = 0
        var met: Set<String> = []
        while let start = cursor {
            let page = try catalog.faceWork(
                scope, after: start, limit: Self.pageLength, analysis: detection.analysis)
            cursor = page.next
            skipped.add(withoutPicture: page.pictureless)
            for var work in page.works {
                if options.again { work.state = .due }
                if work.state == .upToDate || !met.insert(work.sha256).inserted {
                    skipped.add(upToDate: 1)
                } else if !push(work) {
                    return
                }
            }
        }
    }

    private func store(
        _ outputs: [Output]
    ) throws -> (examined: [ExaminedFaces], shownAgain: Int) {
        var examined: [ExaminedFaces] = []
        var detections: [DetectedFaces] = []
        var problems: [(subject: String, message: String)] = []
        for output in outputs {
            guard let result = output.result else { continue }
            let path = output.work.places.presentPath ?? output.work.places[0].path
            var row = ExaminedFaces(path, result)
            row.photoID = output.work.photoID
            examined.append(row)
            switch result {
            case .success(let finding):
                detections.append(
                    DetectedFaces(
                        photoID: output.work.photoID, sha256: output.work.sha256,
                        width: finding.width, height: finding.height, faces: finding.faces))
            case .failure(let failure):
                problems.append(("photo \(output.work.photoID)", failure.message))
            }
        }
        let merged = try catalog.record(detections, analysis: detection.analysis)
        let known = outputs.filter { $0.result == nil }.map(\.work)
        _ = try catalog.adoptDetections(of: known, analysis: detection.analysis)
        try catalog.recordProblems(problems, command: "faces")
        // What is told are the faces as they are now, a person's decisions included.
        var next = merged.makeIterator()
        for index in examined.indices where examined[index].faces != nil {
            guard let faces = next.next(), let width = examined[index].width,
                let height = examined[index].height
            else { continue }
            examined[index].faces = faces.map { Face($0, width: width, height: height) }
        }
        return (examined, known.count)
    }
}
