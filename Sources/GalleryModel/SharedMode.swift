/// Says who but its owner may read a catalog.
///
/// The process's umask narrows it further. Picture files are in any case no more readable than the files
/// that they were copied from.
public enum SharedMode: String, Hashable, Codable, Sendable, CaseIterable {
    /// Nobody.
    case ownerOnly = "private"
    /// The group of the catalog's folder.
    case group
    /// All users of the machine.
    case everyone
}
