internal import CCurl
import Glibc

extension Exchange {
    /// Resumes the one that waits.
    func resume(_ outcome: Result<ExchangeOutcome, any Error>) {
        continuation?.resume(with: outcome)
        continuation = nil
    }

    /// What curl's result means, together with what the callbacks found.
    func outcome(of result: CURLcode) -> Result<ExchangeOutcome, any Error> {
        if let failure { return .failure(failure) }
        if isRangeRefused { return .success(.rangeRefused) }
        if isCut { return .success(answer()) }
        guard result == CURLE_OK else { return .failure(error(of: result)) }
        guard sink != .undecided else { return .failure(error(.truncated, "within the headers")) }
        if sink == .file, let expectedSize, let file = request.file, file.size != expectedSize {
            return .failure(error(.truncated, "\(file.size) of \(expectedSize) bytes"))
        }
        return .success(answer())
    }

    private func error(of result: CURLcode) -> TransportError {
        let detail = easy?.errorMessage ?? ""
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return error(.resolve, detail)
        case CURLE_COULDNT_CONNECT, CURLE_PROXY:
            return error(.connect, detail)
        case CURLE_OPERATION_TIMEDOUT:
            // The only time limit that curl is given is the one of connecting.
            return error(.connect, detail)
        case CURLE_SSL_CONNECT_ERROR:
            // A handshake that breaks off may come from the network: it is tried again.
            let isReset = easy?.number(CURLINFO_OS_ERRNO) == Int(ECONNRESET)
            return error(isReset ? .reset : .tls, detail, isTransient: true)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_INITFAILED,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            return error(.tls, detail)
        case CURLE_PARTIAL_FILE:
            return error(.truncated, detail)
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND,
            CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return error(.reset, detail)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
            return error(.badAnswer, detail)
        case CURLE_URL_MALFORMAT:
            return error(.badURL, detail)
        default:
            return error(.curl(code: Int(result.rawValue)), detail)
        }
    }
}
