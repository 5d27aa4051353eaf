/// What proves to another server who asks: a secret, which no description of the value shows.
public enum ServerCredential: Hashable, Sendable {
    /// What a person knows.
    case password(String)
    /// What the server gave out.
    case token(String)
}

extension ServerCredential: CustomStringConvertible, CustomReflectable {
    /// Which kind it is.
    public var description: String {
        switch self {
        case .password: "a password"
        case .token: "a token"
        }
    }

    /// What may be shown: nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
