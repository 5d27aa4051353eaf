import Basics
import Catalog
package import Foundation
package import GalleryModel

/// The posts of a campaign in this gallery; every request for posts goes through this type.
///
/// The posts belong to the section `campaign:NAME`, provided that it was not pulled from another
/// server. Deleted posts and posts whose photo is in the trash are left out.
package struct CampaignFeed: Sendable {
    /// The maximum size of a title in bytes.
    package static let maximumTitleBytes = 500
    /// The maximum size of a description in bytes.
    package static let maximumDescriptionBytes = 10_000

    /// The campaign's section.
    package let reference: SectionReference
    private let gallery: PhotoGallery

    init(_ name: String, in gallery: PhotoGallery) {
        reference = SectionReference(kind: .campaign, name: name)
        self.gallery = gallery
    }

    /// The campaign's name.
    package var name: String { reference.name }

    /// Returns true if a campaign name is invalid: empty, too long, or with a control character.
    package static func objection(toName name: String) -> Bool {
        let reference = SectionReference(kind: .campaign, name: name)
        return !AccountName.isUsable(reference.name)
    }

    /// Checks that the campaign can be served under its name, and creates its section if necessary.
    ///
    /// - Throws: `configuration` if the section was pulled from another server.
    package func prepare() throws(GalleryError) {
        let section = try translated(
            gallery.catalog.isWritable ? try gallery.catalog.makeSection(reference) : try known)
        guard let section, section.query != nil || section.filter != nil else { return }
        throw GalleryError(
            .configuration,
            "the section '\(reference.text)' contains photos pulled from another server: serve the "
                + "campaign under another name, or remove the section with "
                + "'gallery section remove \(reference.text)'")
    }

    /// Returns the id of the campaign's section; nil if nothing has been published.
    package func section() throws(GalleryError) -> Int64? { try translated(known)?.id }

    private var known: PhotoSection? {
        get throws { try found(gallery.catalog.section(reference), unless: .noSection) }
    }

    // MARK: - Reading

    /// Returns the posts, latest first; blocks for a few milliseconds per thousand.
    ///
    /// - Parameters:
    ///   - before: the last post of the previous page; nil for the first page.
    ///   - limit: the maximum number of posts; nil for all.
    ///   - includesHidden: whether to include hidden posts.
    package func posts(
        before: Int64? = nil, limit: Int? = nil, includesHidden: Bool = false
    ) throws(GalleryError) -> [CampaignPost] {
        try GalleryError.translating {
            guard let section = try known else { return [] }
            return try gallery.catalog.posts(
                in: section.id, before: before, limit: limit, includesHidden: includesHidden)
        }
    }

    /// Returns a post; nil if it does not exist, or is hidden and hidden posts are not included.
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

    /// Returns the photos outside the trash that a reader may open, by id.
    package func photos(
        _ ids: [PhotoID], for reader: PhotoReader = .owner
    ) throws(GalleryError) -> [PhotoID: Photo] {
        try gallery.seen(by: reader).visiblePhotos(ids).keyed(by: \.id)
    }

    /// Returns the public portraits of the posts' authors, by id.
    package func portraits(
        of posts: some Sequence<CampaignPost>
    ) throws(GalleryError) -> [PhotoID: Photo] {
        try photos(Array(Set(posts.compactMap(\.account?.profile.photo))), for: .anyone)
    }

    /// Returns the ids of posts whose author's account was removed: their pictures were sent
    /// neither by an existing account nor by the owner.
    ///
    /// - Parameter photos: the photos of the posts.
    package func orphans(
        among posts: some Sequence<CampaignPost>, _ photos: [PhotoID: Photo]
    ) throws(GalleryError) -> Set<Int64> {
        let unknown = posts.filter { post in
            post.account == nil && photos[post.photo]?.origin == .campaign
        }
        guard !unknown.isEmpty else { return [] }
        let senders = try translated(gallery.catalog.senders(of: unknown.map(\.photo)))
        let known = Set(try gallery.accounts.list().map(\.id) + [0])
        return Set(unknown.filter { !known.contains(senders[$0.photo] ?? -1) }.map(\.id))
    }

    /// Returns the photo of a public post as it may be shared; nil for other posts.
    package func photo(ofPost id: Int64) throws(GalleryError) -> ShareLinkPhoto? {
        guard let post = try post(id) else { return nil }
        return try SharedPhotos.photo(post.photo, in: gallery)
    }

    /// Returns the public portrait of an account and its edit; nil if the account has none or may
    /// not publish.
    package func portrait(
        ofAccount id: Int64
    ) throws(GalleryError) -> (photo: PhotoID, edit: PhotoEdit)? {
        guard let account = try gallery.accounts.account(id: id), account.role >= .member,
            let chosen = account.profile.photo,
            let photo = try gallery.seen(by: .anyone).visiblePhotos([chosen]).first,
            photo.picture != nil
        else { return nil }
        return (photo.id, try gallery.edits.recipe(of: photo.id) ?? PhotoEdit())
    }

    // MARK: - Publishing

    /// Returns a draft for a picture to be published, which becomes a photo in the campaign's
    /// section.
    ///
    /// - Parameter texts: the title and the description sent with the picture; empty if they come
    ///   later.
    package func draft(by account: Account?, sentAs texts: [String] = []) -> PictureDraft {
        var draft = PictureDraft(
            section: reference, origin: .campaign, account: account, sentAs: texts)
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

    /// Moves pictures to the trash that were sent before a date and never published; pictures with
    /// another use stay.
    ///
    /// - Returns: the photos moved to the trash.
    @discardableResult
    package func trashUnpublished(since date: Date) throws(GalleryError) -> [PhotoID] {
        try translated(gallery.catalog.trashUnpublished(since: date))
    }

    /// Validates the title and description of a post.
    ///
    /// - Returns: both without surrounding whitespace, in composed form.
    /// - Throws: `usage` if the title is empty, or a text is too long or has control characters.
    package static func checked(
        title: String, description: String
    ) throws(GalleryError) -> (title: String, description: String) {
        let title = trimmed(title)
        let description = trimmed(description.replacing("\r\n", with: "\n"))
        guard !title.isEmpty else { throw GalleryError(.usage, "the post has no title") }
        for (name, text, maximum) in [
            ("title", title, maximumTitleBytes),
            ("description", description, maximumDescriptionBytes),
        ] {
            guard text.utf8.count <= maximum else {
                throw GalleryError(
                    .usage,
                    "the \(name) has \(text.utf8.count) bytes of UTF-8: the maximum is \(maximum)")
            }
            guard !text.hasControls(except: name == "description" ? "\n\t" : "") else {
                throw GalleryError(.usage, "the \(name) has a control character")
            }
        }
        return (title, description)
    }

    private static func trimmed(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
    }

    /// Publishes a photo; repeating a post returns the existing one.
    ///
    /// - Parameters:
    ///   - account: the author; nil for the owner signed in with the server's password.
    ///   - edit: the new edit of the photo; nil to keep the current one. If another post shows the
    ///     photo, this post gets a copy.
    /// - Throws: like `checked(title:description:)`; `notFound` if the photo has no picture or,
    ///   unless the account is an owner, was not sent by it to this campaign; `notAllowed` if the
    ///   post is hidden.
    package func add(
        _ photo: PhotoID, by account: Account?, title: String, description: String,
        edit: PhotoEdit? = nil
    ) throws(GalleryError) -> CampaignPost {
        let (title, description) = try Self.checked(title: title, description: description)
        let member = account.flatMap { $0.role == .owner ? nil : $0 }
        let found = try gallery.seen(by: member.map { .account($0.id) } ?? .owner).photo(id: photo)
        if let member {
            guard found.origin == .campaign,
                try translated(gallery.catalog.senders(of: [photo]))[photo] == member.id,
                try gallery.entries(of: photo).contains(where: { $0.section == reference })
            else { throw .noPhoto(photo) }
        }
        guard found.dateTrashed == nil else { throw .trashedPhoto(photo) }
        guard found.picture != nil else { throw .noPicture(of: found) }
        let post = try GalleryError.translating {
            let section = try gallery.catalog.makeSection(reference)
            let new = (
                section: section.id, photo: photo, account: account?.id, title: title,
                description: description
            )
            return try gallery.catalog.add(new, edit: edit, command: "post")
        }
        guard post.state == .shown else {
            throw GalleryError(
                .notAllowed,
                "this post already exists and is hidden: an owner of the gallery can show it again")
        }
        return post
    }

    // MARK: - Moderation

    /// Hides a post from everyone except owners, shows it again, or deletes it.
    ///
    /// - Returns: the journal entry, which `undo` can revert; nil if nothing changed.
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
        return try translated(gallery.catalog.setState(state, ofPost: post.id, command: command))
    }
}

extension PhotoGallery {
    /// Returns the posts of a campaign in this gallery.
    package func campaign(_ name: String) -> CampaignFeed { CampaignFeed(name, in: self) }
}
