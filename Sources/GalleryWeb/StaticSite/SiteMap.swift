import Basics
import Gallery
import GalleryModel

/// The map of a site: its page, its photos and what lies beneath them, in scripts that a browser runs from a disk, too.
///
/// ```
/// map.html            the page, which lists places where no script runs
/// map/points.js       the photos with a position
/// map/world.js        the countries, coarsely
/// map/near.js         which pieces there are in detail, and the cities around the photos
/// map/-10_40.js …     such pieces
/// ```
/// Each script calls `galleryMap` with its name and what it tells; `site/mapsource.js` reads them.
struct SiteMap: Sendable {
    /// The file of the page.
    static let page = "map.html"
    /// The folder of the scripts.
    static let folder = "map"

    let look: SiteLook
    /// The photos, each once, the newest first.
    let points: [SitePoint]
    /// What lies beneath them; nil where no index of places is there.
    let base: BaseMap?

    /// Makes a map of points in any order.
    init(look: SiteLook, points: [SitePoint], base: BaseMap?) {
        self.look = look
        self.points = points.sorted(by: SitePoint.isNewer)
        self.base = base
    }

    /// The files, each of which is written where it is not there as it is to be.
    var files: [SiteFile] {
        let land = base.map { SiteLand(map: $0, around: points.map(\.coordinate)).files } ?? []
        return [SiteMapPage(look: look, points: points).file, pointsFile] + land
    }

    /// A script of the map.
    static func script(
        _ name: String, inputs: UInt64, _ content: @escaping @Sendable () throws -> [UInt8]
    ) -> SiteFile {
        SiteFile("\(folder)/\(name).js", inputs: inputs) {
            Array("galleryMap(\"\(name)\", ".utf8) + (try content()) + Array(")\n".utf8)
        }
    }

    private var pointsFile: SiteFile {
        var inputs = InputDigest()
        for point in points { point.add(to: &inputs) }
        return SiteMap.script("points", inputs: inputs.value) { [points] in
            SiteMap.content(points).compact
        }
    }

    /// A list for each fact, as long as the others; `sources` and `pictures` have a letter for each photo, `placed` has
    /// the indexes of `places`, and `sides` tells the smallest pictures that are not of 240 pixels by their photos' ids.
    private static func content(_ points: [SitePoint]) -> JSONValue {
        func list(_ value: (SitePoint) -> JSONValue) -> JSONValue { .list(points.map(value)) }
        // Most photos share their place with others.
        var places: [String] = []
        var known: [String: Int] = [:]
        let placed = points.map { point in
            let place = point.placeText
            if let index = known[place] { return index }
            known[place] = places.count
            places.append(place)
            return places.count - 1
        }
        let small = points.filter { $0.side != 240 && $0.side > 0 }
        return .object([
            ("ids", list { JSONValue($0.id.rawValue) }),
            ("latitudes", list { degrees($0.coordinate.latitude) }),
            ("longitudes", list { degrees($0.coordinate.longitude) }),
            ("sources", .text(points.map { $0.isOfTrack ? "t" : "p" }.joined())),
            ("days", list { JSONValue($0.day) }), ("titles", list { .text($0.title) }),
            ("shapes", list { JSONValue($0.shape) }),
            ("pictures", .text(points.map { $0.ending.first.map(String.init) ?? "-" }.joined())),
            ("sides", .object(small.map { (key: "\($0.id)", value: JSONValue($0.side)) })),
            ("places", .list(places.map(JSONValue.text))),
            ("placed", .list(placed.map { JSONValue($0) })),
        ])
    }

    /// Degrees to a tenth of a metre.
    private static func degrees(_ degrees: Double) -> JSONValue {
        .number((degrees * 1e6).rounded() / 1e6)
    }
}
