import Basics
import Gallery
import GalleryModel

/// Posts and people as the campaign protocol tells them.
struct CampaignDocument: Sendable {
    /// The address of the server as people use it.
    let base: String
    /// The campaign.
    let name: String
    /// The number of the campaign's section.
    let section: Int64

    /// A post.
    func value(of post: CampaignPost) -> JSONValue {
        .object([
            ("_id", .text("\(post.id)")), ("title", .text(post.title)),
            ("description", .text(post.description)),
            ("photoURL", .text("\(base)/posts/\(post.id)/photo")),
            ("created", .text(PostDocument.text(of: post.dateCreated))),
            (
                "owner",
                .object([
                    ("_id", .text("\(post.account?.id ?? 0)")),
                    ("firstName", .text(post.account?.profile.firstName ?? "")),
                    ("lastName", .text(post.account?.profile.lastName ?? "")),
                    ("photoURL", .text(portrait(of: post.account))),
                ])
            ),
            (
                "campaignObject",
                .object([("_id", .text("\(section)")), ("identifier", .text(name))])
            ),
        ])
    }

    /// Somebody who signed in, with their token.
    func value(of account: Account, token: String) -> JSONValue {
        let profile = account.profile
        return .object([
            ("_id", .text("\(account.id)")), ("email", .text(profile.email ?? "")),
            ("firstName", .text(profile.firstName ?? "")),
            ("lastName", .text(profile.lastName ?? "")), ("bio", .text(profile.bio ?? "")),
            ("level", .text(profile.level ?? "")), ("photoURL", .text(portrait(of: account))),
            ("provider", .text("local")),
            (
                "updated",
                .text(PostDocument.text(of: account.dateUpdated ?? account.dateCreated))
            ),
            ("created", .text(PostDocument.text(of: account.dateCreated))),
            ("campaign", .text(name)), ("loginToken", .text(token)),
        ])
    }

    private func portrait(of account: Account?) -> String {
        guard let account, account.profile.photo != nil else { return "" }
        return "\(base)/posts/people/\(account.id)/photo"
    }
}
