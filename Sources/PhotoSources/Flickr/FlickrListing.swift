import Foundation

/// What a search brought, in numbers; the photos themselves went page by page to the caller.
package struct FlickrListing: Sendable {
    /// How many photos Flickr claims to have, an estimate; nil where it did not say.
    package var found: Int?
    /// How many different photos were delivered.
    package var listed = 0
    /// How many API requests went out, repeated ones too.
    package var apiRequests = 0
    /// What is missing and why, a sentence each.
    package var gaps: [String] = []
    /// Whether everything that Flickr lists for the query was delivered, so that a photo that is
    /// not among it is gone.
    package var isExhausted = false
    /// Why the listing ended early; what was delivered until then is good.
    package var failure: (any Error)?

    /// Makes an empty listing.
    package init() {}

    /// Whether all that was asked for was delivered.
    package var isComplete: Bool { gaps.isEmpty && failure == nil }
}

/// Some photos of a listing, none of which was delivered before.
package struct FlickrPage: Sendable {
    /// The photos in Flickr's order.
    package var photos: [FlickrPhoto]
    /// How many photos Flickr claims to have for the whole query; nil where it does not say.
    package var found: Int?
}
