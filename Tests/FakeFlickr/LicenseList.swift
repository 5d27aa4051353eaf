/// The response of `flickr.photos.licenses.getInfo` since June 2025.
enum LicenseList {
    static let value: JSONValue = .object([("license", .array(known.enumerated().map(entry)))])

    private static func entry(_ number: Int, _ known: (String, String)) -> JSONValue {
        .object([
            ("id", .string(String(number))), ("name", .string(known.0)), ("url", .string(known.1)),
        ])
    }

    private static let known: [(String, String)] =
        [("All Rights Reserved", "")]
        + ["by-nc-sa", "by-nc", "by-nc-nd", "by", "by-sa", "by-nd"].map { ours($0, "2.0") }
        + [
            ("No known copyright restrictions", "https://www.flickr.com/commons/usage/"),
            ("United States Government Work", "http://www.usa.gov/copyright.shtml"),
            (
                "Public Domain Dedication (CC0)",
                "https://creativecommons.org/publicdomain/zero/1.0/"
            ),
            ("Public Domain Mark", "https://creativecommons.org/publicdomain/mark/1.0/"),
        ]
        + ["by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd"].map { ours($0, "4.0") }

    private static func ours(_ terms: String, _ version: String) -> (String, String) {
        (
            "CC \(terms.uppercased()) \(version)",
            "https://creativecommons.org/licenses/\(terms)/\(version)/"
        )
    }
}
