package import Basics
import Foundation
package import GalleryModel
import Synchronization
import Transport

/// Fetches the posts of campaigns and their pictures, posts to campaigns, and signs users in.
package struct CampaignClient: Sendable {
    /// Returns the token of the user signed in to a server; nil if not signed in.
    package typealias TokenOfServer = @Sendable (ServerAddress) async throws -> String?

    private let requests: SourceRequests
    /// Hosts besides the feed's own that pictures may come from: `host`, `host:port`, `*.domain`.
    private let extraHosts: [String]
    private let token: TokenOfServer

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - extraHosts: hosts besides the feed's own that pictures may come from.
    ///   - token: called when a server requires sign-in.
    package init(requests: SourceRequests, extraHosts: [String], token: @escaping TokenOfServer) {
        self.requests = requests
        self.extraHosts = extraHosts
        self.token = token
    }

    /// The hosts that requests to a server may reach: its own, and others.
    ///
    /// An address without a port allows those of http and https, as many servers redirect from one
    /// to the other.
    static func ownHost(of server: ServerAddress, and others: [String] = []) -> AllowedHosts {
        let hasPort = WebHost(server.host)?.port != nil
        let own = hasPort ? [server.host] : [80, 443].map { "\(server.host):\($0)" }
        return AllowedHosts(own + others)
    }

    /// The header that authenticates the user.
    static func authorization(_ token: String) -> HTTPHeaders {
        ["Authorization": "Bearer \(token)"]
    }
}

extension CampaignClient: RemoteSource {
    /// Posts delivered per page, large enough that most feeds are stored atomically.
    private static let pageSize = 10_000

    /// Lists the posts of a campaign with a single request.
    ///
    /// - Throws: errors of `receive`.
    package func listing(
        of query: CampaignQuery, receive: (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        var others: Set<String> = []
        var listing = try await SourceListing.ofResponse(
            named: "feed", of: "post", pageSize: Self.pageSize, receive: receive
        ) {
            let feed = try await feed(query)
            others = feed.others
            return (feed.posts.map(\.details), feed.rowsWithoutID)
        }
        if listing.found == 0, !others.isEmpty {
            let names = others.sorted().prefix(10).map { "'\($0)'" }.joined(separator: ", ")
            listing.gaps.append("the feed has no posts of '\(query.identifier)', only of \(names)")
        }
        return listing
    }

    /// Fetches and parses the feed.
    ///
    /// - Parameter token: authenticates the user if the server requires it; nil for the stored
    ///   sign-in.
    /// - Throws: `SourceError` if the feed cannot be fetched or parsed; transport errors.
    package func feed(_ query: CampaignQuery, token: String? = nil) async throws -> PostList {
        try await identifying(to: query.server, by: token) { headers in
            let request = TransferRequest(
                url: query.url, headers: headers, maximumBytes: requests.limits.maximumAnswerBytes,
                hosts: CampaignClient.ownHost(of: query.server))
            return try await requests.json(request) { body throws(SourceJSONError) in
                try PostList(body, of: query)
            }
        }
    }

    /// Returns the source of a post's picture.
    package func picture(of photo: Photo, size: PictureSize) -> PictureSource? {
        guard let url = photo.largePictureURL, let scheme = HTTPURL(url)?.origin.scheme else {
            return nil
        }
        var source = PictureSource(url: url)
        // The feed's address with the picture's scheme, so that a token obtained over https is
        // never sent over http.
        source.server = photo.originID.lastIndex(of: "/").flatMap {
            ServerAddress("\(scheme)://\(photo.originID[..<$0])")
        }
        return source
    }

    /// Downloads a picture to a file whose name contains `.part`, resuming a partial download.
    ///
    /// The picture may come from the feed's host and from hosts in the settings. Only the former
    /// receives the token.
    ///
    /// - Throws: `PictureError` if the picture is not intact; `SourceError.hostNotAllowed`;
    ///   `SourceError.refused` with the server's message; transport errors.
    package func download(
        _ source: PictureSource, to part: BytePath
    ) async throws -> PictureOutcome {
        let hosts =
            source.server.map { CampaignClient.ownHost(of: $0, and: extraHosts) }
            ?? AllowedHosts(extraHosts)
        do {
            guard let server = source.server,
                HTTPURL(server.text)?.origin == HTTPURL(source.url)?.origin
            else { return try await requests.picture(source, hosts: hosts, to: part) }
            return try await identifying(to: server) {
                try await requests.picture(source, hosts: hosts, headers: $0, to: part)
            }
        } catch let error as TransportError
            where error.code == .hostNotAllowed || error.code == .redirectRefused
        {
            throw SourceError.hostNotAllowed(message: error.message)
        }
    }

    /// Sends a request, and repeats it with a token if the server requires sign-in.
    private func identifying<Value>(
        to server: ServerAddress, by given: String? = nil,
        _ send: (HTTPHeaders) async throws -> Value
    ) async throws -> Value {
        if !requests.signInServers.withLock({ $0.contains(server) }) {
            do { return try await send([:]) } catch SourceError.refused(401, _, _) {
                requests.signInServers.withLock { _ = $0.insert(server) }
            }
        }
        let known: String? = if let given { given } else { try await token(server) }
        guard let known else { throw SourceError.needsSignIn(server: server, hasToken: false) }
        do { return try await send(CampaignClient.authorization(known)) } catch SourceError.refused(
            401, _, _)
        {
            throw SourceError.needsSignIn(server: server, hasToken: true)
        } catch let error as SourceError { throw error.redacting(.token(known)) }
    }
}

extension CampaignClient {
    /// Signs a user in.
    ///
    /// The password is sent only to the server's own host, in the request body.
    ///
    /// - Returns: the user's profile and token.
    /// - Throws: `SourceError.wrongPassword` if the server rejects email and password; another
    ///   `SourceError` for any other response; transport errors.
    package func signIn(
        email: String, password: String, on server: ServerAddress
    ) async throws -> CampaignUser {
        let body = JSONValue.object([("email", .text(email)), ("password", .text(password))])
        let request = TransferRequest(
            url: server.text + "/auth/signin",
            method: .post(body: body.compact, contentType: "application/json"),
            headers: ["Accept": "application/json"],
            maximumBytes: requests.limits.maximumAnswerBytes,
            hosts: CampaignClient.ownHost(of: server))
        do {
            var user = try await requests.json(request, isSecret: true) {
                body throws(SourceJSONError) in
                try CampaignUser(answer: body)
            }
            user.email = user.email ?? email
            return user
        } catch let error as SourceError {
            // A server may echo the request.
            let shown = error.redacting(.password(password))
            guard case .refused(let status, let url, let sentence) = shown,
                [400, 401, 403, 422].contains(status)
            else { throw shown }
            throw SourceError.wrongPassword(url: url, status: status, sentence: sentence)
        }
    }
}

extension CampaignUser {
    /// The maximum length of a token, in bytes.
    private static let maximumTokenBytes = 8_192

