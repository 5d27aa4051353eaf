import Gallery
import GalleryModel
import Hummingbird

extension GalleryPage {
    /// The number of posts per page.
    private static let size = 20

    /// Renders the page of a campaign's posts, newest first; scripts load further posts from it;
    /// blocks for a few milliseconds.
    ///
    /// - Throws: 400 for invalid parameters.
    func feed(_ feed: CampaignFeed) throws -> Response {
        // Created before anything is read, so that no change is missed.
        let frame = PageFrame(.feed, for: request, site)
        let cursor = try request.cursor { Int64($0) }
        let found = try feed.posts(
            before: cursor, limit: Self.size + 1, includesHidden: frame.seesAll)
        let posts = found.prefix(Self.size)
        let document = try PostDocument(posts, for: request, in: feed)
        var values: [String: Any] = [
            "campaign": feed.name,
            "canPublish": !site.isReadOnly && (request.principal.role ?? .viewer) >= .member,
            "isEmpty": posts.isEmpty && cursor == nil,
            "seesHidden": frame.seesAll, "isBehindTheLast": posts.isEmpty && cursor != nil,
            "posts": posts.map { row($0, of: feed, document, canModerate: frame.isOwner) },
        ]
        request.addPages("/feed", after: found, size: Self.size, to: &values) { "\($0.id)" }
        return .html(try frame.page("feed", feed.name, values), for: request)
    }

    private func row(
        _ post: CampaignPost, of feed: CampaignFeed, _ document: PostDocument, canModerate: Bool
    ) -> [String: Any] {
        let name =
            post.account?.shownName
            ?? language.say(document.isOrphan(post) ? "feed.left" : "feed.owner")
        return templateValues([
            "postID": "\(post.id)", "postTitle": post.title, "isHidden": post.state == .hidden,
            "hasDescription": !post.description.isEmpty, "postDescription": post.description,
            "ownerName": name, "ownerInitial": String(name.prefix(1)).uppercased(),
            "created": language.moment(post.dateCreated),
            "canModerate": canModerate,
            "canDelete": canModerate || !site.isReadOnly && PostDocument.isMine(post, request),
            "photoID": "\(post.photo)",
            "photoAddress": ListingAddress(section: feed.reference.text).photo(post.photo),
            "ownerPicture": document.portrait(of: post),
            "picture": document.photos[post.photo].flatMap {
                PhotoPicture(photo: $0, language: language).values
            },
        ])
    }

    /// Renders the page for selecting a photo, previewing an effect and publishing the photo in a
    /// campaign.
    ///
    /// - Throws: 403 on a read-only server.
    func publish(in feed: CampaignFeed) throws -> Response {
        guard !site.isReadOnly else { throw Problem(.forbidden, say: "error.read-only") }
        let frame = PageFrame(.publish, for: request, site)
        let values: [String: Any] = [
            "campaign": feed.name, "maximumBytes": site.options.maximumUploadBytes,
            "maximumTitle": CampaignFeed.maximumTitleBytes,
            "maximumDescription": CampaignFeed.maximumDescriptionBytes,
            "effects": EffectName.allCases.map {
                ["effectName": $0.rawValue, "effectText": language.say("effect.\($0.rawValue)")]
            },
        ]
        let title = language.say("publish.title")
        return .html(try frame.page("publish", title, values), for: request)
    }
}
