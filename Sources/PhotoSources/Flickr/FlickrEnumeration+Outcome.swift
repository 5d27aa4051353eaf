import Foundation

extension FlickrEnumeration {
    /// What the passes over the pages of one query showed so far.
    struct Outcome {
        /// The photos that the pages held, over all passes.
        private(set) var ids: Set<String> = []
        /// The most photos that an answer claimed; nil where none claimed a number.
        private(set) var largestTotal: Int?
        /// Whether every answer claimed the same number.
        private(set) var isTotalStable = true
        /// Whether the claimed numbers are estimates, which prove nothing.
        ///
        /// They are once they went up without a photo coming twice, and for the queries that follow.
        private(set) var areTotalsEstimates: Bool
        /// Whether this pass met doubled, echoed or empty pages, or rows after a short one.
        private var hadOddRows = false
        /// Whether the pages went up to the most that Flickr lists, and there is more.
        var isCapped = false
        /// Whether the last pass held no photo that an earlier one did not.
        private(set) var passBroughtNothing = false

        /// How many rows a page of this pass is asked for.
        private(set) var pageSize = 1

        private var passIDs: Set<String> = []
        private var lastTotal: Int?
        private var hasTotalFallen = false
        private var hasTotalRisen = false
        private var declaredPages = 0
        private var perPage = 1
        private var isAfterShortPage = false
        /// Whether the last page was empty and followed a short one.
        private var isPastEnd = false
        private var broughtNew = false

        /// By how much a total may rise while a query is read because photos came; more is an estimate.
        private static let plausibleRise = 5

        init(areTotalsEstimates: Bool = false) {
            self.areTotalsEstimates = areTotalsEstimates
        }

        mutating func beginPass(pageSize: Int) {
            self.pageSize = pageSize
            passIDs = []
            hadOddRows = false
            lastTotal = nil
            hasTotalFallen = false
            hasTotalRisen = false
            declaredPages = 0
            isAfterShortPage = false
        }

        /// Sums up a pass after which there are more photos than `count` before it, or not.
        mutating func endPass(photosBefore count: Int) {
            passBroughtNothing = ids.count == count
            if hasTotalRisen, !hadOddRows { areTotalsEstimates = true }
        }

        /// Whether this pass may have missed photos: its rows were odd, or a total fell, which tells of
        /// photos that left and moved others to pages that were read before.
        var hadTrouble: Bool { hadOddRows || (hasTotalFallen && !areTotalsEstimates) }

        /// Whether Flickr claims more photos than came.
        var isShort: Bool { largestTotal.map { ids.count < $0 } ?? false }

        /// Whether another pass, over pages of another size, confirmed the photos.
        var isSettled: Bool { passBroughtNothing && !hadOddRows }

        /// Whether no further pass is worth its requests.
        var isOver: Bool {
            // Against a steady total that was not reached, only a pass without trouble counts.
            if passBroughtNothing, !isShort || !isTotalStable || !hadTrouble { return true }
            if !isShort { return isTotalStable || !hadTrouble }
            return areTotalsEstimates && !hadTrouble
        }

        /// Whether a photo that did not come is not there.
        var isExhausted: Bool {
            if isCapped { return false }
            // That there is nothing at all must be said in so many words.
            if ids.isEmpty { return largestTotal == 0 }
            if !isShort, largestTotal != nil, isTotalStable { return true }
            return isSettled || (!hadTrouble && !isShort)
        }

        /// Takes note of a page.
        mutating func note(_ answer: FlickrAnswerPage, number: Int) {
            perPage = min(answer.perPage ?? pageSize, pageSize)
            if let page = answer.page, page != number, answer.rowCount > 0 { hadOddRows = true }
            if let total = answer.total {
                if let largestTotal, total != largestTotal { isTotalStable = false }
                if let lastTotal {
                    if total < lastTotal { hasTotalFallen = true }
                    if total - lastTotal > Outcome.plausibleRise { hasTotalRisen = true }
                }
                lastTotal = total
                largestTotal = max(largestTotal ?? 0, total)
                declaredPages = max(declaredPages, (total + perPage - 1) / perPage)
            }
            declaredPages = max(declaredPages, answer.pages ?? 0)
            // Rows after a short page: the short one lacked some.
            if isAfterShortPage, answer.rowCount > 0 { hadOddRows = true }
            isPastEnd = isAfterShortPage && answer.rowCount == 0
            if answer.rowCount < perPage { isAfterShortPage = true }
            if answer.rowCount == 0, number == 1, answer.total ?? 0 > 0 { hadOddRows = true }
            let before = passIDs.count
            for photo in answer.photos where !passIDs.insert(photo.id).inserted {
                hadOddRows = true
            }
            broughtNew = passIDs.count > before
            ids.formUnion(answer.photos.map(\.id))
        }

        /// Whether the pass ends with this page.
        mutating func isAtEnd(_ answer: FlickrAnswerPage, number: Int) -> Bool {
            let isFullPage = answer.rowCount >= perPage
            let isExact = answer.total == number * perPage
            if number >= (FlickrClient.cap + perPage - 1) / perPage {
                isCapped = isFullPage && !isExact
                return true
            }
            if declaredPages == 0 { return !broughtNew }
            if number < declaredPages { return areTotalsEstimates && isPastEnd }
            // A full page where a smaller count was claimed: the count was wrong, so there may be
            // more.
            return !isFullPage || isExact || !broughtNew
        }
    }
}
