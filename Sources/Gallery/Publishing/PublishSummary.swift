import Basics
public import GalleryModel

/// What became of a photo that was to be published.
public struct PublishedPhoto: Hashable, Sendable {
    /// What became of it.
    public enum Outcome: String, Sendable {
        /// It was sent in this run; in a dry run it would be.
        case sent
        /// It was there already.
        case present
        /// It was not sent, or nobody knows whether it arrived.
        case failed
    }

    /// The photo.
    public var photoID: PhotoID
    /// The server's own id; nil where it is not known.
    public var remoteID: String?
    /// What became of it.
    public var outcome: Outcome
}

/// What publishing photos did.
public struct PublishSummary: Sendable {
    /// The server.
    public var server: ServerAddress
    /// Whose photos they are there.
    public var account: String
    /// The campaign; nil for a photo-share server.
    public var campaign: String?
    /// What became of each photo that was tried, in order.
    public var photos: [PublishedPhoto] = []
    /// What ended the run early; what came before is recorded.
    public var failure: GalleryError?

    /// Makes an empty summary.
    public init(_ target: PublishTarget) {
        server = target.server
        account = target.account
        campaign = target.campaign
    }

    /// How many photos an outcome has.
    public func count(_ outcome: PublishedPhoto.Outcome) -> Int {
        photos.count { $0.outcome == outcome }
    }
}

extension PublishSummary: WorkSummary {
    /// What was done, such as `publish: 2 sent, 1 present at 'http://host/photoserver' as roger`.
    public var sentence: String {
        let facts = Count.list([
            (count(.sent), "sent"), (count(.present), "present"), (count(.failed), "failed"),
        ])
        return "publish: \(facts ?? "nothing to publish") at '\(server.text)' as "
            + DisplayText.escaped(account)
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("server", .text(server.text)), SummaryMember("as", .text(account)),
            SummaryMember("campaign", campaign.map { .text($0) } ?? .unknown),
            SummaryMember("sent", count(.sent)), SummaryMember("present", count(.present)),
            SummaryMember("failed", count(.failed)),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { count(.failed) }
}
