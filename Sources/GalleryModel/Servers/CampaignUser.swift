package import Basics
package import Foundation

/// A user signed in to a campaign server, as reported by the server; nil for missing fields.
///
/// The token is excluded from all descriptions of the value.
package struct CampaignUser: Hashable, Sendable {
    /// The server's ID of the user.
    package var id: String?
    /// The email address used to sign in.
    package var email: String?
    /// The given name.
    package var firstName: String?
    /// The family name.
    package var lastName: String?
    /// A short biography.
    package var bio: String?
    /// The user's progress in the campaign, as named by its organizers.
    package var level: String?
    /// The URL of the profile picture.
    package var photoURL: String?
    /// The authentication provider.
    package var provider: String?
    /// The date of the last profile change, as spelled by the server.
    package var updated: String?
    /// The creation date, as spelled by the server.
    package var created: String?
    /// The campaign.
    package var campaign: String?
    /// The secret token that the server accepts instead of the password.
    package var loginToken: String

    /// Creates a user of whom only the token is known.
    package init(loginToken: String) { self.loginToken = loginToken }

    /// A field with its name in server responses.
    package typealias Field = (
        name: String, path: any WritableKeyPath<CampaignUser, String?> & Sendable
    )

    /// The fields of server responses in their order, without the token.
    package static let fields: [Field] = [
        ("_id", \.id), ("email", \.email), ("firstName", \.firstName), ("lastName", \.lastName),
        ("bio", \.bio), ("level", \.level), ("photoURL", \.photoURL), ("provider", \.provider),
        ("updated", \.updated), ("created", \.created), ("campaign", \.campaign),
    ]

    /// The name of the token in server responses.
    package static let tokenName = "loginToken"

    /// Parses a user as written by `json`; nil without a token.
    package init?(json: JSONValue) {
        guard case .object(let members) = json else { return nil }
        let texts = Dictionary(members.map { ($0.key, $0.value.string) }) { first, _ in first }
        guard let token = texts[CampaignUser.tokenName] ?? nil else { return nil }
        self.init(loginToken: token)
        for field in CampaignUser.fields { self[keyPath: field.path] = texts[field.name] ?? nil }
    }

    /// The user as in server responses, without missing fields.
    package var json: JSONValue {
        .object(
            CampaignUser.fields.compactMap { field in
                self[keyPath: field.path].map { (field.name, .text($0)) }
            } + [(CampaignUser.tokenName, .text(loginToken))])
    }

    /// The full name; empty if unknown.
    package var name: String {
        [firstName, lastName].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension CampaignUser: CustomStringConvertible, CustomReflectable {
    /// The email address, or else the ID.
    package var description: String { email ?? id ?? "a user" }

    /// The fields without the token.
    package var customMirror: Mirror {
        Mirror(
            self,
            children: CampaignUser.fields.map { ($0.name, self[keyPath: $0.path] as Any) })
    }
}

/// A photo that was published on another server, or is being published.
package struct Publication: Hashable, Sendable {
    /// The server's address in the spelling of `ServerAddress`.
    package var server: String
    /// The remote account name, or the email address of the user who posted to a campaign; `token`
    /// if the token does not reveal one.
    package var account: String
    /// The campaign; nil for a photo-share server.
    package var campaign: String?
    /// The name of the photo on the server.
    package var name: String
    /// The server's ID of the photo; nil before a response is received.
    package var remoteID: String?
    /// The date it was sent.
    package var dateStarted: Date
    /// The date the server confirmed it; nil without a response, when it may or may not be
    /// published.
    package var dateSent: Date?

    /// Creates a publication that is not confirmed yet.
    package init(
        server: String, account: String, campaign: String?, name: String, dateStarted: Date
    ) {
        self.server = server
        self.account = account
        self.campaign = campaign
        self.name = name
        self.dateStarted = dateStarted
    }
}
