import Basics
import Gallery
import GalleryModel
import HTTPTypes

/// The user identified by the credential of a request.
struct Principal: Hashable, Sendable {
    /// The user's role; nil without a valid credential.
    var role: AccountRole?
    /// The name of the account or else the token; empty for the owner who signed in with the
    /// server's password.
    var name: String
    /// The session; nil without one, such as with a token.
    var sessionID: Int64?
    /// The account; nil for the owner with the server's password, and for tokens without an
    /// account.
    var account: Account?
    /// The access granted by a share link; nil for other addresses and invalid links.
    var shared: SharedAccess?

    /// Differs between users, their sessions and roles: the service worker of the pages keeps what
    /// each of them sees apart (worker.js).
    var digest: String {
        let text = "\(account?.id ?? 0) \(sessionID ?? 0) \(name) \(role?.rawValue ?? "")"
        return String(FileDigest(of: text).hexadecimal.prefix(16))
    }

    /// A sender without a valid credential.
    static let anyone = Principal(role: nil, name: "", sessionID: nil)

    /// Every sender on a server without a password, which only serves the local machine.
    static let local = Principal(role: .owner, name: "", sessionID: nil)

    /// Returns the principal of a request for a share link, which ignores other credentials.
    static func shared(_ access: SharedAccess?) -> Principal {
        let name = access.map { "share:\($0.link.link.id)" } ?? ""
        return Principal(role: nil, name: name, sessionID: nil, shared: access)
    }
}

/// The permission required by a route.
enum Permission: Hashable, Sendable {
    /// Everyone, without a credential.
    case anyone
    /// Users with a valid credential.
    case viewers
    /// Users who may add their own photos.
    case members
    /// Users who may change the gallery.
    case owners
    /// Anyone with a share link, before its password is entered.
    case linkHolders
    /// Anyone with a share link, after its password is entered.
    case linkVisitors

    /// Checks the permission of a sender.
    ///
    /// - Throws: 401 without a valid credential; 403 with an insufficient one; 404 for an invalid
    ///   share link.
    func check(_ principal: Principal) throws(Problem) {
        switch (self, principal.role) {
        case (.linkHolders, _), (.linkVisitors, _):
            guard let shared = principal.shared else { throw Problem.notFound }
            guard shared.isOpen || self == .linkHolders else { throw ShareLinkOpener.locked() }
        case (.anyone, _), (.viewers, .some), (.members, .member?), (.members, .owner?),
            (.owners, .owner?):
            return
        case (.viewers, nil), (.members, nil), (.owners, nil):
            throw Problem(
                .unauthorized, say: "error.unauthorized",
                headers: [.wwwAuthenticate: "Bearer realm=\"gallery\""])
        case (.members, .viewer?): throw Problem(.forbidden, say: "error.members-only")
        case (.owners, .viewer?), (.owners, .member?):
            throw Problem(.forbidden, say: "error.owners-only")
        }
    }
}
