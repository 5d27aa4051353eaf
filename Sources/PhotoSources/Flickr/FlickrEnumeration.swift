import Basics
import Foundation
import GalleryModel

/// The state of a listing: delivered photos, gaps, and the passes over the pages.
struct FlickrEnumeration {
    typealias Receive = (SourcePage) async throws -> Void

    let client: FlickrClient
    let parameters: FlickrParameters
    let pageSize: Int
    let limit: Int?
    /// The size of the pictures to find; nil for none.
    var size: PictureSize?
    private(set) var delivered: Set<String> = []
    var listing = SourceListing()
    /// True if the server respects upload dates in queries.
    var respectsUploadDates = true
    /// True if the totals of a query turned out to be estimates.
    var totalsAreEstimates = false
    /// True if all slices so far were listed completely.
    var slicesAreExhausted = true
    /// The query's own bounds in seconds since 1970; rows outside them are dropped.
    lazy var bounds = UploadRange(parameters)

    /// The maximum number of passes over the pages of a query.
    private static let maximumPasses = 3
    /// A pass ends after this many consecutive empty pages.
    private static let maximumEmptyPages = 8

    /// True if the requested number of photos was delivered.
    var isFull: Bool { limit.map { delivered.count >= $0 } ?? false }

    /// Runs the listing and returns its result.
    mutating func run(_ receive: Receive) async throws -> SourceListing {
        do {
            let first = try await page(1, of: parameters)
            listing.found = first?.total
            let isExhausted: Bool
            if first?.total ?? 0 > FlickrClient.cap, limit ?? .max > FlickrClient.cap {
                isExhausted = try await listSlices(first, receive)
            } else {
                let outcome = try await passes(parameters, first: first, receive)
                if outcome.isCapped, !isFull {
                    isExhausted = try await listSlices(nil, receive)
                } else {
                    note(outcome)
                    isExhausted = outcome.isExhausted
                }
            }
            // A limit may have cut off photos.
            let isWhole = !isFull || listing.found.map { delivered.count >= $0 } ?? false
            listing.isExhausted = isExhausted && listing.gaps.isEmpty && isWhole
        } catch let failure as FlickrPageFailure {
            listing.failure = failure.underlying
            listing.gaps.append("page \(failure.page) could not be fetched: \(failure.underlying)")
        }
        listing.listed = delivered.count
        return listing
    }

    /// Reads the pages of a query until nothing is missing or nothing new is found.
    ///
    /// Another pass costs as many requests as the first, so it needs a reason: odd rows, a falling
    /// total, or a stable total that was not reached. Totals that drift up and down are not a
    /// reason.
    mutating func passes(
        _ parameters: FlickrParameters, first: FlickrListPage?, _ receive: Receive
    ) async throws -> Outcome {
        var outcome = Outcome(totalsAreEstimates: totalsAreEstimates)
        for index in 0..<FlickrEnumeration.maximumPasses {
            let before = outcome.ids.count
            // Photos skipped between two pages would be skipped again at the same boundaries.
            let rows = pageSize < 16 ? pageSize + index : pageSize - index * (pageSize / 16)
            outcome.pass = Outcome.Pass(pageSize: rows)
            var parameters = parameters
            parameters["per_page"] = String(rows)
            try await pass(parameters, first: index == 0 ? first : nil, &outcome, receive)
            outcome.passFoundNothing = outcome.ids.count == before
            if outcome.pass.hasTotalRisen, !outcome.pass.hadOddRows {
                outcome.totalsAreEstimates = true
            }
            if isFull || outcome.isCapped || outcome.isOver { break }
        }
        totalsAreEstimates = outcome.totalsAreEstimates
        return outcome
    }

    private mutating func pass(
        _ parameters: FlickrParameters, first: FlickrListPage?, _ outcome: inout Outcome,
        _ receive: Receive
    ) async throws {
        var (number, emptyPages) = (1, 0)
        var next = first
        while emptyPages < FlickrEnumeration.maximumEmptyPages {
            if next == nil { next = try await page(number, of: parameters) }
            guard let answer = next else {
                outcome.isCapped = true
                return
            }
            outcome.note(answer, number: number)
            try await deliver(answer, receive)
            if isFull || outcome.isAtEnd(answer, number: number) { return }
            emptyPages = answer.rowCount == 0 ? emptyPages + 1 : 0
            number += 1
            next = nil
        }
    }

