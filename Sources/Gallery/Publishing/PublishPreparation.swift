import Basics
import Catalog
import Foundation
import GalleryModel
import PhotoSources

extension PublishRun {
    /// The result of preparing a photo.
    enum Prepared: Sendable {
        /// The photo is ready to be sent.
        case ready(SentPhoto, PublicationKey)
        /// The photo need not be sent, or would be sent except for the dry run.
        case done(PublishedPhoto.Outcome, remoteID: String? = nil)
        /// The photo cannot be sent.
        case failed(GalleryError)

        /// The name on the server; empty if nothing is sent.
        var name: String { if case .ready(let photo, _) = self { photo.name } else { "" } }
    }

    /// Prepares a photo; blocks.
    ///
    /// - Throws: errors of the catalog.
    func prepared(_ photo: Photo) throws -> Prepared {
        guard let sha256 = photo.picture?.sha256, photo.picture?.path != nil else {
            return .failed(.noPicture(of: photo))
        }
        // The picture, its edit and its size, independent of metadata and encoding quality. Catalogs
        // store the digest, so the names of sizes must not change.
        let edit = try gallery.edits.edit(of: photo)
        let sizeText = if case .longest(let side) = size { "\(side)" } else { "\(size)" }
        let content = ["1", sha256, edit.isEmpty ? "" : edit.simplified.json, sizeText]
        let key = PublicationKey(
            photoID: photo.id, server: target.server, account: target.accountKey,
            campaign: target.campaign.map { SectionReference.key($0) },
            content: FileDigest(of: content.joined(separator: "\n")))
        if !options.resendsPublished,
            let sent = try publications(key).last(where: { $0.publication.dateSent != nil })
        {
            return .done(.present, remoteID: sent.publication.remoteID)
        }
        if work.isDryRun { return .done(.sent) }
        do throws(GalleryError) {
            var share = ShareOptions()
            share.size = size
            // A single photo uses all cores.
            let threads = photos.count == 1 ? work.threads : 1
            let copy = try SharePreparation(gallery, share, threads: threads).prepared(photo)
            guard copy.warnings.isEmpty else {
                throw GalleryError(
                    .badInput,
                    "\(copy.warnings.joined(separator: "; ")): check a copy made with 'gallery share \(photo.id)'"
                )
            }
            for remark in copy.remarks { work.remark("photo \(photo.id): \(remark)") }
            return .ready(
                SentPhoto(
                    bytes: copy.bytes, fileName: copy.name, name: name(of: photo),
                    caption: PlainText.lines(options.caption ?? photo.details.caption ?? "")), key)
        } catch {
            if error.isDiskFull || error.kind == .bug { throw error }
            return .failed(error)
        }
    }

    /// Returns the actual and possible publications under a key, oldest first.
    func publications(_ key: PublicationKey) throws(CatalogError) -> [PublicationRecord] {
        try gallery.catalog.publications(of: key.photoID, like: key)
            .filter { $0.publication.isOne(of: key) }
    }

    /// Returns the photo's name on the server.
    private func name(of photo: Photo) -> String {
        if target.campaign != nil { return photo.postTitle(options) ?? "" }
        let names = [options.title, photo.details.title, photo.details.fileName]
        return PhotoShareClient.name(
            names.compactMap { $0 }.first { !$0.allSatisfy(\.isWhitespace) } ?? "",
            orElse: "photo \(photo.id)")
    }
}

extension Photo {
    /// Returns the title of the photo's post; nil if neither the options nor the photo have one.
    func postTitle(_ options: PublishOptions) -> String? {
        let title = (options.title ?? details.title).map(PlainText.line)?
            .trimmingCharacters(in: .whitespacesAndNewlines)
        return title?.isEmpty == false ? title : nil
    }
}

extension Publication {
    /// Returns true if the publication has the account and campaign of a key, regardless of their
    /// spelling.
    fileprivate func isOne(of key: PublicationKey) -> Bool {
        let ownCampaign = campaign.map { SectionReference.key($0) }
        // Older rows do not record the token. When in doubt send nothing: a missing post can be
        // resent, a duplicate is public.
        let mayBeOfToken =
            account == PublishTarget.nameless
            && PublishTarget.isUnnamedToken(key.account, campaign: key.campaign)
        return (mayBeOfToken || SectionReference.key(account) == key.account)
            && ownCampaign == key.campaign
    }
}
