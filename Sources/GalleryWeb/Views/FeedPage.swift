import Basics
import Gallery
import GalleryModel
import Hummingbird

/// The page of a campaign's posts, the newest first; scripts take from it what they add.
struct FeedPage {
    /// How many posts a page has.
    private static let size = 20

    let request: WebRequest
    let site: Site
    /// The campaign's posts.
    let feed: CampaignFeed

    /// Makes the page; blocks for some milliseconds.
    ///
    /// - Throws: 400 for parameters that cannot be read.
    func response() throws -> Response {
        try request.accept(["cursor"])
        // Before anything is read, so that no change is missed.
        let frame = PageFrame(.feed, title: feed.name, for: request, site)
        let cursor = try request.cursor { Int64($0) }
        let found = try feed.posts(
            before: cursor, limit: FeedPage.size + 1, includesHidden: frame.seesAll)
        let posts = found.prefix(FeedPage.size)
        let isLast = found.count <= FeedPage.size
        let portraits = Set(posts.compactMap(\.account?.profile.photo))
        let photos = try feed.photos(Array(portraits.union(posts.map(\.photo))))
        let orphans = try feed.orphans(among: posts, photos)
        var values: [String: Any] = [
            "campaign": feed.name, "canPublish": PublishPage.isFor(request, site),
            "isEmpty": posts.isEmpty && cursor == nil,
            "seesHidden": frame.seesAll, "isBehindTheLast": posts.isEmpty && cursor != nil,
            "isLater": cursor != nil,
            "hasPages": cursor != nil || !isLast,
            "posts": posts.map {
                self.values(of: $0, photos, orphans, canModerate: frame.isOwner)
            },
        ]
        if !isLast, let last = posts.last {
            values["nextAddress"] = PageAddress.with([("cursor", "\(last.id)")], "/feed")
        }
        return .html(try frame.page("feed", values), for: request)
    }

    private var language: PageLanguage { request.language }

    private func values(
        of post: CampaignPost, _ photos: [PhotoID: Photo], _ orphans: Set<Int64>,
        canModerate: Bool
    ) -> [String: Any] {
        let isOrphan = orphans.contains(post.id)
        let name =
            post.account?.shownName
            ?? (isOrphan ? language.say("feed.left") : language.say("feed.owner"))
        var values: [String: Any] = [
            "postID": "\(post.id)", "postTitle": post.title, "isHidden": post.state == .hidden,
            "hasDescription": !post.description.isEmpty, "postDescription": post.description,
            "ownerName": name, "ownerInitial": String(name.prefix(1)).uppercased(),
            "created": PageMoment(date: post.dateCreated).values(in: language),
            "canModerate": canModerate,
            "canDelete": canModerate || !site.isReadOnly && PostDocument.isMine(post, request),
            "photoID": "\(post.photo)",
            "photoAddress": ListingAddress(section: feed.reference.text).photo(post.photo),
        ]
        values["ownerPicture"] = post.account?.profile.photo.flatMap { photos[$0] }.flatMap {
            PictureAddress.thumbnail(of: $0, side: 240)
        }
        values["picture"] = photos[post.photo].flatMap {
            PhotoPicture(photo: $0, language: language).values
        }
        return values
    }
}