    /// Fetches a page; nil if Flickr reports that it is beyond the end of the results.
    ///
    /// - Throws: `FlickrPageFailure` with the underlying error.
    func page(_ number: Int, of parameters: FlickrParameters) async throws -> FlickrListPage? {
        do {
            var parameters = parameters
            parameters["page"] = String(number)
            let answer = try await client.answer(
                of: "flickr.photos.search", parameters, problem: FlickrListPage.problem)
            return FlickrListPage(
                answer.root, photoEndpoint: client.settings.photoEndpoint, size: size)
        } catch {
            if number > 1, (error as? FlickrError)?.kind == .endOfResults { return nil }
            throw FlickrPageFailure(page: number, underlying: error)
        }
    }

    /// Delivers the photos that are within the bounds and were not delivered before.
    mutating func deliver(_ answer: FlickrListPage, _ receive: Receive) async throws {
        listing.found = listing.found ?? answer.total
        let missing = answer.rowCount - answer.photos.count
        if missing > 0 { noteGap("Flickr sent \(missing) rows without a photo ID on one page") }
        var photos: [FlickrPhoto] = []
        for photo in answer.photos where !isFull {
            guard bounds.contains(photo.details.dateUploaded?.unixSeconds) else { continue }
            if delivered.insert(photo.id).inserted { photos.append(photo) }
        }
        guard !photos.isEmpty else { return }
        try await receive(
            SourcePage(
                photos: photos.map(\.details), pictures: photos.map(\.picture),
                found: listing.found))
    }

    mutating func noteGap(_ sentence: String) {
        if !listing.gaps.contains(sentence) { listing.gaps.append(sentence) }
    }

    /// Records what the passes of a query left open.
    mutating func note(_ outcome: Outcome) {
        if isFull { return }
        if outcome.isShort, outcome.mayHaveMissedPhotos, !outcome.isSettled,
            let total = outcome.largestTotal
        {
            noteGap(
                "Flickr reports \(total) photos, but its pages have only \(outcome.ids.count): "
                    + "refresh the section later")
        }
    }
}

extension FlickrEnumeration {
    /// Slices with more photos are split; below the cap, as counts are estimates.
    private static let sliceSize = 3_000
    /// The shortest slice in seconds; in shorter ones Flickr's dates are blurred and slices
    /// overlap.
    ///
    /// Source: measured by Openverse, WordPress/openverse-catalog, issue 26 and pull request 1041
    private static let shortest: Int64 = 3_600
    /// The overlap of adjacent slices in seconds, as Flickr blurs dates at their ends.
    private static let overlap: Int64 = 300
    /// 2004-01-01: Flickr opened in February 2004, so older upload dates are wrong.
    private static let beginning: Int64 = 1_072_915_200

    /// Lists a query with more photos than Flickr lists at once, split by upload date.
    ///
    /// Order by upload date is preserved; for other orders, the first 4,000 come in order before
    /// the rest. Returns true if everything that Flickr lists was delivered.
    private mutating func listSlices(
        _ first: FlickrListPage?, _ receive: Receive
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
        while !isFull, respectsUploadDates, let slice = waiting.popLast() {
            var halves = try await list(slice, receive)
            if isOldestFirst { halves.reverse() }
            waiting += halves
        }
        if !respectsUploadDates { _ = try await passes(parameters, first: nil, receive) }
        return slicesAreExhausted
    }

