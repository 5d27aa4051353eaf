public import Foundation

/// Somebody who may sign in to a server of the gallery by a name and a password.
public struct Account: Hashable, Sendable {
    /// The id in the catalog; never used again.
    public let id: Int64
    /// The name, as it was given.
    public let name: String
    /// What they may.
    public let role: AccountRole
    /// What it tells others.
    public let profile: AccountProfile
    /// When the account was added.
    public let dateCreated: Date
    /// When the password was set.
    public let datePassword: Date
    /// When its role or what it tells was changed; nil for never.
    public let dateUpdated: Date?

    /// Makes a value.
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
