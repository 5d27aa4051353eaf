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
        /// Whether this pass met doubled, echoed, shrinking or empty pages, or rows after a short
        /// one.
        private(set) var hadTrouble = false
        /// Whether the pages went up to the most that Flickr lists, and there is more.
        var isCapped = false
        /// Whether the last pass held no photo that an earlier one did not.
        var passBroughtNothing = false

        /// How many rows a page of this pass is asked for.
        private(set) var pageSize = 1

        private var passIDs: Set<String> = []
        private var lastTotal: Int?
        private var declaredPages = 0
        private var perPage = 1
        private var isAfterShortPage = false
        private var broughtNew = false

        mutating func beginPass(pageSize: Int) {
            self.pageSize = pageSize
            passIDs = []
            hadTrouble = false
            declaredPages = 0
            isAfterShortPage = false
        }

        /// Whether Flickr claims more photos than came.
        var isShort: Bool { largestTotal.map { ids.count < $0 } ?? false }

        /// Whether another pass without trouble confirmed the photos.
        var isSettled: Bool { passBroughtNothing && !hadTrouble }

        /// Whether a photo that did not come is not there.
        var isExhausted: Bool {
            if isCapped { return false }
            if !isShort, largestTotal != nil, isTotalStable { return true }
            return isSettled || (!hadTrouble && !isShort)
        }

        /// Takes note of a page.
        mutating func note(_ answer: FlickrAnswerPage, number: Int) {
            perPage = min(answer.perPage ?? pageSize, pageSize)
            if let page = answer.page, page != number, answer.rowCount > 0 { hadTrouble = true }
            if let total = answer.total {
                if let lastTotal, total != lastTotal { isTotalStable = false }
                if let lastTotal, total < lastTotal { hadTrouble = true }
                lastTotal = total
                largestTotal = max(largestTotal ?? 0, total)
                declaredPages = max(declaredPages, (total + perPage - 1) / perPage)
            }
            declaredPages = max(declaredPages, answer.pages ?? 0)
            // Rows after a short page: the short one lacked some.
            if isAfterShortPage, answer.rowCount > 0 { hadTrouble = true }
            if answer.rowCount < perPage { isAfterShortPage = true }
            if answer.rowCount == 0, number == 1, answer.total ?? 0 > 0 { hadTrouble = true }
            let before = passIDs.count
            for photo in answer.photos where !passIDs.insert(photo.id).inserted {
                hadTrouble = true
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
            if number < declaredPages { return false }
            // A full page where a smaller count was claimed: the count was wrong, so there may be
            // more.
            return !isFullPage || isExact || !broughtNew
        }
    }
}
