import Basics
import Foundation
import Gallery
import GalleryModel

/// Posts as pages tell them: with sizes and thumbnails of their photos.
struct PostDocument: Sendable {
    private let request: WebRequest
    private let photos: [PhotoID: Photo]
    private let portraits: [PhotoID: Photo]
    private let orphans: Set<Int64>

    /// Looks up what posts show; blocks for some milliseconds.
    init(_ posts: [CampaignPost], for request: WebRequest, in feed: CampaignFeed) throws {
        self.request = request
        let photos = try feed.photos(posts.map(\.photo))
        self.photos = photos
        orphans = try feed.orphans(among: posts, photos)
        portraits = try feed.photos(Array(Set(posts.compactMap(\.account?.profile.photo))))
    }

    /// The object of a post; nil where its photo went meanwhile.
    func value(of post: CampaignPost) -> JSONValue? {
        guard let photo = photos[post.photo] else { return nil }
        return .object([
            ("id", JSONValue(post.id)), ("title", .text(post.title)),
            ("description", .text(post.description)),
            ("created", .text(PostDocument.text(of: post.dateCreated))),
            ("isHidden", .flag(post.state == .hidden)),
            ("isMine", .flag(PostDocument.isMine(post, request) && !orphans.contains(post.id))),
            ("owner", owner(of: post)),
            ("photo", PostDocument.value(of: photo)),
        ])
    }

    private func owner(of post: CampaignPost) -> JSONValue {
        let portrait = post.account?.profile.photo.flatMap { portraits[$0] }
        return .object([
            ("name", JSONValue(post.account?.shownName)),
            (
                "photo",
                JSONValue(portrait.flatMap { PictureAddress.thumbnail(of: $0, side: 240) })
            ),
        ])
    }

    /// The object of a photo that is to be published, or was.
    static func value(of photo: Photo) -> JSONValue {
        let size = photo.shownGeometry?.result
        let thumbnails = PictureDesk.sides.map { side in
            (key: "\(side)", value: JSONValue(PictureAddress.thumbnail(of: photo, side: side)))
        }
        return .object([
            ("id", JSONValue(photo.id.rawValue)), ("width", JSONValue(size?.width)),
            ("height", JSONValue(size?.height)),
            ("thumbnail", JSONValue(PictureAddress.thumbnail(of: photo, side: 240))),
            ("thumbnails", .object(thumbnails)),
        ])
    }

    /// Whether whoever asks published a post: the owner without an account those of nobody else.
    static func isMine(_ post: CampaignPost, _ request: WebRequest) -> Bool {
        guard let account = request.principal.account else {
            return post.account == nil && request.principal.role == .owner
        }
        return post.account?.id == account.id
    }

    /// An instant in ISO 8601 with milliseconds and `Z`.
    static func text(of date: Date) -> String {
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
        let seconds = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
        let rest = "\(milliseconds - seconds * 1000)"
        let zeros = String(repeating: "0", count: 3 - rest.count)
        return CivilDate(unixSeconds: seconds).text(between: "T") + ".\(zeros)\(rest)Z"
    }
}

extension Account {
    /// What others call the person: the given and family name, else the account's name.
    var shownName: String {
        let names = [profile.firstName, profile.lastName].compactMap { $0 }
        return names.isEmpty ? name : names.joined(separator: " ")
    }
}
