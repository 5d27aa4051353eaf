import Foundation

/// The parameters of a Flickr method, in the order in which they are sent.
package struct FlickrParameters: Sendable, Equatable {
    /// One parameter.
    package struct Item: Sendable, Equatable {
        /// Flickr's name.
        package var name: String
        /// The value before it is percent-encoded.
        package var value: String
    }

    /// The parameters.
    package private(set) var items: [Item] = []

    /// Makes an empty list.
    package init() {}

    /// The value of a parameter; nil where it is not among them.
    package subscript(name: String) -> String? {
        get { items.first { $0.name == name }?.value }
        set {
            items.removeAll { $0.name == name }
            if let newValue { items.append(Item(name: name, value: newValue)) }
        }
    }

    /// The URL of an endpoint with the parameters as its query, percent-encoded as RFC 3986 says.
    func url(_ endpoint: String) -> String {
        let query = items.map {
            FlickrParameters.encode($0.name) + "=" + FlickrParameters.encode($0.value)
        }
        let separator = endpoint.contains("?") ? "&" : "?"
        return endpoint + separator + query.joined(separator: "&")
    }

    /// Keeps the unreserved bytes of a text and writes all others as `%XX`.
    ///
    /// Source: https://www.rfc-editor.org/rfc/rfc3986#section-2.3
    static func encode(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.append(byte)
            case _ where SourceJSONScanner.isLetterOrDigit(byte): result.append(byte)
            default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
