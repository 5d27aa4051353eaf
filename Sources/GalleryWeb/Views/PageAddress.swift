import GalleryModel

/// The addresses of pages.
enum PageAddress {
    /// The page of all photos that a query fits.
    static func photos(_ filter: PhotoFilter) -> String {
        "/?q=\(PercentEncoding.encoded(filter.text))"
    }

    /// The page of a section.
    static func section(_ reference: String) -> String {
        "/sections/\(PercentEncoding.encoded(reference))"
    }

    /// The page of a photo.
    static func photo(_ id: PhotoID) -> String { "/photos/\(id)" }

    /// The page of a person.
    static func person(_ name: String) -> String { with([("name", name)], "/people") }

    /// A path with parameters, those without a value left out.
    static func with(_ parameters: [(name: String, value: String?)], _ path: String) -> String {
        let given = parameters.compactMap { parameter in
            parameter.value.map { "\(parameter.name)=\(PercentEncoding.encoded($0))" }
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
}
