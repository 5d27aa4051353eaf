import Basics
import Foundation
internal import CCurl
import GalleryModel
import Synchronization

/// One request to one URL: no redirects, no retries.
struct ExchangeRequest: Sendable {
    /// The URL.
    var url: HTTPURL
    /// What is done with it.
    var method: TransferRequest.Method
    /// The headers beside those curl makes itself.
    var headers: HTTPHeaders
    /// The largest body of a successful answer in bytes.
    var maximumBytes: Int
    /// The file for the body of a successful answer; nil for memory.
    var file: PartFile?
    /// The validator that the file's bytes are resumed with; nil to start from the beginning.
    var validator: String?
    /// Whether an open connection must not be used again, because a request that dies with one is
    /// sent twice.
    var needsNewConnection: Bool
    /// The URL for messages.
    var redactedURL: String
}

/// How an exchange ended well.
enum ExchangeOutcome: Sendable {
    /// The answer is complete.
    case answer(ExchangeAnswer)
    /// The server cannot continue the file where it ends: it must be fetched from the beginning.
    case rangeRefused
}

/// A complete answer of one URL.
struct ExchangeAnswer: Sendable {
    /// The HTTP status.
    var status: Int
    /// The headers of the final answer, without trailers.
    var headers: HTTPHeaders
    /// The body, or the beginning of it where the status is outside 2xx.
    var body: Data
    /// The length of the body or of the whole file in bytes.
    var byteCount: Int64
    /// The hash of the whole file; nil where nothing went to it.
    var digest: FileDigest?
    /// The file's length before the exchange.
    var resumedFrom: Int64
}

/// An exchange on its way, the context of curl's callbacks.
///
/// Invariant behind `@unchecked Sendable`: the task that makes it touches it until it is submitted,
/// from then on curl's thread alone does; `isCancelled` is atomic and `request` constant.
final class Exchange: @unchecked Sendable {
    /// The most header bytes of an answer, interim answers and trailers included.
    static let maximumHeaderBytes = 65_536
    /// The most header lines of an answer.
    static let maximumHeaderLines = 100
    /// How much of an unsuccessful answer's body is kept, in bytes.
    static let maximumNoteBytes = 65_536

    /// Where body bytes go; decided when the headers are complete.
    enum Sink {
        /// The headers are not complete.
        case undecided
        /// The body of a successful answer, in memory.
        case memory
        /// The body of a successful answer, in the file.
        case file
        /// The body of an answer outside 2xx: its beginning is kept.
        case note
    }

    let request: ExchangeRequest
    /// Set by any thread when the task that waits is cancelled.
    let isCancelled = Atomic(false)
    /// The handle while the exchange runs.
    var easy: CurlEasy?
    /// The one that waits; resumed exactly once, by `CurlLoop`.
    var continuation: CheckedContinuation<ExchangeOutcome, any Error>?
    /// What a callback found wrong; it outweighs curl's own reason.
    var failure: TransportError?
    /// Whether the rest of the body is not wanted, though nothing is wrong.
    var isCut = false
    /// Whether the file must be fetched from the beginning.
    var isRangeRefused = false
    var stall: StallDetector
    var sentBytes: Int64 = 0
    var status = 0
    var headers = HTTPHeaders()
    var headerBytes = 0
    var headerLines = 0
    var sink = Sink.undecided
    var body = Data()
    var resumedFrom: Int64 = 0
    /// The length of the whole file that `Content-Range` tells.
    var expectedSize: Int64?

    init(_ request: ExchangeRequest, stall: StallDetector) {
        self.request = request
        self.stall = stall
    }

    /// Makes an error about this exchange's URL.
    func error(
        _ code: TransportError.Code, _ detail: String = "", isTransient: Bool? = nil
    ) -> TransportError {
        TransportError(code, url: request.redactedURL, detail: detail, isTransient: isTransient)
    }

    /// The complete answer.
    func answer() -> ExchangeOutcome {
        var answer = ExchangeAnswer(
            status: status, headers: headers, body: body, byteCount: Int64(body.count),
            digest: nil, resumedFrom: 0)
        if sink == .file, let file = request.file {
            answer.byteCount = file.size
            answer.digest = file.finish()
            answer.resumedFrom = resumedFrom
        }
        return .answer(answer)
    }
}
