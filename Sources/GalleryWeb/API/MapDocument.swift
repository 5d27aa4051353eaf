import Basics
import GalleryModel

/// What stands on a map as JSON: a list for each fact, as long as the others.
enum MapDocument {
    /// The document.
    static func value(_ contents: MapContents) -> JSONValue {
        let clusters = contents.clusters
        func list(_ value: (MapCluster) -> JSONValue) -> JSONValue { .list(clusters.map(value)) }
        return .object([
            ("level", JSONValue(contents.level)), ("photos", JSONValue(contents.photos)),
            ("bounds", contents.bounds.map(value) ?? .null),
            ("counts", list { JSONValue($0.count) }),
            ("latitudes", list { degrees($0.middle.latitude, 1e6) }),
            ("longitudes", list { degrees($0.middle.longitude, 1e6) }),
            ("wests", list { degrees($0.bounds.west, 1e7) }),
            ("souths", list { degrees($0.bounds.south, 1e7) }),
            ("easts", list { degrees($0.bounds.east, 1e7) }),
            ("norths", list { degrees($0.bounds.north, 1e7) }),
            ("covers", list { JSONValue($0.cover.rawValue) }),
            ("homes", list { JSONValue($0.homes) }),
            ("sources", .text(clusters.map { letter($0.source) }.joined())),
        ])
    }

    /// A name on the map.
    static func value(_ name: MapName) -> JSONValue {
        .object([
            ("name", .text(name.name)), ("latitude", .number(name.coordinate.latitude)),
            ("longitude", .number(name.coordinate.longitude)),
            ("population", JSONValue(name.population)),
        ])
    }

    private static func value(_ box: CoordinateBox) -> JSONValue {
        .list([box.west, box.south, box.east, box.north].map { degrees($0, 1e7) })
    }

    /// A number of degrees with so many decimals: a hundred thousand digits of a thousand clusters help nobody.
    private static func degrees(_ degrees: Double, _ decimals: Double) -> JSONValue {
        .number((degrees * decimals).rounded() / decimals)
    }

    private static func letter(_ source: PositionSource?) -> String {
        switch source {
        case .photo: "p"
        case .track: "t"
        case .home: "h"
        case nil: "-"
        }
    }
}
