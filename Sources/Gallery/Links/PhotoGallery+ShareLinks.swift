package import Basics
import Catalog
package import Foundation
package import GalleryModel

/// The links that show photos to anyone who has them.
package struct GalleryShareLinks: GalleryFeature {
    let gallery: PhotoGallery

    /// The maximum number of individually named photos in a link.
    package static let maximumPhotos = 10_000

    /// Returns all share links, including expired and revoked ones, in the order of creation.
    package func list() throws(GalleryError) -> [ShareLink] { try translated(catalog.shareLinks()) }

    /// Returns the share link with an id, even if expired or revoked.
    ///
    /// - Throws: `notFound`.
    package func link(_ id: Int64) throws(GalleryError) -> ShareLink {
        guard let link = try translated(catalog.shareLink(id: id)) else { throw .noShareLink(id) }
        return link
    }

    /// Creates a link that lets anyone who has it view the photos.
    ///
    /// For a single section, the link shows its current photos at the time of viewing; for anything
    /// else, the photos that exist now. Photos in the trash are never shown. Hashing a password
    /// takes some tenths of a second.
    ///
    /// - Throws: `usage` for no photos or too many, for an expiry date in the past and for an
    ///   invalid password; `notFound` for a photo in the trash.
    package func make(
        _ query: PhotoQuery, options: ShareLinkOptions = ShareLinkOptions(),
        cost: PasswordHash.Cost = .standard
    ) throws(GalleryError) -> NewShareLink {
        if let expires = options.expires, expires <= Date() {
            throw GalleryError(
                .usage, message: "the link would already have expired: give a later time")
        }
        let source = try gallery.seen(by: .anyone).shareLinks.source(query)
        let hash = try options.password.map { password throws(GalleryError) in
            // Any length will do: the password supplements a link that cannot be guessed.
            if let objection = PasswordRule.objection(to: password, minimumLength: 1) {
                throw GalleryError(
                    .usage, "the link's password is not accepted: \(objection); choose another one")
            }
            return try translated(PasswordHash(of: password, cost: cost).text)
        }
        let secret = SecretToken().text
        return try GalleryError.translating {
            let id = try catalog.addShareLink(
                hash: SecretToken.digest(of: secret), section: source.section?.id,
                photos: source.named, contents: options.contents, passwordHash: hash,
                expires: options.expires)
            return NewShareLink(link: try link(id), secret: secret)
        }
    }

    /// Revokes a link and removes the files made for it.
    ///
    /// - Throws: `notFound`.
    package func revoke(_ id: Int64) throws(GalleryError) {
        if try translated(catalog.revokeShareLink(id)) { return }
        guard try link(id).dateRevoked != nil else { throw .noShareLink(id) }
        throw GalleryError(.notFound, message: "share link \(id) is already revoked")
    }

    /// Returns the link with a secret; nil if it is unknown, expired or revoked, or if its section
    /// was removed.
    package func open(secret: String) throws(GalleryError) -> OpenedShareLink? {
        let found = try translated(catalog.shareLink(hash: SecretToken.digest(of: secret)))
        guard let found, found.link.isValid(at: Date()), found.link.subject != .section(nil) else {
            return nil
        }
        return OpenedShareLink(found, secret: secret)
    }

    /// Records that a browser opened a link, if the catalog is writable.
    package func noteOpening(of link: ShareLink) {
        // Only informational, so errors are ignored.
        try? catalog.noteOpening(ofShareLink: link.id)
    }

    /// Removes the files of expired links, if the catalog is writable.
    package func removeExpiredFiles() {
        // Remaining files are removed by a later call.
        if catalog.isWritable { try? catalog.removeExpiredSharedFiles() }
    }

    /// Returns the photos of a link; nil if its section was removed.
    package func photos(of link: ShareLink) throws(GalleryError) -> SharedPhotos? {
        try GalleryError.translating {
            let source: SharedPhotos.Source
            switch link.subject {
            case .section(nil): return nil
            case .section(let reference?):
                let section = try catalog.seen(by: .anyone).section(reference)
                guard section.id == link.sectionID else { return nil }
                source = (section, [])
            case .photos:
                source = (nil, try catalog.seen(by: .anyone).namedPhotos(ofShareLink: link.id))
            }
            return SharedPhotos(in: gallery, source, link.contents, link: link.id)
        }
    }

    /// Returns the photos that a link would contain if it were created now.
    ///
    /// - Throws: as `make`.
    package func draft(
        _ query: PhotoQuery, _ contents: ShareContents
    ) throws(GalleryError) -> SharedPhotos {
        SharedPhotos(
            in: gallery, try gallery.seen(by: .anyone).shareLinks.source(query), contents, link: nil
        )
    }

    private func source(_ query: PhotoQuery) throws(GalleryError) -> SharedPhotos.Source {
        if query.scopes.count == 1, query.isUnlimited, query.order == nil,
            case .section(let section) = query.scopes[0]
        {
            return (try gallery.sections.find(section.reference), [])
        }
        let ids = try gallery.photoIDs(query.page(limit: Self.maximumPhotos + 1))
        guard !ids.isEmpty else { throw GalleryError(.usage, message: "no photos to share") }
        guard ids.count <= Self.maximumPhotos else {
            throw GalleryError(
                .usage,
                message: """
                    a link to selected photos can contain at most \
                    \(Count.text(Self.maximumPhotos)): create an album with 'gallery album \
                    new' and share that
                    """)
        }
        let trashed = try translated(catalog.photos(ids: ids).first { $0.dateTrashed != nil })
        if let trashed { throw .trashedPhoto(trashed.id) }
        return (nil, ids)
    }
}

