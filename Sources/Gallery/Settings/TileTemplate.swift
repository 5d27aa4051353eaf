import Foundation

/// The address of map tiles: `{z}`, `{x}` and `{y}` stand for zoom, column and row.
///
/// Source: OpenStreetMap wiki, Slippy map tilenames.
package struct TileTemplate: Hashable, Sendable {
    /// The address with its placeholders.
    package let text: String
    /// Scheme, host and port, as a Content-Security-Policy names a source.
    package let origin: String

    /// Reads an address; nil for what is no http or https URL, and where a placeholder is missing or stands in
    /// the host.
    package init?(text: String) {
        var address = text
        for placeholder in ["{z}", "{x}", "{y}"] {
            guard let place = address.firstRange(of: placeholder) else { return nil }
            address.replaceSubrange(place, with: "0")
        }
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        // What stands between the slashes is the host, which goes into the policy as it is.
        guard parts.count == 4, SettingDefinition.isWebURL(address),
            parts[2].utf8.allSatisfy({ byte in
                byte < 128
                    && (Character(UnicodeScalar(byte)).isLetter
                        || Character(UnicodeScalar(byte)).isNumber || ".-:[]".utf8.contains(byte))
            })
        else { return nil }
        self.text = text
        origin = parts.prefix(3).joined(separator: "/").lowercased()
    }
}
