import Gallery

/// How far a request under the address of a share link is let in: the link is the only credential that counts there.
enum SharedAccess: Hashable, Sendable {
    /// Its password is asked for first.
    case locked(OpenedShareLink)
    /// What the link gives may be seen.
    case open(OpenedShareLink)

    /// The link.
    var link: OpenedShareLink {
        switch self {
        case .locked(let link), .open(let link): link
        }
    }

    /// Whether what the link gives may be seen.
    var isOpen: Bool { if case .open = self { true } else { false } }
}
