import Basics
import Foundation
import GalleryModel
import PhotoSources
import Synchronization

@testable import Transport

/// A Flickr server without a network: answers a client's requests from a closure and records them.
final class ScriptedFlickr: Sendable {
    /// A response.
    struct Answer: Sendable {
        var status = 200
        var body: String
        /// The URL after redirects; nil for the requested one.
        var finalURL: String?
    }

    private let urls = Mutex<[String]>([])
    private let respond: @Sendable (_ query: [String: String], _ count: Int) throws -> Answer

    init(_ respond: @escaping @Sendable ([String: String], Int) throws -> Answer) {
        self.respond = respond
    }

    /// The query items of every request so far.
    var requests: [[String: String]] { urls.withLock { $0 }.map(ScriptedFlickr.query) }

    /// The URL of every request so far.
    var requestedURLs: [String] { urls.withLock { $0 } }

    /// Makes a client with a key and this server.
    func client(
        key: String? = "0123456789abcdef",
        reserveQuery: @escaping @Sendable () async throws -> Void = {}
    ) -> FlickrClient {
        var settings = FlickrSettings()
        settings.apiKey = key
        let requests = SourceRequests(
            limits: TransferLimits(), integrity: { try ScriptedFlickr.picture(at: $0, $1, $2) }
        ) { request, willAttempt, check in
            try await self.send(request, willAttempt, check)
        }
        return FlickrClient(settings: settings, requests: requests, reserveQuery: reserveQuery)
    }

    /// Tries three times, like the transport after transient rejections.
    private func send(
        _ request: TransferRequest, _ willAttempt: @Sendable () async throws -> Void,
        _ check: @Sendable (TransferResponse) throws -> Void
    ) async throws -> TransferResponse {
        for attempt in 1... {
            try await willAttempt()
            let count = urls.withLock {
                $0.append(request.url)
                return $0.count
            }
            let answer = try respond(ScriptedFlickr.query(request.url), count)
            var response = TransferResponse(
                status: answer.status, effectiveURL: answer.finalURL ?? request.url, headers: [:],
                body: Data(answer.body.utf8), byteCount: Int64(answer.body.utf8.count), sha256: nil)
            if let name = request.file?.string {
                try Data(answer.body.utf8).write(to: URL(fileURLWithPath: name))
                response.body = Data()
                response.sha256 = FileDigest(bytes: Array(repeating: UInt8(7), count: 32))
            }
            do {
                try check(response)
                return response
            } catch let rejection as TransferRejection where rejection.isTransient && attempt < 3 {
                continue
            }
        }
        throw CancellationError()
    }

    static func query(_ url: String) -> [String: String] {
        let items = URLComponents(string: url)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    /// Accepts the text `JPEG!` as a complete picture.
    static func picture(
        at path: BytePath, _ digest: FileDigest, _ byteCount: Int64
    ) throws -> PictureFile {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path.string ?? ""))
        guard bytes == Data("JPEG!".utf8) else { throw NotWhole() }
        return PictureFile(
            digest: digest, byteCount: byteCount, fileType: "JPEG", fileExtension: "jpg",
            width: nil, height: nil)
    }

    struct NotWhole: Error {}
}

extension SourceListing {
    /// True if everything that was requested was delivered.
    var isComplete: Bool { gaps.isEmpty && failure == nil }
}

/// Collects the photos of a listing.
final class DeliveredPhotos: Sendable {
    private let photos = Mutex<[PhotoDetails]>([])

    func take(_ page: SourcePage) { photos.withLock { $0 += page.photos } }

    var ids: [String] { photos.withLock { $0 }.map(\.originID) }
    var all: [PhotoDetails] { photos.withLock { $0 } }
}

/// Reproducible pseudorandom numbers (SplitMix64), so that a failing case can be repeated.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// A response of `flickr.photos.search` with minimal rows.
func searchAnswer(
    _ ids: some Sequence<String>, page: Int, pages: Int, perPage: Int, total: String,
    uploaded: (String) -> Int? = { _ in nil }
) -> String {
    let rows = ids.map { id in
        let date = uploaded(id).map { #", "dateupload":"\#($0)""# } ?? ""
        return
            #"{"id":"\#(id)", "owner":"1@N01", "secret":"ab", "server":"1", "title":"t"\#(date)}"#
    }
    return
        #"{"photos":{"page":\#(page), "pages":\#(pages), "perpage":\#(perPage), "total":\#(total), "#
        + #""photo":[\#(rows.joined(separator: ", "))]}, "stat":"ok"}"#
}