extension GalleryError {
    /// Reports that a share link does not exist.
    fileprivate static func noShareLink(_ id: Int64) -> GalleryError {
        GalleryError(.notFound, message: "no share link \(id): 'gallery share list' lists them")
    }
}

/// The options of creating a share link.
package struct ShareLinkOptions: Hashable, Sendable {
    /// The size and metadata to share.
    package var contents = ShareContents()
    /// The password; nil for none.
    package var password: String?
    /// The expiry date; nil for never.
    package var expires: Date?

    /// Makes the default options: smaller copies without private metadata, without expiry and
    /// password.
    package init() {}
}

/// A new share link with its secret, which is shown only once.
package struct NewShareLink: Hashable, Sendable {
    /// The link.
    package let link: ShareLink
    /// The secret, 256 bits as 43 letters, digits, `-` and `_`; never stored.
    package let secret: String

    /// The path of the link's URL on the gallery's server.
    package var path: String { "/shared/\(secret)" }
}

extension ShareLinkOptions {
    /// Parses an instant in ISO 8601, such as `2027-01-01T00:00:00Z`; nil if invalid.
    package static func instant(_ text: String) -> Date? {
        // A zone is required, as the caller's is unknown. Other forms differ when written again.
        let clock = String(text.prefix(19))
        guard text.utf8.count <= 40, !text.contains(","),
            text.dropFirst(19).contains(where: { "Zz+-".contains($0) }),
            let written = DateScanner.instant(in: clock),
            CivilDate(unixSeconds: written.seconds).text(between: "T") == clock,
            let instant = DateScanner.scan(text, { $0.instant(maximumOffset: 18 * 3600) })
        else { return nil }
        return Date(unixSeconds: instant.seconds) + Double(instant.nanoseconds) / 1e9
    }
}

/// A share link opened with its secret: it is valid, and its photos exist.
package struct OpenedShareLink: Hashable, Sendable {
    /// The link.
    package let link: ShareLink
    /// The value of the cookie of a browser that opened the link.
    ///
    /// It cannot be forged without the password, because it depends on the secret and the stored
    /// password hash.
    package let proof: String

    private let passwordHash: String?

    init(_ record: ShareLinkRecord, secret: String) {
        link = record.link
        passwordHash = record.passwordHash
        proof = SecretToken.digest(of: secret, boundTo: record.passwordHash ?? "opened")
    }

    /// Returns true if the link has a password and this is it; takes some tenths of a second.
    ///
    /// - Throws: if memory cannot be allocated.
    package func isOpened(by password: String) throws -> Bool {
        guard password.utf8.count <= PasswordRule.maximumLength,
            let hash = passwordHash.flatMap(PasswordHash.init(text:))
        else { return false }
        return try hash.fits(password)
    }
}
