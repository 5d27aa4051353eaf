import Basics
public import GalleryModel

/// Where photos are published, and as whose.
public struct PublishTarget: Hashable, Sendable {
    /// The server: the address that the requests follow behind, such as `http://host/photoserver`.
    public var server: ServerAddress
    /// Whose photos they are there: the name of an account, or the address of mail of who posts to a campaign;
    /// `nameless` where the server alone knows whose a token is.
    public var account: String
    /// The campaign that they are posted to; nil for a photo-share server.
    public var campaign: String?
    /// What proves that; kept nowhere.
    public var credential: ServerCredential

    /// What is told for whoever posts to a campaign with a token that nobody is named for.
    public static let nameless = "token"

    /// Names an account of a photo-share server, or who posts to a campaign.
    public init(
        server: ServerAddress, account: String, campaign: String? = nil,
        credential: ServerCredential
    ) {
        self.server = server
        self.account = account
        self.campaign = campaign
        self.credential = credential
    }
}

extension PublishTarget {
    /// Whose photos they are, as catalogs keep it: part of the digest of a token that nobody is named for, as the
    /// photos of one are not there for another one, and tokens are kept nowhere.
    var accountKey: String {
        guard campaign != nil, account == Self.nameless, case .token(let token) = credential else {
            return SectionReference.key(account)
        }
        return Self.namelessPrefix + FileDigest(of: token).hexadecimal.prefix(8)
    }

    /// Whether a kept account is that of a token that nobody is named for; all of them are told alike.
    static func isNameless(_ accountKey: String, campaign: String?) -> Bool {
        campaign != nil && accountKey.hasPrefix(namelessPrefix)
    }

    private static let namelessPrefix = nameless + ":"
}
