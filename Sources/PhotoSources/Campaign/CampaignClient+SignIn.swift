import Basics
import Foundation
package import GalleryModel
import Transport

extension CampaignClient {
    /// Signs somebody in.
    ///
    /// The password goes to the server's own host alone, in the body.
    ///
    /// - Returns: what the server tells of them, and the token.
    /// - Throws: `SourceError.wrongPassword` where the server does not take email and password; other `SourceError`
    ///   where it answers something else; whatever the transport throws.
    package func signIn(
        email: String, password: String, on server: ServerAddress
    ) async throws -> CampaignUser {
        let body = JSONValue.object([("email", .text(email)), ("password", .text(password))])
        let request = TransferRequest(
            url: server.text + "/auth/signin",
            method: .post(body: body.compact, contentType: "application/json"),
            headers: ["Accept": "application/json"], maximumBytes: maximumAnswerBytes,
            hosts: CampaignClient.ownHost(of: server))
        do {
            var user = try await answers.answer(to: request, isSecret: true) {
                body throws(SourceJSONError) in
                try CampaignUser(answer: body)
            }
            user.email = user.email ?? email
            return user
        } catch let error as SourceError {
            // A server may repeat what it was sent.
            let shown = error.hiding(.password(password))
            guard case .refused(let status, let url, let sentence) = shown,
                [400, 401, 403, 422].contains(status)
            else { throw shown }
            throw SourceError.wrongPassword(url: url, status: status, sentence: sentence)
        }
    }
}

extension CampaignUser {
    /// The longest token in bytes that is taken.
    private static let longestToken = 8_192

    /// Reads what a server answers to a sign-in; only the token has to be there.
    fileprivate init(answer: Data) throws(SourceJSONError) {
        let user = try SourceJSON(answer).root
        guard let token = user["loginToken"]?.text, !token.isEmpty,
            token.utf8.count <= Self.longestToken,
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
