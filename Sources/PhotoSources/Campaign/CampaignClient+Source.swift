package import Basics
import Foundation
package import GalleryModel
import Transport

extension CampaignClient: RemoteSource {
    /// Posts that are handed on together: most feeds are stored as a whole, or not at all.
    private static let pageSize = 10_000

    /// Lists the posts of a campaign, one request.
    ///
    /// - Throws: whatever `receive` throws.
    package func listing(
        of query: CampaignQuery, receive: @Sendable (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        var listing = SourceListing()
        let feed: PostList
        do { feed = try await self.feed(query) } catch {
            if error is CancellationError { throw error }
            listing.failure = error
            listing.gaps.append("the feed could not be had: \(error)")
            return listing
        }
        listing.found = feed.posts.count
        listing.listed = feed.posts.count
        listing.isExhausted = feed.rowsWithoutID == 0
        if feed.rowsWithoutID > 0 {
            listing.gaps.append(
                "the server sent \(Count.text(feed.rowsWithoutID, "row")) without the id of a post")
        }
        if feed.posts.isEmpty, !feed.others.isEmpty {
            let names = feed.others.sorted().prefix(10).map { "'\($0)'" }.joined(separator: ", ")
            listing.gaps.append("the feed has no posts of '\(query.identifier)', but of \(names)")
        }
        var rest = feed.posts[...]
        // A feed without posts fills a section all the same.
        repeat {
            let photos = rest.prefix(Self.pageSize).map { PhotoDetails($0, of: query.server) }
            rest = rest.dropFirst(Self.pageSize)
            try await receive(SourcePage(photos: photos, found: listing.found))
        } while !rest.isEmpty
        return listing
    }

    /// Fetches and reads the feed.
    ///
    /// - Parameter token: what tells who asks, where the server wants to know; nil for that of who signed in.
    func feed(_ query: CampaignQuery, token: String? = nil) async throws -> PostList {
        let url = query.server.text + "/posts"
        return try await identifying(to: query.server, by: token) { headers in
            let request = TransferRequest(
                url: url, headers: headers, maximumBytes: maximumAnswerBytes,
                hosts: CampaignClient.ownHost(of: query.server))
            return try await answers.answer(to: request) { body throws(SourceJSONError) in
                try PostList(body, of: query.identifier, from: url)
            }
        }
    }

    /// Where a post's one picture can be fetched.
    package func picture(of photo: Photo, size: PictureSize) -> PictureSource? {
        guard let url = photo.largePictureURL, let scheme = HTTPURL(url)?.origin.scheme else {
            return nil
        }
        var source = PictureSource(size: .original, url: url)
        // The feed's own address as the picture's scheme reaches it: a token that was given to https is not told to
        // http.
        source.server = photo.originID.lastIndex(of: "/").flatMap {
            ServerAddress("\(scheme)://\(photo.originID[..<$0])")
        }
        return source
    }

    /// Downloads a picture into a file whose name holds `.part`, resuming what is there.
    ///
    /// It may come from the host of its feed, and from those that the settings name. Only the former learns who asks.
    ///
    /// - Throws: `PictureError` where what came is no whole picture; `SourceError.hostNotAllowed`;
    ///   `SourceError.refused` with what the server says; whatever the transport throws.
    package func download(
        _ source: PictureSource, to part: BytePath
    ) async throws -> PictureOutcome {
        let own = source.server.map(CampaignClient.ownHost) ?? []
        let hosts = own.union(AllowedHosts(extraHosts))
        do {
            guard let server = source.server,
                HTTPURL(server.text)?.origin == HTTPURL(source.url)?.origin
            else { return try await download(source, hosts, [:], to: part) }
            return try await identifying(to: server) {
                try await download(source, hosts, $0, to: part)
            }
        } catch let error as TransportError
            where error.code == .hostNotAllowed || error.code == .redirectRefused
        {
            throw SourceError.hostNotAllowed(message: error.message)
        }
    }

    private func download(
        _ source: PictureSource, _ hosts: AllowedHosts, _ headers: HTTPHeaders, to part: BytePath
    ) async throws -> PictureOutcome {
        let answer = try await pictures.answer(source, hosts: hosts, headers: headers, to: part)
        guard answer.response.isSuccess else {
            DownloadedFile(part).remove()
            throw SourceError(answer.response, url: answer.shownURL)
        }
        return try pictures.outcome(answer)
    }

    /// Asks a server, and once more with a token where it wants to know who asks: that of who signed in, without
    /// another one.
    private func identifying<Value>(
        to server: ServerAddress, by given: String? = nil,
        _ ask: (HTTPHeaders) async throws -> Value
    ) async throws -> Value {
        if !asking.contains(server) {
            do { return try await ask([:]) } catch SourceError.refused(401, _, _) {
                asking.insert(server)
            }
        }
        let known: String? = if let given { given } else { try await token(server) }
        guard let known else {
            throw SourceError.needsSignIn(server: server, hasToken: false)
        }
        do { return try await ask(CampaignClient.authorization(known)) } catch SourceError.refused(
            401, _, _)
        {
            throw SourceError.needsSignIn(server: server, hasToken: true)
        } catch let error as SourceError {
            throw error.hiding(.token(known))
        }
    }
}

extension PhotoDetails {
    /// What a post says.
    init(_ post: PostList.Post, of server: ServerAddress) {
        self.init(origin: .campaign, originID: "\(server.key)/\(ShareAddress.escaped(post.id))")
        title = post.title
        caption = post.text
        creator = post.ownerName
        // An id without a name tells people nothing.
        owner = post.ownerName == nil ? nil : post.ownerID
        dateUploaded = post.created.map { Date(unixSeconds: $0 / 1000) }
        largePictureURL = post.pictureURL
        // Another path is another picture; what stands behind it may prove anew each time who may fetch it.
        secret = post.pictureURL.flatMap { HTTPURL($0) }.flatMap { URL(string: $0.text)?.path() }
        rawJSON = post.json
    }
}
