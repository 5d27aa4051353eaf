package import GalleryModel

/// What a listing brought, in numbers; the photos themselves went page by page to the caller.
package struct SourceListing: Sendable {
    /// How many photos the server claims to have, an estimate; nil where it did not say.
    package var found: Int?
    /// How many different photos were delivered.
    package var listed = 0
    /// How many requests went out, repeated ones too.
    package var requests = 0
    /// What is missing and why, a sentence each.
    package var gaps: [String] = []
    /// Whether everything that the server lists for the query was delivered, so that a photo that is
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
package struct SourcePage: Sendable {
    /// The photos in the server's order.
    package var photos: [PhotoDetails]
    /// How many photos the server claims to have for the whole query; nil where it does not say.
    package var found: Int?
    /// Whether the server told only some of what it knows: what is known stays then, and only what was
    /// unknown is filled in.
    package var isPartial = false

    /// Makes a page.
    package init(photos: [PhotoDetails], found: Int? = nil, isPartial: Bool = false) {
        self.photos = photos
        self.found = found
        self.isPartial = isPartial
    }
}
