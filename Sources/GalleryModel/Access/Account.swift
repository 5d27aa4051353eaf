public import Foundation

/// Somebody who may sign in to a server of the gallery by a name and a password.
public struct Account: Hashable, Sendable {
    /// The id in the catalog; never used again.
    public let id: Int64
    /// The name, as it was given.
    public let name: String
    /// What they may.
    public let role: AccountRole
    /// When the account was added.
    public let dateCreated: Date
    /// When the password was set.
    public let datePassword: Date

    /// Makes a value.
    package init(id: Int64, name: String, role: AccountRole, dateCreated: Date, datePassword: Date)
    {
        self.id = id
        self.name = name
        self.role = role
        self.dateCreated = dateCreated
        self.datePassword = datePassword
    }
}
