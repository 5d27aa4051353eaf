import Basics
internal import CCurl
import Foundation
import GalleryModel
import Glibc
import Synchronization

/// One request to one URL, without redirects or retries; the context of curl's callbacks.
///
/// `@unchecked Sendable`. Invariant: the task that creates it uses it until it is submitted, after
/// that only curl's thread does; `isCancelled` is atomic and the request is constant.
final class Exchange: @unchecked Sendable {
    /// The limit for the headers of a response in bytes, including interim responses and trailers.
    static let maximumHeaderBytes = 65_536
    /// The limit for the number of header lines in a response.
    static let maximumHeaderLines = 100
    /// The number of bytes kept from the body of an unsuccessful response.
    static let maximumNoteBytes = 65_536

    /// The destination of body bytes, chosen when the headers are complete.
    enum Sink {
        /// The headers are not complete yet.
        case undecided
        /// Memory, for a successful response.
        case memory
        /// The file, for a successful response.
        case file
        /// Memory, for the beginning of the body if the status is not 2xx.
        case note
    }

    /// The transfer that the exchange belongs to.
    let transfer: Transfer
    let url: HTTPURL
    /// The method, with the body of a POST.
    let method: TransferRequest.Method
    /// The headers of the request in addition to curl's own.
    let requestHeaders: HTTPHeaders
    /// The validator (`If-Range`) to resume the file with; nil to start from the beginning.
    let validator: String?
    /// Set by any thread when the waiting task is canceled.
    let isCancelled = Atomic(false)
    /// The handle while the exchange is running.
    var easy: CurlEasy?
    /// The continuation of the waiting task; resumed exactly once, by `CurlLoop`.
    var continuation: CheckedContinuation<TransferResponse?, any Error>?
    /// The error found by a callback; it takes precedence over curl's error.
    var failure: TransportError?
    /// True if the rest of the body is skipped without an error.
    var isCut = false
    /// True if the file must be fetched from the beginning.
    var isRangeRefused = false
    var stall: StallDetector
    var sentBytes: Int64 = 0
    var status = 0
    var headers = HTTPHeaders()
    var headerBytes = 0
    var headerLines = 0
    var sink = Sink.undecided
    var body = Data()
    /// The length of the whole file according to `Content-Range`, in bytes.
    var expectedSize: Int64?

    init(
        _ transfer: Transfer, _ url: HTTPURL, _ method: TransferRequest.Method,
        _ headers: HTTPHeaders, validator: String?
    ) {
        self.transfer = transfer
        self.url = url
        self.method = method
        requestHeaders = headers
        self.validator = validator
        let limits = transfer.transport.configuration.limits
        stall = StallDetector(
            timeout: limits.idleTimeoutSeconds, minimumRate: limits.minimumBytesPerSecond)
    }

    /// The file for the body of a successful response; nil to keep it in memory.
    var file: PartFile? { transfer.part }

    /// The size limit for the body of a successful response, in bytes.
    private var maximumBytes: Int { transfer.request.maximumBytes }

    /// Creates an error about this exchange's URL.
    func error(
        _ code: TransportError.Code, _ detail: String = "", isTransient: Bool? = nil
    ) -> TransportError {
        TransportError(
            code, url: transfer.request.redact(url.text), detail: detail, isTransient: isTransient)
    }

    /// Returns the complete response.
    private var response: TransferResponse {
        var response = TransferResponse(
            status: status, effectiveURL: url.text, headers: headers, body: body,
            byteCount: Int64(body.count))
        if sink == .file, let file {
            response.byteCount = file.size
            response.sha256 = file.finish()
        }
        return response
    }
}

extension Exchange {
    /// Handles one header line; returns false to end the transfer.
    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        stall.record(line.count, at: TransportClock.monotonic())
        headerBytes += line.count
        guard headerBytes <= Exchange.maximumHeaderBytes else {
            return fail(.headersTooLarge, "more than \(Exchange.maximumHeaderBytes) bytes")
        }
        let text = String(decoding: line, as: UTF8.self)
            .trimmingCharacters(in: CharacterSet(charactersIn: "\r\n"))
        // Lines after a body are trailers, which count toward the limit but are not kept.
        guard sink == .undecided else { return true }
        if text.hasPrefix("HTTP/"), !text.prefix(12).contains(":") {
            headers = HTTPHeaders()
            return true
        }
        if text.isEmpty { return completeHeaders() }
        headerLines += 1
        guard headerLines <= Exchange.maximumHeaderLines else {
            return fail(.headersTooLarge, "more than \(Exchange.maximumHeaderLines) lines")
        }
        guard let colon = text.firstIndex(of: ":") else { return true }
        headers.append(
            name: text[..<colon].trimmingCharacters(in: .whitespaces),
            value: text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        return true
    }

