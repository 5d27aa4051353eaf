import ArgumentParser
import GalleryModel

/// What somebody may do on the server, as it is typed.
enum RoleChoice: String, CaseIterable, ExpressibleByArgument {
    case owner, member, viewer

    /// The role.
    var role: AccountRole {
        switch self {
        case .owner: .owner
        case .member: .member
        case .viewer: .viewer
        }
    }

    /// The role in a sentence.
    var noun: String {
        switch self {
        case .owner: "an owner"
        case .member: "a member"
        case .viewer: "a viewer"
        }
    }
}
