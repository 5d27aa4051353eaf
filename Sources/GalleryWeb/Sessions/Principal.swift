import GalleryModel
import HTTPTypes

/// Whom the credential of a request names.
struct Principal: Hashable, Sendable {
    /// What they may; nil for who has no valid credential.
    var role: AccountRole?
    /// The account's or token's name; empty for the owner who signed in by the password alone.
    var name: String
    /// The session that was used; nil without one, as with a token.
    var sessionID: Int64?

    /// Somebody without a credential.
    static let anyone = Principal(role: nil, name: "", sessionID: nil)

    /// Everybody, where no password is set: the server serves its own machine alone.
    static let local = Principal(role: .owner, name: "", sessionID: nil)
}

/// Who may use a route: the one predicate, which every route names.
enum Permission: Hashable, Sendable {
    /// Everybody, without a credential.
    case anyone
    /// Whoever has a valid credential.
    case viewers
    /// Those who may change the gallery.
    case owners

    /// Refuses a request whose sender may not.
    ///
    /// - Throws: 401 without a valid credential, 403 with one that does not do.
    func check(_ principal: Principal) throws(Problem) {
        switch (self, principal.role) {
        case (.anyone, _), (.viewers, .some), (.owners, .owner?): return
        case (.viewers, nil), (.owners, nil):
            throw Problem(
                .unauthorized, say: "error.unauthorized",
                headers: [.wwwAuthenticate: "Bearer realm=\"gallery\""])
        case (.owners, .viewer?):
            throw Problem(
                .forbidden, say: "error.owners-only")
        }
    }
}
