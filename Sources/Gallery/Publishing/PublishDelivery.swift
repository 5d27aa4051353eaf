import Basics
import Catalog
import Foundation
import GalleryModel
import PhotoSources
import Transport

/// Sends photos that are ready, once each, and records what came of it.
///
/// A record is on the disk before the request goes out, and says that the photo arrived after its answer. Where no answer
/// came, in this run or one that was killed, the server is asked what it has before anything is sent again.
struct PublishDelivery: Sendable {
    let catalog: PhotoCatalog
    let receiver: any PublishReceiver
    let connection: SourceConnection
    let claims: PictureClaims
    let sendsAgain: Bool
    let work: WorkContext

    /// How long another program that sends the same photo is waited for at a time.
    private static let nap = Duration.milliseconds(100)
    /// How often a photo is sent whose answer is lost and that the server does not have.
    private static let attempts = 2

    /// What came of a photo.
    struct Result: Sendable {
        var photo: PublishedPhoto
        /// What the server said where it refused the photo.
        var refusal: String?
        /// Whether it was sent now, and nobody knows whether it arrived.
        var isLost = false
        /// What every other photo would meet as well; nil for nothing.
        var ending: GalleryError?
    }

    /// Sends a photo, where it is to be sent.
    ///
    /// - Throws: what the catalog throws; `CancellationError`.
    func result(
        of id: PhotoID, _ prepared: PublishPreparation.Prepared
    ) async throws -> Result {
        switch prepared {
        case .present(let publication): return result(of: id, .present, publication.remoteID)
        case .wanted: return result(of: id, .sent)
        case .failed(let error): return try await failed(id, error.message)
        case .ready(let picture, let key):
            return try await claiming(key.claim) {
                // A photo that is looked for in a list has its name alone.
                try await claiming(key.claim(onName: picture.name)) {
                    try await delivered(picture, key)
                }
            }
        }
    }

    /// Does what no other program does at the same time.
    private func claiming(
        _ claim: String, _ body: () async throws -> Result
    ) async throws -> Result {
        while !claims.take(claim) { try await Task.sleep(for: Self.nap) }
        defer { claims.release(claim) }
        return try await body()
    }

    private func delivered(_ picture: SentPicture, _ key: PublicationKey) async throws -> Result {
        let id = key.photoID
        let before: Set<String>?
        do { before = try await receiver.idsBefore(named: picture.name) } catch {
            return try await failed(id, error, isOfAll: true)
        }
        var wasSent = false
        do {
            if !sendsAgain, let known = try await resultOfEarlierRun(key) { return known }
            for attempt in 1...Self.attempts {
                let (record, isNew) = try await offload {
                    try catalog.beginPublication(
                        key, named: picture.name, idsBefore: before, keepingName: sendsAgain)
                }
                let started = Date()
                do {
                    wasSent = true
                    let remoteID = try await receiver.send(picture)
                    return try await arrived(record, picture, id, remoteID)
                } catch {
                    if isCancellation(error) { throw CancellationError() }
                    guard mayHaveArrived(error) else {
                        // Of an earlier attempt nobody asked where it is sent in any case.
                        if isNew || !sendsAgain {
                            try await offload { try catalog.dropPublication(record) }
                        }
                        throw error
                    }
                    try await connection.pause()
                    if let there = try await remoteID(
                        named: picture.name, since: started, before, key)
                    {
                        return try await arrived(record, picture, id, there)
                    }
                    if attempt == Self.attempts || (error as? TransportError)?.mayStillAct == true {
                        var lost = try await failed(
                            id,
                            "\(error); the server does not list the photo by now, which may still come: the next "
                                + "run looks there first, and sends it only if it is not there")
                        lost.isLost = true
                        return lost
                    }
                }
            }
            return result(of: id, .failed)
        } catch {
            var failed = try await failed(id, error)
            failed.isLost = wasSent && error is LostAnswer
            return failed
        }
    }

    /// What came of a photo that is there already, as far as the catalog knows, or the server, where an earlier attempt
    /// had no answer; nil where it is not there.
    private func resultOfEarlierRun(_ key: PublicationKey) async throws -> Result? {
        let records = try await offload { try catalog.publications(of: key.photoID) }
            .filter { $0.isOne(of: key) }
        if let sent = records.last(where: { $0.publication.dateSent != nil }) {
            return try await succeeded(key.photoID, .present, sent.publication.remoteID)
        }
        guard let open = records.last,
            let there = try await remoteID(
                named: open.publication.name, since: open.publication.dateStarted, open.idsBefore,
                key)
        else { return nil }
        try await offload {
            try catalog.endPublication(open.id, named: open.publication.name, remoteID: there)
        }
        return try await succeeded(key.photoID, .present, there)
    }

