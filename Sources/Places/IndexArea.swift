/// An area that more than one country claims, and what lookups answer there.
package struct IndexArea: Hashable, Sendable {
    /// The name in overrides: `crimea`.
    package let key: String
    /// The name for a person to read: `Crimea`.
    package let title: String
    /// The country that lookups answer without an override: ISO 3166-1 alpha-2, or `XK`.
    package let defaultCountryCode: String
    /// The codes of the countries that claim the area.
    package let claimants: [String]
    /// Why the default is what it is, in a sentence.
    package let note: String
}
