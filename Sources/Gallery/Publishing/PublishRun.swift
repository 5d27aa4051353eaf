import Basics
import Catalog
import Foundation
import GalleryModel

/// One run of publishing photos.
///
/// ```
/// photos → known, or rendered (a few ahead) → sent in order, so many at a time → recorded
/// ```
struct PublishRun: Sendable {
    /// Pictures that are ready before their turn.
    private static let ahead = 2
    /// After how many photos that a server refused alike, or did not answer to in a row, no other is tried.
    private static let patience = 3

    let gallery: PhotoGallery
    let target: PublishTarget
    let options: PublishOptions
    let receiver: any PublishReceiver
    let connection: SourceConnection
    /// What keeps two programs from sending the same photo at the same time.
    let claims: PictureClaims
    let work: WorkContext

    /// A photo on its way.
    private enum Step: Sendable {
        case prepared(Int, PublishPreparation.Prepared)
        case delivered(Int, PublishDelivery.Result)
    }

    /// Publishes photos, each of which is named once.
    ///
    /// - Throws: what the catalog throws; `CancellationError`.
    func run(_ photos: [Photo]) async throws -> PublishSummary {
        var summary = PublishSummary(target)
        let preparation = PublishPreparation(
            gallery: gallery, target: target, options: options, work: work,
            isAlone: photos.count == 1)
        let delivery = PublishDelivery(
            catalog: gallery.catalog, receiver: receiver, connection: connection, claims: claims,
            sendsAgain: options.sendsAgain, work: work)
        let parallel = options.work.jobs ?? 1
        (summary.photos, summary.failure) = try await withThrowingTaskGroup(of: Step.self) {
            group in
            var ready: [Int: PublishPreparation.Prepared] = [:]
            var results: [Int: PublishDelivery.Result] = [:]
            var failure: GalleryError?
            var (nextToPrepare, nextToSend, lostInARow) = (0, 0, 0)
            // By their place. A list of the server tells photos of one name apart by what was there before.
            var namesUnderWay: [Int: String] = [:]
            func prepareNext() {
                guard nextToPrepare < photos.count, failure == nil else { return }
                let (index, photo) = (nextToPrepare, photos[nextToPrepare])
                nextToPrepare += 1
                group.addTask {
                    .prepared(index, try await offload { try preparation.prepared(photo) })
                }
            }
            for _ in 0..<(parallel + Self.ahead) { prepareNext() }
            while let step = try await group.next() {
                switch step {
                case .prepared(let index, let prepared): ready[index] = prepared
                case .delivered(let index, let result):
                    namesUnderWay[index] = nil
                    results[index] = result
                    lostInARow = result.isLost ? lostInARow + 1 : 0
                    work.progress("photos", results.count, of: photos.count)
                    failure =
                        failure
                        ?? ending(results, lostInARow, of: photos.count - namesUnderWay.count)
                }
                while failure == nil, namesUnderWay.count < parallel,
                    let prepared = ready[nextToSend],
                    prepared.name.isEmpty || !namesUnderWay.values.contains(prepared.name)
                {
                    let (index, photo) = (nextToSend, photos[nextToSend])
                    nextToSend += 1
                    ready[index] = nil
                    namesUnderWay[index] = prepared.name
                    group.addTask {
                        .delivered(index, try await delivery.result(of: photo.id, prepared))
                    }
                    prepareNext()
                }
            }
            return (results.keys.sorted().compactMap { results[$0]?.photo }, failure)
        }
        return summary
    }

    /// What makes it pointless to send more; nil for nothing.
    ///
    /// - Parameter count: the photos that are not on their way.
    private func ending(
        _ results: [Int: PublishDelivery.Result], _ lostInARow: Int, of count: Int
    ) -> GalleryError? {
        if let error = results.values.lazy.compactMap(\.ending).first { return error }
        if lostInARow == Self.patience, count > results.count {
            return GalleryError(
                .unavailable,
                "\(lostInARow) photos in a row had no answer: the other "
                    + "\(Count.text(count - results.count)) were not sent")
        }
        guard results.count == Self.patience, count > results.count,
            let refusal = results.values.first?.refusal,
            results.values.allSatisfy({ $0.refusal == refusal })
        else { return nil }
        return GalleryError(
            .unavailable,
            "the first \(results.count) photos were refused alike: the other "
                + "\(Count.text(count - results.count)) were not sent")
    }
}
