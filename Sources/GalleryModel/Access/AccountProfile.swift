/// What an account tells others of its person; nil for what nobody said.
public struct AccountProfile: Hashable, Sendable {
    /// The address of mail, which no other account has, whatever its case.
    public var email: String?
    /// The given name.
    public var firstName: String?
    /// The family name.
    public var lastName: String?
    /// What they say of themselves.
    public var bio: String?
    /// How far they have come, in the words of whoever runs a campaign.
    public var level: String?
    /// The photo that shows them.
    public var photo: PhotoID?

    /// Makes a profile that says nothing.
    public init() {}
}
