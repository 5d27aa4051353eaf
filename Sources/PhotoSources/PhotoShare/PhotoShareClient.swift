package import Basics
import Foundation
package import GalleryModel
import Transport

/// Asks photo-share servers for people, their photos and the pictures.
///
/// No request carries a credential: what is listed is there for everybody.
package struct PhotoShareClient: Sendable {
    let maximumAnswerBytes: Int
    let listAttempted: @Sendable () -> Void
    let pictures: PictureTransfer
    let send: SendRequest

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - maximumAnswerBytes: the longest list in bytes that is read.
    ///   - pictures: what brings pictures into files.
    ///   - listAttempted: called before each request for a list goes out, repeated ones too.
    ///   - send: carries the requests; repeats them where that may help.
    package init(
        maximumAnswerBytes: Int, pictures: PictureTransfer,
        listAttempted: @escaping @Sendable () -> Void, send: @escaping SendRequest
    ) {
        self.maximumAnswerBytes = maximumAnswerBytes
        self.pictures = pictures
        self.listAttempted = listAttempted
        self.send = send
    }

    /// The people on a server, those with photos only, each once in the server's order.
    ///
    /// - Returns: also how many rows of the list have no id.
    /// - Throws: `SourceError`; whatever the transport throws.
    package func people(
        on server: ServerAddress
    ) async throws -> (people: [SharePerson], withoutID: Int) {
        let list = try await list(at: ShareAddress(server: server).people)
        return (list.rows.map { SharePerson(id: $0.id, name: $0.name) }, list.rowsWithoutID)
    }

    /// Fetches and reads a list.
    func list(at url: String) async throws -> ShareList {
        let answers = AnswerTransfer(attempted: listAttempted, send: send)
        let request = TransferRequest(
            url: url, maximumBytes: maximumAnswerBytes, hosts: AllowedHosts(onlyHostOf: url))
        return try await answers.answer(to: request) { body throws(SourceJSONError) in
            try ShareList(body)
        }
    }
}

extension PhotoShareClient: RemoteSource {
    /// Photos that are handed on together.
    private static let pageSize = 1_000

    /// Lists the photos of a person, one request.
    ///
    /// - Throws: whatever `receive` throws.
    package func listing(
        of query: ShareQuery, receive: @Sendable (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        let address = ShareAddress(server: query.server)
        var listing = SourceListing()
        let list: ShareList
        do { list = try await self.list(at: address.photos(of: query.userID)) } catch {
            if error is CancellationError { throw error }
            listing.failure = error
            listing.gaps.append("the list of photos could not be had: \(error)")
            return listing
        }
        listing.found = list.rows.count
        listing.listed = list.rows.count
        listing.isExhausted = list.rowsWithoutID == 0
        if list.rowsWithoutID > 0 {
            listing.gaps.append("the server sent \(list.rowsWithoutID) rows that have no photo id")
        }
        var rest = list.rows[...]
        // A list without photos fills a section all the same.
        repeat {
            let photos = rest.prefix(Self.pageSize).map { row in
                var details = PhotoDetails(
                    origin: .share,
                    originID: "\(query.server.key)/\(ShareAddress.escaped(row.id))")
                details.title = row.name.isEmpty ? nil : row.name
                details.creator = query.name.isEmpty ? nil : query.name
                details.largePictureURL = address.photo(row.id)
                details.rawJSON = row.json
                return details
            }
            rest = rest.dropFirst(Self.pageSize)
            try await receive(SourcePage(photos: photos, found: listing.found))
        } while !rest.isEmpty
        return listing
    }

    /// Where a photo's one picture can be fetched.
    package func picture(of photo: Photo, size: PictureSize) -> PictureSource? {
        photo.largePictureURL.map { PictureSource(size: .original, url: $0) }
    }

    /// Downloads a picture into a file whose name holds `.part`, resuming what is there.
    ///
    /// - Throws: `PictureError` where what came is no whole picture; `SourceError.refused` with what the server
    ///   says about a photo that it does not give; whatever the transport throws.
    package func download(
        _ source: PictureSource, to part: BytePath
    ) async throws -> PictureOutcome {
        let answer = try await pictures.answer(
            source, hosts: AllowedHosts(onlyHostOf: source.url), to: part)
        guard answer.response.isSuccess else {
            DownloadedFile(part).remove()
            throw SourceError(answer.response, url: source.url)
        }
        return try pictures.outcome(answer)
    }
}
