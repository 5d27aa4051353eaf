import Basics
import Foundation
import GalleryModel
import PhotoSources

/// What is sent of a photo.
struct SentPicture: Sendable {
    /// A JPEG file's bytes.
    var bytes: [UInt8]
    /// A name for the file, which tells no words.
    var fileName: String
    /// What it is to be called.
    var name: String
    /// What is said about it, where the server wants to know; empty for nothing.
    var caption: String
}

/// A server that photos are published on, and as whose.
protocol PublishReceiver: Sendable {
    /// Does what has to be done before anything is sent or asked for.
    func begin() async throws

    /// Sends a picture, once: where no answer comes, it may be there or not.
    ///
    /// - Returns: the server's own id.
    func send(_ picture: SentPicture) async throws -> String

    /// The server's own ids of what may have been sent under a name since a date, the latest last.
    func ids(named name: String, since date: Date) async throws -> [String]
}

/// A photo-share server.
///
/// Its lists tell no dates: what was there before anything is sent is looked up, so that an older photo of the same name
/// is not taken for the one whose answer was lost.
actor SharePublishing: PublishReceiver {
    private let client: PhotoShareClient
    private let target: PublishTarget
    /// What the account had at a moment before anything was sent; nil where the server does not say.
    private var before: Task<(date: Date, ids: Set<String>)?, any Error>?

    init(client: PhotoShareClient, target: PublishTarget) {
        self.client = client
        self.target = target
    }

    /// Looks, once, what the account has there.
    ///
    /// - Throws: `TransportError` where the server is away; `CancellationError`.
    func begin() async throws {
        let lookup =
            before
            ?? Task { [client, target] in
                let date = Date()
                do {
                    let ids = try await client.ids(of: target.account, on: target.server)
                    return (date, Set(ids))
                } catch {
                    if ServerTrouble(error) == .away { throw error }
                    return nil
                }
            }
        before = lookup
        _ = try await withTaskCancellationHandler {
            try await lookup.value
        } onCancel: {
            lookup.cancel()
        }
        // A look that was given up tells nothing, and nothing is to be sent after it.
        try Task.checkCancellation()
    }

    /// - Throws: as `PhotoShareClient.post`.
    func send(_ picture: SentPicture) async throws -> String {
        try await client.post(
            picture.bytes, named: picture.name, of: target.account,
            credential: target.credential, on: target.server)
    }

    /// - Throws: as `PhotoShareClient.people`.
    func ids(named name: String, since date: Date) async throws -> [String] {
        let known = try await before?.value
        let older = known.flatMap { $0.date <= date ? $0.ids : nil } ?? []
        return try await client.ids(
            ofPhotosNamed: name, of: target.account, on: target.server
        ).filter { !older.contains($0) }
    }
}

/// The server of a campaign.
actor CampaignPublishing: PublishReceiver {
    private let client: CampaignClient
    private let target: PublishTarget
    private let campaign: String
    private var token: String?
    /// The server's own id of who posts; nil while it is not known.
    private var ownerID: String?
    /// The campaign of who posts, as the server tells it; nil while it is not known.
    private var ownCampaign: String?

    /// - Parameter user: who signed in before; nil for nobody.
    init(
        client: CampaignClient, target: PublishTarget, campaign: String, user: CampaignUser?
    ) {
        self.client = client
        self.target = target
        self.campaign = campaign
        if case .token(let token) = target.credential {
            self.token = token
            if user?.loginToken == token { (ownerID, ownCampaign) = (user?.id, user?.campaign) }
        }
    }

    /// Signs in, once, where there is a password and no token.
    ///
    /// - Throws: as `CampaignClient.signIn`; `notFound` where who posts is in another campaign.
    func begin() async throws {
        if token == nil, case .password(let password) = target.credential {
            let user = try await client.signIn(
                email: target.account, password: password, on: target.server)
            (token, ownerID, ownCampaign) = (user.loginToken, user.id, user.campaign)
        }
        guard let ownCampaign, !ownCampaign.isEmpty,
            SectionReference.key(ownCampaign) != SectionReference.key(campaign),
            // Others tell the id of a document there, which says nothing of the name.
            ownCampaign.utf8.count != 24 || !ownCampaign.allSatisfy(\.isHexDigit)
        else { return }
        throw GalleryError(
            .notFound,
            "'\(target.server.text)' has the campaign '\(DisplayText.escaped(ownCampaign))', not "
                + "'\(DisplayText.escaped(campaign))': nothing was sent")
    }

    /// - Throws: as `CampaignClient.post`.
    func send(_ picture: SentPicture) async throws -> String {
        try await client.post(
            CampaignClient.NewPost(
                picture: picture.bytes, fileName: picture.fileName, title: picture.name,
                caption: picture.caption),
            token: token ?? "", on: target.server)
    }

    /// - Throws: as `CampaignClient.ids`.
    func ids(named name: String, since date: Date) async throws -> [String] {
        try await client.ids(
            ofPostsTitled: name, by: ownerID, since: date,
            in: CampaignQuery(server: target.server, identifier: campaign)
        ).reversed()
    }
}
