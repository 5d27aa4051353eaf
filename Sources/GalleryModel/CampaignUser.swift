/// Somebody who signed in to the server of a campaign, as the server tells of them; nil for what it did not say.
///
/// No description of the value shows the token.
public struct CampaignUser: Hashable, Sendable {
    /// The server's own id.
    public var id: String?
    /// The address of mail that they sign in with.
    public var email: String?
    /// The given name.
    public var firstName: String?
    /// The family name.
    public var lastName: String?
    /// What they say of themselves.
    public var bio: String?
    /// How far they have come, in the words of whoever runs the campaign.
    public var level: String?
    /// Where a picture of them can be fetched.
    public var photoURL: String?
    /// Who checked the password.
    public var provider: String?
    /// When what the server tells of them was changed, as it spells it.
    public var updated: String?
    /// When they were added, as the server spells it.
    public var created: String?
    /// The campaign.
    public var campaign: String?
    /// What the server takes for the password from now on: a secret.
    package var loginToken: String

    /// Makes a user of whom only the token is known.
    package init(loginToken: String) {
        self.loginToken = loginToken
    }

    /// A field by the name that servers give it.
    package typealias Field = (
        name: String, path: any WritableKeyPath<CampaignUser, String?> & Sendable
    )

    /// What servers tell of a user, in their order, but for the token.
    package static let fields: [Field] = [
        ("_id", \.id), ("email", \.email), ("firstName", \.firstName), ("lastName", \.lastName),
        ("bio", \.bio), ("level", \.level), ("photoURL", \.photoURL), ("provider", \.provider),
        ("updated", \.updated), ("created", \.created), ("campaign", \.campaign),
    ]

    /// The given and the family name; empty where neither is known.
    public var name: String {
        [firstName, lastName].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension CampaignUser: CustomStringConvertible, CustomReflectable {
    /// The address of mail.
    public var description: String { email ?? id ?? "a user" }

    /// What may be shown.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: CampaignUser.fields.map { ($0.name, self[keyPath: $0.path] as Any) })
    }
}
