import Basics
import Foundation
import GalleryModel

extension FlickrEnumeration {
    /// The number of photos from which a slice is split: less than the cap, as counts are
    /// estimates.
    private static let sliceSize = 3_000
    /// The shortest slice in seconds; below it Flickr's dates blur and slices double each other.
    ///
    /// Source: measured by Openverse, WordPress/openverse-catalog, issue 26 and pull request 1041
    private static let shortest: Int64 = 3_600
    /// How far slices reach into each other in seconds, for dates that Flickr blurs at their ends.
    private static let overlap: Int64 = 300
    /// 2004-01-01: Flickr opened in February 2004; what says it is older has a broken date.
    private static let beginning: Int64 = 1_072_915_200

    /// Lists a query that has more photos than Flickr lists for one, split by upload date.
    ///
    /// The order is kept where it is that of the upload; for any other, the first 4,000 come in
    /// order before the rest. Returns whether everything that Flickr lists came.
    mutating func enumerateSlices(
        _ first: FlickrAnswerPage?, _ receive: Receive
    ) async throws -> Bool {
        let sort = parameters["sort"] ?? "date-posted-desc"
        let isOldestFirst = sort == "date-posted-asc"
        if let first {
            if sort.hasPrefix("date-posted") {
                try await deliver(first, receive)
            } else {
                _ = try await passes(parameters, first: first, receive)
            }
        }
        let whole = UploadRange(parameters)
        var waiting = whole.halves(at: FlickrEnumeration.beginning) ?? [whole]
        if isOldestFirst { waiting.reverse() }
        while !isFull, heedsDates, let slice = waiting.popLast() {
            var halves = try await list(slice, receive)
            if isOldestFirst { halves.reverse() }
            waiting += halves
        }
        if !heedsDates { _ = try await passes(parameters, first: nil, receive) }
        return areSlicesExhausted
    }

    /// Lists one slice, or hands back its halves, the older first, where it holds too many.
    private mutating func list(
        _ slice: UploadRange, _ receive: Receive
    ) async throws -> [UploadRange] {
        let asked = slice.parameters(parameters, overlap: FlickrEnumeration.overlap)
        guard var first = try await page(1, of: asked) else { return [] }
        // Without this second look one wrong answer would hide years of photos.
        if first.rowCount == 0, let again = try await page(1, of: asked) { first = again }
        if listing.found == nil { listing.found = first.total }
        // The date is among the extras asked for, so a row without one proves nothing.
        let strangers = first.photos.count {
            $0.details.dateUploaded == nil
                || !slice.contains($0.details.dateUploaded?.unixSeconds, tolerance: 86_400)
        }
        if strangers > first.photos.count / 2 {
            noteGap("Flickr does not heed upload dates: it lists at most the first 4,000 photos")
            heedsDates = false
            areSlicesExhausted = false
            return []
        }
        let halves = slice.halves(shortest: FlickrEnumeration.shortest)
        if let total = first.total, total > FlickrEnumeration.sliceSize, !first.photos.isEmpty,
            let halves
        {
            try await deliver(first, receive)
            return halves
        }
        let outcome = try await passes(asked, first: first, receive)
        note(outcome)
        if !outcome.isExhausted, !outcome.isCapped { areSlicesExhausted = false }
        guard outcome.isCapped, !isFull else { return [] }
        if let halves { return halves }
        noteGap(
            "Flickr lists at most the first 4,000 of \(outcome.largestTotal ?? FlickrClient.cap) "
                + "photos uploaded \(slice.sentence)")
        return []
    }
}