    /// Lists one slice, or returns its halves, older first, if it has too many photos.
    private mutating func list(
        _ slice: UploadRange, _ receive: Receive
    ) async throws -> [UploadRange] {
        let sliceParameters = slice.parameters(parameters, overlap: FlickrEnumeration.overlap)
        guard var first = try await page(1, of: sliceParameters) else { return [] }
        // Retried once, as a single wrong response would hide years of photos.
        if first.rowCount == 0, let again = try await page(1, of: sliceParameters) { first = again }
        listing.found = listing.found ?? first.total
        // The date is among the requested extras, so a row without one proves nothing.
        let rowsOutsideSlice = first.photos.count {
            $0.details.dateUploaded == nil
                || !slice.contains($0.details.dateUploaded?.unixSeconds, tolerance: 86_400)
        }
        if rowsOutsideSlice > first.photos.count / 2 {
            noteGap("Flickr ignores upload dates for this search: it lists at most 4,000 photos")
            respectsUploadDates = false
            slicesAreExhausted = false
            return []
        }
        let halves = slice.halves(shortest: FlickrEnumeration.shortest)
        if let total = first.total, total > FlickrEnumeration.sliceSize, !first.photos.isEmpty,
            let halves
        {
            try await deliver(first, receive)
            return halves
        }
        let outcome = try await passes(sliceParameters, first: first, receive)
        note(outcome)
        if !outcome.isExhausted, !outcome.isCapped { slicesAreExhausted = false }
        guard outcome.isCapped, !isFull else { return [] }
        if let halves { return halves }
        noteGap(
            "Flickr lists at most the first 4,000 of \(outcome.largestTotal ?? FlickrClient.cap) "
                + "photos uploaded \(slice.sentence)")
        return []
    }
}

extension FlickrEnumeration {
    /// The results of the passes over the pages of a query so far.
    struct Outcome {
        /// The IDs of all photos found in any pass.
        private(set) var ids: Set<String> = []
        /// The largest claimed total; nil if no response had one.
        private(set) var largestTotal: Int?
        /// True if every response claimed the same total.
        private(set) var isTotalStable = true
        /// True if the claimed totals are estimates, which prove nothing.
        ///
        /// Set once a total has risen without a photo appearing twice; also applies to later
        /// queries.
        var totalsAreEstimates = false
        /// True if the pages reached Flickr's cap and there are more photos.
        var isCapped = false
        /// The current pass.
        var pass = Pass(pageSize: 1)
        /// True if the last pass found nothing new.
        var passFoundNothing = false

        /// The state of a pass over the pages.
        struct Pass {
            /// The requested number of rows per page.
            let pageSize: Int
            /// True after repeated, misnumbered or empty pages, or rows after a short page.
            var hadOddRows = false
            var hasTotalFallen = false
            var hasTotalRisen = false
            var ids: Set<String> = []
            var lastTotal: Int?
            var declaredPages = 0
            var perPage = 1
            var isAfterShortPage = false
            /// True if the last page was empty and followed a short one.
            var isPastEnd = false
            /// True if the last page had photos that were new in this pass.
            var foundNewPhotos = false
        }

        /// A total may rise by this much through uploads during the listing; a larger rise means an
        /// estimate.
        private static let plausibleRise = 5

        /// True if this pass may have missed photos: it had odd rows, or the total fell, in which
        /// case removed photos have moved others to pages that were already read.
        var mayHaveMissedPhotos: Bool {
            pass.hadOddRows || (pass.hasTotalFallen && !totalsAreEstimates)
        }

        /// True if Flickr claims more photos than were found.
        var isShort: Bool { largestTotal.map { ids.count < $0 } ?? false }

        /// True if another pass with a different page size confirmed the photos.
        var isSettled: Bool { passFoundNothing && !pass.hadOddRows }

        /// True if no further pass is worth its requests.
        var isOver: Bool {
            // If a stable total was not reached, only a pass without trouble counts.
            if passFoundNothing, !isShort || !isTotalStable || !mayHaveMissedPhotos { return true }
            if !isShort { return isTotalStable || !mayHaveMissedPhotos }
            return totalsAreEstimates && !mayHaveMissedPhotos
        }

        /// True if photos that were not found do not exist.
        var isExhausted: Bool {
            if isCapped { return false }
            // An empty result counts only if the total is explicitly 0.
            if ids.isEmpty { return largestTotal == 0 }
            if !isShort, largestTotal != nil, isTotalStable { return true }
            return isSettled || (!mayHaveMissedPhotos && !isShort)
        }

