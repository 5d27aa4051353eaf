import Basics
package import GalleryModel
import Transport

extension PhotoShareClient {
    /// The longest answer in bytes that is read: an id, or a sentence.
    private static let longestAnswer = 1 << 16

    /// The most bytes of a name that is sent, and of an account's name and password together: a byte may need three
    /// of the 16 KiB that curl takes for an address.
    private static let (longestName, longestSecret) = (500, 3_000)

    /// Sends a picture, once: where no answer comes, it may be there or not.
    ///
    /// A password stands in the address, by the protocol: in no message, and no redirect is followed. A token goes
    /// in a header.
    ///
    /// - Parameters:
    ///   - picture: a JPEG file's bytes.
    ///   - name: what it is to be called.
    ///   - account: whose photo it is to be.
    /// - Returns: the server's own id.
    /// - Throws: `SourceError.refused` with what the server says where it does not take the picture, `wrongPassword`
    ///   where its words are about a password or token, `badAnswer` where it answers without an id; whatever the
    ///   transport throws.
    package func post(
        _ picture: [UInt8], named name: String, of account: String,
        credential: ServerCredential, on server: ServerAddress
    ) async throws -> String {
        let address = ShareAddress(server: server)
        let (url, headers): (String, HTTPHeaders) =
            switch credential {
            case .password(let password):
                (address.post(of: account, password: password, name: name), [:])
            case .token(let token):
                (
                    address.post(of: account, name: name),
                    ["Authorization": "Bearer \(token)"]
                )
            }
        var request = TransferRequest(
            url: url, method: .post(body: picture, contentType: "image/jpeg"), headers: headers,
            maximumBytes: Self.longestAnswer, hosts: AllowedHosts(onlyHostOf: server.text))
        request.followsRedirects = false
        let shown = request.redactedURL
        let response = try await send(request, {}) { _ in }
        guard response.isSuccess else {
            throw SourceError(response, url: shown).judged(sending: name, by: credential)
        }
        let id = try? SourceJSON(response.body).root["id"]?.text
        guard let id, ShareList.isUsable(id) else {
            throw SourceError.badAnswer(
                url: shown, problem: "has no id of the photo",
                beginning: SourceText.beginning(of: response.body)
            ).hiding(credential)
        }
        return id
    }

    /// Somebody's photos, in the server's order.
    ///
    /// - Throws: as `people`.
    package func photos(
        of account: String, on server: ServerAddress
    ) async throws -> [(id: String, name: String)] {
        let key = SectionReference.key(account)
        var photos: [(id: String, name: String)] = []
        for person in try await people(on: server).people
        where SectionReference.key(person.name) == key {
            let list = try await list(at: ShareAddress(server: server).photos(of: person.id))
            photos += list.rows.map { ($0.id, $0.name) }
        }
        return photos
    }

    /// A name as a server takes it: one part of a path, one line, as many characters as have 500 bytes.
    ///
    /// - Parameter substitute: stands for what can be no part of a path.
    package static func name(_ text: String, orElse substitute: String) -> String {
        let name = SourceText.prefix(PlainText.line(text), bytes: longestName)
        let isBlank = name.allSatisfy(\.isWhitespace)
        return isBlank || !ShareAddress.isPart(name) ? substitute : name
    }

    /// Why a name and what proves it cannot stand in an address; nil where they can.
    package static func objection(
        to account: String, _ credential: ServerCredential
    ) -> String? {
        guard ShareAddress.isPart(account) else { return "nobody can be called '\(account)' there" }
        var length = account.utf8.count
        if case .password(let password) = credential {
            guard ShareAddress.isPart(password) else { return "such a password cannot be sent" }
            length += password.utf8.count
        }
        return length > longestSecret ? "name and password are too long for an address" : nil
    }
}
