import Foundation

/// The terms under which a photo may be used.
public struct License: Hashable, Codable, Sendable {
    /// The short name people know, such as `CC BY 2.0`.
    public let name: String
    /// Where the terms can be read; nil where they have no page.
    public let url: String?

    /// Makes a licence of its name and page.
    public init(name: String, url: String?) {
        self.name = name
        self.url = url
    }

    /// The licence with one of Flickr's numbers.
    ///
    /// A number that this program does not know gives `license 77`, without a page: that a photo has
    /// terms of its own must not get lost.
    ///
    /// Source: the answer of `flickr.photos.licenses.getInfo` (numbers 11 to 16 since June 2025).
    public init(flickrID: Int) {
        self = License.flickr[flickrID] ?? License(name: "license \(flickrID)", url: nil)
    }

    /// The licence of a short name, without regard to case, or of one of Flickr's numbers; nil for others.
    package init?(named text: String) {
        let name = text.lowercased()
        let number = name.hasPrefix("license ") ? name.dropFirst("license ".count) : name[...]
        if let number = Int(number), (0..<1000).contains(number) {
            self.init(flickrID: number)
        } else if let license = License.all.first(where: { $0.name.lowercased() == name }) {
            self = license
        } else {
            return nil
        }
    }

    /// The licences that have names, in the order of Flickr's numbers.
    package static var all: [License] { flickr.sorted { $0.key < $1.key }.map(\.value) }

    private static let flickr: [Int: License] = [
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
