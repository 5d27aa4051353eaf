import Basics
import Foundation
import GalleryModel
import PhotoSources

/// A server and account on which photos are published.
protocol PublishReceiver: Sendable {
    /// Performs the necessary requests before the first upload, once, and returns the ids that
    /// exist.
    ///
    /// - Returns: the server's ids of photos with a name; nil if unknown.
    /// - Throws: errors that end the run.
    func existingIDs(named name: String) async throws -> Set<String>?

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
    private let client: PhotoShareClient
    private let target: PublishTarget
    /// The existing ids of the account before the first upload, by name; nil if unknown.
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

    /// - Throws: `TransportError` if the server is unreachable; `CancellationError`.
    func existingIDs(named name: String) async throws -> Set<String>? {
        try await before.value().map { $0[name] ?? [] }
    }

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
    private let server: ServerAddress
    private let query: CampaignQuery
    /// True if the credential comes from an earlier sign-in.
    private let isSignedIn: Bool
    private let start: OnceTask<Start>

    /// The state before the first upload.
    private struct Start: Sendable {
        var token: String
        /// The server's id of the user; nil if unknown.
        var ownerID: String?
        /// The feed; nil if it cannot be fetched.
        var feed: PostList?
    }

    /// - Parameter user: the user signed in earlier; nil for none.
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
            do { start.feed = try await client.feed(query, token: token) } catch {
                if ServerTrouble(error) == .away { throw error }
            }
            guard let own = user?.campaign, !own.isEmpty,
                let other = query.other(own, by: start.feed)
            else { return start }
            throw GalleryError(
                .notFound,
                "'\(server.text)' assigns you to the campaign '\(DisplayText.escaped(other))', not "
                    + "'\(DisplayText.escaped(campaign))': nothing was sent")
        }
    }

    /// - Throws: as `CampaignClient.signIn`; `TransportError` if the server is unreachable;
    ///   `notFound` if the user belongs to another campaign.
    func existingIDs(named name: String) async throws -> Set<String>? {
        try await start.value().feed.map { Set($0.ids(ofPostsTitled: name)) }
    }

    /// - Throws: as `CampaignClient.post`; `SourceError.needsSignIn` if the earlier sign-in is no
    ///   longer valid.
    func send(_ photo: SentPhoto) async throws -> String {
        do {
            return try await client.post(
                photo, token: try await start.value().token, on: server)
        } catch let error as SourceError {
            switch error {
            case .refused(401, _, _) where isSignedIn, .wrongPassword(_, 401, _) where isSignedIn:
                throw SourceError.needsSignIn(server: server, hasToken: true)
            default: throw error
            }
        }
    }

    /// - Throws: as `CampaignClient.feed`.
    func ids(named name: String, since date: Date?) async throws -> [String] {
        let start = try await start.value()
        return try await client.feed(query, token: start.token)
            .ids(ofPostsTitled: name, by: start.ownerID, since: date).reversed()
    }
}

/// An operation that runs once; all callers get the same result or error.
actor OnceTask<Value: Sendable> {
    private let work: @Sendable () async throws -> Value
    private var task: Task<Value, any Error>?

    init(_ work: @escaping @Sendable () async throws -> Value) {
        self.work = work
    }

    /// Returns the result of the operation, which starts with the first call.
    ///
    /// - Throws: errors of the operation; `CancellationError`.
    func value() async throws -> Value {
        let task = self.task ?? Task { [work] in try await work() }
        self.task = task
        let value = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        // The result of a canceled operation must not be used.
        try Task.checkCancellation()
        return value
    }
}
