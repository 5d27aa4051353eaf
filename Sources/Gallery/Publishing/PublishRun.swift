import Basics
import Catalog
public import GalleryModel
import PhotoSources

extension GalleryShares {
    /// Publishes photos on another server: edited, upright, as JPEG, with the metadata that `share`
    /// keeps by default.
    ///
    /// Publications are recorded (`publications(of:)`), even if the program is killed, and not
    /// repeated. If the response to a photo was lost, the server is searched for it first. A photo
    /// that cannot be sent is a failed item, and the others continue; the summary contains the
    /// error that ended the run early.
    ///
    /// - Parameters:
    ///   - query: the photos, in order; each is sent once.
    ///   - target: the destination.
    ///   - options: the size and the title; a dry run contacts no server.
    /// - Throws: `usage` for conflicting options or a name that cannot be sent; `notFound` for a
    ///   photo in the trash; `inputOutput` if the catalog cannot be written; `CancellationError`.
    public func publish(
        _ query: PhotoQuery, to target: PublishTarget, options: PublishOptions = PublishOptions()
    ) async throws -> PublishSummary {
        var share = ShareOptions()
        share.size = options.size ?? (target.campaign == nil ? .full : .half)
        try share.check()
        let photos = try await offload { [self] in try self.photos(query).uniqued(by: \.id) }
        if options.title != nil, photos.count > 1 {
            throw GalleryError(
                .usage,
                "\(photos.count) photos cannot share one title: publish one photo, or omit the title"
            )
        }
        if target.campaign != nil, let photo = photos.first(where: { $0.postTitle(options) == nil })
        {
            let advice = photos.count == 1 ? "give --title" : "publish it separately with --title"
            throw GalleryError(
                .usage, "a post needs a title, and photo \(photo.id) has none: \(advice)")
        }
        if target.campaign == nil,
            let objection = PhotoShareClient.objection(to: target.account, target.credential)
        {
            throw GalleryError(.usage, "\(objection): nothing was sent")
        }
        let connection = SourceConnection(
            settings: settings, catalog: catalog, options: options.work)
        let receiver: any PublishReceiver =
            if let campaign = target.campaign {
                CampaignReceiver(
                    client: connection.campaign, target: target, campaign: campaign,
                    user: try? SignIns(settings).entry(for: target.server))
            } else {
                PhotoShareReceiver(client: connection.share, target: target)
            }
        let run = PublishRun(
            gallery: gallery, photos: photos, target: target, options: options, size: share.size,
            receiver: receiver, connection: connection, claims: catalog.makeClaims(),
            work: WorkContext(options.work, command: "publish", in: catalog))
        return try await connection.whileOpen { try await run.run() }
    }

    /// Returns the actual and possible publications of a photo, in the order in which they were
    /// sent.
    package func publications(of photo: PhotoID) throws(GalleryError) -> [Publication] {
        try translated(
            catalog.publications(of: photo).map { record in
                var publication = record.publication
                if PublishTarget.isUnnamedToken(publication.account, campaign: publication.campaign)
                {
                    publication.account = PublishTarget.nameless
                }
                return publication
            })
    }
}

/// The server and account on which photos are published.
public struct PublishTarget: Hashable, Sendable {
    /// The base address of the requests, such as `http://host/photoserver`.
    public var server: ServerAddress
    /// The remote account name, or the email address of a campaign user; `nameless` if only the
    /// server knows the owner of the token.
    public var account: String
    /// The campaign; nil for a photo-share server.
    public var campaign: String?
    /// The credential; never stored.
    public var credential: ServerCredential

    /// The account name used when the token does not reveal one.
    package static let nameless = "token"

    /// Makes a target from an account of a photo-share server or a campaign user.
    public init(
        server: ServerAddress, account: String, campaign: String? = nil,
        credential: ServerCredential
    ) {
        self.server = server
        self.account = account
        self.campaign = campaign
        self.credential = credential
    }

    /// The account as stored in catalogs.
    ///
    /// For a token without a name it contains a part of the token's digest, because tokens are not
    /// stored and different tokens may belong to different users.
    var accountKey: String {
        guard campaign != nil, account == Self.nameless, case .token(let token) = credential else {
            return SectionReference.key(account)
        }
        return Self.namelessPrefix + FileDigest(of: token).hexadecimal.prefix(8)
    }

    /// Returns true if a stored account stands for a token without a name; all of these are shown
    /// alike.
    static func isUnnamedToken(_ accountKey: String, campaign: String?) -> Bool {
        campaign != nil && accountKey.hasPrefix(namelessPrefix)
    }

    private static let namelessPrefix = nameless + ":"
}

/// The options of publishing photos.
///
/// The metadata of the pictures is what `ShareOptions` keeps by default.
public struct PublishOptions: FeatureOptions {
    /// The size of the pictures; nil for full size, or half size in campaigns.
    public var size: ShareSize?
    /// The title; nil for the photo's title or, except in campaigns, its file name.
    public var title: String?
    /// The caption in a campaign; nil for the photo's description.
    public var caption: String?
    /// Whether to also send photos that are already published.
    public var resendsPublished = false
    /// The work options; `jobs` is the number of concurrent uploads, by default one.
    public var work = WorkOptions()

    /// Makes the default options.
    public init() {}
}

/// The outcome of publishing a photo.
public struct PublishedPhoto: Hashable, Sendable {
    /// The outcome.
    public enum Outcome: String, Sendable {
        /// The photo was sent in this run, or would be in a dry run.
        case sent
        /// The photo was already published.
        case present
        /// The photo was not sent, or its arrival is unknown.
        case failed
    }

