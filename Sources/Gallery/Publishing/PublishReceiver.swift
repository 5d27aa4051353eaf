import Basics
import Foundation
import GalleryModel
import PhotoSources

/// A server and account on which photos are published.
protocol PublishReceiver: Sendable {
    /// Performs the necessary requests before the first upload.
    ///
    /// - Throws: errors that end the run.
    mutating func begin() async throws

    /// Returns the server's ids of photos with a name before the first upload; nil if unknown.
    func existingIDs(named name: String) -> Set<String>?

    /// Sends a photo, once; if the response is lost, its arrival is unknown.
    ///
    /// - Returns: the server's id.
    func send(_ photo: SentPhoto) async throws -> String

    /// Returns the server's ids of photos with a name, the latest last.
    ///
    /// - Parameter date: the earliest creation date, if the server reports dates; nil for any.
    func ids(named name: String, since date: Date?) async throws -> [String]
}

/// A photo-share server.
struct PhotoShareReceiver: PublishReceiver {
    let client: PhotoShareClient
    let target: PublishTarget
    /// The existing ids of the account before the first upload, by name; nil if unknown.
    private(set) var before: [String: Set<String>]?

    /// - Throws: `TransportError` if the server is unreachable; `CancellationError`.
    mutating func begin() async throws {
        do {
            let photos = try await client.photos(of: target.account, on: target.server)
            before = photos.reduce(into: [:]) { $0[$1.name, default: []].insert($1.id) }
        } catch {
            if ServerTrouble(error) == .away { throw error }
        }
    }

    func existingIDs(named name: String) -> Set<String>? { before.map { $0[name] ?? [] } }

    /// - Throws: as `PhotoShareClient.post`.
    func send(_ photo: SentPhoto) async throws -> String {
        try await client.post(
            photo.bytes, named: photo.name, of: target.account, credential: target.credential,
            on: target.server)
    }

    /// - Throws: as `PhotoShareClient.photos`.
    func ids(named name: String, since date: Date?) async throws -> [String] {
        try await client.photos(of: target.account, on: target.server)
            .filter { $0.name == name }.map(\.id)
    }
}

/// A campaign on a server.
struct CampaignReceiver: PublishReceiver {
    private let client: CampaignClient
    private let target: PublishTarget
    private let query: CampaignQuery
    /// True if the credential comes from an earlier sign-in.
    private let isSignedIn: Bool
    /// The user signed in earlier or by `begin`; nil if only the token is known.
    private var user: CampaignUser?
    private var token = ""
    /// The feed before the first upload; nil if it cannot be fetched.
    private var feed: PostList?

    /// - Parameter user: the user signed in earlier; nil for none.
    init(client: CampaignClient, target: PublishTarget, campaign: String, user: CampaignUser?) {
        self.client = client
        self.target = target
        query = CampaignQuery(server: target.server, identifier: campaign)
        self.user = user.flatMap { target.credential == .token($0.loginToken) ? $0 : nil }
        isSignedIn = self.user != nil
    }

    /// - Throws: as `CampaignClient.signIn`; `TransportError` if the server is unreachable;
    ///   `notFound` if the user belongs to another campaign.
    mutating func begin() async throws {
        switch target.credential {
        case .token(let given): token = given
        case .password(let password):
            let known = try await client.signIn(
                email: target.account, password: password, on: target.server)
            (user, token) = (known, known.loginToken)
        }
        do { feed = try await client.feed(query, token: token) } catch {
            if ServerTrouble(error) == .away { throw error }
        }
        guard let own = user?.campaign, !own.isEmpty, let other = query.other(own, by: feed) else {
            return
        }
        throw GalleryError(
            .notFound,
            "'\(target.server.text)' assigns you to the campaign '\(DisplayText.escaped(other))', not "
                + "'\(DisplayText.escaped(query.identifier))': nothing was sent")
    }

    func existingIDs(named name: String) -> Set<String>? {
        feed.map { Set($0.ids(ofPostsTitled: name)) }
    }

    /// - Throws: as `CampaignClient.post`; `SourceError.needsSignIn` if the earlier sign-in is no
    ///   longer valid.
    func send(_ photo: SentPhoto) async throws -> String {
        do {
            return try await client.post(photo, token: token, on: target.server)
        } catch SourceError.refused(401, _, _) where isSignedIn,
            SourceError.wrongPassword(_, 401, _) where isSignedIn
        {
            throw SourceError.needsSignIn(server: target.server, hasToken: true)
        }
    }

    /// - Throws: as `CampaignClient.feed`.
    func ids(named name: String, since date: Date?) async throws -> [String] {
        try await client.feed(query, token: token)
            .ids(ofPostsTitled: name, by: user?.id, since: date).reversed()
    }
}
