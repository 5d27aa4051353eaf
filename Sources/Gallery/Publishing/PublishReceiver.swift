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
    /// Does, once, what has to be done before anything is sent or asked for, and tells what was there then.
    ///
    /// - Returns: the server's own ids of what had a name; nil where the server does not say.
    /// - Throws: what ends the run.
    func idsBefore(named name: String) async throws -> Set<String>?

    /// Sends a picture, once: where no answer comes, it may be there or not.
    ///
    /// - Returns: the server's own id.
    func send(_ picture: SentPicture) async throws -> String

    /// The server's own ids of what has a name, the latest last.
    ///
    /// - Parameter date: when the first of them may have been made, as far as the server tells; nil for any.
    func ids(named name: String, since date: Date?) async throws -> [String]
}

/// A photo-share server.
struct SharePublishing: PublishReceiver {
    private let client: PhotoShareClient
    private let target: PublishTarget
    /// The ids of what the account has before anything is sent, by name; nil where the server does not say.
    private let before: OnceTask<[String: Set<String>]?>

    init(client: PhotoShareClient, target: PublishTarget) {
        self.client = client
        self.target = target
        before = OnceTask {
            do {
                let photos = try await client.photos(of: target.account, on: target.server)
                return photos.reduce(into: [:]) { $0[$1.name, default: []].insert($1.id) }
            } catch {
                if ServerTrouble(error) == .away { throw error }
                return nil
            }
        }
    }

    /// - Throws: `TransportError` where the server is away; `CancellationError`.
    func idsBefore(named name: String) async throws -> Set<String>? {
        try await before.value().map { $0[name] ?? [] }
    }

    /// - Throws: as `PhotoShareClient.post`.
    func send(_ picture: SentPicture) async throws -> String {
        try await client.post(
            picture.bytes, named: picture.name, of: target.account,
            credential: target.credential, on: target.server)
    }

    /// - Throws: as `PhotoShareClient.people`.
    func ids(named name: String, since date: Date?) async throws -> [String] {
        try await client.photos(of: target.account, on: target.server)
            .filter { $0.name == name }.map(\.id)
    }
}

/// The server of a campaign.
struct CampaignPublishing: PublishReceiver {
    private let client: CampaignClient
    private let server: ServerAddress
    private let query: CampaignQuery
    /// Whether who posts is who signed in before.
    private let isSignedIn: Bool
    private let start: OnceTask<Start>

    /// What is known before anything is sent.
    private struct Start: Sendable {
        var token: String
        /// The server's own id of who posts; nil where it is not known.
        var ownerID: String?
        /// The feed; nil where it cannot be had.
        var feed: FeedMoment?
    }

    /// - Parameter user: who signed in before; nil for nobody.
    init(
        client: CampaignClient, target: PublishTarget, campaign: String, user: CampaignUser?
    ) {
        let server = target.server
        let query = CampaignQuery(server: server, identifier: campaign)
        let user = user.flatMap { target.credential == .token($0.loginToken) ? $0 : nil }
        self.client = client
        self.server = server
        self.query = query
        isSignedIn = user != nil
        start = OnceTask {
            var user = user
            let token: String
            switch target.credential {
            case .token(let given): token = given
            case .password(let password):
                let known = try await client.signIn(
                    email: target.account, password: password, on: server)
                (user, token) = (known, known.loginToken)
            }
            var start = Start(token: token, ownerID: user?.id)
            do { start.feed = try await client.moment(of: query, token: token) } catch {
                if ServerTrouble(error) == .away { throw error }
            }
            guard let own = user?.campaign, !own.isEmpty,
                let other = query.other(own, by: start.feed)
            else { return start }
            throw GalleryError(
                .notFound,
                "'\(server.text)' has you in the campaign '\(DisplayText.escaped(other))', not "
                    + "'\(DisplayText.escaped(campaign))': nothing was sent")
        }
    }

    /// - Throws: as `CampaignClient.signIn`; `TransportError` where the server is away; `notFound` where who posts is in
    ///   another campaign.
    func idsBefore(named name: String) async throws -> Set<String>? {
        try await start.value().feed.map { Set($0.ids(ofPostsTitled: name)) }
    }

    /// - Throws: as `CampaignClient.post`; `SourceError.needsSignIn` where the sign-in of before is no longer taken.
    func send(_ picture: SentPicture) async throws -> String {
        do {
            return try await client.post(
                CampaignClient.NewPost(
                    picture: picture.bytes, fileName: picture.fileName, title: picture.name,
                    caption: picture.caption),
                token: try await start.value().token, on: server)
        } catch let error as SourceError {
            switch error {
            case .refused(401, _, _) where isSignedIn, .wrongPassword(_, 401, _) where isSignedIn:
                throw SourceError.needsSignIn(server: server, hasToken: true)
            default: throw error
            }
        }
    }

    /// - Throws: as `CampaignClient.moment`.
    func ids(named name: String, since date: Date?) async throws -> [String] {
        let start = try await start.value()
        return try await client.moment(of: query, token: start.token)
            .ids(ofPostsTitled: name, by: start.ownerID, since: date).reversed()
    }
}