    /// The photo.
    public var photoID: PhotoID
    /// The server's id; nil if unknown.
    public var remoteID: String?
    /// The outcome.
    public var outcome: Outcome
}

/// The result of publishing photos.
public struct PublishSummary: Sendable {
    /// The server.
    public var server: ServerAddress
    /// The remote account name.
    public var account: String
    /// The campaign; nil for a photo-share server.
    public var campaign: String?
    /// The outcomes of the processed photos, in order.
    public var photos: [PublishedPhoto] = []
    /// The error that ended the run early; earlier results are recorded.
    public var failure: GalleryError?

    /// Returns the number of photos with an outcome.
    public func count(_ outcome: PublishedPhoto.Outcome) -> Int {
        photos.count { $0.outcome == outcome }
    }
}

extension PublishSummary: WorkSummary {
    /// The result as a sentence, such as `publish: 2 sent, 1 present at 'http://host/photoserver'
    /// as roger`.
    public var sentence: String {
        let facts = Count.list([
            (count(.sent), "sent"), (count(.present), "already present"),
            (count(.failed), "failed"),
        ])
        return "publish: \(facts ?? "nothing to publish") at '\(server.text)' as "
            + DisplayText.escaped(account)
    }

    /// The number of failed items.
    package var failedItems: Int { count(.failed) }
}

/// One run of publishing photos.
///
/// ```
/// photos → known, or rendered (a few ahead) → sent in order, several at a time → recorded
/// ```
struct PublishRun: Sendable {
    /// The number of pictures prepared in advance.
    private static let ahead = 2
    /// The number of first photos refused for the same reason, or of consecutive lost responses,
    /// that ends the run.
    private static let patience = 3

    let gallery: PhotoGallery
    /// The photos, each once.
    let photos: [Photo]
    let target: PublishTarget
    let options: PublishOptions
    /// The size of the pictures.
    let size: ShareSize
    var receiver: any PublishReceiver
    let connection: SourceConnection
    /// The claims that keep two programs from sending the same photo at the same time.
    let claims: PictureClaims
    let work: WorkContext

    /// The completion of one step of a photo.
    private enum Step: Sendable {
        case prepared(Int, Prepared)
        case delivered(Int, Result)
    }

    /// Publishes the photos.
    ///
    /// - Throws: errors of the catalog; `CancellationError`.
    func run() async throws -> PublishSummary {
        let parallel = options.work.jobs ?? 1
        var (run, hasBegun) = (self, false)
        return try await withThrowingTaskGroup(of: Step.self) { group in
            var ready: [Int: Prepared] = [:]
            var results: [Int: Result] = [:]
            var failure: GalleryError?
            var (nextToPrepare, nextToSend, consecutiveLosses) = (0, 0, 0)
            // By index. Photos of the same name are not sent concurrently, because the server's
            // list distinguishes them only by the ids that existed before.
            var namesInProgress: [Int: String] = [:]
            func prepareNext() {
                guard nextToPrepare < photos.count, failure == nil else { return }
                let (index, photo) = (nextToPrepare, photos[nextToPrepare])
                nextToPrepare += 1
                group.addTask { .prepared(index, try await offload { try self.prepared(photo) }) }
            }
            for _ in 0..<(parallel + Self.ahead) { prepareNext() }
            while let step = try await group.next() {
                switch step {
                case .prepared(let index, let prepared): ready[index] = prepared
                case .delivered(let index, let result):
                    namesInProgress[index] = nil
                    results[index] = result
                    consecutiveLosses = result.isLost ? consecutiveLosses + 1 : 0
                    work.progress("photos", results.count, of: photos.count)
                    failure =
                        failure
                        ?? ending(
                            results, consecutiveLosses, of: photos.count - namesInProgress.count)
                }
                while failure == nil, namesInProgress.count < parallel,
                    let prepared = ready[nextToSend],
                    prepared.name.isEmpty || !namesInProgress.values.contains(prepared.name)
                {
                    let (index, photo) = (nextToSend, photos[nextToSend])
                    if !hasBegun, case .ready = prepared {
                        do {
                            try await run.receiver.begin()
                            // What a canceled request left out must not be used.
                            try Task.checkCancellation()
                        } catch {
                            let ended = try await failed(photo.id, error, isOfAll: true)
                            (results[index], failure) = (ended, ended.ending)
                            break
                        }
                        hasBegun = true
                    }
                    nextToSend += 1
                    ready[index] = nil
                    namesInProgress[index] = prepared.name
                    group.addTask { [run] in
                        .delivered(index, try await run.result(of: photo.id, prepared))
                    }
                    prepareNext()
                }
            }
            return PublishSummary(
                server: target.server, account: target.account, campaign: target.campaign,
                photos: results.keys.sorted().compactMap { results[$0]?.photo }, failure: failure)
        }
    }

    /// Returns the reason to stop sending; nil to continue.
    ///
    /// - Parameter count: the number of photos that are not being sent.
    private func ending(
        _ results: [Int: Result], _ consecutiveLosses: Int, of count: Int
    ) -> GalleryError? {
        if let error = results.values.lazy.compactMap(\.ending).first { return error }
        if consecutiveLosses == Self.patience, count > results.count {
            return GalleryError(
                .unavailable,
                "\(consecutiveLosses) consecutive photos got no response: the other "
                    + "\(Count.text(count - results.count)) were not sent")
        }
        guard results.count == Self.patience, count > results.count,
            let refusal = results.values.first?.refusal,
            results.values.allSatisfy({ $0.refusal == refusal })
        else { return nil }
        return GalleryError(
            .unavailable,
            "the first \(results.count) photos were refused for the same reason: the other "
                + "\(Count.text(count - results.count)) were not sent")
    }
}
