import Foundation

/// One thing that a photo must be.
///
/// Names, words and tags are compared without case and accents.
public enum PhotoCondition: Hashable, Sendable {
    /// Words that stand next to each other in its title, description, tags, owner's name, place names or file
    /// name.
    case words(String)
    /// A tag, as a whole.
    case tag(String)
    /// Taken at most so many kilometres from a position, by great circle.
    case near(Coordinate, kilometres: Double)
    /// Taken within a box.
    case box(CoordinateBox)
    /// Without a position, and with a fallback home within a box.
    case home(CoordinateBox)
    /// The country it was taken in: an ISO 3166-1 alpha-2 code or an English name.
    case country(String)
    /// The region it was taken in.
    case region(String)
    /// The city nearest to where it was taken.
    case city(String)
    /// How many faces it shows; a photo in which nobody looked for faces never fits.
    case faces(ClosedRange<Int>)
    /// Whom it shows: a name or whole words of it.
    case person(String)
    /// Whom it shows, by the whole name: `Ada` is not `Ada Lovelace`.
    case named(String)
    /// The day on the camera's clock when it was taken.
    case taken(DateSpan)
    /// The day in UTC when it entered the catalog.
    case added(DateSpan)
    /// The licence's short name, such as `CC BY 2.0`.
    case license(String)
    /// The camera: whole words of its maker and model.
    case camera(String)
    /// The lens: whole words of its name.
    case lens(String)
    /// Stars, -1...5; a photo without a rating never fits.
    case rating(ClosedRange<Int>)
    /// The format of its largest stored picture, such as `jpeg`.
    case type(String)
    /// The bytes of its largest stored picture; a photo without one never fits.
    case size(ClosedRange<Int>)
    /// A section that lists it.
    case section(SectionReference)
    /// Who owns it at its origin: the id there, or whole words of the creator's name.
    case owner(String)
    /// A state it is in.
    case state(State)
    /// Something it has.
    case has(Property)

    /// What `is:` may be.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Everybody may see it at its origin.
        case `public`
        /// A person changed how it looks.
        case edited
        /// A stored picture of it is damaged.
        case damaged
        /// A section lists it that its origin no longer does.
        case delisted
        /// Somebody sent it to be published in a campaign, and no post shows it to everybody.
        case unpublished
        /// It lies in the trash; only where this is asked for are photos of the trash found.
        case trashed
    }

    /// What `has:` and `no:` may be.
    public enum Property: String, Hashable, Sendable, CaseIterable {
        /// Coordinates: its own or a person's.
        case position
        /// At least one face.
        case faces
        /// A title.
        case title
        /// At least one tag.
        case tags
        /// A stored picture.
        case picture
        /// When it was taken.
        case date
        /// A home that stands in, as no position is known.
        case home
    }
}
