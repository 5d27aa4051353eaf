package import Basics
import Foundation
package import GalleryModel
import Synchronization
import Transport

/// Fetches the posts of campaigns and their pictures, posts to campaigns, and signs users in.
package struct CampaignClient: Sendable {
    /// Returns the token of the user signed in to a server; nil if not signed in.
    package typealias TokenOfServer = @Sendable (ServerAddress) async throws -> String?

    let maximumResponseBytes: Int
    /// Hosts besides the feed's own that pictures may come from: `host`, `host:port`, `*.domain`.
    let extraHosts: [String]
    let token: TokenOfServer
    let pictures: PictureTransfer
    let answers: ResponseTransfer
    let signInServers = SignInServers()

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - maximumResponseBytes: the maximum length of a response, in bytes.
    ///   - extraHosts: hosts besides the feed's own that pictures may come from.
    ///   - token: called when a server requires sign-in.
    ///   - pictures: downloads pictures to files.
    ///   - attempted: called before each request except picture requests, including retries.
    ///   - send: sends the requests, with retries.
    package init(
        maximumResponseBytes: Int, extraHosts: [String], token: @escaping TokenOfServer,
        pictures: PictureTransfer, attempted: @escaping @Sendable () -> Void,
        send: @escaping SendRequest
    ) {
        self.maximumResponseBytes = maximumResponseBytes
        self.extraHosts = extraHosts
        self.token = token
        self.pictures = pictures
        answers = ResponseTransfer(attempted: attempted, send: send)
    }

    /// The only host and port that a server's requests may go to.
    ///
    /// An address without a port allows those of http and https, as many servers redirect from one
    /// to the other.
    static func ownHost(of server: ServerAddress) -> AllowedHosts {
        let hasPort = server.host.last != "]" && server.host.contains(":")
        return AllowedHosts(hasPort ? [server.host] : [80, 443].map { "\(server.host):\($0)" })
    }

    /// The header that authenticates the user.
    static func authorization(_ token: String) -> HTTPHeaders {
        ["Authorization": "Bearer \(token)"]
    }
}

/// The servers that are known to require sign-in.
final class SignInServers: Sendable {
    private let servers = Mutex<Set<ServerAddress>>([])

    func contains(_ server: ServerAddress) -> Bool { servers.withLock { $0.contains(server) } }

    func insert(_ server: ServerAddress) { servers.withLock { _ = $0.insert(server) } }
}

extension CampaignClient: RemoteSource {
    /// Posts delivered per page, large enough that most feeds are stored atomically.
    private static let pageSize = 10_000

    /// Lists the posts of a campaign with a single request.
    ///
    /// - Throws: errors of `receive`.
    package func listing(
        of query: CampaignQuery, receive: @Sendable (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        var listing = SourceListing()
        let feed: PostList
        do { feed = try await self.feed(query) } catch {
            if error is CancellationError { throw error }
            listing.failure = error
            listing.gaps.append("the feed could not be fetched: \(error)")
            return listing
        }
        listing.found = feed.posts.count
        listing.listed = feed.posts.count
        listing.isExhausted = feed.rowsWithoutID == 0
        if feed.rowsWithoutID > 0 {
            listing.gaps.append(
                "the server sent \(Count.text(feed.rowsWithoutID, "row")) without a post ID")
        }
        if feed.posts.isEmpty, !feed.others.isEmpty {
            let names = feed.others.sorted().prefix(10).map { "'\($0)'" }.joined(separator: ", ")
            listing.gaps.append("the feed has no posts of '\(query.identifier)', only of \(names)")
        }
        var rest = feed.posts[...]
        // An empty feed still creates a section.
        repeat {
            let photos = rest.prefix(Self.pageSize).map { PhotoDetails($0, of: query.server) }
            rest = rest.dropFirst(Self.pageSize)
            try await receive(SourcePage(photos: photos, found: listing.found))
        } while !rest.isEmpty
        return listing
    }

    /// Fetches and parses the feed.
    ///
    /// - Parameter token: authenticates the user if the server requires it; nil for the stored
    ///   sign-in.
    func feed(_ query: CampaignQuery, token: String? = nil) async throws -> PostList {
        let url = query.server.text + "/posts"
        return try await identifying(to: query.server, by: token) { headers in
            let request = TransferRequest(
                url: url, headers: headers, maximumBytes: maximumResponseBytes,
                hosts: CampaignClient.ownHost(of: query.server))
            return try await answers.answer(to: request) { body throws(SourceJSONError) in
                try PostList(body, of: query.identifier, from: url)
            }
        }
    }

    /// Returns the source of a post's picture.
    package func picture(of photo: Photo, size: PictureSize) -> PictureSource? {
        guard let url = photo.largePictureURL, let scheme = HTTPURL(url)?.origin.scheme else {
            return nil
        }
        var source = PictureSource(size: .original, url: url)
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
            throw SourceError(answer.response, url: answer.displayURL)
        }
        return try pictures.outcome(answer)
    }

    /// Sends a request, and repeats it with a token if the server requires sign-in.
    private func identifying<Value>(
        to server: ServerAddress, by given: String? = nil,
        _ send: (HTTPHeaders) async throws -> Value
    ) async throws -> Value {
        if !signInServers.contains(server) {
            do { return try await send([:]) } catch SourceError.refused(401, _, _) {
                signInServers.insert(server)
            }
        }
        let known: String? = if let given { given } else { try await token(server) }
        guard let known else {
            throw SourceError.needsSignIn(server: server, hasToken: false)
        }
        do { return try await send(CampaignClient.authorization(known)) } catch SourceError.refused(
            401, _, _)
        {
            throw SourceError.needsSignIn(server: server, hasToken: true)
        } catch let error as SourceError {
            throw error.redacting(.token(known))
        }
    }
}

