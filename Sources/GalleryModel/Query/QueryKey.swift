/// What stands before the colon of a condition.
public enum QueryKey: String, Hashable, Sendable, CaseIterable {
    /// A tag, as a whole.
    case tag
    /// A circle around a position.
    case near
    /// A box of positions.
    case bbox
    /// A box of fallback homes.
    case home
    /// The country it was taken in.
    case country
    /// The region it was taken in.
    case region
    /// The city nearest to where it was taken.
    case city
    /// How many faces it shows.
    case faces
    /// Whom it shows.
    case person
    /// The day when it was taken.
    case taken
    /// The day when it entered the catalog.
    case added
    /// The licence.
    case license
    /// The camera's maker and model.
    case camera
    /// The lens.
    case lens
    /// Stars.
    case rating
    /// The picture's format.
    case type
    /// The picture's bytes.
    case size
    /// A section that lists it.
    case section
    /// Who owns it at its origin.
    case owner
    /// A state it is in.
    case `is`
    /// Something it has.
    case has
    /// Something it does not have.
    case no

    /// What its value is, with examples.
    var expected: String {
        switch self {
        case .tag: "a whole tag: tag:dog or tag:\"my dog\""
        case .near:
            "near:LAT,LON,KM in decimal degrees (latitude -90...90, longitude -180...180) and "
                + "kilometres above 0: near:48.39,-4.49,10"
        case .bbox:
            "bbox:WEST,SOUTH,EAST,NORTH in decimal degrees, south not above north: "
                + "bbox:-5.2,47.2,-1.0,48.9"
        case .home: "home:WEST,SOUTH,EAST,NORTH as for bbox: home:-5.2,47.2,-1.0,48.9"
        case .country: "a code or a name: country:FR or country:France"
        case .region: "a name: region:Brittany"
        case .city: "a name: city:Brest or city:\"Buenos Aires\""
        case .faces: "a number of faces: faces:2, faces:>2, faces:>=2, faces:<2 or faces:2..4"
        case .person:
            "a name or words of it: person:Ana or person:\"Ana María\"; the whole name: person:=Ana"
        case .taken, .added:
            "days: \(rawValue):2024, 2024-05, 2024-05-17, 2024-05..2024-06, >=2024, today, "
                + "yesterday or \"last 30 days\""
        case .license: "a short name or Flickr's number: license:\"CC BY 2.0\" or license:4"
        case .camera: "words of its maker or model: camera:Canon"
        case .lens: "words of its name: lens:50mm"
        case .rating: "-1 to 5 stars: rating:4, rating:>3 or rating:2..4"
        case .type: "a format: type:jpeg"
        case .size:
            "bytes, or kB, MB, GB, KiB, MiB, GiB: size:>5MB, size:<=200kB or size:1MiB..2MiB"
        case .section: "a section: section:dogs or section:flickr:dogs"
        case .owner: "an id or words of a name: owner:Ana"
        case .is: QueryKey.list(PhotoCondition.State.self)
        case .has, .no: QueryKey.list(PhotoCondition.Property.self)
        }
    }

    private static func list<Choice>(_ choices: Choice.Type) -> String
    where Choice: CaseIterable & RawRepresentable<String> {
        let names = choices.allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}
