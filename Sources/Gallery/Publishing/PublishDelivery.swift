import Basics
import Catalog
import Foundation
import GalleryModel
import PhotoSources
import Transport

/// Sends prepared photos, each once, and records the outcome.
///
/// A record is written to disk before the request is sent, and completed after the response. If the
/// response was lost, in this run or an earlier one, the server is searched for the photo before it
/// is sent again.
extension PublishRun {
    /// The polling interval while another program sends the same photo.
    private static let nap = Duration.milliseconds(100)
    /// The maximum number of attempts for a photo whose response was lost and that the server does
    /// not list.
    private static let attempts = 2

    /// The outcome of one photo.
    struct Result: Sendable {
        var photo: PublishedPhoto
        /// The server's message if it refused the photo.
        var refusal: String?
        /// True if the photo was sent and its arrival is unknown.
        var isLost = false
        /// The error that every other photo would meet as well; nil for none.
        var ending: GalleryError?

        init(_ id: PhotoID, _ outcome: PublishedPhoto.Outcome, _ remoteID: String? = nil) {
            photo = PublishedPhoto(photoID: id, remoteID: remoteID, outcome: outcome)
        }
    }

    /// Sends a photo, unless it is already published.
    ///
    /// - Throws: errors of the catalog; `CancellationError`.
    func result(of id: PhotoID, _ prepared: Prepared) async throws -> Result {
        switch prepared {
        case .done(let outcome, let remoteID): return Result(id, outcome, remoteID)
        case .failed(let error): return try await failed(id, error.message)
        case .ready(let photo, let key):
            // No other program sends the photo at the same time.
            var taken: [String] = []
            defer { for name in taken.reversed() { claims.release(name) } }
            for name in key.claims(onName: photo.name) {
                while !claims.take(name) { try await Task.sleep(for: Self.nap) }
                taken.append(name)
            }
            return try await delivered(photo, key)
        }
    }

    private func delivered(_ photo: SentPhoto, _ key: PublicationKey) async throws -> Result {
        let id = key.photoID
        let catalog = gallery.catalog
        let before = receiver.existingIDs(named: photo.name)
        var wasSent = false
        do {
            if !options.resendsPublished, let known = try await earlierResult(key) { return known }
            for attempt in 1...Self.attempts {
                let (record, isNew) = try await offload {
                    try catalog.beginPublication(
                        key, named: photo.name, idsBefore: before,
                        keepingName: options.resendsPublished)
                }
                let started = Date()
                do {
                    wasSent = true
                    let remoteID = try await receiver.send(photo)
                    return try await succeeded(id, .sent, remoteID, record, named: photo.name)
                } catch {
                    if isCancellation(error) { throw CancellationError() }
                    guard mayHaveArrived(error) else {
                        // With `resendsPublished` earlier attempts were not looked up, so their records
                        // stay.
                        if isNew || !options.resendsPublished {
                            try await offload { try catalog.dropPublication(record) }
                        }
                        throw error
                    }
                    try await connection.pause()
                    if let existingID = try await remoteID(
                        named: photo.name, since: started, before, key)
                    {
                        return try await succeeded(id, .sent, existingID, record, named: photo.name)
                    }
                    if attempt == Self.attempts || (error as? TransportError)?.mayStillAct == true {
                        var lost = try await failed(
                            id,
                            "\(error); the server does not list the photo yet, but it may still appear: the "
                                + "next run looks there first, and sends it only if it is missing")
                        lost.isLost = true
                        return lost
                    }
                }
            }
            return Result(id, .failed)
        } catch {
            var failed = try await failed(id, error)
            failed.isLost = wasSent && error is LostResponse
            return failed
        }
    }

    /// Returns the outcome of a photo that is already published according to the catalog or, if an
    /// earlier response was lost, the server; nil if it is not published.
    private func earlierResult(_ key: PublicationKey) async throws -> Result? {
        let records = try await offload { try publications(key) }
        if let sent = records.last(where: { $0.publication.dateSent != nil }) {
            return try await succeeded(key.photoID, .present, sent.publication.remoteID)
        }
        guard let open = records.last,
            let existingID = try await remoteID(
                named: open.publication.name, since: open.publication.dateStarted, open.idsBefore,
                key)
        else { return nil }
        return try await succeeded(
            key.photoID, .present, existingID, open.id, named: open.publication.name)
    }

