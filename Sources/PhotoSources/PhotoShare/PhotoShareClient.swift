package import Basics
import Foundation
package import GalleryModel
import Transport

/// Fetches users, their photo lists and pictures from photo-share servers, and uploads pictures.
///
/// Downloads carry no credential, as all listed photos are public.
package struct PhotoShareClient: Sendable {
    private let requests: SourceRequests

    /// Makes a client.
    package init(requests: SourceRequests) { self.requests = requests }

    /// Lists the users who have photos, each once, in the server's order.
    ///
    /// - Throws: `SourceError`; transport errors.
    package func people(on server: ServerAddress) async throws -> ShareList {
        try await list(at: server.url("userlist"))
    }

    /// Fetches and parses a list.
    private func list(at url: String) async throws -> ShareList {
        let request = TransferRequest(
            url: url, maximumBytes: requests.limits.maximumAnswerBytes,
            hosts: AllowedHosts(onlyHostOf: url))
        return try await requests.json(request) { body throws(SourceJSONError) in
            try ShareList(body)
        }
    }
}

extension PhotoShareClient: RemoteSource {
    /// Photos delivered per page.
    private static let pageSize = 1_000

    /// Lists a user's photos with a single request.
    ///
    /// - Throws: errors of `receive`.
    package func listing(
        of query: ShareQuery, receive: (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        try await .ofResponse(
            named: "list of photos", of: "photo", pageSize: Self.pageSize, receive: receive
        ) {
            let list = try await list(at: query.server.url("userphotos", query.userID))
            let photos = list.rows.map { row in
                var details = PhotoDetails(
                    origin: .share,
                    originID: "\(query.server.key)/\(PercentEncoding.encoded(row.id))")
                details.title = row.name.isEmpty ? nil : row.name
                details.creator = query.name.isEmpty ? nil : query.name
                details.largePictureURL = query.server.url("photo", row.id)
                details.rawJSON = row.json
                return details
            }
            return (photos, list.rowsWithoutID)
        }
    }

    /// Returns the source of a photo's picture.
    package func picture(of photo: Photo, size: PictureSize) -> PictureSource? {
        photo.largePictureURL.map { PictureSource(url: $0) }
    }

    /// Downloads a picture to a file whose name contains `.part`, resuming a partial download.
    ///
    /// - Throws: `PictureError` if the picture is not intact; `SourceError.refused` with the
    ///   server's message if it denies the photo; transport errors.
    package func download(
        _ source: PictureSource, to part: BytePath
    ) async throws -> PictureOutcome {
        try await requests.picture(source, hosts: AllowedHosts(onlyHostOf: source.url), to: part)
    }
}

extension PhotoShareClient {
    /// The maximum length of a response, in bytes: an ID or a message.
    private static let maximumResponseLength = 1 << 16

    /// The maximum lengths in bytes of a photo name, and of account name and password together.
    ///
    /// A byte may take three characters when escaped, and curl limits a URL to 16 KiB.
    private static let (maximumNameBytes, maximumSecretBytes) = (500, 3_000)

    /// Uploads a picture once; without a response, it may or may not have been stored.
    ///
    /// The protocol puts a password into the URL, so it never appears in a message and redirects
    /// are not followed. A token is sent in a header.
    ///
    /// - Parameters:
    ///   - picture: the bytes of a JPEG file.
    ///   - name: the photo's name on the server.
    ///   - account: the owner's account.
    /// - Returns: the server's ID of the photo.
    /// - Throws: `SourceError.refused` with the server's message if it rejects the picture,
    ///   `wrongPassword` if the message is about a password or token, `badResponse` if the response
    ///   has no ID; transport errors.
    package func post(
        _ picture: [UInt8], named name: String, of account: String,
        credential: ServerCredential, on server: ServerAddress
    ) async throws -> String {
        let (url, headers): (String, HTTPHeaders) =
            switch credential {
            case .password(let password): (server.url("postphoto", account, password, name), [:])
            case .token(let token):
                (server.url("postphoto", account, name), ["Authorization": "Bearer \(token)"])
            }
        let request = TransferRequest(
            url: url, method: .post(body: picture, contentType: "image/jpeg"), headers: headers,
            maximumBytes: Self.maximumResponseLength, hosts: AllowedHosts(onlyHostOf: server.text))
        return try await requests.upload(
            request, named: name, by: credential, problem: "has no photo ID"
        ) { try? JSONDocument(answer: $0).root["id"]?.text }
    }

    /// Lists a user's photos, in the server's order.
    ///
    /// - Throws: like `people`.
    package func photos(
        of account: String, on server: ServerAddress
    ) async throws -> [ShareList.Row] {
        let key = SectionReference.key(account)
        var photos: [ShareList.Row] = []
        for person in try await people(on: server).rows
        where SectionReference.key(person.name) == key {
            photos += try await list(at: server.url("userphotos", person.id)).rows
        }
        return photos
    }

    /// Shortens a name to what servers accept: a single path component, one line, at most 500
    /// bytes.
    ///
    /// - Parameter substitute: replaces a name that cannot be a path component.
    package static func name(_ text: String, orElse substitute: String) -> String {
        let name = SourceText.prefix(PlainText.line(text), bytes: maximumNameBytes)
        let isBlank = name.allSatisfy(\.isWhitespace)
        return isBlank || !ShareList.isPathComponent(name) ? substitute : name
    }

    /// Returns the reason why an account and its credential cannot be used in a URL; nil if they
    /// can.
    package static func objection(to account: String, _ credential: ServerCredential) -> String? {
        guard ShareList.isPathComponent(account) else {
            return "'\(account)' is not a valid user name"
        }
        var length = account.utf8.count
        if case .password(let password) = credential {
            guard ShareList.isPathComponent(password) else { return "this password cannot be sent" }
            length += password.utf8.count
        }
        return length > maximumSecretBytes ? "name and password are too long for a URL" : nil
    }
}

extension ServerAddress {
    /// Returns the URL of a photo-share server with the given path components.
    func url(_ components: String...) -> String {
        ([text] + components.map { PercentEncoding.encoded($0) }).joined(separator: "/")
    }
}
