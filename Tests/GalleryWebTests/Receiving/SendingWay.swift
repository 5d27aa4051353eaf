import Basics
import Foundation
import Glibc
import Gallery
import GalleryModel
import NIOCore
import Testing

@testable import GalleryWeb

/// The protocols by which other programs send pictures, over their own connections.
enum SendingWay: String, CaseIterable, Sendable {
    case photoShare
    case campaign

    /// The token of the member 'eva'; nil for an unknown sender.
    struct Sender: Sendable {
        let token: String?
    }

    /// The head of a request that sends a picture and ends its connection.
    ///
    /// - Parameters:
    ///   - name: the picture's encoded name in the address; the campaign protocol has it in the
    ///     form.
    ///   - fields: the header fields for the body's length.
    func head(_ sender: Sender, name: String = "dog.jpg", _ fields: String...) -> String {
        let known = sender.token.map { ["Authorization: Bearer \($0)"] } ?? []
        let (path, more) =
            switch self {
            case .photoShare: ("/photoserver/postphoto/eva/evas%20password/\(name)", [String]())
            case .campaign: ("/posts", ["Content-Type: multipart/form-data; boundary=xY"] + known)
            }
        let lines =
            ["POST \(path) HTTP/1.1", "Host: 127.0.0.1", "Connection: close"] + more + fields
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// The part of a body before the picture.
    var start: [UInt8] {
        switch self {
        case .photoShare: []
        case .campaign: SendingWay.part("postPhoto", "; filename=\"dog.jpg\"")
        }
    }

    /// The part of a body after the picture.
    func end(title: String = "dog", token: String? = nil) -> [UInt8] {
        guard self == .campaign else { return [] }
        let tokenPart = token.map { SendingWay.part("loginToken") + Array($0.utf8) } ?? []
        return SendingWay.part("title") + Array(title.utf8) + tokenPart
            + Array("\r\n--xY--\r\n".utf8)
    }

    /// A whole body.
    func body(_ picture: [UInt8]) -> [UInt8] { start + picture + end() }

    /// The end of the previous part and the start of a new one.
    static func part(_ name: String, _ more: String = "") -> [UInt8] {
        Array("\r\n--xY\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n".utf8)
    }

    /// Bytes as a chunk of a body.
    static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }

    /// The message of a refusal; nil if the response does not have the protocol's form.
    ///
    /// - Parameter status: the status of the campaign protocol; the photo-share protocol has only
    ///   413 and 404.
    func sentence(_ answer: String, _ status: Int) -> String? {
        let halves = answer.components(separatedBy: "\r\n\r\n")
        let head = halves[0].lowercased()
        guard halves.count == 2, let body = halves.last else { return nil }
        switch self {
        case .photoShare:
            guard head.hasPrefix("http/1.1 \(status == 413 ? 413 : 404) "),
                head.contains("content-type: text/plain; charset=utf-8")
            else { return nil }
            return body
        case .campaign:
            guard head.hasPrefix("http/1.1 \(status) "),
                head.contains("content-type: application/json")
            else { return nil }
            return (try? JSONValue(Array(body.utf8), depth: 8))?["error"]?.string
        }
    }
}

/// A server on a port with both protocols and the member 'eva'.
final class ReceivingScene: Sendable {
    let campaign: CampaignScene
    /// The sender of the pictures.
    let sender: SendingWay.Sender
    private let before: [String]

    /// Creates a server with a size limit for pictures.
    init(upTo maximumBytes: Int = 1 << 30) throws {
        campaign = try CampaignScene { options in
            options.port = 0
            options.isSharing = true
            options.maximumUploadBytes = maximumBytes
            // Stalled bodies do not time out, however slow the machine is.
            options.limits.body = .hours(1)
        }
        sender = SendingWay.Sender(token: try campaign.token())
        before = campaign.access.files()
    }

    /// Runs a body that blocks its thread while the server runs.
    func withServer<Value: Sendable>(
        _ body: @escaping @Sendable (Int) throws -> Value
    ) async throws -> Value {
        try await campaign.access.scene.withServer([], campaign.access.site.options) { port in
            try await onThread { try body(port) }
        }
    }

    /// Sends bytes over a new connection and returns the whole response.
    func answer(_ port: Int, _ head: String, _ body: [UInt8] = []) throws -> String {
        let client = try RawConnection(port)
        client.send(Array(head.utf8) + body)
        return try client.readToEnd()
    }

    /// All files in the catalog's folder except those that exist while a server runs.
    var files: [String] { campaign.access.files().filter { $0 != "serving.lock" } }

    /// The files of pictures that are being received.
    var incoming: [String] { files.filter { $0.hasPrefix("incoming/") } }

    /// The number of pictures that are being received.
    var arriving: Int { incoming.count { $0.hasSuffix("lease") } }

    /// Waits up to a minute until a condition is true.
    func wait(until isSo: () -> Bool) {
        let deadline = ContinuousClock.now + .seconds(60)
        while !isSo() {
            guard ContinuousClock.now < deadline else {
                Issue.record("what was waited for did not come: \(incoming)")
                return
            }
            usleep(5000)
        }
    }

    /// Checks that nothing that was sent is stored and that the server responds.
    func expectNothing(_ port: Int, _ comment: Comment? = nil) throws {
        // A client does not wait until the server has noticed that it disconnected.
        wait { files == before }
        #expect(files == before, comment)
        #expect(try campaign.gallery.photos(.everything).isEmpty, comment)
        #expect(try campaign.gallery.journal.entries(limit: 9).isEmpty, comment)
        #expect(try campaign.gallery.problems.list().isEmpty, comment)
        #expect(try campaign.gallery.sections.list().map(\.reference.text) == ["camera"], comment)
        for (path, body) in [("posts", "[]"), ("photoserver/userlist", "[]"), ("healthz", "ok")] {
            let answer = try answer(
                port, "GET /\(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("\r\n\r\n\(body)"))
        }
    }
}