    /// Asks the server for the id of what was sent under a name; nil where it lists no such photo but known ones.
    ///
    /// - Parameters:
    ///   - date: when it was sent.
    ///   - before: the ids of what had the name before; nil where they are not known.
    /// - Throws: `LostAnswer` where the server does not say; what ends the run.
    private func remoteID(
        named name: String, since date: Date, _ before: Set<String>?, _ key: PublicationKey
    ) async throws -> String? {
        let ids: [String]
        do {
            // Where it is known what was there, clocks need not agree.
            ids = try await receiver.ids(named: name, since: before == nil ? date : nil)
        } catch let error as SourceError {
            if GalleryError(source: error).kind == .notAllowed { throw error }
            throw LostAnswer(reason: "\(error)")
        } catch let error as TransportError
            where error.code != .cancelled && !ServerTrouble(error).endsLists
        {
            throw LostAnswer(reason: "\(error)")
        }
        let known = try await offload { try catalog.publishedIDs(likeThatOf: key) }
        return ids.last { !known.contains($0) && before?.contains($0) != true }
    }

    /// Nobody knows whether a photo arrived that was sent before.
    private struct LostAnswer: Error {
        var reason: String

        var message: String {
            "it was sent before and no answer came, and whether it arrived cannot be asked: \(reason); --again "
                + "sends it in any case"
        }
    }

    private func arrived(
        _ record: Int64, _ picture: SentPicture, _ id: PhotoID, _ remoteID: String
    ) async throws -> Result {
        try await offload {
            try catalog.endPublication(record, named: picture.name, remoteID: remoteID)
        }
        return try await succeeded(id, .sent, remoteID)
    }

    private func succeeded(
        _ id: PhotoID, _ outcome: PublishedPhoto.Outcome, _ remoteID: String?
    ) async throws -> Result {
        try await offload { try work.succeed(.photo(id, .publish)) }
        return result(of: id, outcome, remoteID)
    }

    private func result(
        of id: PhotoID, _ outcome: PublishedPhoto.Outcome, _ remoteID: String? = nil
    ) -> Result {
        Result(photo: PublishedPhoto(photoID: id, remoteID: remoteID, outcome: outcome))
    }
}

extension PublishDelivery {
    /// Whether the server may have the photo in spite of an error.
    private func mayHaveArrived(_ error: any Error) -> Bool {
        switch error {
        case let error as TransportError: error.mayHaveActed
        // A redirect may come after the work is done.
        case SourceError.badAnswer, SourceError.refused(300..<400, _, _): true
        default: false
        }
    }

    private func isCancellation(_ error: any Error) -> Bool {
        error is CancellationError || Task.isCancelled
            || (error as? TransportError)?.code == .cancelled
    }

    /// What an error of one photo means: a failed item, or the end of the run.
    ///
    /// - Parameter isOfAll: whether every other photo would meet it, whatever it is.
    private func failed(
        _ id: PhotoID, _ error: any Error, isOfAll: Bool = false
    ) async throws -> Result {
        if isCancellation(error) { throw CancellationError() }
        if let lost = error as? LostAnswer { return try await failed(id, lost.message) }
        // The catalog's own.
        if error is GalleryError { throw error }
        let translated = GalleryError(translating: error)
        if translated.kind == .bug { throw translated }
        var failed = result(of: id, .failed)
        failed.ending = isOfAll ? translated : ending(error, translated)
        if failed.ending != nil { return failed }
        if case SourceError.refused = error { failed.refusal = translated.message }
        try await tellFailed(id, translated.message)
        return failed
    }

    private func failed(_ id: PhotoID, _ message: String) async throws -> Result {
        try await tellFailed(id, message)
        return result(of: id, .failed)
    }

    private func tellFailed(_ id: PhotoID, _ message: String) async throws {
        try await offload {
            try work.fail(.photo(id), message, problem: .photo(id, .publish))
        }
    }

    /// The end of the run, where every other photo would meet an error, too; nil where it is about one photo.
    private func ending(_ error: any Error, _ translated: GalleryError) -> GalleryError? {
        if let error = error as? TransportError {
            return ServerTrouble(error).endsLists || !error.mayHaveActed ? translated : nil
        }
        // Its disk is full.
        if case SourceError.refused(507, _, _) = error { return translated }
        return translated.kind == .notAllowed ? translated : nil
    }
}

extension PublicationKey {
    /// What a claim on it is taken by, as `PictureClaims` wants it.
    fileprivate var claim: String {
        let parts = ["\(photoID)", server.key, account, campaign ?? "", content.hexadecimal]
        return FileDigest(of: parts.joined(separator: "\n")).hexadecimal
    }

    /// What a claim on all photos of a name there is taken by; a feed does not always tell whose posts are whose.
    fileprivate func claim(onName name: String) -> String {
        let parts = [server.key, campaign == nil ? account : "", campaign ?? "", name]
        return FileDigest(of: parts.joined(separator: "\n")).hexadecimal
    }
}
