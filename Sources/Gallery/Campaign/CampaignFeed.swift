import Basics
import Catalog
package import Foundation
package import GalleryModel

/// What people publish in a campaign of this gallery: the one way from a request to a post.
///
/// The posts are those of the section `campaign:NAME` that no other server fills. A post whose photo lies in the trash
/// is none, nor is one that was deleted.
package struct CampaignFeed: Sendable {
    /// The most bytes of a title.
    package static let longestTitle = 500
    /// The most bytes of a description.
    package static let longestDescription = 10_000

    /// The campaign's section.
    package let reference: SectionReference
    private let gallery: PhotoGallery

    init(_ name: String, in gallery: PhotoGallery) {
        reference = SectionReference(kind: .campaign, name: name)
        self.gallery = gallery
    }

    /// The campaign's name.
    package var name: String { reference.name }

    /// Whether a campaign cannot have a name: one that is empty, too long, or has a control character.
    package static func objection(toName name: String) -> Bool {
        let reference = SectionReference(kind: .campaign, name: name)
        return !(1...100).contains(reference.name.count) || reference.name.utf8.count > 400
            || reference.name.unicodeScalars.contains {
                $0.properties.generalCategory == .control
                    || $0.properties.generalCategory == .format
            }
    }

    /// Checks that the campaign can be served under its name, and makes its section where there is none.
    ///
    /// - Throws: `configuration` where another server fills the section of that name.
    package func prepare() throws(GalleryError) {
        let section = try GalleryError.translating {
            gallery.catalog.isWritable
                ? try gallery.catalog.makeSection(reference) : try known
        }
        guard let section, section.query != nil || section.filter != nil else { return }
        throw GalleryError(
            .configuration,
            "the section '\(reference.text)' holds what was pulled from another server: serve the campaign under "
                + "another name, or take the section away with 'gallery section remove \(reference.text)'"
        )
    }

    /// The number of the campaign's section; nil where nothing was published so far.
    package func section() throws(GalleryError) -> Int64? {
        try GalleryError.translating { try known }?.id
    }

    private var known: PhotoSection? {
        get throws {
            do throws(CatalogError) { return try gallery.catalog.section(reference) } catch {
                guard error.code == .noSection else { throw error }
                return nil
            }
        }
    }

    // MARK: - Reading

    /// The posts, the latest first; blocks for some milliseconds a thousand.
    ///
    /// - Parameters:
    ///   - before: the last post of the page before; nil for the first page.
    ///   - limit: how many at most; nil for all.
    ///   - includesHidden: whether those are told that are hidden.
    package func posts(
        before: Int64? = nil, limit: Int? = nil, includesHidden: Bool = false
    ) throws(GalleryError) -> [CampaignPost] {
        try GalleryError.translating {
            guard let section = try known else { return [] }
            return try gallery.catalog.posts(
                in: section.id, before: before, limit: limit, includesHidden: includesHidden)
        }
    }

    /// A post; nil for none, and for a hidden one unless those are told.
    package func post(
        _ id: Int64, includesHidden: Bool = false
    ) throws(GalleryError) -> CampaignPost? {
        try GalleryError.translating {
            guard let section = try known,
                let post = try gallery.catalog.post(id, in: section.id),
                includesHidden || post.state == .shown
            else { return nil }
            return post
        }
    }

    /// Photos outside the trash, by their numbers.
    package func photos(_ ids: [PhotoID]) throws(GalleryError) -> [PhotoID: Photo] {
        let photos = try GalleryError.translating { try gallery.catalog.photos(ids: ids) }
        return Dictionary(
            photos.filter { $0.dateTrashed == nil }.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The numbers of posts whose author's account is gone, as far as can be told: of pictures that nobody sent who
    /// has an account, nor the owner without one.
    ///
    /// - Parameter photos: those of the posts.
    package func orphans(
        among posts: some Sequence<CampaignPost>, _ photos: [PhotoID: Photo]
    ) throws(GalleryError) -> Set<Int64> {
        let unknown = posts.filter { post in
            guard post.account == nil, let photo = photos[post.photo] else { return false }
            return photo.details.origin == .campaign && !isSent(photo, by: nil)
        }
        guard !unknown.isEmpty else { return [] }
        let accounts = try gallery.accounts()
        let orphans = unknown.filter { post in
            guard let photo = photos[post.photo] else { return false }
            return !accounts.contains { account in isSent(photo, by: account) }
        }
        return Set(orphans.map(\.id))
    }

    /// The photo of a post that everybody sees, as it may be given; nil for any other.
    package func photo(
        ofPost id: Int64
    ) throws(GalleryError) -> (photos: SharedPhotos, photo: GivenPhoto)? {
        guard let post = try post(id) else { return nil }
        return try given(post.photo, ShareGift(originals: true))
    }

    /// The picture that an account shows of its person; nil where it shows none, and where it may publish nothing.
    package func portrait(
        ofAccount id: Int64
    ) throws(GalleryError) -> (photos: SharedPhotos, photo: GivenPhoto)? {
        guard let account = try gallery.account(id: id), account.role >= .member,
            let photo = account.profile.photo
        else { return nil }
        return try given(photo, ShareGift())
    }

    private func given(
        _ id: PhotoID, _ gift: ShareGift
    ) throws(GalleryError) -> (photos: SharedPhotos, photo: GivenPhoto)? {
        let photos = SharedPhotos(in: gallery, .named([id]), gift, link: nil)
        guard let photo = try photos.photo(id), photo.hasPicture else { return nil }
        return (photos, photo)
    }

    // MARK: - Publishing

    /// A picture that is sent to be published: it becomes a photo in the campaign's section.
    ///
    /// - Parameter texts: the title and the description that it is sent with; empty where it waits for them.
    package func draft(
        by account: Account?, sentAs texts: [String] = [], maximumBytes: Int
    ) -> PictureDraft {
        var draft = PictureDraft(
            section: reference, origin: .campaign, account: account, sentAs: texts,
            maximumBytes: maximumBytes)
        if let title = texts.first, let description = texts.last {
            draft.known = { [self] digest in
                guard let section = try known else { return nil }
                return try gallery.catalog.photo(
                    of: digest, publishedBy: account?.id, title: title, description: description,
                    in: section.id)
            }
        }
        return draft
    }

    /// Puts pictures into the trash that were sent to be published and wait since a date; those that are used otherwise
    /// stay.
    ///
    /// - Returns: the photos that went.
    @discardableResult
    package func trashWaiting(since date: Date) throws(GalleryError) -> [PhotoID] {
        try GalleryError.translating {
            try gallery.catalog.trashWaiting(since: date)
        }
    }

    /// Checks what is said of a photo.
    ///
    /// - Returns: both without spaces around them, in composed form.
    /// - Throws: `usage` for a title that is empty, and for texts that are too long or have control characters.
    package static func checked(
        title: String, description: String
    ) throws(GalleryError) -> (title: String, description: String) {
        let title = trimmed(title)
        let description = trimmed(description.replacing("\r\n", with: "\n"))
        guard !title.isEmpty else { throw GalleryError(.usage, "the post has no title") }
        for (name, text, most) in [
            ("title", title, longestTitle), ("description", description, longestDescription),
        ] {
            guard text.utf8.count <= most else {
                throw GalleryError(
                    .usage,
                    "the \(name) has \(text.utf8.count) bytes of UTF-8: \(most) at most are taken")
            }
            let isPlain = text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.generalCategory != .control
                    || name == "description" && "\n\t".unicodeScalars.contains(scalar)
            }
            guard isPlain else {
                throw GalleryError(.usage, "the \(name) has a control character")
            }
        }
        return (title, description)
    }

    private static func trimmed(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
    }

    /// Publishes a photo; the same said of it once more is the same post.
    ///
    /// - Parameters:
    ///   - account: who publishes it; nil for the owner by the server's password.
    ///   - edit: what the photo is to look like from now on; nil for what it looks like. Where another post shows it,
    ///     this one gets a copy.
    /// - Throws: as `checked(title:description:)`; `notFound` without such a photo or a picture of it; `notAllowed`
    ///   for a photo that somebody else sent, unless an owner publishes it, and for a post that is hidden.
    package func add(
        _ photo: PhotoID, by account: Account?, title: String, description: String,
        edit: PhotoEdit? = nil
    ) throws(GalleryError) -> CampaignPost {
        let (title, description) = try Self.checked(title: title, description: description)
        let found = try gallery.photo(id: photo)
        guard found.dateTrashed == nil, found.picture != nil else { throw .noPicture(of: found) }
        guard account.map({ $0.role == .owner }) ?? true || isSent(found, by: account) else {
            throw GalleryError(
                .notAllowed,
                "the photo '\(photo)' was sent by somebody else, or not to this campaign")
        }
        let post = try GalleryError.translating {
            let section = try gallery.catalog.makeSection(reference)
            return try gallery.catalog.add(
                PostRecord(
                    section: section.id, photo: photo, account: account?.id, title: title,
                    description: description),
                edit: edit, command: "post")
        }
        guard post.state == .shown else {
            throw GalleryError(
                .notAllowed,
                "this was published before and is hidden now: an owner of the gallery can show it again"
            )
        }
        return post
    }

    /// Whether somebody sent a photo to be published in a campaign.
    package func isSent(_ photo: Photo, by account: Account?) -> Bool {
        photo.details.origin == .campaign
            && photo.details.originID.hasPrefix(SentPictureID.beginning(ofAccount: account?.id))
    }

    // MARK: - Moderation

    /// Hides a post from everybody but owners, shows it again, or deletes it.
    ///
    /// - Returns: the entry of the journal, which `undo` takes back; nil where nothing changed.
    @discardableResult
    package func set(
        _ state: CampaignPost.State, of post: CampaignPost
    ) throws(GalleryError) -> Int64? {
        let command =
            switch state {
            case .shown: "post show"
            case .hidden: "post hide"
            case .deleted: "post delete"
            }
        return try GalleryError.translating {
            try gallery.catalog.setState(state, ofPost: post.id, command: command)
        }
    }
}

extension PhotoGallery {
    /// What people publish in a campaign of this gallery.
    package func campaign(_ name: String) -> CampaignFeed { CampaignFeed(name, in: self) }
}
