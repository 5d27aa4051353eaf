import Foundation

/// The terms of use of a photo.
public struct License: Hashable, Codable, Sendable {
    /// The common short name, such as `CC BY 2.0`.
    public let name: String
    /// The URL of the terms; nil if they have no page.
    public let url: String?

    /// Creates a license from its name and page.
    package init(name: String, url: String?) {
        self.name = name
        self.url = url
    }

    /// Creates the license with a Flickr license number.
    ///
    /// Unknown numbers give `license 77` without a page, so that the existence of specific terms is
    /// not lost.
    ///
    /// Source: the response of `flickr.photos.licenses.getInfo` (numbers 11 to 16 since June 2025).
    package init(flickrID: Int) {
        self = License.flickr[flickrID] ?? License(name: "license \(flickrID)", url: nil)
    }

    /// The named licenses in the order of Flickr's numbers.
    package static var all: [License] { flickr.sorted { $0.key < $1.key }.map(\.value) }

    fileprivate static let flickr: [Int: License] = [
        0: License(name: "All Rights Reserved", url: nil),
        1: creativeCommons("BY-NC-SA", "2.0"),
        2: creativeCommons("BY-NC", "2.0"),
        3: creativeCommons("BY-NC-ND", "2.0"),
        4: creativeCommons("BY", "2.0"),
        5: creativeCommons("BY-SA", "2.0"),
        6: creativeCommons("BY-ND", "2.0"),
        7: License(
            name: "No known copyright restrictions", url: "https://www.flickr.com/commons/usage/"),
        8: License(
            name: "United States Government Work", url: "https://www.usa.gov/government-copyright"),
        9: License(name: "CC0 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/"),
        10: License(name: "PDM 1.0", url: "https://creativecommons.org/publicdomain/mark/1.0/"),
        11: creativeCommons("BY", "4.0"),
        12: creativeCommons("BY-SA", "4.0"),
        13: creativeCommons("BY-ND", "4.0"),
        14: creativeCommons("BY-NC", "4.0"),
        15: creativeCommons("BY-NC-SA", "4.0"),
        16: creativeCommons("BY-NC-ND", "4.0"),
    ]

    private static func creativeCommons(_ terms: String, _ version: String) -> License {
        License(
            name: "CC \(terms) \(version)",
            url: "https://creativecommons.org/licenses/\(terms.lowercased())/\(version)/")
    }
}

/// Licenses as entered by a user in searches and queries, separated by commas: Flickr's numbers,
/// names such as `CC BY 2.0`, names without a version such as `cc-by`, and the groups `cc` and
/// `commercial`.
package struct LicenseChoice: Hashable, Sendable {
    /// Flickr's license numbers, sorted and unique.
    package let numbers: [Int]

    /// Parses user input; nil if a part is not a license.
    package init?(_ text: String) {
        var numbers: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = SectionReference.normalized(String(part))
            guard let found = LicenseChoice.numbers(named: name) else { return nil }
            numbers.formUnion(found)
        }
        self.numbers = numbers.sorted()
    }

    /// The names of the licenses.
    package var names: [String] { numbers.map { License(flickrID: $0).name } }

    /// The shortest spelling: a group name such as `cc-by`, or comma-separated numbers.
    package var text: String {
        let whole = LicenseChoice.several.first { $0.numbers == numbers }
        return whole?.name ?? numbers.map(String.init).joined(separator: ",")
    }

    /// The description of valid input for messages.
    package static let expected =
        "Flickr license numbers 0 to 16, names such as 'CC BY 2.0' or cc-by, or the groups cc (all Creative "
        + "Commons) and commercial (commercial use allowed), separated by commas"

    /// Names for shell completion.
    package static var names: [String] { several.map(\.name) + ["cc0", "pdm"] }

    private static let several: [(name: String, numbers: [Int])] = {
        let names = License.flickr.mapValues(\.name)
        var several = [
            ("cc", names.filter { $0.value.hasPrefix("CC") || $0.value.hasPrefix("PDM") }),
            ("commercial", names.filter { $0.key > 0 && !$0.value.contains("NC") }),
        ].map { ($0.0, $0.1.keys.sorted()) }
        for (family, licenses) in Dictionary(
            grouping: names, by: { LicenseChoice.family($0.value) })
        where licenses.count > 1 {
            let name = family.replacing(" ", with: "-")
            several.append((name, licenses.map(\.key).sorted()))
        }
        return several.sorted { $0.0 < $1.0 }
    }()

    private static func numbers(named name: String) -> [Int]? {
        if let number = Int(name) { return License.flickr[number] == nil ? nil : [number] }
        let key = key(name)
        // Licenses without a known name are identified by their number.
        if key.hasPrefix("license "), let number = Int(key.dropFirst("license ".count)) {
            return (0..<1000).contains(number) ? [number] : nil
        }
        if let several = several.first(where: { self.key($0.name) == key }) {
            return several.numbers
        }
        let aliases = ["no known restrictions": 7, "us government": 8]
        let number = License.flickr.first { _, license in
            self.key(license.name) == key || family(license.name) == key
        }
        return (number?.key ?? aliases[key]).map { [$0] }
    }

    /// Returns the normalized name without its version.
    private static func family(_ name: String) -> String {
        key(String(name.prefix { !$0.isNumber || name.hasPrefix("CC0") && $0 == "0" }))
    }

    /// Returns the normalized name for comparison: lowercase, with spaces instead of hyphens.
    private static func key(_ name: String) -> String {
        SectionReference.normalized(name.lowercased().replacing("-", with: " "))
    }
}
