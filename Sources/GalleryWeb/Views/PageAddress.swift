import GalleryModel

/// The addresses of pages.
enum PageAddress {
    /// The page of all photos that a query fits.
    static func photos(_ filter: PhotoFilter) -> String {
        "/?q=\(escaped(filter.text))"
    }

    /// The page of a section.
    static func section(_ reference: String) -> String { "/sections/\(escaped(reference))" }

    /// The page of a photo.
    ///
    /// - Parameter section: where it was come from, so that the page leads to its neighbours there.
    static func photo(_ id: PhotoID, from section: String? = nil) -> String {
        "/photos/\(id)" + (section.map { "?from=\(escaped($0))" } ?? "")
    }

    /// A path with parameters, those without a value left out.
    static func with(_ parameters: [(name: String, value: String?)], _ path: String) -> String {
        let given = parameters.compactMap { parameter in
            parameter.value.map { "\(parameter.name)=\(escaped($0))" }
        }
        return given.isEmpty ? path : path + "?" + given.joined(separator: "&")
    }

    /// An address of another server as it can be linked to; nil for anything but http and https, such as a
    /// script.
    static func link(_ text: String?) -> String? {
        guard let text else { return nil }
        let lowercase = text.prefix(8).lowercased()
        guard lowercase.hasPrefix("https://") || lowercase.hasPrefix("http://") else { return nil }
        return text
    }

    /// A text as a part of a path or the value of a parameter.
    ///
    /// Source: RFC 3986, section 2.3.
    static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
