public import Foundation

/// A credential for a program that asks a server of the gallery; the secret itself is not kept.
public struct AccessToken: Hashable, Sendable {
    /// The id in the catalog; never used again.
    public let id: Int64
    /// The name, as it was given.
    public let name: String
    /// What its bearer may.
    public let role: AccountRole
    /// For whom it acts, with that account's role; nil for nobody.
    public let account: Account?
    /// When it was made.
    public let dateCreated: Date
    /// When it ends; nil for never.
    public let dateExpires: Date?
    /// When it was used last, to the hour; nil for never.
    public let dateUsed: Date?
    /// When it was revoked; nil where it was not.
    public let dateRevoked: Date?

    /// Makes a value.
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

    /// Whether it opens anything at a moment.
    public func isValid(at date: Date) -> Bool {
        dateRevoked == nil && dateExpires.map { date < $0 } != false
    }
}
