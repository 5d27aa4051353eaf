import GRDB
import GalleryModel

/// Maps rows of `photoPlace` and `placeName` to locations and back.
enum PlaceRecord {
    /// The columns of a location.
    enum Column: Int, StatementColumns {
        case latitude, longitude, altitude, source, match, placeNameID, cityDistanceKm
        static let table = "pp"
    }

    /// Joins the place of `photo AS p`.
    static let join = "LEFT JOIN photoPlace pp ON pp.photoID = p.id"

    /// Stores the result of a lookup, replacing an earlier one.
    static func store(
        _ located: LocatedPhoto, names: inout PlaceNames, cacheKey: String, _ db: Database
    ) throws {
        let position = located.work.coordinate
        try db.upsert(
            into: "photoPlace", key: "photoID",
            [
                "photoID": located.work.photoID.rawValue, "latitude": position.latitude,
                "longitude": position.longitude, "altitude": position.altitude,
                "source": located.work.source.rawValue, "match": located.place.match.rawValue,
                "placeNameID": try names.id(of: located.place, db),
                "cityDistanceKm": located.place.cityDistanceKm, "recipe": cacheKey,
                "date": PhotoCatalog.now(),
            ])
    }
}

/// A cache of place names for reading or writing many rows: each is looked up once.
///
/// Half a million photos have perhaps ten thousand places, and shared strings cost nothing.
struct PlaceNames {
    /// Further names are read for each row.
    private static let capacity = 100_000

    /// By id; without a match or distance.
    private var places: [Int64: Place] = [:]
    private var ids: [Place: Int64] = [:]

    /// Sets the location of a row's photo.
    mutating func addLocation(
        to photo: inout Photo?, _ row: StatementRow<PlaceRecord.Column>, _ db: Database
    ) throws {
        // A place without another source is for the photo's own position.
        guard let source = row.source(.source),
            let coordinate = source == .photo
                ? photo?.details.coordinate : row.coordinate(.latitude, .longitude, .altitude)
        else { return }
        // Given and not looked up yet: the position is known, its names are not.
        let number = row.integer(.placeNameID)
        guard number > 0 else {
            photo?.location = PhotoLocation(coordinate: coordinate, source: source, place: Place())
            return
        }
        var place = try place(number, db)
        place.match = row.withBytes(.match) { text in
            switch text.first {
            case UInt8(ascii: "i"): .inside
            case UInt8(ascii: "c"): .coast
            default: .none
            }
        }
        place.cityDistanceKm = row.optionalDouble(.cityDistanceKm)
        photo?.location = PhotoLocation(coordinate: coordinate, source: source, place: place)
    }

    /// The id of a place's names, inserted if missing.
    mutating func id(of place: Place, _ db: Database) throws -> Int64 {
        var key = place
        (key.match, key.cityDistanceKm) = (.none, nil)
        if let id = ids[key] { return id }
        let names = [place.countryCode, place.country, place.region, place.city, place.district]
            .map { $0 ?? "" }
        var id = try db.integer(
            """
            SELECT id FROM placeName
            WHERE countryCode = ? AND country = ? AND region = ? AND city = ? AND district = ?
            """, StatementArguments(names))
        if id == nil {
            try db.run(
                """
                INSERT INTO placeName (countryCode, country, region, city, district,
                    countryKey, regionKey, cityKey, districtKey)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, StatementArguments(names + names.dropFirst().map(Place.key)))
            id = db.lastInsertedRowID
        }
        ids[key] = id
        return id ?? 0
    }

    private mutating func place(_ id: Int64, _ db: Database) throws -> Place {
        if let known = places[id] { return known }
        enum Column: Int, StatementColumns { case countryCode, country, region, city, district }
        let found =
            try Column.first(
                "SELECT \(Column.selection) FROM placeName WHERE id = ?", [id], db
            ) { row in
                func text(_ column: Column) -> String? {
                    row.optionalText(column).flatMap { $0.isEmpty ? nil : $0 }
                }
                return Place(
                    countryCode: text(.countryCode), country: text(.country), region: text(.region),
                    city: text(.city), district: text(.district))
            } ?? Place()
        if places.count < Self.capacity { places[id] = found }
        return found
    }
}

extension StatementRow {
    /// The source in a column, identified by its first letter: a string for each of a million rows
    /// costs as much as the rest.
    func source(_ column: Column) -> PositionSource? {
        withBytes(column) { text in
            switch text.first {
            case UInt8(ascii: "p"): .photo
            case UInt8(ascii: "t"): .track
            case UInt8(ascii: "h"): .home
            case UInt8(ascii: "u"): .user
            default: nil
            }
        }
    }
}
