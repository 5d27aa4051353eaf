/// An API failure in Flickr's format: HTTP 200 with `stat` `fail`.
package struct APIFailure: Error, Sendable, Equatable {
    /// Flickr's error code.
    package let code: Int
    /// Flickr's message.
    package let message: String

    /// Makes a failure.
    package init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    static let tooManyTags = APIFailure(code: 1, message: "Too many tags in ALL query")
    static let unknownUser = APIFailure(code: 2, message: "Unknown user")
    static let parameterless = APIFailure(
        code: 3,
        message: "Parameterless searches have been disabled. "
            + "Please use flickr.photos.getRecent instead.")
    static let noPool = APIFailure(code: 4, message: "You don't have permission to view this pool")
    static let badMachineTags = APIFailure(
        code: 11,
        message: "Invalid machine tag query: the machine tag query argument uses invalid syntax")
    static let tooManyMachineTags = APIFailure(
        code: 12, message: "Exceeded maximum allowable machine tags")
    static let illogical = APIFailure(code: 18, message: "Illogical arguments")
    static let excessiveOffset = APIFailure(code: 20, message: "Excessive photo offset in search")
    static let notLoggedIn = APIFailure(
        code: 99, message: "User not logged in / Insufficient permissions")
    static let badKey = APIFailure(code: 100, message: "Invalid API Key (Key has invalid format)")
    static let unknownKey = APIFailure(code: 100, message: "Invalid API Key (Key not found)")
    static let photoNotFound = APIFailure(code: 1, message: "Photo not found")
    static let userNotFound = APIFailure(code: 1, message: "User not found")

    static func noFormat(_ format: String) -> APIFailure {
        APIFailure(code: 111, message: "Format \"\(format)\" not found")
    }

    static func noMethod(_ method: String) -> APIFailure {
        APIFailure(code: 112, message: "Method \"\(method)\" not found")
    }
}
