import Foundation
import Gallery
import GalleryModel
import Testing

@testable import GalleryWeb

/// Pictures that come before it is known who sends them take room of the server's, and few may at a time.
@Suite(.enabled(if: PictureScene.hasSamples)) struct UnknownSenderTests {
    private static let way = SendingWay.campaign
    private static let unknown = SendingWay.Sender(token: nil)

    /// A connection over which a picture began to come without a token.
    private static func begun(_ port: Int, _ picture: [UInt8]) throws -> RawConnection {
        let client = try RawConnection(port)
        client.send(way.head(unknown, "Transfer-Encoding: chunked"))
        client.send(SendingWay.chunk(way.start + picture))
        return client
    }

    @Test func fourMaySendAPictureBeforeTheirToken() async throws {
        let scene = try ReceivingScene()
        let token = scene.sender.token
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        try await scene.withServer { port in
            /// What a whole form is answered that tells its sender at its end.
            func answer(_ title: String) throws -> String {
                let body = Self.way.start + picture + Self.way.end(title: title, token: token)
                return try scene.answer(
                    port, Self.way.head(Self.unknown, "Content-Length: \(body.count)"), body)
            }
            var clients = try (0..<4).map { _ in try Self.begun(port, picture) }
            scene.wait { scene.arriving == 4 }
            let refused = try answer("fifth")
            #expect(
                Self.way.sentence(refused, 503)
                    == "too much is asked of this server at once: try again later", "\(refused)")
            #expect(refused.lowercased().contains("\r\nretry-after: 2\r\n"))
            // Who is known, by a header or by what comes first in the form, does not wait for them.
            let known = Self.way.body(picture)
            #expect(
                try scene.answer(
                    port, Self.way.head(scene.sender, "Content-Length: \(known.count)"), known
                ).hasPrefix("HTTP/1.1 200 "))
            let first =
                SendingWay.part("loginToken") + Array((token ?? "").utf8) + Self.way.start
                + picture + Self.way.end(title: "token first")
            #expect(
                try scene.answer(
                    port, Self.way.head(Self.unknown, "Content-Length: \(first.count)"), first
                ).hasPrefix("HTTP/1.1 200 "))
            // Who tells a token makes room.
            let client = clients.removeLast()
            client.send(
                SendingWay.chunk(Self.way.end(title: "token last", token: token))
                    + Array("0\r\n\r\n".utf8))
            #expect(try client.readToEnd().hasPrefix("HTTP/1.1 200 "))
            #expect(try answer("fifth").hasPrefix("HTTP/1.1 200 "))
            // Who goes away makes room.
            clients.append(try Self.begun(port, picture))
            scene.wait { scene.arriving == 4 }
            clients.removeAll()
            scene.wait { (try? answer("sixth").hasPrefix("HTTP/1.1 200 ")) == true }
            scene.wait { scene.incoming.isEmpty }
        }
        let titles = try scene.campaign.feed.posts().map(\.title)
        #expect(titles.sorted() == ["dog", "fifth", "sixth", "token first", "token last"])
    }
}
