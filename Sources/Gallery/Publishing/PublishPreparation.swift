import Basics
import Catalog
import Foundation
import GalleryModel
import PhotoSources

/// Makes photos ready to be published.
struct PublishPreparation: Sendable {
    let gallery: PhotoGallery
    let target: PublishTarget
    let options: PublishOptions
    let work: WorkContext
    /// Whether there is one photo alone, which gets every core.
    let isAlone: Bool

    /// What came of a photo.
    enum Prepared: Sendable {
        /// It is to be sent.
        case ready(SentPicture, PublicationKey)
        /// It is there already.
        case present(Publication)
        /// It would be sent if this were no dry run.
        case wanted
        /// It cannot be sent.
        case failed(GalleryError)

        /// What it is to be called there; empty where nothing is sent.
        var name: String {
            if case .ready(let picture, _) = self { picture.name } else { "" }
        }
    }

    /// Makes a photo ready; blocks.
    ///
    /// - Throws: what the catalog throws.
    func prepared(_ photo: Photo) throws -> Prepared {
        guard let sha256 = photo.picture?.sha256, photo.picture?.path != nil else {
            return .failed(.noPicture(of: photo))
        }
        let key = PublicationKey(
            photoID: photo.id, server: target.server,
            account: target.accountKey,
            campaign: target.campaign.map { SectionReference.key($0) },
            content: try content(of: photo, sha256))
        if !options.sendsAgain, let sent = try gallery.catalog.sentPublication(key) {
            return .present(sent)
        }
        if work.isDryRun { return .wanted }
        do throws(GalleryError) {
            let given = try givenPicture(of: photo)
            let picture = SentPicture(
                bytes: given.bytes, fileName: given.name, name: name(of: photo),
                caption: PlainText.lines(options.caption ?? photo.details.caption ?? ""))
            return .ready(picture, key)
        } catch {
            if error.isDiskFull || error.kind == .bug { throw error }
            return .failed(error)
        }
    }

    private var size: ShareSize { options.size(for: target) }

    /// The picture as it is given away.
    private func givenPicture(of photo: Photo) throws(GalleryError) -> PreparedPhoto {
        var share = ShareOptions()
        share.size = size
        let preparation = try SharePreparation(
            gallery, share, format: .jpeg, isPrinted: false, threads: isAlone ? work.threads : 1,
            isDryRun: false)
        let prepared = try preparation.prepared(photo)
        guard prepared.warnings.isEmpty else {
            throw GalleryError(
                .badInput,
                "\(prepared.warnings.joined(separator: "; ")): 'gallery share \(photo.id)' makes a copy to look at"
            )
        }
        for remark in prepared.remarks { work.remark("photo \(photo.id): \(remark)") }
        return prepared
    }

    /// What the photo is to be called there.
    private func name(of photo: Photo) -> String {
        if target.campaign != nil { return photo.postTitle(options) ?? "" }
        let names = [options.title, photo.details.title, photo.details.fileName]
        return PhotoShareClient.name(
            names.compactMap { $0 }.first { !$0.allSatisfy(\.isWhitespace) } ?? "",
            orElse: "photo \(photo.id)")
    }

    /// A digest of what a picture is made of, but for what may be told of the photo and how well it is encoded.
    private func content(of photo: Photo, _ sha256: String) throws -> FileDigest {
        let edit = try photo.edit ?? gallery.edit(of: photo.id) ?? PhotoEdit()
        let parts = ["1", sha256, edit.isEmpty ? "" : edit.simplified.json, size.spelling]
        return FileDigest(of: parts.joined(separator: "\n"))
    }
}

extension PublishOptions {
    /// How large the pictures are.
    func size(for target: PublishTarget) -> ShareSize {
        size ?? (target.campaign == nil ? .full : .half)
    }
}

extension Photo {
    /// What a post of it is called; nil where nobody says.
    func postTitle(_ options: PublishOptions) -> String? {
        let title = (options.title ?? details.title).map(PlainText.line)?
            .trimmingCharacters(in: .whitespacesAndNewlines)
        return title?.isEmpty == false ? title : nil
    }
}

extension ShareSize {
    /// The size as catalogs keep it.
    fileprivate var spelling: String {
        switch self {
        case .standard: "standard"
        case .full: "full"
        case .half: "half"
        case .longest(let side): "\(side)"
        }
    }
}

extension PhotoCatalog {
    /// What was published under a key and arrived, the latest of it; nil for nothing.
    func sentPublication(_ key: PublicationKey) throws(CatalogError) -> Publication? {
        try publications(of: key.photoID)
            .last { $0.isOne(of: key) && $0.publication.dateSent != nil }?.publication
    }
}

extension PublicationRecord {
    /// Whether it is one of a key, however account and campaign are spelled in it.
    func isOne(of key: PublicationKey) -> Bool {
        let ownCampaign = publication.campaign.map { SectionReference.key($0) }
        // Rows of before tell of no token which it was: a post too few is mended by sending it again, one too many is
        // seen by everybody.
        let mayBeOfToken =
            publication.account == PublishTarget.nameless
            && PublishTarget.isNameless(key.account, campaign: key.campaign)
        guard mayBeOfToken || SectionReference.key(publication.account) == key.account,
            ownCampaign == key.campaign
        else { return false }
        var spelled = key
        spelled.account = publication.account
        spelled.campaign = publication.campaign
        return has(spelled)
    }
}
