import Foundation
import GalleryModel

/// Checks the values of a query's filters and writes them as Flickr wants them.
enum FlickrFilter {
    /// Every order that Flickr documents.
    static let sorts = [
        "date-posted-asc", "date-posted-desc", "date-taken-asc", "date-taken-desc",
        "interestingness-asc", "interestingness-desc", "relevance",
    ]

    /// A comma separated list, spaces around its members taken off.
    static func list(_ name: String, _ value: String?) throws(FlickrError) -> String? {
        guard let value else { return nil }
        let members = split(value).filter { !$0.isEmpty }
        guard !members.isEmpty else {
            throw .invalidFilter(
                name: name, value: value, hint: "expected at least one, commas between")
        }
        return members.joined(separator: ",")
    }

    /// One of a few words, case ignored.
    static func word(
        _ name: String, _ value: String?, of words: [String]
    ) throws(FlickrError) -> String? {
        guard let value else { return nil }
        let word = value.lowercased()
        guard words.contains(word) else {
            throw .invalidFilter(
                name: name, value: value, hint: "expected one of " + words.joined(separator: ", "))
        }
        return word
    }

    /// A user's or group's id.
    static func identifier(_ name: String, _ value: String?) throws(FlickrError) -> String? {
        guard let value else { return nil }
        guard !value.isEmpty, !value.contains(where: { $0.isWhitespace || $0 == "," || $0 == "/" })
        else {
            throw .invalidFilter(
                name: name, value: value, hint: "expected an id such as 78733179@N04")
        }
        return value
    }

    /// Flickr allows 20 tags where all of them must match.
    static func checkTagCount(_ query: FlickrQuery) throws(FlickrError) {
        guard query.tagMode?.lowercased() == "all", let tags = query.tags else { return }
        guard split(tags).filter({ !$0.isEmpty }).count <= 20 else {
            throw .invalidFilter(
                name: "tags", value: tags, hint: "with --tag-mode all, at most 20 tags")
        }
    }

    /// Licence numbers, or names such as `cc-by`, as a list of numbers.
    static func licenses(_ value: String?) throws(FlickrError) -> String? {
        guard let value else { return nil }
        var numbers: [String] = []
        for member in split(value) {
            if let number = SourceJSON.integer(Array(member.utf8)[...]), (0...999).contains(number)
            {
                numbers.append(String(number))
            } else if let known = licenseNames[member.lowercased()] {
                numbers.append(known)
            } else {
                throw .invalidFilter(
                    name: "license", value: value,
                    hint: "expected Flickr's numbers, 0 to 16, or names such as cc-by, "
                        + "commas between")
            }
        }
        return numbers.joined(separator: ",")
    }

    /// Names of licences with Flickr's numbers of all their versions.
    private static let licenseNames = [
        "all-rights-reserved": "0", "cc-by-nc-sa": "1,15", "cc-by-nc": "2,14",
        "cc-by-nc-nd": "3,16", "cc-by": "4,11", "cc-by-sa": "5,12", "cc-by-nd": "6,13",
        "no-known-restrictions": "7", "us-government": "8", "cc0": "9", "pdm": "10",
    ]

    /// Four numbers: west, south, east, north, in degrees.
    static func bbox(_ value: String?) throws(FlickrError) -> String? {
        guard let value else { return nil }
        let numbers = split(value).map { Double($0) }
        guard numbers.count == 4, let west = numbers[0], let south = numbers[1],
            let east = numbers[2], let north = numbers[3],
            (-180...180).contains(west), (-180...180).contains(east), (-90...90).contains(south),
            (-90...90).contains(north), west <= east, south <= north
        else {
            throw .invalidFilter(
                name: "bbox", value: value,
                hint: "expected WEST,SOUTH,EAST,NORTH in degrees, such as 5.9,45.8,10.5,47.8")
        }
        return [west, south, east, north].map(decimal).joined(separator: ",")
    }

    /// The radius in kilometres, which needs a centre.
    static func radius(_ query: FlickrQuery) throws(FlickrError) -> Double? {
        guard let radius = query.radius else { return nil }
        guard query.near != nil else {
            throw .invalidFilter(
                name: "radius", value: "\(radius)", hint: "give the centre with --near LAT,LON")
        }
        guard radius > 0, radius <= 32 else {
            throw .invalidFilter(
                name: "radius", value: "\(radius)", hint: "expected kilometres over 0 and up to 32")
        }
        return radius
    }

    static func safeSearch(_ value: Int?) throws(FlickrError) -> String? {
        guard let value else { return nil }
        guard (1...3).contains(value) else {
            throw .invalidFilter(
                name: "safe-search", value: String(value),
                hint: "expected 1 (safe), 2 (moderate) or 3 (restricted)")
        }
        return String(value)
    }

    static func contentTypes(_ value: String?) throws(FlickrError) -> String? {
        guard let value else { return nil }
        let members = split(value)
        guard !members.isEmpty, members.allSatisfy({ ["0", "1", "2", "3"].contains($0) }) else {
            throw .invalidFilter(
                name: "content-type", value: value,
                hint: "expected 0 (photo), 1 (screenshot), 2 (other), 3 (virtual), commas between")
        }
        return members.joined(separator: ",")
    }

    /// A number without an exponent, at most seven places after the point (a centimetre in
    /// degrees).
    static func decimal(_ number: Double) -> String {
        var text = String(format: "%.7f", number)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text == "-0" ? "0" : text
    }

    private static func split(_ value: String) -> [String] {
        value.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
