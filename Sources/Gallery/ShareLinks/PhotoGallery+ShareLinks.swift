package import Basics
import Catalog
import Foundation
public import GalleryModel

extension PhotoGallery {
    /// How many photos a link may have that are named one by one.
    public static let mostSharedPhotos = 10_000

    /// All share links, also those that ended, in the order in which they were made.
    public func shareLinks() throws(GalleryError) -> [ShareLink] {
        try GalleryError.translating { try catalog.shareLinks() }
    }

    /// The share link with an id, also one that ended.
    ///
    /// - Throws: `notFound`.
    public func shareLink(_ id: Int64) throws(GalleryError) -> ShareLink {
        guard let link = try GalleryError.translating({ try catalog.shareLink(id: id) }) else {
            throw GalleryError(.noShareLink(id))
        }
        return link
    }

    /// Makes a link that gives photos to whoever has its address.
    ///
    /// A section alone is given as it is when somebody looks; of anything else, the photos that there are now. Photos
    /// in the trash are not given, also those that are put there later. With a password it takes some tenths of a
    /// second.
    ///
    /// - Throws: `usage` for no photo or too many, for an end that has passed and for a password that cannot be
    ///   taken; `notFound` for a photo in the trash.
    public func makeShareLink(
        _ query: PhotoQuery, options: ShareLinkOptions = ShareLinkOptions()
    ) throws(GalleryError) -> NewShareLink {
        try makeShareLink(query, options: options, cost: .standard)
    }

    /// Makes a link whose password costs so much to guess.
    package func makeShareLink(
        _ query: PhotoQuery, options: ShareLinkOptions, cost: PasswordHash.Cost
    ) throws(GalleryError) -> NewShareLink {
        if let expires = options.expires, expires <= Date() {
            throw GalleryError(.linkOver)
        }
        let source = try sharedSource(query)
        let hash = try options.password.map { password throws(GalleryError) in
            // Of any length: it stands beside an address that nobody guesses.
            if let objection = PasswordRule.objection(to: password, shortest: 1) {
                throw GalleryError(
                    .usage, "the link's password cannot be taken: \(objection); give another one")
            }
            return try GalleryError.translating { try PasswordHash(of: password, cost: cost).text }
        }
        let secret = SecretToken().text
        return try GalleryError.translating {
            var section: Int64?
            var photos: [PhotoID] = []
            switch source {
            case .section(let found): section = found.id
            case .named(let ids): photos = ids
            }
            let id = try catalog.addShareLink(
                hash: SecretToken.digest(of: secret), section: section, photos: photos,
                gift: options.gift, passwordHash: hash, expires: options.expires)
            return NewShareLink(link: try shareLink(id), secret: secret)
        }
    }

    /// Revokes a link: it opens nothing any more, and the files that were made for it go.
    ///
    /// - Throws: `notFound`.
    public func revokeShareLink(_ id: Int64) throws(GalleryError) {
        let isRevokedNow = try GalleryError.translating { try catalog.revokeShareLink(id) }
        guard !isRevokedNow else { return }
        let isRevoked = try shareLink(id).dateRevoked != nil
        throw GalleryError(isRevoked ? .revokedShareLink(id) : .noShareLink(id))
    }

    /// The link that a secret opens now; nil for one that is unknown, has expired, was revoked, or whose section was
    /// removed.
    package func openShareLink(secret: String) throws(GalleryError) -> OpenedShareLink? {
        let digest = SecretToken.digest(of: secret)
        let found = try GalleryError.translating { try catalog.shareLink(hash: digest) }
        guard let found, found.link.isValid(at: Date()), found.link.subject != .section(nil) else {
            return nil
        }
        return OpenedShareLink(found, secret: secret)
    }

    /// Notes that a browser opened a link, where the catalog can be written.
    package func noteOpening(of link: ShareLink) {
        // For a person to look at: nothing is lost that matters.
        try? catalog.noteOpening(ofShareLink: link.id)
    }

    /// Removes the files of links that have expired, where the catalog can be written.
    package func removeExpiredSharedFiles() {
        // What stays is tried again.
        if catalog.isWritable { try? catalog.removeExpiredSharedFiles() }
    }

    /// The photos that a link gives; nil where its section was removed.
    package func sharedPhotos(of link: ShareLink) throws(GalleryError) -> SharedPhotos? {
        try GalleryError.translating {
            let source: SharedPhotos.Source
            switch link.subject {
            case .section(nil): return nil
            case .section(let reference?):
                let section = try catalog.section(reference)
                guard section.id == link.sectionID else { return nil }
                source = .section(section)
            case .photos: source = .named(try catalog.namedPhotos(ofShareLink: link.id))
            }
            return SharedPhotos(in: self, source, link.gift, link: link.id)
        }
    }

    /// The photos that a link would give, were it made now.
    ///
    /// - Throws: as `makeShareLink`.
    package func shareDraft(
        _ query: PhotoQuery, _ gift: ShareGift
    ) throws(GalleryError) -> SharedPhotos {
        SharedPhotos(in: self, try sharedSource(query), gift, link: nil)
    }

    private func sharedSource(_ query: PhotoQuery) throws(GalleryError) -> SharedPhotos.Source {
        if query.scopes.count == 1, query.isUnlimited, query.order == nil,
            case .section(let section) = query.scopes[0]
        {
            return .section(section)
        }
        let ids = try photoIDs(query.page(limit: Self.mostSharedPhotos + 1))
        guard !ids.isEmpty else { throw GalleryError(.nothingToGive) }
        guard ids.count <= Self.mostSharedPhotos else {
            throw GalleryError(.tooManyToGive(Self.mostSharedPhotos))
        }
        let trashed = try GalleryError.translating {
            try catalog.photos(ids: ids).first { $0.dateTrashed != nil }
        }
        if let trashed { throw GalleryError(.trashedPhoto(trashed.id)) }
        return .named(ids)
    }
}
