import Gallery
import GalleryModel
import HTTPTypes

/// Whom the credential of a request names.
struct Principal: Hashable, Sendable {
    /// What they may; nil for who has no valid credential.
    var role: AccountRole?
    /// The account's name, else the token's; empty for the owner who signed in by the password alone.
    var name: String
    /// The session that was used; nil without one, as with a token.
    var sessionID: Int64?
    /// The account that they act for; nil for the owner by the server's password, and for tokens of nobody.
    var account: Account?
    /// How far the address of a share link lets in; nil under other addresses, and where it opens nothing.
    var shared: SharedAccess?

    /// Somebody without a credential.
    static let anyone = Principal(role: nil, name: "", sessionID: nil)

    /// Everybody, where no password is set: the server serves its own machine alone.
    static let local = Principal(role: .owner, name: "", sessionID: nil)

    /// Whoever asks under the address of a share link: what else they have counts for nothing there.
    static func shared(_ access: SharedAccess?) -> Principal {
        let name = access.map { "share:\($0.link.link.id)" } ?? ""
        return Principal(role: nil, name: name, sessionID: nil, shared: access)
    }
}

/// Who may use a route: the one predicate, which every route names.
enum Permission: Hashable, Sendable {
    /// Everybody, without a credential.
    case anyone
    /// Whoever has a valid credential.
    case viewers
    /// Those who may add photos of their own.
    case members
    /// Those who may change the gallery.
    case owners
    /// Whoever has the address of a share link, also where its password is not given yet.
    case linkHolders
    /// Whoever may see what a share link gives.
    case linkVisitors

    /// Whether it is the link that counts, and no other credential.
    var isOfLinks: Bool { self == .linkHolders || self == .linkVisitors }

    /// Refuses a request whose sender may not.
    ///
    /// - Throws: 401 without a valid credential, 403 with one that does not do; 404 for a link that opens nothing.
    func check(_ principal: Principal) throws(Problem) {
        switch (self, principal.role) {
        case (.linkHolders, _), (.linkVisitors, _):
            guard let shared = principal.shared else { throw Problem.notFound }
            guard shared.isOpen || self == .linkHolders else {
                throw ShareDesk.locked()
            }
        case (.anyone, _), (.viewers, .some), (.members, .member?), (.members, .owner?),
            (.owners, .owner?):
            return
        case (.viewers, nil), (.members, nil), (.owners, nil):
            throw Problem(
                .unauthorized, say: "error.unauthorized",
                headers: [.wwwAuthenticate: "Bearer realm=\"gallery\""])
        case (.members, .viewer?): throw Problem(.forbidden, say: "error.members-only")
        case (.owners, .viewer?), (.owners, .member?):
            throw Problem(
                .forbidden, say: "error.owners-only")
        }
    }
}
