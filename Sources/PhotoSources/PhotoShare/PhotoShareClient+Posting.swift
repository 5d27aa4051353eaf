import Foundation
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
            throw SourceError(status: response.status, url: shown, body: response.body)
                .judged(sending: name, by: credential)
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

    /// The ids of somebody's photos, in the server's order.
    ///
    /// - Parameter name: what they are called; nil for all.
    /// - Throws: as `people`.
    package func ids(
        ofPhotosNamed name: String? = nil, of account: String, on server: ServerAddress
    ) async throws -> [String] {
        let key = SectionReference.key(account)
        var ids: [String] = []
        for person in try await people(on: server).people
        where SectionReference.key(person.name) == key {
            let list = try await list(at: ShareAddress(server: server).photos(of: person.id))
            ids += list.rows.filter { name == nil || $0.name == name }.map(\.id)
        }
        return ids
    }

    /// A name as a server takes it: one part of a path, as many characters as have 500 bytes.
    ///
    /// - Parameter substitute: stands for what can be no part of a path.
    package static func name(_ text: String, orElse substitute: String) -> String {
        var name = ""
        for character in text {
            if name.utf8.count + character.utf8.count > longestName { break }
            name.append(character)
        }
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

extension SourceError {
    /// The error of what was sent, without the secret: `wrongPassword` where the server's words are about one.
    ///
    /// The protocol of photo sharing has one status for everything: only the words tell.
    func judged(sending name: String, by credential: ServerCredential) -> SourceError {
        let shown = hiding(credential)
        guard case .refused(let status, let url, let sentence?) = self,
            case .refused(_, _, let shownSentence) = shown, !(300..<400).contains(status)
        else { return shown }
        func isAboutSecrets(_ text: String) -> Bool {
            let text = text.lowercased()
            return text.contains("password") || text.contains("token")
        }
        // The server may repeat the photo's own name; one without these words says nothing.
        let words =
            isAboutSecrets(name)
            ? sentence.lowercased().replacing(name.lowercased(), with: " ") : sentence
        return isAboutSecrets(words)
            ? .wrongPassword(url: url, status: status, sentence: shownSentence) : shown
    }

    /// The error without a secret that the server repeated; without all its words where the secret is too short to
    /// be hidden among them.
    func hiding(_ credential: ServerCredential) -> SourceError {
        let secret =
            switch credential {
            case .password(let secret), .token(let secret): secret
            }
        func hidden(_ text: String) -> String? {
            if secret.isEmpty { return text }
            let spellings = [secret, ShareAddress.escaped(secret)]
            if secret.utf8.count < 4, spellings.contains(where: { text.contains($0) }) {
                return nil
            }
            let rest = spellings.reduce(text) { $0.replacing($1, with: "…") }
            return Self.spellsOut(secret, in: rest) ? nil : rest
        }
        return switch self {
        case .refused(let status, let url, let sentence):
            .refused(status: status, url: url, sentence: sentence.flatMap(hidden))
        case .badAnswer(let url, let problem, let beginning):
            .badAnswer(url: url, problem: problem, beginning: beginning.flatMap(hidden))
        default: self
        }
    }

    /// Whether a text has a secret in another case, in percents or as HTML writes it, also one after the other.
    private static func spellsOut(_ secret: String, in text: String) -> Bool {
        var texts = [text]
        for _ in 0..<3 {
            texts += [HTMLEntities.decode(texts.last ?? "")]
            texts += [texts.last?.replacing("+", with: " ").removingPercentEncoding ?? text]
        }
        return texts.contains { $0.range(of: secret, options: .caseInsensitive) != nil }
    }
}
