import Catalog
import Foundation
public import GalleryModel
import PhotoSources

extension PhotoGallery {
    /// Publishes photos on another server: as edited, upright, as JPEG, and with what `share` gives along without
    /// being asked for more.
    ///
    /// What was published where is known (`publications(of:)`), also after the program was killed, and is not sent again.
    /// A photo whose answer never came is looked for on the server first. A photo that cannot be sent is a failed item,
    /// and the others go on; what ends the run early is in the summary.
    ///
    /// - Parameters:
    ///   - query: the photos, in order; each is sent once.
    ///   - target: where they go.
    ///   - options: the size, the name; a dry run asks no server.
    /// - Throws: `usage` for options that do not fit, or a name that cannot be sent; `notFound` for a photo in the
    ///   trash; `inputOutput` for a catalog that cannot be written; `CancellationError`.
    public func publish(
        _ query: PhotoQuery, to target: PublishTarget, options: PublishOptions = PublishOptions()
    ) async throws -> PublishSummary {
        let photos = try await offload { try self.photosToPublish(query, target, options) }
        if target.campaign == nil,
            let objection = PhotoShareClient.objection(to: target.account, target.credential)
        {
            throw GalleryError(.usage, "\(objection): nothing was sent")
        }
        let connection = SourceConnection(
            settings: settings, catalog: catalog, options: options.work)
        let run = PublishRun(
            gallery: self, target: target, options: options,
            receiver: receiver(of: target, connection),
            connection: connection, claims: catalog.makeClaims(),
            work: WorkContext(options.work, command: "publish", in: catalog))
        do {
            let summary = try await run.run(photos)
            await connection.close()
            return summary
        } catch {
            await connection.close()
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            throw GalleryError(translating: error)
        }
    }

    /// Where a photo was published, or may have been, in the order in which it was sent.
    public func publications(of photo: PhotoID) throws(GalleryError) -> [Publication] {
        try GalleryError.translating {
            try catalog.publications(of: photo).map { record in
                var publication = record.publication
                if PublishTarget.isNameless(publication.account, campaign: publication.campaign) {
                    publication.account = PublishTarget.nameless
                }
                return publication
            }
        }
    }

    private func receiver(
        of target: PublishTarget, _ connection: SourceConnection
    ) -> any PublishReceiver {
        guard let campaign = target.campaign else {
            return SharePublishing(client: connection.share, target: target)
        }
        return CampaignPublishing(
            client: connection.campaign, target: target, campaign: campaign,
            user: try? SignIns(settings).entry(for: target.server))
    }

    /// The photos, each once, in order.
    private func photosToPublish(
        _ query: PhotoQuery, _ target: PublishTarget, _ options: PublishOptions
    ) throws -> [Photo] {
        var share = ShareOptions()
        share.size = options.size(for: target)
        try share.check()
        var seen: Set<PhotoID> = []
        let photos = try photosToGive(query).filter { seen.insert($0.id).inserted }
        if options.title != nil, photos.count > 1 {
            throw GalleryError(
                .usage,
                "\(photos.count) photos cannot all have one title: publish one photo, or leave the title out"
            )
        }
        if target.campaign != nil, let photo = photos.first(where: { $0.postTitle(options) == nil })
        {
            throw GalleryError(
                .usage,
                photos.count == 1
                    ? "a post needs a title, and photo \(photo.id) has none: give --title"
                    : "a post needs a title, and photo \(photo.id) has none: publish it alone with --title"
            )
        }
        return photos
    }
}
