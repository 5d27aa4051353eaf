import Basics
import Catalog
import Foundation
import GalleryModel
import PhotoSources
import Transport

/// Sends prepared photos, each once, and records the outcome.
///
/// A record is written to disk before the request is sent, and completed after the response. If the
/// response was lost, in this run or an earlier one, the server is searched for the photo before it
/// is sent again.
struct PublishDelivery: Sendable {
    let catalog: PhotoCatalog
    let receiver: any PublishReceiver
    let connection: SourceConnection
    let claims: PictureClaims
    let resendsPublished: Bool
    let work: WorkContext

    /// The polling interval while another program sends the same photo.
    private static let nap = Duration.milliseconds(100)
    /// The maximum number of attempts for a photo whose response was lost and that the server does
    /// not list.
    private static let attempts = 2

    /// The outcome of one photo.
    struct Result: Sendable {
        var photo: PublishedPhoto
        /// The server's message if it refused the photo.
        var refusal: String?
        /// True if the photo was sent and its arrival is unknown.
        var isLost = false
        /// The error that every other photo would meet as well; nil for none.
        var ending: GalleryError?
    }

    /// Sends a photo, unless it is already published.
    ///
    /// - Throws: errors of the catalog; `CancellationError`.
    func result(
        of id: PhotoID, _ prepared: PublishPreparation.Prepared
    ) async throws -> Result {
        switch prepared {
        case .present(let publication): return result(of: id, .present, publication.remoteID)
        case .wanted: return result(of: id, .sent)
        case .failed(let error): return try await failed(id, error.message)
        case .ready(let picture, let key):
            return try await claiming(key.claim) {
                // A list of the server identifies a photo only by its name.
                try await claiming(key.claim(onName: picture.name)) {
                    try await delivered(picture, key)
                }
            }
        }
    }

    /// Runs a body that no other program runs at the same time.
    private func claiming(
        _ claim: String, _ body: () async throws -> Result
    ) async throws -> Result {
        while !claims.take(claim) { try await Task.sleep(for: Self.nap) }
        defer { claims.release(claim) }
        return try await body()
    }

    private func delivered(_ picture: SentPicture, _ key: PublicationKey) async throws -> Result {
        let id = key.photoID
        let before: Set<String>?
        do { before = try await receiver.existingIDs(named: picture.name) } catch {
            return try await failed(id, error, isOfAll: true)
        }
        var wasSent = false
        do {
            if !resendsPublished, let known = try await earlierResult(key) { return known }
            for attempt in 1...Self.attempts {
                let (record, isNew) = try await offload {
                    try catalog.beginPublication(
                        key, named: picture.name, idsBefore: before, keepingName: resendsPublished)
                }
                let started = Date()
                do {
                    wasSent = true
                    let remoteID = try await receiver.send(picture)
                    return try await arrived(record, picture, id, remoteID)
                } catch {
                    if isCancellation(error) { throw CancellationError() }
                    guard mayHaveArrived(error) else {
                        // With `resendsPublished` earlier attempts were not looked up, so their records
                        // stay.
                        if isNew || !resendsPublished {
                            try await offload { try catalog.dropPublication(record) }
                        }
                        throw error
                    }
                    try await connection.pause()
                    if let existingID = try await remoteID(
                        named: picture.name, since: started, before, key)
                    {
                        return try await arrived(record, picture, id, existingID)
                    }
                    if attempt == Self.attempts || (error as? TransportError)?.mayStillAct == true {
                        var lost = try await failed(
                            id,
                            "\(error); the server does not list the photo yet, but it may still appear: the "
                                + "next run looks there first, and sends it only if it is missing")
                        lost.isLost = true
                        return lost
                    }
                }
            }
            return result(of: id, .failed)
        } catch {
            var failed = try await failed(id, error)
            failed.isLost = wasSent && error is LostResponse
            return failed
        }
    }

    /// Returns the outcome of a photo that is already published according to the catalog or, if an
    /// earlier response was lost, the server; nil if it is not published.
    private func earlierResult(_ key: PublicationKey) async throws -> Result? {
        let records = try await offload { try catalog.publications(of: key.photoID) }
            .filter { $0.isOne(of: key) }
        if let sent = records.last(where: { $0.publication.dateSent != nil }) {
            return try await succeeded(key.photoID, .present, sent.publication.remoteID)
        }
        guard let open = records.last,
            let existingID = try await remoteID(
                named: open.publication.name, since: open.publication.dateStarted, open.idsBefore,
                key)
        else { return nil }
        try await offload {
            try catalog.endPublication(open.id, named: open.publication.name, remoteID: existingID)
        }
        return try await succeeded(key.photoID, .present, existingID)
    }

    /// Returns the server's id of a photo sent under a name; nil if the server lists none but known
    /// ones.
    ///
    /// - Parameters:
    ///   - date: when the photo was sent.
    ///   - before: the ids that already had the name; nil if unknown.
    /// - Throws: `LostResponse` if the server does not answer; errors that end the run.
    private func remoteID(
        named name: String, since date: Date, _ before: Set<String>?, _ key: PublicationKey
    ) async throws -> String? {
        let ids: [String]
        do {
            // If the earlier ids are known, the clocks need not agree.
            ids = try await receiver.ids(named: name, since: before == nil ? date : nil)
        } catch let error as SourceError {
            if GalleryError(source: error).kind == .notAllowed { throw error }
            throw LostResponse(reason: "\(error)")
        } catch let error as TransportError
            where error.code != .cancelled && !ServerTrouble(error).stopsListing
        {
            throw LostResponse(reason: "\(error)")
        }
        let known = try await offload { try catalog.publishedIDs(forTargetOf: key) }
        return ids.last { !known.contains($0) && before?.contains($0) != true }
    }