extension PhotoDetails {
    /// Makes the details of a post.
    init(_ post: PostList.Post, of server: ServerAddress) {
        self.init(origin: .campaign, originID: "\(server.key)/\(PercentEncoding.encoded(post.id))")
        title = post.title
        caption = post.text
        creator = post.ownerName
        // An ID without a name is useless to readers.
        owner = post.ownerName == nil ? nil : post.ownerID
        dateUploaded = post.created.map { Date(unixSeconds: $0 / 1000) }
        largePictureURL = post.pictureURL
        // A new path means a new picture; only the query may contain credentials that differ each
        // time.
        secret = post.pictureURL.flatMap { HTTPURL($0) }.flatMap { URL(string: $0.text)?.path() }
        rawJSON = post.json
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
            headers: ["Accept": "application/json"], maximumBytes: maximumResponseBytes,
            hosts: CampaignClient.ownHost(of: server))
        do {
            var user = try await answers.answer(to: request, isSecret: true) {
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
        else {
            throw SourceJSONError(problem: "has no login token", offset: 0, beginning: "")
        }
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

    /// A post to send.
    package struct NewPost: Sendable {
        /// The bytes of a JPEG file.
        package var picture: [UInt8]
        /// The file name.
        package var fileName: String
        /// The title.
        package var title: String
        /// The description; empty for none.
        package var caption: String

        /// Makes a post.
        package init(picture: [UInt8], fileName: String, title: String, caption: String) {
            self.picture = picture
            self.fileName = fileName
            self.title = title
            self.caption = caption
        }
    }

    /// Sends a post once; without a response, it may or may not have been created.
    ///
    /// Redirects are not followed, as the token is only for this server.
    ///
    /// - Returns: the server's ID of the post.
    /// - Throws: `SourceError.refused` with the server's message if it rejects the post, status 401
    ///   if it rejects the token; `wrongPassword` if the message is about a token; `badResponse` if
    ///   the response has no ID; transport errors.
    package func post(
        _ post: NewPost, token: String, on server: ServerAddress
    ) async throws -> String {
        var form = MultipartForm()
        form.add("title", post.title)
        form.add("description", post.caption)
        form.add("isIOS", "false")
        form.add(
            "postPhoto", file: post.picture, named: post.fileName, contentType: "image/jpeg")
        let (contentType, body) = form.encoded
        var request = TransferRequest(
            url: server.text + "/posts", method: .post(body: body, contentType: contentType),
            headers: CampaignClient.authorization(token), maximumBytes: Self.maximumResponseLength,
            hosts: CampaignClient.ownHost(of: server))
        request.followsRedirects = false
        do {
            return try await answers.answer(to: request) { body throws(SourceJSONError) in
                let json = try JSONDocument(answer: body)
                guard let id = SourceID.read(json.root["_id"]), ShareList.isUsable(id) else {
                    throw SourceJSONError(
                        problem: "has no post ID", offset: 0,
                        beginning: SourceText.beginning(of: json.bytes))
                }
                return id
            }
        } catch let error as SourceError {
            throw error.classified(sending: post.title, by: .token(token))
        }
    }
}

/// A form with a file, in the encoding used by browsers.
///
/// Source: RFC 7578;
/// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
struct MultipartForm {
    /// A form field.
    struct Part {
        var name: String
        /// The file name; nil for text.
        var fileName: String?
        /// The content type; nil for text.
        var contentType: String?
        var bytes: [UInt8]
    }

    /// The fields in order.
    private(set) var parts: [Part] = []

    /// Adds a text field.
    mutating func add(_ name: String, _ text: String) {
        parts.append(Part(name: name, bytes: Array(text.utf8)))
    }

    /// Adds a file field.
    mutating func add(_ name: String, file: [UInt8], named fileName: String, contentType: String) {
        parts.append(
            Part(name: name, fileName: fileName, contentType: contentType, bytes: file))
    }

    /// The encoded form and its content type, with a boundary that occurs in none of the fields.
    var encoded: (contentType: String, body: [UInt8]) {
        var boundary = MultipartForm.newBoundary()
        while parts.contains(where: { Data($0.bytes).range(of: Data(boundary.utf8)) != nil }) {
            boundary = MultipartForm.newBoundary()
        }
        return ("multipart/form-data; boundary=\(boundary)", body(boundary))
    }

    private func body(_ boundary: String) -> [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(parts.reduce(256) { $0 + $1.bytes.count + 256 })
        for part in parts {
            var head = "--\(boundary)\r\nContent-Disposition: form-data"
            head += "; name=\"\(MultipartForm.escaped(part.name))\""
            if let name = part.fileName {
                head += "; filename=\"\(MultipartForm.escaped(name))\""
            }
            if let type = part.contentType { head += "\r\nContent-Type: \(type)" }
            body += Array((head + "\r\n\r\n").utf8) + part.bytes + Array("\r\n".utf8)
        }
        return body + Array("--\(boundary)--\r\n".utf8)
    }

    private static func newBoundary() -> String { "gallery-\(UUID().uuidString)" }

    /// Escapes a name for use in quotation marks.
    private static func escaped(_ name: String) -> String {
        name.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "%22"
            case "\r": "%0D"
            case "\n": "%0A"
            default: String(scalar)
            }
        }.joined()
    }
}
