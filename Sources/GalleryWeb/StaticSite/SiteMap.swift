import Basics
import Gallery
import GalleryModel

/// The map of a site, with its data in scripts, which browsers also load from a local disk.
///
/// ```
/// map.html            the page, with a list of places if scripts are disabled
/// map/points.js       the photos with a position
/// map/world.js        the countries, in low detail
/// map/near.js         the available detailed pieces, and the cities around the photos
/// map/-10_40.js …     detailed pieces
/// ```
/// Each script calls `galleryMap` with its name and data; `site/mapsource.js` reads them.
struct SiteMap: Sendable {
    /// The file name of the page.
    static let page = "map.html"
    /// The folder of the scripts.
    static let folder = "map"

    let look: SiteAppearance
    /// The photos without duplicates, newest first.
    let points: [SitePoint]
    /// The base map; nil if no place index is installed.
    let base: BaseMap?

    /// Creates a map from points in any order.
    init(look: SiteAppearance, points: [SitePoint], base: BaseMap?) {
        self.look = look
        self.points = points.sorted(by: SitePoint.isNewer)
        self.base = base
    }

    /// The files, which are written if they are missing or outdated.
    var files: [SiteFile] {
        let land = base.map { SiteBaseMap(map: $0, around: points.map(\.coordinate)).files } ?? []
        var inputs = InputDigest()
        for point in points {
            inputs.add(
                point.id.rawValue, point.coordinate.latitude, point.coordinate.longitude,
                point.isFromTrack, point.title, point.taken, point.ending, point.placeText,
                point.place == nil, point.place?.region, point.shape, point.side)
        }
        let list = InputDigest(look.inputs, inputs.value).value
        return [
            SiteFile(SiteMap.page, inputs: list) { try page() },
            SiteMap.script("points", inputs: inputs.value) { [points] in
                SiteMap.content(points).compact
            },
        ] + land
    }

    /// Returns a script with map data.
    static func script(
        _ name: String, inputs: UInt64, _ content: @escaping @Sendable () throws -> [UInt8]
    ) -> SiteFile {
        SiteFile("\(folder)/\(name).js", inputs: inputs) {
            Array("galleryMap(\"\(name)\", ".utf8) + (try content()) + Array(")\n".utf8)
        }
    }

    /// Encodes points as arrays of equal length; `sources` and `pictures` have one letter per
    /// photo, `placed` contains indices into `places`, and `sides` contains the sizes of smallest
    /// pictures other than 240 pixels by photo id.
    private static func content(_ points: [SitePoint]) -> JSONValue {
        func list(_ value: (SitePoint) -> JSONValue) -> JSONValue { .list(points.map(value)) }
        // Most photos share their place with others.
        var places: [String] = []
        var known: [String: Int] = [:]
        let placed = points.map { point in
            let text = point.placeText
            if let index = known[text] { return index }
            known[text] = places.count
            places.append(text)
            return places.count - 1
        }
        let small = points.filter { $0.side != 240 && $0.side > 0 }
        return JSONValue([
            ("ids", list { JSONValue($0.id.rawValue) }),
            ("latitudes", list { degrees($0.coordinate.latitude) }),
            ("longitudes", list { degrees($0.coordinate.longitude) }),
            ("sources", points.map { $0.isFromTrack ? "t" : "p" }.joined()),
            ("days", list { JSONValue($0.day) }), ("titles", list { .text($0.title) }),
            ("shapes", list { JSONValue($0.shape) }),
            ("pictures", points.map { $0.ending.first.map(String.init) ?? "-" }.joined()),
            ("sides", JSONValue.object(small.map { (key: "\($0.id)", value: JSONValue($0.side)) })),
            ("places", places), ("placed", placed),
        ])
    }

    /// Rounds degrees to a precision of 0.1 m.
    private static func degrees(_ degrees: Double) -> JSONValue {
        .number((degrees * 1e6).rounded() / 1e6)
    }
}

/// A photo on the map of a site, with the data for scripts and for the list.
struct SitePoint: Sendable {
    let id: PhotoID
    /// The shared position.
    let coordinate: Coordinate
    /// True if the position comes from a track.
    let isFromTrack: Bool
    /// The shared place; nil if unknown.
    let place: Place?
    /// The country name in the language of the site; nil at sea or if unknown.
    let country: String?
    /// The title; empty if the photo has none.
    let title: String
    /// The time taken, in the camera's local time, in ISO 8601; empty if unknown.
    let taken: String
    /// True if that date is doubtful.
    let isDoubtful: Bool
    /// The width of its picture in hundredths of the height, as in the CSS classes of tiles.
    let shape: Int
    /// The long edge in the file name of its smallest picture; 0 without a picture.
    let side: Int
    /// The extension of that file; empty without a picture.
    let ending: String

