import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Testing

@testable import GalleryWeb

/// Tests the limit on simultaneous pictures from senders that are not identified yet.
@Suite("Unknown senders", .enabled(if: PictureScene.hasSamples))
struct UnknownSenderTests {
    private static let way = SendingWay.campaign
    private static let unknown = SendingWay.Sender(token: nil)

    /// A connection that has started to send a picture without a token.
    private static func begun(_ port: Int, _ picture: [UInt8]) throws -> RawConnection {
        let client = try RawConnection(port)
        client.send(way.head(unknown, "Transfer-Encoding: chunked"))
        client.send(SendingWay.chunk(way.start + picture))
        return client
    }

    @Test("a network has one turn at a time, for up to a minute")
    func aHouseholdHasOneTurnOfAMinute() async throws {
        let clock = HandClock()
        var options = ServerOptions()
        options.now = { clock.now }
        let scene = try WebScene(options)
        let site = scene.server.site
        func begun(_ address: String) async throws -> PostForm {
            let client = Client(address: address, isSecure: false)
            var form = PostForm(in: site, from: client, isKnown: false)
            try await form.take(.part("postPhoto"))
            return form
        }
        func status(_ body: () async throws -> Void) async throws -> Int? {
            do { try await body() } catch let problem as Problem { return problem.status.code }
            return nil
        }
        let addresses = (1...3).map { "192.0.2.\($0)" }
        var forms = [try await begun(addresses[0]), try await begun(addresses[1])]
        #expect(try await status { _ = try await begun(addresses[0]) } == 503)
        // A tunnel of the local machine serves many clients.
        forms += [try await begun("127.0.0.1"), try await begun("127.0.0.1")]
        #expect(try await status { _ = try await begun(addresses[2]) } == 503)
        try await forms[0].take(.bytes([1]))
        clock.advance(60)
        try await forms[0].take(.bytes([1]))
        clock.advance(1)
        #expect(try await status { try await forms[0].take(.bytes([1])) } == 408)
        await forms[0].giveUp()
        forms[0] = try await begun(addresses[0])
        for index in forms.indices { await forms[index].giveUp() }
    }

    @Test("four clients at a time can send a picture before their token")
    func fourMaySendAPictureBeforeTheirToken() async throws {
        let scene = try ReceivingScene()
        let token = scene.sender.token
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        try await scene.withServer { port in
            /// The response to a whole form that has the token at its end.
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
                    == "too many requests; try again later", "\(refused)")
            #expect(refused.lowercased().contains("\r\nretry-after: 2\r\n"))
            // Senders identified by a header or by the start of the form do not wait for them.
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
            // A client that sends its token frees its turn.
            let client = clients.removeLast()
            client.send(
                SendingWay.chunk(Self.way.end(title: "token last", token: token))
                    + Array("0\r\n\r\n".utf8))
            #expect(try client.readToEnd().hasPrefix("HTTP/1.1 200 "))
            #expect(try answer("fifth").hasPrefix("HTTP/1.1 200 "))
            // A client that disconnects frees its turn.
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