    /// Parses a sign-in response; only the token is required.
    fileprivate init(answer: Data) throws(SourceJSONError) {
        let user = try JSONDocument(answer: answer).root
        guard let token = user[CampaignUser.tokenName]?.text, !token.isEmpty,
            token.utf8.count <= Self.maximumTokenBytes,
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw SourceJSONError(problem: "has no login token", offset: 0, beginning: "") }
        self.init(loginToken: token)
        for field in CampaignUser.fields {
            guard let value = user[field.name] else { continue }
            self[keyPath: field.path] =
                field.name == "_id" ? SourceID.read(value) : value["identifier"]?.text ?? value.text
        }
    }
}

extension CampaignClient {
    /// The maximum length of a response, in bytes: a post or a message.
    private static let maximumResponseLength = 1 << 20

    /// Sends a post once; without a response, it may or may not have been created.
    ///
    /// Redirects are not followed, as the token is only for this server.
    ///
    /// - Returns: the server's ID of the post.
    /// - Throws: `SourceError.refused` with the server's message if it rejects the post, status 401
    ///   if it rejects the token; `wrongPassword` if the message is about a token; `badResponse` if
    ///   the response has no ID; transport errors.
    package func post(
        _ post: SentPhoto, token: String, on server: ServerAddress
    ) async throws -> String {
        let (contentType, body) = post.form
        let request = TransferRequest(
            url: server.text + "/posts", method: .post(body: body, contentType: contentType),
            headers: CampaignClient.authorization(token), maximumBytes: Self.maximumResponseLength,
            hosts: CampaignClient.ownHost(of: server))
        return try await requests.upload(
            request, named: post.name, by: .token(token), problem: "has no post ID"
        ) { body throws(SourceJSONError) in
            SourceID.read(try JSONDocument(answer: body).root["_id"])
        }
    }
}

/// A photo to send to a server.
package struct SentPhoto: Sendable {
    /// The bytes of a JPEG file.
    package var bytes: [UInt8]
    /// The file name, without the user's texts.
    package var fileName: String
    /// The photo's name on the server, or the title of its post.
    package var name: String
    /// The description of a post; empty for none.
    package var caption: String

    /// Makes a photo to send.
    package init(bytes: [UInt8], fileName: String, name: String, caption: String) {
        self.bytes = bytes
        self.fileName = fileName
        self.name = name
        self.caption = caption
    }

    /// The post as a form in the encoding used by browsers, and its content type.
    ///
    /// The boundary is random, so that it occurs in no field.
    /// Source: RFC 7578;
    /// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
    var form: (contentType: String, body: [UInt8]) {
        let boundary = "gallery-\(UUID().uuidString)"
        let texts = [("title", name), ("description", caption), ("isIOS", "false")]
        let escapes: [Unicode.Scalar: String] = ["\"": "%22", "\r": "%0D", "\n": "%0A"]
        let file = fileName.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
        let head =
            texts.map { name, text in
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n"
                    + "\(text)\r\n"
            }.joined()
            + "--\(boundary)\r\nContent-Disposition: form-data; name=\"postPhoto\"; "
            + "filename=\"\(file)\"\r\nContent-Type: image/jpeg\r\n\r\n"
        return (
            "multipart/form-data; boundary=\(boundary)",
            Array(head.utf8) + bytes + Array("\r\n--\(boundary)--\r\n".utf8)
        )
    }
}
