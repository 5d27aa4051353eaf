/// What somebody may do on a server of the gallery.
public enum AccountRole: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Look at everything; change nothing.
    case viewer
    /// Whatever the commands can do.
    case owner

    /// Orders roles by what they may.
    public static func < (left: AccountRole, right: AccountRole) -> Bool {
        left == .viewer && right == .owner
    }
}
