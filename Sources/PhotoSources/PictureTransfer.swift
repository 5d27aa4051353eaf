package import Basics
import Foundation
import Synchronization
import Transport

/// Brings a picture into a file, and keeps it only where it is a whole one.
package struct PictureTransfer: Sendable {
    /// Reads a downloaded file and says what it is; throws where it is no whole picture.
    package typealias Integrity = @Sendable (BytePath) throws -> PictureKind

    /// What came of a transfer.
    struct Answer {
        var response: TransferResponse
        /// Where it was asked for, fit for messages.
        var shownURL: String
        /// What the file is; nil where the answer brought no picture.
        var kind: PictureKind?
    }

    /// Reads a downloaded file.
    let integrity: Integrity
    /// The longest picture in bytes that is stored.
    let maximumBytes: Int
    /// Called before each request goes out, repeated ones too.
    let attempted: @Sendable () -> Void
    /// Carries the requests.
    let send: SendRequest

    /// Makes transfers of one kind.
    package init(
        integrity: @escaping Integrity, maximumBytes: Int,
        attempted: @escaping @Sendable () -> Void, send: @escaping SendRequest
    ) {
        self.integrity = integrity
        self.maximumBytes = maximumBytes
        self.attempted = attempted
        self.send = send
    }

    /// Asks for a picture.
    ///
    /// A damaged file is thrown away and fetched anew, within the transport's retries; one of another type is not
    /// fetched again.
    ///
    /// - Parameters:
    ///   - hosts: where it may come from.
    ///   - headers: what tells who asks.
    ///   - isPlaceholder: whether a URL after redirects is that of a picture which stands for none.
    /// - Throws: `PictureError` where what came is no whole picture; whatever the transport throws.
    func answer(
        _ source: PictureSource, hosts: AllowedHosts, headers: HTTPHeaders = [:],
        to part: BytePath, isPlaceholder: @escaping @Sendable (String) -> Bool = { _ in false }
    ) async throws -> Answer {
        let request = TransferRequest(
            url: source.url, headers: headers, maximumBytes: maximumBytes, destination: .file(part),
            hosts: hosts)
        let (integrity, attempted, shownURL) = (integrity, attempted, request.redactedURL)
        let kind = Mutex<PictureKind?>(nil)
        do {
            let response = try await send(request, { attempted() }) { response in
                guard response.isSuccess, !isPlaceholder(response.effectiveURL) else { return }
                do {
                    let found = try integrity(part)
                    kind.withLock { $0 = found }
                } catch {
                    let other = error as? OtherFileType
                    // A server may repeat what tells who asks.
                    let problem =
                        DownloadedFile(part).problem(isSecret: !headers.fields.isEmpty)
                        ?? other?.description ?? "is damaged: \(error)"
                    DownloadedFile(part).remove()
                    throw TransferRejection(
                        reason: problem, isTransient: other == nil,
                        underlying: PictureError(url: shownURL, problem: problem))
                }
            }
            return Answer(
                response: response, shownURL: shownURL, kind: kind.withLock { $0 })
        } catch let rejection as TransferRejection {
            DownloadedFile(part).remove()
            throw rejection.underlying ?? rejection
        }
    }

    /// What an answer of 2xx brought.
    func outcome(_ answer: Answer) throws -> PictureOutcome {
        guard let digest = answer.response.sha256, let kind = answer.kind else {
            throw PictureError(url: answer.shownURL, problem: "was not stored")
        }
        return .downloaded(
            digest: digest, byteCount: answer.response.byteCount, kind: kind,
            finalURL: answer.response.effectiveURL)
    }
}

/// A file of a type that is no picture which can be taken; it will be the same next time.
package struct OtherFileType: Error, CustomStringConvertible {
    /// The type, as exiftool names it.
    let name: String

    /// Names the type.
    package init(_ name: String) {
        self.name = name
    }

    /// What is wrong with the picture, behind its address.
    package var description: String { "is a file of type \(name), which cannot be taken" }
}

/// A picture that is not whole, or cannot be fetched.
package struct PictureError: Error, Equatable, CustomStringConvertible {
    /// Where it was asked for.
    package var url: String
    /// What is wrong with it, behind its address.
    package var problem: String

    /// Makes the error.
    package init(url: String, problem: String) {
        self.url = url
        self.problem = problem
    }

    /// The cause in one line.
    package var description: String { "the picture at '\(url)' \(problem)" }
}
