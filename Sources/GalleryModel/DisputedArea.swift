import Foundation

/// An area that more than one state claims, and what is answered there.
public struct DisputedArea: Hashable, Sendable {
    /// The name in the setting `places.disputedAreas`, such as `crimea`.
    public let key: String
    /// The area's name in English.
    public let title: String
    /// The country that is answered: ISO 3166-1 alpha-2, or `XK`.
    public var countryCode: String
    /// The country that is answered where no setting says otherwise.
    public let standardCountryCode: String
    /// The countries that claim it.
    public let claimants: [String]
    /// Why the standard answer is what it is, a sentence.
    public let note: String

    /// Makes an area that the standard answer holds for.
    public init(
        key: String, title: String, standardCountryCode: String, claimants: [String], note: String
    ) {
        self.key = key
        self.title = title
        countryCode = standardCountryCode
        self.standardCountryCode = standardCountryCode
        self.claimants = claimants
        self.note = note
    }
}
