import GRDB
import GalleryModel

/// Maps rows of `photoPlace` and `placeName` to locations and back.
enum PlaceRecord {
    /// The columns of a location.
    enum Column: Int, StatementColumns {
        case latitude, longitude, altitude, source, match, placeNameID, cityDistanceKm
    }

    /// Gives `Column`, for a SELECT with `join`.
    static let selection =
        "pp.latitude, pp.longitude, pp.altitude, pp.source, pp.match, pp.placeNameID, "
        + "pp.cityDistanceKm"

    /// Joins the place of `photo AS p`.
    static let join = "LEFT JOIN photoPlace pp ON pp.photoID = p.id"

    /// Stores what was looked up, in place of what was known.
    static func store(
        _ located: LocatedPhoto, names: inout PlaceNames, cacheKey: String, _ db: Database
    ) throws {
        let position = located.coordinate
        try db.cachedStatement(
            sql: """
                INSERT INTO photoPlace (photoID, latitude, longitude, altitude, source, match,
                    placeNameID, cityDistanceKm, recipe, date)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (photoID) DO UPDATE SET latitude = excluded.latitude,
                    longitude = excluded.longitude, altitude = excluded.altitude,
                    source = excluded.source, match = excluded.match,
                    placeNameID = excluded.placeNameID, cityDistanceKm = excluded.cityDistanceKm,
                    recipe = excluded.recipe, date = excluded.date
                """
        ).execute(arguments: [
            located.photoID.rawValue, position.latitude, position.longitude, position.altitude,
            located.source.rawValue, located.place.match.rawValue,
            try names.id(of: located.place, db), located.place.cityDistanceKm, cacheKey,
            PhotoCatalog.now(),
        ])
    }
}

/// The names of places while many rows are read or written: each is looked up once.
///
/// Half a million photos have perhaps ten thousand places, and texts that are shared cost nothing.
struct PlaceNames {
    /// The names of one row; nil for those that the place does not have.
    private struct Names: Hashable {
        var countryCode: String?
        var country: String?
        var region: String?
        var city: String?
    }

    /// Names with larger numbers are looked up each time.
    private static let capacity = 100_000

    /// By their numbers, which are small and count from 1.
    private var names: [Names?] = []
    private var ids: [Names: Int64] = [:]

    /// Gives the photo of a row its location.
    mutating func addLocation(
        to photo: inout Photo?, _ row: StatementRow<PlaceRecord.Column>, _ db: Database
    ) throws {
        // A place that has no other source is about the photo's own position.
        guard let source = row.withBytes(.source, Self.source),
            let coordinate = source == .photo
                ? photo?.details.coordinate : row.coordinate(.latitude, .longitude, .altitude)
        else { return }
        // Given and not looked up yet: the position holds already, its names are not known.
        let number = row.integer(.placeNameID)
        guard number > 0 else {
            photo?.location = PhotoLocation(
                coordinate: coordinate, source: source, place: Place())
            return
        }
        let found = try names(number, db)
        let place = Place(
            match: row.withBytes(.match, Self.match), countryCode: found.countryCode,
            country: found.country, region: found.region, city: found.city,
            cityDistanceKm: row.optionalDouble(.cityDistanceKm))
        photo?.location = PhotoLocation(coordinate: coordinate, source: source, place: place)
    }

    /// The number of a place's names, made where there is none.
    mutating func id(of place: Place, _ db: Database) throws -> Int64 {
        let key = Names(
            countryCode: place.countryCode, country: place.country, region: place.region,
            city: place.city)
        if let id = ids[key] { return id }
        let names: StatementArguments = [
            place.countryCode ?? "", place.country ?? "", place.region ?? "", place.city ?? "",
        ]
        var id = try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id FROM placeName
                    WHERE countryCode = ? AND country = ? AND region = ? AND city = ?
                    """), arguments: names)
        if id == nil {
            let keys: StatementArguments = [
                Place.key(place.country ?? ""), Place.key(place.region ?? ""),
                Place.key(place.city ?? ""),
            ]
            try db.cachedStatement(
                sql: """
                    INSERT INTO placeName (countryCode, country, region, city, countryKey,
                        regionKey, cityKey)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: names + keys)
            id = db.lastInsertedRowID
        }
        ids[key] = id
        return id ?? 0
    }

    private mutating func names(_ id: Int64, _ db: Database) throws -> Names {
        let index = Int(id)
        if index < names.count, let known = names[index] { return known }
        enum Column: Int, StatementColumns {
            case countryCode, country, region, city
        }
        var found = Names()
        try db.forEachRow(
            Column.self,
            "SELECT countryCode, country, region, city FROM placeName WHERE id = ?", [id]
        ) { row in
            func text(_ column: Column) -> String? {
                row.optionalText(column).flatMap { $0.isEmpty ? nil : $0 }
            }
            found = Names(
                countryCode: text(.countryCode), country: text(.country), region: text(.region),
                city: text(.city))
            return false
        }
        if index < Self.capacity {
            while names.count <= index { names.append(nil) }
            names[index] = found
        }
        return found
    }

    /// By the first letter, which tells them apart: a listing asks for a million of them.
    private static func source(_ text: UnsafeBufferPointer<UInt8>) -> PositionSource? {
        switch text.first {
        case UInt8(ascii: "p"): .photo
        case UInt8(ascii: "t"): .track
        case UInt8(ascii: "h"): .home
        default: nil
        }
    }

    private static func match(_ text: UnsafeBufferPointer<UInt8>) -> Place.Match {
        switch text.first {
        case UInt8(ascii: "i"): .inside
        case UInt8(ascii: "c"): .coast
        default: .none
        }
    }
}
