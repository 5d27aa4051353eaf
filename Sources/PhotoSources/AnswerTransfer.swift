import Foundation
import Synchronization
import Transport

/// Fetches an answer in JSON and reads it.
struct AnswerTransfer: Sendable {
    /// Called before each request goes out, repeated ones too.
    let attempted: @Sendable () -> Void
    /// Carries the requests.
    let send: SendRequest

    /// Asks, and reads an answer of 2xx; one that ends early is asked for again, within the transport's retries.
    ///
    /// - Parameters:
    ///   - isSecret: whether messages must not show how an answer begins.
    ///   - read: reads the body.
    /// - Throws: `SourceError` for any other status and for what cannot be read; whatever the transport throws.
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
                    let problem = SourceError.badAnswer(
                        url: request.url, problem: error.problem,
                        beginning: isSecret ? nil : error.beginning)
                    // A page says that another server answers; a text that ends early may come whole next time.
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
