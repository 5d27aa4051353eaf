import Gallery
import GalleryModel
import HTTPTypes

/// Who publishes something.
struct CampaignSender: Sendable {
    /// The account; nil for the owner without one.
    let account: Account?

    /// Says who publishes.
    ///
    /// - Throws: 403 for those who may look alone, and for a token of no account that is not an owner's.
    init(_ principal: Principal) throws(Problem) {
        guard let role = principal.role, role >= .member,
            role == .owner || principal.account != nil
        else { throw Problem(.forbidden, say: "error.members-only") }
        account = principal.account
    }

    /// Runs what takes a picture or a post, and tells what is wrong with it: that is no secret of the server's.
    static func telling<Value: Sendable>(
        _ body: () async throws -> Value
    ) async throws -> Value {
        do { return try await body() } catch let error as GalleryError { throw told(error) }
    }

    /// The same where nobody waits.
    static func telling<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as GalleryError { throw told(error) }
    }

    private static func told(_ error: GalleryError) -> any Error {
        switch error.kind {
        case .badInput where !error.isTooLong: Problem(.unprocessableContent, error.message)
        case .notAllowed: Problem(.forbidden, error.message)
        case .usage: Problem(.unprocessableContent, error.message)
        default: error
        }
    }
}
