import ArgumentParser
import GalleryModel

/// What somebody may do on the server, as it is typed.
enum RoleChoice: String, CaseIterable, ExpressibleByArgument {
    case owner, viewer

    /// The role.
    var role: AccountRole { self == .owner ? .owner : .viewer }
}
