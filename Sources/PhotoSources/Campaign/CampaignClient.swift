import Foundation
package import GalleryModel
import Transport

/// Asks the servers of campaigns for posts and their pictures, and signs people in.
package struct CampaignClient: Sendable {
    /// What somebody who signed in to a server has for a password; nil where nobody did.
    package typealias TokenOfServer = @Sendable (ServerAddress) async throws -> String?

    let maximumAnswerBytes: Int
    /// Hosts beside a feed's own that pictures may come from: `host`, `host:port`, `*.domain`.
    let extraHosts: [String]
    let token: TokenOfServer
    let pictures: PictureTransfer
    let answers: AnswerTransfer
    let asking = AskingServers()

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - maximumAnswerBytes: the longest answer in bytes that is read.
    ///   - extraHosts: hosts beside a feed's own that pictures may come from.
    ///   - token: asked for once a server wants to know who asks.
    ///   - pictures: what brings pictures into files.
    ///   - attempted: called before each request but those for pictures goes out, repeated ones too.
    ///   - send: carries the requests; repeats them where that may help.
    package init(
        maximumAnswerBytes: Int, extraHosts: [String], token: @escaping TokenOfServer,
        pictures: PictureTransfer, attempted: @escaping @Sendable () -> Void,
        send: @escaping SendRequest
    ) {
        self.maximumAnswerBytes = maximumAnswerBytes
        self.extraHosts = extraHosts
        self.token = token
        self.pictures = pictures
        answers = AnswerTransfer(attempted: attempted, send: send)
    }

    /// The one host and port that a server's requests go to.
    ///
    /// An address without a port stands for those of http and https: many servers redirect from one to the other.
    static func ownHost(of server: ServerAddress) -> AllowedHosts {
        let hasPort = server.host.last != "]" && server.host.contains(":")
        return AllowedHosts(hasPort ? [server.host] : [80, 443].map { "\(server.host):\($0)" })
    }

    /// The header that tells who asks.
    static func authorization(_ token: String) -> HTTPHeaders {
        ["Authorization": "Bearer \(token)"]
    }
}