    /// Creates the point of a photo; nil if its position is unknown or not shared.
    init?(_ listed: SitePhoto, in language: PageLanguage) {
        let photo = listed.photo
        guard let coordinate = photo.coordinate else { return nil }
        id = photo.id
        self.coordinate = coordinate
        isFromTrack = photo.location?.source == .track
        place = photo.location?.place
        country = language.country(place?.countryCode, place?.country)
        let title = photo.details.title ?? ""
        self.title =
            title.contains { !$0.isWhitespace } ? DisplayText.truncated(title, to: 120) : ""
        taken = TakenClock(photo)?.text ?? ""
        isDoubtful = photo.dateDoubt != nil
        shape = PhotoTile.shape(of: photo)
        side = listed.pictures.first?.side ?? 0
        ending = listed.pictures.first.map { "\(BytePath($0.file).fileExtension)" } ?? ""
    }

    /// The place name, such as `Brest, France`; empty if unknown.
    var placeText: String {
        [place?.city ?? place?.region, country].compactMap(\.self).joined(separator: ", ")
    }

    /// The day taken, such as 20240517, with zeros for unknown parts; 0 if unknown.
    var day: Int { Int((taken.prefix(10).filter { $0 != "-" } + "0000").prefix(8)) ?? 0 }

    /// Orders photos newest first; those without a reliable date are last.
    static func isNewer(_ one: SitePoint, _ other: SitePoint) -> Bool {
        func rank(_ point: SitePoint) -> String { point.isDoubtful ? "" : point.taken }
        return (rank(one), one.id.rawValue) > (rank(other), other.id.rawValue)
    }
}

/// The page of the map, with a list of places for browsers without scripts.
extension SiteMap {
    /// The maximum number of listed photos per city; the newest are listed, as there may be a
    /// hundred thousand.
    static let maximumPhotosPerCity = 24

    private var language: PageLanguage { look.language }

    /// A place with its photos and the places within it.
    private struct Part {
        let name: String
        let points: [SitePoint]
        let parts: [Part]
    }

    /// The countries by name, followed by photos without a country, at sea or not yet looked up.
    private var countries: [Part] {
        let rest = Dictionary(grouping: points.filter { $0.country == nil }) { $0.place == nil }
        let within: [KeyPath<SitePoint, String?>] = [\.place?.region, \.place?.city]
        let unnamed = [(false, "places.at-sea"), (true, "places.due")].compactMap { isDue, key in
            rest[isDue].map { points in
                Part(
                    name: language.say(key, count: points.count), points: points,
                    parts: parts(points, within))
            }
        }
        return parts(points.filter { $0.country != nil }, [\.country] + within) + unnamed
    }

    /// Groups photos by their names, each within the previous one; a name is empty for photos
    /// without one.
    private func parts(_ points: [SitePoint], _ names: [KeyPath<SitePoint, String?>]) -> [Part] {
        guard let name = names.first else { return [] }
        return Dictionary(grouping: points) { $0[keyPath: name] ?? "" }
            .map { Part(name: $0, points: $1, parts: parts($1, Array(names.dropFirst()))) }
            .sorted { (Place.key($0.name), $0.name) < (Place.key($1.name), $1.name) }
    }

    private func page() throws -> [UInt8] {
        let values: [String: Any] = [
            "queryText": "", "count": count(points), "isWithoutPlaces": points.isEmpty,
            "countries": countries.map { country in
                [
                    "countryName": country.name, "countryCount": count(country.points),
                    "hasRegions": true,
                    "regions": country.parts.map { region in
                        [
                            "regionName": region.name, "hasRegion": !region.name.isEmpty,
                            "regionCount": count(region.points),
                            "cities": region.parts.map(city),
                        ] as [String: Any]
                    },
                ] as [String: Any]
            },
        ]
        return try look.page("map", .map, language.say("map.title"), at: SiteMap.page, values)
    }

    private func city(_ city: Part) -> [String: Any] {
        [
            "cityName": city.name, "hasCity": !city.name.isEmpty, "cityCount": count(city.points),
            "photos": city.points.prefix(Self.maximumPhotosPerCity).map { point in
                [
                    "photoAddress": SiteAddresses.page(of: point.id),
                    "photoTitle": point.title.isEmpty
                        ? language.say("photo.untitled", ["id": "\(point.id)"]) : point.title,
                ]
            },
        ]
    }

    private func count(_ points: [SitePoint]) -> String {
        language.say("count.photos", count: points.count)
    }
}