        /// Records a page.
        mutating func note(_ answer: FlickrListPage, number: Int) {
            pass.perPage = min(answer.perPage ?? pass.pageSize, pass.pageSize)
            if let page = answer.page, page != number, answer.rowCount > 0 {
                pass.hadOddRows = true
            }
            if let total = answer.total {
                if let largestTotal, total != largestTotal { isTotalStable = false }
                if let last = pass.lastTotal {
                    if total < last { pass.hasTotalFallen = true }
                    if total - last > Outcome.plausibleRise { pass.hasTotalRisen = true }
                }
                pass.lastTotal = total
                largestTotal = max(largestTotal ?? 0, total)
                pass.declaredPages = max(
                    pass.declaredPages, (total + pass.perPage - 1) / pass.perPage)
            }
            pass.declaredPages = max(pass.declaredPages, answer.pages ?? 0)
            // Rows after a short page mean that the short page lacked some.
            if pass.isAfterShortPage, answer.rowCount > 0 { pass.hadOddRows = true }
            pass.isPastEnd = pass.isAfterShortPage && answer.rowCount == 0
            if answer.rowCount < pass.perPage { pass.isAfterShortPage = true }
            if answer.rowCount == 0, number == 1, answer.total ?? 0 > 0 { pass.hadOddRows = true }
            let before = pass.ids.count
            for photo in answer.photos where !pass.ids.insert(photo.id).inserted {
                pass.hadOddRows = true
            }
            pass.foundNewPhotos = pass.ids.count > before
            ids.formUnion(answer.photos.map(\.id))
        }

        /// True if the pass ends with this page.
        mutating func isAtEnd(_ answer: FlickrListPage, number: Int) -> Bool {
            let isFullPage = answer.rowCount >= pass.perPage
            let isExact = answer.total == number * pass.perPage
            if number >= (FlickrClient.cap + pass.perPage - 1) / pass.perPage {
                isCapped = isFullPage && !isExact
                return true
            }
            if pass.declaredPages == 0 { return !pass.foundNewPhotos }
            if number < pass.declaredPages { return totalsAreEstimates && pass.isPastEnd }
            // A full page despite a smaller claimed count means that the count was wrong.
            return !isFullPage || isExact || !pass.foundNewPhotos
        }
    }
}

/// A range of upload dates, inclusive, in seconds since 1970-01-01 UTC.
struct UploadRange: Equatable {
    /// The first second; 0 is unbounded.
    var earliest: Int64
    /// The last second; the largest number is unbounded.
    var latest: Int64
}

extension UploadRange {
    /// Makes the range of a query's parameters.
    init(_ parameters: FlickrParameters) {
        earliest = parameters["min_upload_date"].flatMap { Int64($0) } ?? 0
        latest = parameters["max_upload_date"].flatMap { Int64($0) } ?? .max
    }

    /// True if a date is in the range within the tolerance in seconds; always true for unknown
    /// dates.
    func contains(_ date: Int64?, tolerance: Int64 = 0) -> Bool {
        date.map { $0 >= earliest - tolerance && $0 - tolerance <= latest } ?? true
    }

    /// Splits the range at a time, where the second part begins; nil if the time is not inside.
    func halves(at moment: Int64) -> [UploadRange]? {
        guard earliest < moment, moment <= latest else { return nil }
        return [
            UploadRange(earliest: earliest, latest: moment - 1),
            UploadRange(earliest: moment, latest: latest),
        ]
    }

    /// Halves the range, older first; nil if the halves would be shorter than `shortest` seconds.
    ///
    /// An unbounded range ends now.
    func halves(shortest: Int64) -> [UploadRange]? {
        let end = max(latest == .max ? Int64(Date().timeIntervalSince1970) : latest, earliest)
        guard end - earliest >= 2 * shortest else { return nil }
        return halves(at: earliest + (end - earliest) / 2 + 1)
    }

    /// A query's parameters for this range, with inner ends extended by `overlap` seconds, but not
    /// those of the query itself.
    func parameters(_ query: FlickrParameters, overlap: Int64) -> FlickrParameters {
        let bounds = UploadRange(query)
        var result = query
        if earliest != bounds.earliest {
            result["min_upload_date"] = String(max(earliest - overlap, bounds.earliest))
        }
        if latest != bounds.latest {
            result["max_upload_date"] = String(min(latest + overlap, bounds.latest))
        }
        return result
    }

    /// The range for messages, such as `between 1714557600 and 1714561200 (Unix seconds)`.
    var sentence: String {
        switch (earliest, latest) {
        case (0, .max): "at any time"
        case (0, _): "until \(latest) (Unix seconds)"
        case (_, .max): "since \(earliest) (Unix seconds)"
        default: "between \(earliest) and \(latest) (Unix seconds)"
        }
    }
}
