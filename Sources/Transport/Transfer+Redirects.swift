import Basics
import GalleryModel

extension Transfer {
    /// Sends the request and follows redirects; nil where the server refuses to resume the file.
    func follow() async throws -> TransferResponse? {
        var current = url
        var method = request.method
        var headers = request.headers
        var redirects = 0
        while true {
            try await transport.pauses.wait(for: current.origin)
            let outcome = try await transport.multi.perform(
                try await exchange(current, method: method, headers: headers))
            guard case .answer(let answer) = outcome else { return nil }
            guard request.followsRedirects, Redirect.isRedirect(status: answer.status),
                let location = answer.headers["Location"]
            else { return response(answer, url: current, redirects: redirects) }
            guard redirects < Redirect.limit else {
                throw TransportError(.tooManyRedirects, url: request.redactedURL)
            }
            let redirect = try Redirect(
                from: current, status: answer.status, location: location, method: method,
                request: request)
            redirects += 1
            current = redirect.url
            method = redirect.method
            if !redirect.keepsHeaders { headers = [:] }
        }
    }

    /// The exchange with one URL.
    ///
    /// `Range` and `If-Range` go only to the very URL that the file's bytes came from, whichever
    /// redirects led there.
    private func exchange(
        _ url: HTTPURL, method: TransferRequest.Method, headers: HTTPHeaders
    ) async throws -> ExchangeRequest {
        let validator = method == .get ? part?.validator(for: url) : nil
        if validator != nil {
            try await onFile { part throws(FileError) in try part.rehash() }
        }
        return ExchangeRequest(
            url: url, method: method, headers: headers, maximumBytes: request.maximumBytes,
            file: part, validator: validator, needsNewConnection: !request.isRepeatable,
            redactedURL: request.redact(url.text))
    }

    private func response(
        _ answer: ExchangeAnswer, url: HTTPURL, redirects: Int
    ) -> TransferResponse {
        TransferResponse(
            status: answer.status, effectiveURL: url.text, redirects: redirects,
            headers: answer.headers, body: answer.body, byteCount: answer.byteCount,
            sha256: answer.digest, attempts: 1, resumedFrom: answer.resumedFrom)
    }
}