/// The part of the base map that a site includes: the world in low detail, and detailed pieces
/// around its photos.
struct SiteBaseMap: Sendable {
    /// A square of whole degrees, identified by its southwest corner.
    struct Square: Hashable, Comparable, Sendable {
        let west: Int
        let south: Int

        /// Creates the square that contains a position, which may be slightly beyond the
        /// antimeridian or a pole; its size must be a divisor of 90.
        init(latitude: Double, longitude: Double, degrees: Int) {
            let column = Int((longitude / Double(degrees)).rounded(.down)) * degrees
            let row = Int((latitude / Double(degrees)).rounded(.down)) * degrees
            west = column >= 180 ? column - 360 : column < -180 ? column + 360 : column
            south = min(max(row, -90), 90 - degrees)
        }

        static func < (one: Square, other: Square) -> Bool {
            (one.west, one.south) < (other.west, other.south)
        }
    }

    /// The maximum number of detailed pieces of 10 by 10 degrees; a large one takes a megabyte.
    static let maximumPieces = 40
    /// The maximum number of squares of one degree in which villages are named.
    static let maximumNamed = 100
    /// The distance in degrees within which pieces next to a photo are included, because a view
    /// around the photo shows them.
    private static let margin = 2.0

    let map: BaseMap
    /// The detailed pieces.
    let pieces: [Square]
    /// The squares in which villages are named.
    let named: [Square]

    /// Selects the pieces around some positions; if there are too many, those with the most
    /// positions.
    init(map: BaseMap, around coordinates: [Coordinate]) {
        self.map = map
        (pieces, named) = SiteBaseMap.squares(around: coordinates)
    }

    /// Returns the pieces and the squares with named villages, sorted.
    static func squares(around coordinates: [Coordinate]) -> (pieces: [Square], named: [Square]) {
        var pieces: [Square: Int] = [:]
        var named: [Square: Int] = [:]
        for coordinate in coordinates {
            let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
            let piece = Square(latitude: latitude, longitude: longitude, degrees: 10)
            pieces[piece, default: 0] += 1
            let square = Square(latitude: latitude, longitude: longitude, degrees: 1)
            named[square, default: 0] += 1
            for (east, north) in [(-1.0, -1.0), (-1, 1), (1, -1), (1, 1)] {
                let beside = Square(
                    latitude: latitude + north * margin, longitude: longitude + east * margin,
                    degrees: 10)
                pieces[beside, default: 0] += 0
            }
        }
        func first(_ count: Int, of squares: [Square: Int]) -> [Square] {
            squares.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(count).map(\.key)
                .sorted()
        }
        return (first(maximumPieces, of: pieces), first(maximumNamed, of: named))
    }

    /// The scripts.
    var files: [SiteFile] {
        let inputs = InputDigest(map.version).value
        let near = InputDigest(
            map.version, pieces.map(SiteBaseMap.name), named.map(SiteBaseMap.name))
        return [
            SiteMap.script("world", inputs: inputs) { [map] in
                BaseMapDocument.bytes(try map.world())
            },
            SiteMap.script("near", inputs: near.value) {
                let names = try names()
                return JSONValue([
                    ("pieces", pieces.map(SiteBaseMap.name)), ("names", names.map(\.name)),
                    ("latitudes", names.map(\.coordinate.latitude)),
                    ("longitudes", names.map(\.coordinate.longitude)),
                ]).compact
            },
        ]
            + pieces.map { piece in
                SiteMap.script(SiteBaseMap.name(of: piece), inputs: inputs) { [map] in
                    guard let land = try map.piece(west: piece.west, south: piece.south) else {
                        return Array("null".utf8)
                    }
                    return BaseMapDocument.bytes(land)
                }
            }
    }

    private static func name(of piece: Square) -> String { "\(piece.west)_\(piece.south)" }

    /// Returns the cities shown in views of a few hundred kilometers, and all cities near photos,
    /// largest first.
    private func names() throws -> [MapName] {
        var met: Set<MapName> = []
        for (squares, degrees, zoom) in [(pieces, 10, 8), (named, 1, 12)] {
            for square in squares {
                let view = MapView(
                    west: Double(square.west), south: Double(square.south),
                    east: Double(square.west + degrees), north: Double(square.south + degrees),
                    zoom: zoom)
                if let view { met.formUnion(try map.names(in: view)) }
            }
        }
        return met.sorted {
            ($1.population, $0.name, $0.coordinate.latitude, $0.coordinate.longitude) < (
                $0.population, $1.name, $1.coordinate.latitude, $1.coordinate.longitude
            )
        }
    }
}
