import Basics
import GalleryModel

extension SettingDefinition {
    /// Whether the value must never be shown.
    package var isSecret: Bool {
        if case .secret = value { return true }
        return false
    }

    /// What the value may be, for messages and the documentation, such as `a whole number, 0 to 20`.
    package var allowed: String {
        switch value {
        case .secret: "text"
        case .url, .optionalURL: "an http or https URL"
        case .tiles: "an http or https URL with {z}, {x} and {y} behind its host"
        case .line: "a line of at most 500 bytes"
        case .hosts: "a list of hosts"
        case .networks: "a list of IP addresses and networks, such as 10.0.0.0/8"
        case .integer(_, let range): "a whole number, \(range.lowerBound) to \(range.upperBound)"
        case .integers(_, let range):
            "different whole numbers, \(range.lowerBound) to \(range.upperBound), comma separated, "
                + "at most \(SettingDefinition.mostIntegers)"
        case .seconds(_, let range):
            "a number of seconds, \(SettingDefinition.text(range.lowerBound)) to "
                + SettingDefinition.text(range.upperBound)
        case .choice(_, let words): "one of " + words.joined(separator: ", ")
        case .coordinate:
            "a position, LAT,LON in decimal degrees (latitude -90...90, longitude -180...180)"
        case .assignments: "a list of area=COUNTRY, such as crimea=UA"
        case .folder: "a folder"
        }
    }

    /// The default as text, empty where there is none.
    package var defaultText: String {
        if name == "catalog.path" { return "${XDG_DATA_HOME:-~/.local/share}/gallery" }
        return text(in: GallerySettings())
    }

    /// The value as it is given in the environment, empty where there is none.
    package func text(in settings: GallerySettings) -> String {
        switch value {
        case .secret(let path), .optionalURL(let path), .tiles(let path), .line(let path):
            settings[keyPath: path] ?? ""
        case .url(let path), .choice(let path, _): settings[keyPath: path]
        case .coordinate(let path):
            settings[keyPath: path].map {
                SettingDefinition.text($0.latitude) + "," + SettingDefinition.text($0.longitude)
            } ?? ""
        case .hosts(let path), .networks(let path), .assignments(let path):
            settings[keyPath: path].joined(separator: ",")
        case .integer(let path, _): String(settings[keyPath: path])
        case .integers(let path, _):
            settings[keyPath: path].map(String.init).joined(separator: ",")
        case .seconds(let path, _): SettingDefinition.text(settings[keyPath: path])
        case .folder(let path): settings[keyPath: path]?.escaped ?? ""
        }
    }

    /// The most numbers that a list of them may have.
    static let mostIntegers = 16

    /// A number without a needless fraction.
    static func text(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}
