package import GalleryModel
import Transport

extension CampaignClient {
    /// The longest answer in bytes that is read: a post, or a sentence.
    private static let longestAnswer = 1 << 20

    /// A post that is sent.
    package struct NewPost: Sendable {
        /// A JPEG file's bytes.
        package var picture: [UInt8]
        /// What the file is called.
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

    /// Sends a post, once: where no answer comes, it may be there or not.
    ///
    /// No redirect is followed: the token is for this server alone.
    ///
    /// - Returns: the server's own id.
    /// - Throws: `SourceError.refused` with what the server says where it does not take the post, 401 where it does not
    ///   take the token; `wrongPassword` where its words are about one; `badAnswer` where it answers without an id;
    ///   whatever the transport throws.
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
            headers: CampaignClient.authorization(token), maximumBytes: Self.longestAnswer,
            hosts: CampaignClient.ownHost(of: server))
        request.followsRedirects = false
        do {
            return try await answers.answer(to: request) { body throws(SourceJSONError) in
                let json = try SourceJSON(body)
                guard let id = SourceID.read(json.root["_id"]), ShareList.isUsable(id) else {
                    throw SourceJSONError(
                        problem: "has no id of the post", offset: 0,
                        beginning: SourceText.beginning(of: json.bytes))
                }
                return id
            }
        } catch let error as SourceError {
            throw error.judged(sending: post.title, by: .token(token))
        }
    }
}
