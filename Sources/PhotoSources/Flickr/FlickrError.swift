import Foundation

/// What can go wrong between the catalog and Flickr, apart from the network itself.
package enum FlickrError: Error, Equatable {
    /// A filter's value is not one that Flickr knows; `name` is the option's name without dashes.
    case invalidFilter(name: String, value: String, hint: String)
    /// The query asks for nothing at all.
    case emptyQuery
    /// These filters (or, where none is named, this call) need an API key.
    case needsKey(filters: [String])
    /// Flickr refused with an error code of its own.
    case api(code: Int, message: String)
    /// The server refused before Flickr's code came into play: HTTP 401 or 403.
    case notAllowed(status: Int, endpoint: String)
    /// The answer is not what it should be; `offset` counts bytes, `beginning` shows the first
    /// ones.
    case badAnswer(problem: String, offset: Int, beginning: String)
    /// The endpoint answered with an HTTP status that is no answer.
    case badStatus(status: Int, endpoint: String, beginning: String)

    /// What one of Flickr's codes means for the caller.
    package enum Kind: Sendable {
        /// The query makes no sense to Flickr.
        case invalidArguments
        /// There is no such photo, user or group, or no longer.
        case notFound
        /// The key, token or person has no right to it.
        case notAllowed
        /// Flickr cannot answer at the moment.
        case unavailable
        /// Flickr lists no photos that far back.
        case endOfResults
        /// This program or the endpoint speaks another language.
        case badMethod
        /// A code that the documentation does not list.
        case other
    }

    /// The kind of a code that `flickr.photos.search` and the photo methods answer.
    ///
    /// Source: https://www.flickr.com/services/api/flickr.photos.search.html, "Error Codes"
    package static func kind(code: Int, message: String) -> Kind {
        switch code {
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

    /// The kind of an error from Flickr's own code; nil for every other error.
    package var kind: Kind? {
        guard case .api(let code, let message) = self else { return nil }
        return FlickrError.kind(code: code, message: message)
    }
}

extension FlickrError: CustomStringConvertible {
    /// The cause and the next step, in one line, without the key.
    package var description: String {
        switch self {
        case .invalidFilter(let name, let value, let hint):
            "invalid --\(name) '\(value)': \(hint)"
        case .emptyQuery:
            "the search asks for nothing: give a term or a filter such as --tags or --user"
        case .needsKey(let filters):
            if filters.isEmpty {
                "this needs an API key: set GALLERY_FLICKR_API_KEY"
            } else {
                "\(filters.map { "--" + $0 }.joined(separator: ", ")) cannot be asked of the "
                    + "keyless public feed: set GALLERY_FLICKR_API_KEY or leave it out"
            }
        case .api(let code, let message):
            "flickr answered error \(code), '\(message)'" + FlickrError.advice(kind)
        case .notAllowed(let status, let endpoint):
            "'\(endpoint)' refused with HTTP \(status): check GALLERY_FLICKR_API_KEY"
        case .badAnswer(let problem, let offset, let beginning):
            "flickr's answer \(problem) (byte \(offset)); it begins '\(beginning)'"
        case .badStatus(let status, let endpoint, let beginning):
            "'\(endpoint)' answered HTTP \(status), '\(beginning)': check the endpoint's address"
        }
    }

    private static func advice(_ kind: Kind?) -> String {
        switch kind {
        case .invalidArguments: ": check the term and the filters"
        case .notFound: ": it does not exist, or no longer"
        case .notAllowed: ": check GALLERY_FLICKR_API_KEY, or ask for what everyone may see"
        case .unavailable: ": try again later"
        case .endOfResults: ": narrow the search with --min-upload and --max-upload"
        case .badMethod: ": check GALLERY_FLICKR_ENDPOINT"
        case .other, nil: ""
        }
    }
}
