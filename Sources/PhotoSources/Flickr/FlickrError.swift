import Foundation

/// An error of Flickr, apart from network errors.
package enum FlickrError: Error, Equatable {
    /// A filter has an invalid value; `name` is the option's name without dashes.
    case invalidFilter(name: String, value: String, hint: String)
    /// The query has neither a term nor filters.
    case emptyQuery
    /// These filters need an API key; if empty, the call itself does.
    case needsKey(filters: [String])
    /// Flickr returned an error code.
    case api(code: Int, message: String)
    /// The server refused with HTTP 401 or 403.
    case notAllowed(status: Int, endpoint: String)
    /// The response is invalid; `offset` is in bytes, `beginning` quotes its first bytes.
    case badResponse(problem: String, offset: Int, beginning: String)
    /// The endpoint responded with an unexpected HTTP status.
    case badStatus(status: Int, endpoint: String, beginning: String)

    /// The meaning of an error code for the caller, with the advice that follows the message.
    package enum Kind: String, Sendable {
        /// The query is invalid.
        case invalidArguments = ": check the term and the filters"
        /// The photo, user or group does not exist.
        case notFound = ": it does not exist or was removed"
        /// The key, token or user lacks permission.
        case notAllowed = ": check GALLERY_FLICKR_API_KEY, or request only public photos"
        /// Flickr is temporarily unavailable.
        case unavailable = ": try again later"
        /// The page is beyond the end of Flickr's results.
        case endOfResults = ": narrow the search with --min-upload and --max-upload"
        /// The method or format is not supported by the endpoint.
        case badMethod = ": check GALLERY_FLICKR_ENDPOINT"
        /// Any other code.
        case other = ""
    }

    /// The kind of Flickr's error code in `flickr.photos.search` and the photo methods; nil for
    /// other errors.
    ///
    /// Source: https://www.flickr.com/services/api/flickr.photos.search.html, "Error Codes"
    package var kind: Kind? {
        guard case .api(let code, let message) = self else { return nil }
        return switch code {
        case 0 where message.lowercased().contains("not currently available"): .unavailable
        case 1, 3, 11, 12, 18: .invalidArguments
        case 2, 5: .notFound
        case 4, 17, 95...100: .notAllowed
        case 10, 105, 106, 201: .unavailable
        case 20: .endOfResults
        case 111, 112, 114...116: .badMethod
        default: .other
        }
    }
}

extension FlickrError: CustomStringConvertible {
    /// The cause and the next step, in one line, without the key.
    package var description: String {
        switch self {
        case .invalidFilter(let name, let value, let hint): "invalid --\(name) '\(value)': \(hint)"
        case .emptyQuery: "the search is empty: give a term or a filter such as --tags or --user"
        case .needsKey(let filters):
            if filters.isEmpty {
                "this request requires an API key: set GALLERY_FLICKR_API_KEY"
            } else {
                "\(filters.map { "--" + $0 }.joined(separator: ", ")): not supported by the "
                    + "keyless public feed; set GALLERY_FLICKR_API_KEY or omit the filter"
            }
        case .api(let code, let message):
            "Flickr returned error \(code), '\(message)'" + (kind?.rawValue ?? "")
        case .notAllowed(let status, let endpoint):
            "'\(endpoint)' refused with HTTP \(status): check GALLERY_FLICKR_API_KEY"
        case .badResponse(let problem, let offset, let beginning):
            "Flickr's response \(problem) (byte \(offset)); it begins '\(beginning)'"
        case .badStatus(let status, let endpoint, let beginning):
            "'\(endpoint)' returned HTTP \(status), '\(beginning)': check the endpoint's URL"
        }
    }
}