    /// Returns the server's id of a photo sent under a name; nil if the server lists none but known
    /// ones.
    ///
    /// - Parameters:
    ///   - date: when the photo was sent.
    ///   - before: the ids that already had the name; nil if unknown.
    /// - Throws: `LostResponse` if the server does not answer; errors that end the run.
    private func remoteID(
        named name: String, since date: Date, _ before: Set<String>?, _ key: PublicationKey
    ) async throws -> String? {
        let ids: [String]
        do {
            // If the earlier ids are known, the clocks need not agree.
            ids = try await receiver.ids(named: name, since: before == nil ? date : nil)
        } catch let error as SourceError {
            if GalleryError(translating: error).kind == .notAllowed { throw error }
            throw LostResponse(error)
        } catch let error as TransportError
            where error.code != .cancelled && !ServerTrouble(error).stopsListing
        {
            throw LostResponse(error)
        }
        let known = try await offload { try gallery.catalog.publishedIDs(forTargetOf: key) }
        return ids.last { !known.contains($0) && before?.contains($0) != true }
    }

    /// The arrival of a photo sent earlier is unknown.
    private struct LostResponse: Error {
        let message: String

        init(_ reason: any Error) {
            message =
                "it was sent earlier without a response, and checking the server failed: "
                + "\(reason); --again sends it anyway"
        }
    }

    /// Records that the server has a photo.
    ///
    /// - Parameters:
    ///   - record: the record to complete; nil if it is complete.
    ///   - name: the name under which the photo was sent.
    private func succeeded(
        _ id: PhotoID, _ outcome: PublishedPhoto.Outcome, _ remoteID: String?,
        _ record: Int64? = nil, named name: String = ""
    ) async throws -> Result {
        try await offload {
            if let record, let remoteID {
                try gallery.catalog.endPublication(record, named: name, remoteID: remoteID)
            }
            try work.succeed(.photo(id, .publish))
        }
        return Result(id, outcome, remoteID)
    }

    /// Returns true if the server may have received the photo despite an error.
    private func mayHaveArrived(_ error: any Error) -> Bool {
        switch error {
        case let error as TransportError: error.mayHaveActed
        // A redirect may follow after the request has been processed.
        case SourceError.badResponse, SourceError.refused(300..<400, _, _): true
        default: false
        }
    }

    private func isCancellation(_ error: any Error) -> Bool {
        error is CancellationError || Task.isCancelled
            || (error as? TransportError)?.code == .cancelled
    }

    /// Classifies an error of one photo: a failed item, or the end of the run.
    ///
    /// - Parameter isOfAll: whether every other photo would meet the error, whatever it is.
    func failed(_ id: PhotoID, _ error: any Error, isOfAll: Bool = false) async throws -> Result {
        if isCancellation(error) { throw CancellationError() }
        if let lost = error as? LostResponse { return try await failed(id, lost.message) }
        // An error of the catalog.
        if error is GalleryError { throw error }
        let translated = GalleryError(translating: error)
        if translated.kind == .bug { throw translated }
        var ended = Result(id, .failed)
        ended.ending = isOfAll ? translated : ending(error, translated)
        if ended.ending != nil { return ended }
        var failed = try await failed(id, translated.message)
        if case SourceError.refused = error { failed.refusal = translated.message }
        return failed
    }

    private func failed(_ id: PhotoID, _ message: String) async throws -> Result {
        try await offload { try work.fail(.photo(id), message, problem: .photo(id, .publish)) }
        return Result(id, .failed)
    }

    /// Returns the error to end the run with, if every other photo would meet it; nil if it
    /// concerns only one photo.
    private func ending(_ error: any Error, _ translated: GalleryError) -> GalleryError? {
        if let error = error as? TransportError {
            return ServerTrouble(error).stopsListing || !error.mayHaveActed ? translated : nil
        }
        // The server's disk is full.
        if case SourceError.refused(507, _, _) = error { return translated }
        return translated.kind == .notAllowed ? translated : nil
    }
}

extension PublicationKey {
    /// The names of the claims on this publication, and on all photos of a name, because a list of
    /// the server identifies a photo only by its name.
    ///
    /// In a campaign the latter covers all accounts, because a feed does not always identify the
    /// owner of a post.
    fileprivate func claims(onName name: String) -> [String] {
        [
            ["\(photoID)", server.key, account, campaign ?? "", content.hexadecimal],
            [server.key, campaign == nil ? account : "", campaign ?? "", name],
        ].map { parts in FileDigest(of: parts.joined(separator: "\n")).hexadecimal }
    }
}