    /// Handles decompressed body bytes; returns false to end the transfer.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        stall.record(bytes.count, at: TransportClock.monotonic())
        switch sink {
        case .undecided: return fail(.badResponse, "a body without headers")
        case .note:
            let available = min(Exchange.maximumNoteBytes, maximumBytes) - body.count
            body.append(contentsOf: bytes.prefix(available))
            isCut = bytes.count > available
            return !isCut
        case .memory:
            guard bytes.count <= maximumBytes - body.count else { return failTooLarge() }
            body.append(contentsOf: bytes)
            return true
        case .file:
            guard let file else { return false }
            guard Int64(bytes.count) <= Int64(maximumBytes) - file.size else {
                return failTooLarge()
            }
            return write { () throws(FileError) in try file.append(bytes) }
        }
    }

    /// Chooses the destination of the body; returns false to end the transfer.
    private func completeHeaders() -> Bool {
        status = easy?.number(CURLINFO_RESPONSE_CODE) ?? 0
        // Interim responses (100 Continue, 103 Early Hints) precede the final one.
        if (100..<200).contains(status) { return true }
        if status == 416, validator != nil { return refuseRange() }
        guard (200..<300).contains(status) else {
            sink = .note
            return true
        }
        let length = headers["Content-Length"].flatMap { Int64($0) }
        guard let file, method == .get else {
            sink = .memory
            guard let length else { return true }
            guard length <= Int64(maximumBytes) else { return failTooLarge() }
            // `Content-Length` is trusted only up to 1 MiB; a larger buffer grows with the bytes
            // received.
            body.reserveCapacity(Int(min(length, 1 << 20)))
            return true
        }
        let encoding = headers["Content-Encoding"]?.lowercased() ?? "identity"
        guard encoding == "identity" else { return fail(.badResponse, "a compressed file") }
        sink = .file
        if status == 206 { return resume(file) }
        guard length ?? 0 <= Int64(maximumBytes) else { return failTooLarge() }
        return write { () throws(FileError) in try file.restart(url: url, headers: headers) }
    }

    private func resume(_ file: PartFile) -> Bool {
        guard validator != nil else {
            return fail(.badResponse, "a partial response to a full request")
        }
        guard let range = ContentRange(headers["Content-Range"] ?? ""), range.first == file.size
        else { return refuseRange() }
        let end = range.last.addingReportingOverflow(1)
        guard !end.overflow, max(end.partialValue, range.length ?? 0) <= Int64(maximumBytes) else {
            return failTooLarge()
        }
        expectedSize = range.length
        return true
    }

    private func refuseRange() -> Bool {
        isRangeRefused = true
        return false
    }

    private func write(_ work: () throws(FileError) -> Void) -> Bool {
        do throws(FileError) {
            try work()
            return true
        } catch { return fail(.write(errno: error.number)) }
    }

    private func failTooLarge() -> Bool { fail(.tooLarge, "more than \(maximumBytes) bytes") }

    private func fail(_ code: TransportError.Code, _ detail: String = "") -> Bool {
        failure = error(code, detail)
        return false
    }
}

extension Exchange {
    /// Resumes the waiting task.
    func resume(_ outcome: Result<TransferResponse?, any Error>) {
        continuation?.resume(with: outcome)
        continuation = nil
    }

    /// Combines curl's result with the findings of the callbacks; nil if the file must be fetched
    /// from the beginning.
    func outcome(of result: CURLcode) -> Result<TransferResponse?, any Error> {
        if let failure { return .failure(failure) }
        if isRangeRefused { return .success(nil) }
        if isCut { return .success(response) }
        guard result == CURLE_OK else { return .failure(error(of: result)) }
        guard sink != .undecided else { return .failure(error(.truncated, "within the headers")) }
        if sink == .file, let expectedSize, let file, file.size != expectedSize {
            return .failure(error(.truncated, "\(file.size) of \(expectedSize) bytes"))
        }
        return .success(response)
    }

    private func error(of result: CURLcode) -> TransportError {
        let code: TransportError.Code =
            switch result {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .resolve
            // The connect timeout is the only time limit set in curl.
            case CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_OPERATION_TIMEDOUT: .connect
            case CURLE_SSL_CONNECT_ERROR where easy?.number(CURLINFO_OS_ERRNO) == Int(ECONNRESET):
                .reset
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
                CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR,
                CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_INVALIDCERTSTATUS,
                CURLE_SSL_PINNEDPUBKEYNOTMATCH:
                .tls
            case CURLE_PARTIAL_FILE: .truncated
            case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND,
                CURLE_HTTP2, CURLE_HTTP2_STREAM:
                .reset
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
                .badResponse
            case CURLE_URL_MALFORMAT: .badURL
            default: .curl(code: Int(result.rawValue))
            }
        // A network problem can also abort a handshake, so it is retried.
        let isTransient = result == CURLE_SSL_CONNECT_ERROR ? true : nil
        return error(code, easy?.errorMessage ?? "", isTransient: isTransient)
    }
}

/// A `Content-Range` header: `bytes FIRST-LAST/LENGTH`.
///
/// Source: RFC 9110, section 14.4.
struct ContentRange: Sendable, Hashable {
    /// The offset of the first byte.
    let first: Int64
    /// The offset of the last byte.
    let last: Int64
    /// The length of the whole file in bytes; nil if the server does not know it.
    let length: Int64?

    /// Parses the value; nil for other units, `bytes */LENGTH` and inconsistent numbers.
    init?(_ text: String) {
        let pattern = #/bytes +([0-9]+)-([0-9]+)\/(\*|[0-9]+)/#.ignoresCase()
        guard let parts = text.wholeMatch(of: pattern)?.output, let first = Int64(parts.1),
            let last = Int64(parts.2), first <= last
        else { return nil }
        self.first = first
        self.last = last
        length = Int64(parts.3)
        guard parts.3 == "*" || last < length ?? 0 else { return nil }
    }
}
