/// What photos have the names of.
public enum NameKind: String, Hashable, Sendable, CaseIterable {
    /// Tags.
    case tag
    /// The people on them.
    case person
    /// The makers and models of cameras.
    case camera
    /// Lenses.
    case lens
    /// Licences, by their short names.
    case license
    /// The names of their owners.
    case owner
    /// Formats of pictures.
    case type
    /// Countries, by their names in English.
    case country
    /// Regions.
    case region
    /// Cities.
    case city
}