    /// The arrival of a photo sent earlier is unknown.
    private struct LostResponse: Error {
        var reason: String

        var message: String {
            "it was sent earlier without a response, and checking the server failed: \(reason); --again "
                + "sends it anyway"
        }
    }

    private func arrived(
        _ record: Int64, _ picture: SentPicture, _ id: PhotoID, _ remoteID: String
    ) async throws -> Result {
        try await offload {
            try catalog.endPublication(record, named: picture.name, remoteID: remoteID)
        }
        return try await succeeded(id, .sent, remoteID)
    }

    private func succeeded(
        _ id: PhotoID, _ outcome: PublishedPhoto.Outcome, _ remoteID: String?
    ) async throws -> Result {
        try await offload { try work.succeed(.photo(id, .publish)) }
        return result(of: id, outcome, remoteID)
    }

    private func result(
        of id: PhotoID, _ outcome: PublishedPhoto.Outcome, _ remoteID: String? = nil
    ) -> Result {
        Result(photo: PublishedPhoto(photoID: id, remoteID: remoteID, outcome: outcome))
    }
}

extension PublishDelivery {
    /// Returns true if the server may have received the photo despite an error.
    private func mayHaveArrived(_ error: any Error) -> Bool {
        switch error {
        case let error as TransportError: error.mayHaveActed
        // A redirect may follow after the request has been processed.
        case SourceError.badResponse, SourceError.refused(300..<400, _, _): true
        default: false
        }
    }

    private func isCancellation(_ error: any Error) -> Bool {
        error is CancellationError || Task.isCancelled
            || (error as? TransportError)?.code == .cancelled
    }

    /// Classifies an error of one photo: a failed item, or the end of the run.
    ///
    /// - Parameter isOfAll: whether every other photo would meet the error, whatever it is.
    private func failed(
        _ id: PhotoID, _ error: any Error, isOfAll: Bool = false
    ) async throws -> Result {
        if isCancellation(error) { throw CancellationError() }
        if let lost = error as? LostResponse { return try await failed(id, lost.message) }
        // An error of the catalog.
        if error is GalleryError { throw error }
        let translated = GalleryError(translating: error)
        if translated.kind == .bug { throw translated }
        var failed = result(of: id, .failed)
        failed.ending = isOfAll ? translated : ending(error, translated)
        if failed.ending != nil { return failed }
        if case SourceError.refused = error { failed.refusal = translated.message }
        try await reportFailure(id, translated.message)
        return failed
    }

    private func failed(_ id: PhotoID, _ message: String) async throws -> Result {
        try await reportFailure(id, message)
        return result(of: id, .failed)
    }

    private func reportFailure(_ id: PhotoID, _ message: String) async throws {
        try await offload {
            try work.fail(.photo(id), message, problem: .photo(id, .publish))
        }
    }

    /// Returns the error to end the run with, if every other photo would meet it; nil if it
    /// concerns only one photo.
    private func ending(_ error: any Error, _ translated: GalleryError) -> GalleryError? {
        if let error = error as? TransportError {
            return ServerTrouble(error).stopsListing || !error.mayHaveActed ? translated : nil
        }
        // The server's disk is full.
        if case SourceError.refused(507, _, _) = error { return translated }
        return translated.kind == .notAllowed ? translated : nil
    }
}

extension PublicationKey {
    /// The name of the claim on this publication.
    fileprivate var claim: String {
        let parts = ["\(photoID)", server.key, account, campaign ?? "", content.hexadecimal]
        return FileDigest(of: parts.joined(separator: "\n")).hexadecimal
    }

    /// Returns the name of the claim on all photos of a name; in a campaign it covers all accounts,
    /// because a feed does not always identify the owner of a post.
    fileprivate func claim(onName name: String) -> String {
        let parts = [server.key, campaign == nil ? account : "", campaign ?? "", name]
        return FileDigest(of: parts.joined(separator: "\n")).hexadecimal
    }
}

/// A picture to send.
struct SentPicture: Sendable {
    /// A JPEG file's bytes.
    var bytes: [UInt8]
    /// The file name, without the user's texts.
    var fileName: String
    /// The photo's name on the server.
    var name: String
    /// The caption, if the server supports it; empty for none.
    var caption: String
}

/// A server and account on which photos are published.
protocol PublishReceiver: Sendable {
    /// Performs the necessary requests before the first upload, once, and returns the ids that
    /// exist.
    ///
    /// - Returns: the server's ids of photos with a name; nil if unknown.
    /// - Throws: errors that end the run.
    func existingIDs(named name: String) async throws -> Set<String>?

    /// Sends a picture, once; if the response is lost, its arrival is unknown.
    ///
    /// - Returns: the server's id.
    func send(_ picture: SentPicture) async throws -> String

    /// Returns the server's ids of photos with a name, the latest last.
    ///
    /// - Parameter date: the earliest creation date, if the server reports dates; nil for any.
    func ids(named name: String, since date: Date?) async throws -> [String]
}

/// A photo-share server.
struct SharePublishing: PublishReceiver {
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

/// A campaign on a server.
struct CampaignPublishing: PublishReceiver {
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
        var feed: FeedSnapshot?
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
            do { start.feed = try await client.feedSnapshot(of: query, token: token) } catch {
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
        return try await client.feedSnapshot(of: query, token: start.token)
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
