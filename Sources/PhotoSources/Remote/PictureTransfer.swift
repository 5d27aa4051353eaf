package import Basics
import Synchronization
import Transport

/// Downloads a picture to a file, and keeps it only if it is intact.
package struct PictureTransfer: Sendable {
    /// Checks a downloaded file and returns its type; throws if it is not an intact picture.
    package typealias Integrity = @Sendable (BytePath) throws -> PictureKind

    /// The response to a picture request.
    struct Answer {
        var response: TransferResponse
        /// The requested URL, redacted for messages.
        var displayURL: String
        /// The file type; nil if the response has no picture.
        var kind: PictureKind?
    }

    /// Checks a downloaded file.
    let integrity: Integrity
    /// The maximum length of a picture, in bytes.
    let maximumBytes: Int
    /// Called before each request, including retries.
    let attempted: @Sendable () -> Void
    /// Sends the requests.
    let send: SendRequest

    /// Makes a transfer.
    package init(
        integrity: @escaping Integrity, maximumBytes: Int,
        attempted: @escaping @Sendable () -> Void, send: @escaping SendRequest
    ) {
        self.integrity = integrity
        self.maximumBytes = maximumBytes
        self.attempted = attempted
        self.send = send
    }

    /// Fetches a picture.
    ///
    /// A damaged file is deleted and fetched again, within the transport's retries; a file of
    /// another type is not.
    ///
    /// - Parameters:
    ///   - hosts: the hosts that the picture may come from.
    ///   - headers: authenticate the user.
    ///   - isPlaceholder: returns true if a URL after redirects is that of a placeholder picture.
    /// - Throws: `PictureError` if the picture is not intact; transport errors.
    func answer(
        _ source: PictureSource, hosts: AllowedHosts, headers: HTTPHeaders = [:],
        to part: BytePath, isPlaceholder: @escaping @Sendable (String) -> Bool = { _ in false }
    ) async throws -> Answer {
        let request = TransferRequest(
            url: source.url, headers: headers, maximumBytes: maximumBytes, destination: .file(part),
            hosts: hosts)
        let (integrity, attempted, displayURL) = (integrity, attempted, request.redactedURL)
        let kind = Mutex<PictureKind?>(nil)
        do {
            let response = try await send(request, { attempted() }) { response in
                guard response.isSuccess, !isPlaceholder(response.effectiveURL) else { return }
                do {
                    let found = try integrity(part)
                    kind.withLock { $0 = found }
                } catch {
                    let other = error as? UnsupportedFileType
                    // A server may echo credentials.
                    let problem =
                        DownloadedFile(part).problem(isSecret: !headers.fields.isEmpty)
                        ?? other?.description ?? "is damaged: \(error)"
                    DownloadedFile(part).remove()
                    throw TransferRejection(
                        reason: problem, isTransient: other == nil,
                        underlying: PictureError(url: displayURL, problem: problem))
                }
            }
            return Answer(
                response: response, displayURL: displayURL, kind: kind.withLock { $0 })
        } catch let rejection as TransferRejection {
            DownloadedFile(part).remove()
            throw rejection.underlying ?? rejection
        }
    }

    /// Returns the outcome of a 2xx response.
    func outcome(_ answer: Answer) throws -> PictureOutcome {
        guard let digest = answer.response.sha256, let kind = answer.kind else {
            throw PictureError(url: answer.displayURL, problem: "was not stored")
        }
        return .downloaded(
            digest: digest, byteCount: answer.response.byteCount, kind: kind,
            finalURL: answer.response.effectiveURL)
    }
}

/// A file of an unsupported type, for which retrying is useless.
package struct UnsupportedFileType: Error, CustomStringConvertible {
    /// The type, as named by exiftool.
    let name: String

    /// Makes the error for a type.
    package init(_ name: String) {
        self.name = name
    }

    /// The problem, worded to follow the picture's URL.
    package var description: String { "is a file of type \(name), which is not supported" }
}

/// A picture that is damaged or cannot be fetched.
package struct PictureError: Error, Equatable, CustomStringConvertible {
    /// The requested URL.
    package var url: String
    /// The problem, worded to follow the picture's URL.
    package var problem: String

    /// Makes the error.
    package init(url: String, problem: String) {
        self.url = url
        self.problem = problem
    }

    /// The error message.
    package var description: String { "the picture at '\(url)' \(problem)" }
}

/// A downloaded file that may not be a picture.
struct DownloadedFile {
    let path: BytePath

    init(_ path: BytePath) {
        self.path = path
    }

    /// Describes a response that is not a picture, by its first bytes; nil if they could be a
    /// picture's.
    ///
    /// - Parameter isSecret: true if the message must not quote the file.
    func problem(isSecret: Bool) -> String? {
        guard let beginning = beginning(512) else { return "cannot be read back" }
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

    /// Removes the file and the transport's record of it, so that the next download starts over.
    func remove() {
        for file in [path, BytePath(bytes: path.bytes + Array(".meta".utf8))] {
            file.remove()
        }
    }

    private func beginning(_ count: Int) -> [UInt8]? {
        try? Descriptor(path).bytes(atMost: count)
    }
}
