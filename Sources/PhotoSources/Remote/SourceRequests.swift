package import Basics
import Foundation
package import GalleryModel
import Synchronization
import Transport

/// Sends the requests of remote sources, counts them, and accepts only valid responses.
package final class SourceRequests: Sendable {
    /// Describes a downloaded file with the given digest and length; throws if it is not an intact
    /// picture.
    package typealias Integrity =
        @Sendable (_ path: BytePath, _ digest: FileDigest, _ byteCount: Int64) throws -> PictureFile

    /// The maximum lengths of responses and pictures.
    let limits: TransferLimits
    /// The servers that are known to require sign-in.
    let signInServers = Mutex<Set<ServerAddress>>([])
    private let integrity: Integrity
    private let send: SendRequest
    private let counts = Mutex((api: 0, pictures: 0))

    /// Makes requests that count from 0.
    ///
    /// - Parameter send: sends a request, with retries.
    package init(
        limits: TransferLimits, integrity: @escaping Integrity, send: @escaping SendRequest
    ) {
        self.limits = limits
        self.integrity = integrity
        self.send = send
    }

    /// The numbers of requests sent so far, including retries: for pictures, and all others.
    package var sent: (api: Int, pictures: Int) { counts.withLock { $0 } }

    /// Sends a request and returns its response, with the value of a successful one.
    ///
    /// - Parameters:
    ///   - reserve: called before each attempt; an error it throws ends the transfer.
    ///   - read: reads a successful response; throws `TransferRejection` for an invalid one, which
    ///     is fetched again if that may help.
    /// - Throws: the reason of a rejection; errors of `reserve` and of the transport.
    func answer<Value: Sendable>(
        to request: TransferRequest, reserve: @escaping @Sendable () async throws -> Void = {},
        read: @escaping @Sendable (TransferResponse) throws -> Value?
    ) async throws -> (response: TransferResponse, value: Value?) {
        let isPicture = request.file != nil
        let value = Mutex<Value?>(nil)
        do {
            let response = try await send(
                request,
                {
                    try await reserve()
                    self.counts.withLock {
                        if isPicture { $0.pictures += 1 } else { $0.api += 1 }
                    }
                },
                { response in
                    guard response.isSuccess else { return }
                    let found = try read(response)
                    value.withLock { $0 = found }
                })
            return (response, value.withLock { $0 })
        } catch let rejection as TransferRejection { throw rejection.reason }
    }

    /// Fetches and parses a 2xx response; a truncated one is fetched again, within the transport's
    /// retries.
    ///
    /// - Parameters:
    ///   - shown: the URL for messages; nil for the request's.
    ///   - isSecret: true if messages must not quote the response.
    ///   - read: parses the body.
    /// - Throws: `SourceError` for any other status or invalid content; transport errors.
    func json<Value: Sendable>(
        _ request: TransferRequest, shownAs shown: String? = nil, isSecret: Bool = false,
        read: @escaping @Sendable (Data) throws(SourceJSONError) -> Value
    ) async throws -> Value {
        let url = shown ?? request.url
        let (response, value) = try await answer(to: request) { response -> Value? in
            do throws(SourceJSONError) { return try read(response.body) } catch {
                let problem = SourceError.badResponse(
                    url: url, problem: error.problem, beginning: isSecret ? nil : error.beginning)
                // An HTML page comes from a different server; truncated text may be complete next
                // time.
                throw TransferRejection(problem, isTransient: error.offset > 0)
            }
        }
        guard let value else { throw SourceError(response, url: url) }
        return value
    }

    /// Sends an upload once, without following redirects, and returns the ID in the response.
    ///
    /// - Parameters:
    ///   - name: the photo's name, which a message about it may contain.
    ///   - credential: the secret in the request, which no message contains.
    ///   - problem: the problem of a response without a usable ID.
    ///   - id: reads the ID.
    /// - Throws: `SourceError`, as `wrongPassword` if the server's message is about a secret;
    ///   transport errors.
    func upload(
        _ request: TransferRequest, named name: String, by credential: ServerCredential,
        problem: String, id: @escaping @Sendable (Data) throws(SourceJSONError) -> String?
    ) async throws -> String {
        var request = request
        request.followsRedirects = false
        do {
            return try await json(request, shownAs: request.redactedURL) {
                body throws(SourceJSONError) in
                if let id = try id(body), ShareList.isUsable(id) { return id }
                throw SourceJSONError(
                    problem: problem, offset: 0, beginning: SourceText.beginning(of: body))
            }
        } catch let error as SourceError { throw error.classified(sending: name, by: credential) }
    }

    /// Downloads a picture to a file whose name contains `.part`, resuming a partial download.
    ///
    /// A damaged file is deleted and fetched again, within the transport's retries; a file of
    /// another type is not. The file remains only after `.downloaded` or a transient failure.
    ///
    /// - Parameters:
    ///   - hosts: the hosts that the picture may come from.
    ///   - headers: authenticate the user.
    ///   - absence: returns the reason if a response means that the server has no such picture.
    ///   - refusal: returns the error for any other status, given the URL for messages.
    /// - Throws: `PictureError` if the picture is not intact; transport errors.
    func picture(
        _ source: PictureSource, hosts: AllowedHosts, headers: HTTPHeaders = [:], to part: BytePath,
        absence: @escaping @Sendable (TransferResponse) -> String? = { _ in nil },
        refusal: (TransferResponse, _ url: String) -> any Error = { SourceError($0, url: $1) }
    ) async throws -> PictureOutcome {
        let request = TransferRequest(
            url: source.url, headers: headers, maximumBytes: limits.maximumPictureBytes,
            file: part, hosts: hosts)
        let integrity = integrity
        // A server may echo credentials.
        let isSecret = !headers.fields.isEmpty
        let (response, file) = try await answer(to: request) { response -> PictureFile? in
            guard absence(response) == nil, let digest = response.sha256 else { return nil }
            do { return try integrity(part, digest, response.byteCount) } catch {
                let other = error as? UnsupportedFileType
                let problem =
                    Self.problem(of: part, isSecret: isSecret)
                    ?? other?.description ?? "is damaged: \(error)"
                Self.remove(part)
                throw TransferRejection(
                    PictureError(url: request.redactedURL, problem: problem),
                    isTransient: other == nil)
            }
        }
        if let file { return .downloaded(file) }
        Self.remove(part)
        if let reason = absence(response) { return .unavailable(reason: reason) }
        guard response.isSuccess else { throw refusal(response, request.wholeRedactedURL) }
        throw PictureError(url: request.redactedURL, problem: "was not stored")
    }

    /// Describes a file that is not a picture by its first bytes; nil if they could be a picture's.
    private static func problem(of part: BytePath, isSecret: Bool) -> String? {
        guard let beginning = try? Descriptor(part).bytes(atMost: 512) else {
            return "cannot be read back"
        }
        guard let first = beginning.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            return "is empty"
        }
        let words = isSecret ? "" : ": '\(SourceText.beginning(of: beginning))'"
        switch first {
        case UInt8(ascii: "<"): return "is HTML or XML instead of a picture" + words
        case UInt8(ascii: "{"), UInt8(ascii: "["): return "is JSON instead of a picture" + words
        default: return nil
        }
    }

    /// Removes a file and the transport's record of it, so that the next download starts over.
    private static func remove(_ part: BytePath) {
        part.remove()
        BytePath(bytes: part.bytes + Array(".meta".utf8)).remove()
    }
}

/// A file of an unsupported type, for which retrying is useless.
package struct UnsupportedFileType: Error, CustomStringConvertible {
    /// The type, as named by exiftool.
    let name: String

    /// Makes the error for a type.
    package init(_ name: String) { self.name = name }

    /// The problem, worded to follow the picture's URL.
    package var description: String { "is a file of type \(name), which is not supported" }
}

/// A picture that is damaged or cannot be fetched.
package struct PictureError: Error, Equatable, CustomStringConvertible {
    /// The requested URL.
    package var url: String
    /// The problem, worded to follow the picture's URL.
    package var problem: String

    /// The error message.
    package var description: String { "the picture at '\(url)' \(problem)" }
}
