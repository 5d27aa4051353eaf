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
    /// After how many photos that a server refused alike no other is tried.
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
            var (nextToPrepare, nextToSend, underWay) = (0, 0, 0)
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
                    underWay -= 1
                    results[index] = result
                    work.progress("photos", results.count, of: photos.count)
                    failure = failure ?? ending(results, of: photos.count)
                }
                while failure == nil, underWay < parallel,
                    let prepared = ready.removeValue(forKey: nextToSend)
                {
                    let (index, photo) = (nextToSend, photos[nextToSend])
                    nextToSend += 1
                    underWay += 1
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
    private func ending(
        _ results: [Int: PublishDelivery.Result], of count: Int
    ) -> GalleryError? {
        if let error = results.values.lazy.compactMap(\.ending).first { return error }
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
