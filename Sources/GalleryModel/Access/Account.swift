package import Foundation

/// A user account with a name and a password.
package struct Account: Hashable, Sendable {
    /// The catalog ID; never reused.
    package let id: Int64
    /// The name as entered.
    package let name: String
    /// The permissions of the account.
    package let role: AccountRole
    /// The profile shown to other users.
    package let profile: AccountProfile
    /// The creation date.
    package let dateCreated: Date
    /// The date of the last password change.
    package let datePassword: Date
    /// The date of the last change to the role or profile; nil if never changed.
    package let dateUpdated: Date?

    /// Creates an account from stored values.
    package init(
        id: Int64, name: String, role: AccountRole, profile: AccountProfile, dateCreated: Date,
        datePassword: Date, dateUpdated: Date?
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.profile = profile
        self.dateCreated = dateCreated
        self.datePassword = datePassword
        self.dateUpdated = dateUpdated
    }
}

/// The permissions of a user.
package enum AccountRole: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Can view everything and change nothing.
    case viewer
    /// Can view everything and add photos; cannot change anything else.
    case member
    /// Has full control.
    case owner

    /// Orders roles by permissions, fewest first.
    package static func < (left: AccountRole, right: AccountRole) -> Bool { left.rank < right.rank }

    private var rank: Int { AccountRole.allCases.firstIndex(of: self) ?? 0 }
}

/// The profile of an account; nil for fields that are not set.
package struct AccountProfile: Hashable, Sendable {
    /// The email address, unique among accounts regardless of case.
    package var email: String?
    /// The given name.
    package var firstName: String?
    /// The family name.
    package var lastName: String?
    /// A short biography.
    package var bio: String?
    /// The user's progress in a campaign, as named by its organizers.
    package var level: String?
    /// A photo of the user.
    package var photo: PhotoID?

    /// Creates an empty profile.
    package init() {}
}

/// A credential for API access.
///
/// The secret itself is not stored.
package struct AccessToken: Hashable, Sendable {
    /// The catalog ID; never reused.
    package let id: Int64
    /// The name as entered.
    package let name: String
    /// The permissions of the token.
    package let role: AccountRole
    /// The account that the token acts for, with that account's role; nil for none.
    package let account: Account?
    /// The creation date.
    package let dateCreated: Date
    /// The expiration date; nil if it does not expire.
    package let dateExpires: Date?
    /// The date of the last use, rounded to the hour; nil if never used.
    package let dateUsed: Date?
    /// The revocation date; nil if not revoked.
    package let dateRevoked: Date?

    /// Creates a token from stored values.
    package init(
        id: Int64, name: String, role: AccountRole, account: Account?, dateCreated: Date,
        dateExpires: Date?, dateUsed: Date?, dateRevoked: Date?
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.account = account
        self.dateCreated = dateCreated
        self.dateExpires = dateExpires
        self.dateUsed = dateUsed
        self.dateRevoked = dateRevoked
    }

    /// Indicates whether the token is valid at a time.
    package func isValid(at date: Date) -> Bool {
        dateRevoked == nil && dateExpires.map { date < $0 } != false
    }
}

/// A browser session, valid until it expires.
///
/// The secret itself is not stored.
package struct WebSession: Hashable, Sendable {
    /// The catalog ID; 0 if the session is not stored.
    package var id: Int64
    /// The signed-in account; nil for the owner who used the server password.
    package var account: Account?
    /// The expiration date.
    package var dateExpires: Date
    /// The browser and the system, such as `Windows · Firefox`; nil if unknown.
    package var device: String?
    /// The date of the sign-in; nil if the session is not stored or was found by its secret.
    package var dateCreated: Date?

    /// Creates a session.
    package init(id: Int64, account: Account?, dateExpires: Date) {
        self.id = id
        self.account = account
        self.dateExpires = dateExpires
    }
}

/// The kind of user for whom the gallery is read; it determines which photos listings, counts and
/// lookups include.
///
/// Drafts, which are photos uploaded for a campaign but not posted, are in no listing. Photos of
/// hidden and deleted posts are listed only for owners. By ID, owners can find all of these photos,
/// and senders their own.
package enum PhotoReader: Hashable, Sendable {
    /// An owner of the gallery.
    case owner
    /// An owner for whom photos with the picture of an earlier photo are left out.
    case ownerWithoutCopies
    /// Another signed-in user, by account ID.
    case account(Int64)
    /// Everyone else: visitors without an account, and recipients of exports and shared photos.
    case anyone
}

/// The users besides the owner who can read the catalog files.
///
/// Restricted further by the umask. Picture files are never more readable than the files they were
/// copied from.
package enum SharedMode: String, Hashable, Codable, Sendable, CaseIterable {
    /// No other users.
    case ownerOnly = "private"
    /// The group of the catalog folder.
    case group
    /// All users of the machine.
    case everyone
}
