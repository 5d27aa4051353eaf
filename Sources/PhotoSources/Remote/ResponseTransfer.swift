import Foundation
import Synchronization
import Transport

/// Fetches and parses JSON responses.
struct ResponseTransfer: Sendable {
    /// Called before each request, including retries.
    let attempted: @Sendable () -> Void
    /// Sends the requests.
    let send: SendRequest

    /// Fetches and parses a 2xx response; a truncated one is fetched again, within the transport's
    /// retries.
    ///
    /// - Parameters:
    ///   - isSecret: true if messages must not quote the response.
    ///   - read: parses the body.
    /// - Throws: `SourceError` for any other status or invalid content; transport errors.
    func answer<Value: Sendable>(
        to request: TransferRequest, isSecret: Bool = false,
        read: @escaping @Sendable (Data) throws(SourceJSONError) -> Value
    ) async throws -> Value {
        let found = Mutex<Value?>(nil)
        let attempted = attempted
        let response: TransferResponse
        do {
            response = try await send(request, { attempted() }) { response in
                guard response.isSuccess else { return }
                do throws(SourceJSONError) {
                    let value = try read(response.body)
                    found.withLock { $0 = value }
                } catch {
                    let problem = SourceError.badResponse(
                        url: request.url, problem: error.problem,
                        beginning: isSecret ? nil : error.beginning)
                    // An HTML page comes from a different server; truncated text may be complete
                    // next time.
                    throw TransferRejection(
                        reason: problem.description, isTransient: error.offset > 0,
                        underlying: problem)
                }
            }
        } catch let rejection as TransferRejection {
            throw rejection.underlying ?? rejection
        }
        if let value = found.withLock({ $0 }) { return value }
        throw SourceError(response, url: request.url)
    }
}
