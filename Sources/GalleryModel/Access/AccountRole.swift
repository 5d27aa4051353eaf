/// What somebody may do on a server of the gallery.
public enum AccountRole: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Look at everything; change nothing.
    case viewer
    /// Look at everything, and add photos of their own; change nothing else.
    case member
    /// Whatever the commands can do.
    case owner

    /// Orders roles by what they may.
    public static func < (left: AccountRole, right: AccountRole) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .member: 1
        case .owner: 2
        }
    }
}
