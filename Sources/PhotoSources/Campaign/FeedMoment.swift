package import Foundation
package import GalleryModel

/// The feed of a campaign as it was at one moment, for who posts to it.
package struct FeedMoment: Sendable {
    let list: PostList

    /// How far the clocks of a server and of this machine may be apart, in milliseconds.
    private static let clockDifference: Int64 = 600_000

    /// The ids of posts that somebody made under a title, the newest first.
    ///
    /// - Parameters:
    ///   - ownerID: the server's own id of who posted; nil for anybody.
    ///   - date: when the first of them may have been made; nil for any.
    package func ids(
        ofPostsTitled title: String, by ownerID: String? = nil, since date: Date? = nil
    ) -> [String] {
        let start = date.map {
            Int64($0.timeIntervalSince1970 * 1000) - Self.clockDifference
        }
        let title = title.trimmingCharacters(in: .whitespacesAndNewlines)
        return list.posts.filter { post in
            post.title == title && (post.created ?? .max) >= start ?? .min
                && (ownerID == nil || post.ownerID == nil || post.ownerID == ownerID)
        }.map(\.id)
    }

    /// The name of another campaign whose posts are in the feed; nil where it has none of that campaign.
    ///
    /// - Parameter campaign: its name, or the server's own id of it.
    func name(ofOtherCampaign campaign: String) -> String? {
        let key = SectionReference.key(campaign)
        return list.others.first { SectionReference.key($0) == key } ?? list.otherIDs[campaign]
    }
}

extension CampaignQuery {
    /// The name of the campaign that a server tells somebody to be in; nil where it is this one, or may be.
    ///
    /// - Parameters:
    ///   - campaign: its name, or the server's own id of it, which the feed alone tells the name of.
    ///   - feed: the feed of this campaign; nil where it cannot be had.
    package func other(_ campaign: String, by feed: FeedMoment?) -> String? {
        if let name = feed?.name(ofOtherCampaign: campaign) { return name }
        let isOwn =
            SectionReference.key(campaign) == SectionReference.key(identifier)
            || feed?.list.ownIDs.contains(campaign) == true
        return isOwn || SourceID.isLikely(campaign) ? nil : campaign
    }
}

extension CampaignClient {
    /// Fetches the feed of a campaign.
    ///
    /// - Parameter token: what tells who asks, where the server wants to know.
    /// - Throws: `SourceError` where the feed cannot be had or read; whatever the transport throws.
    package func moment(of query: CampaignQuery, token: String) async throws -> FeedMoment {
        FeedMoment(list: try await feed(query, token: token))
    }
}
