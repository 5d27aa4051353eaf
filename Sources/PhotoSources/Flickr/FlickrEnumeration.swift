import Basics
import Foundation
import GalleryModel

/// The course of one listing: what was delivered, what is missing, and the passes over the pages.
struct FlickrEnumeration {
    typealias Receive = @Sendable (SourcePage) async throws -> Void

    let client: FlickrClient
    let parameters: FlickrParameters
    let pageSize: Int
    let limit: Int?
    let requests = RequestCount()
    private(set) var delivered: Set<String> = []
    var listing = SourceListing()
    /// Whether the server lists what it is asked for by upload date.
    var heedsDates = true
    /// Whether the totals of a query turned out to be estimates.
    private var areTotalsEstimates = false
    /// Whether no slice so far left anything open.
    var areSlicesExhausted = true
    /// The query's own bounds in seconds since 1970; rows outside them are not what was asked for.
    private let bounds: UploadRange

    /// The most passes over the pages of one query.
    private static let maximumPasses = 3
    /// After this many pages without a row in succession a pass ends.
    private static let maximumEmptyPages = 8

    init(client: FlickrClient, parameters: FlickrParameters, pageSize: Int, limit: Int?) {
        self.client = client
        self.parameters = parameters
        self.pageSize = pageSize
        self.limit = limit
        bounds = UploadRange(parameters)
    }

    /// Whether as many photos were delivered as were asked for.
    var isFull: Bool { limit.map { delivered.count >= $0 } ?? false }

    /// Lists everything and sums it up.
    mutating func run(_ receive: Receive) async throws -> SourceListing {
        do {
            let isExhausted = try await enumerate(receive)
            listing.isExhausted = isExhausted && listing.gaps.isEmpty && heedsLimit
        } catch let failure as FlickrPageFailure {
            listing.failure = failure.underlying
            listing.gaps.append(
                "page \(failure.page) could not be had: \(failure.underlying)")
        }
        listing.listed = delivered.count
        listing.requests = requests.value
        return listing
    }

    /// Whether the limit left nothing out.
    private var heedsLimit: Bool {
        !isFull || listing.found.map { delivered.count >= $0 } ?? false
    }

    private mutating func enumerate(_ receive: Receive) async throws -> Bool {
        let first = try await page(1, of: parameters)
        listing.found = first?.total
        if let first, let total = first.total, total > FlickrClient.cap,
            limit.map({ $0 > FlickrClient.cap }) ?? true
        {
            return try await enumerateSlices(first, receive)
        }
        let outcome = try await passes(parameters, first: first, receive)
        guard outcome.isCapped, !isFull else {
            note(outcome)
            return outcome.isExhausted
        }
        return try await enumerateSlices(nil, receive)
    }

    /// Goes over the pages of a query until nothing is missing or nothing new comes.
    ///
    /// A second pass costs as many requests as the first, so it needs a reason: rows that were odd, a
    /// total that fell, or one that is steady and was not reached. Totals that drift up and down are no
    /// reason.
    mutating func passes(
        _ parameters: FlickrParameters, first: FlickrAnswerPage?, _ receive: Receive
    ) async throws -> Outcome {
        var outcome = Outcome(areTotalsEstimates: areTotalsEstimates)
        var first = first
        for index in 0..<FlickrEnumeration.maximumPasses {
            let before = outcome.ids.count
            outcome.beginPass(pageSize: pageSize(pass: index))
            var parameters = parameters
            parameters["per_page"] = String(outcome.pageSize)
            try await pass(parameters, first: first, &outcome, receive)
            first = nil
            outcome.endPass(photosBefore: before)
            if isFull || outcome.isCapped || outcome.isOver { break }
        }
        areTotalsEstimates = outcome.areTotalsEstimates
        return outcome
    }

    /// The rows a page is asked for: others in each pass, because photos that fall between two
    /// pages once fall there again as long as the pages end at the same places.
    private func pageSize(pass: Int) -> Int {
        pageSize < 16 ? pageSize + pass : pageSize - pass * (pageSize / 16)
    }

    private mutating func pass(
        _ parameters: FlickrParameters, first: FlickrAnswerPage?, _ outcome: inout Outcome,
        _ receive: Receive
    ) async throws {
        var number = 1
        var emptyPages = 0
        while true {
            let answer: FlickrAnswerPage?
            if number == 1, let first {
                answer = first
            } else {
                answer = try await page(number, of: parameters)
            }
            guard let answer else {
                outcome.isCapped = true
                return
            }
            outcome.note(answer, number: number)
            try await deliver(answer, receive)
            if isFull || outcome.isAtEnd(answer, number: number) { return }
            emptyPages = answer.rowCount == 0 ? emptyPages + 1 : 0
            if emptyPages >= FlickrEnumeration.maximumEmptyPages { return }
            number += 1
        }
    }

    /// Asks for a page; nil where Flickr says that it lists none that far back.
    func page(_ number: Int, of parameters: FlickrParameters) async throws -> FlickrAnswerPage? {
        do {
            return try await client.page(number, of: parameters, counting: requests)
        } catch let failure as FlickrPageFailure {
            if number > 1, (failure.underlying as? FlickrError)?.kind == .endOfResults {
                return nil
            }
            throw failure
        }
    }

    /// Hands on the photos that are wanted and were not handed on before.
    mutating func deliver(_ answer: FlickrAnswerPage, _ receive: Receive) async throws {
        if let total = answer.total, listing.found == nil { listing.found = total }
        let missing = answer.rowCount - answer.photos.count
        if missing > 0 {
            noteGap("Flickr sent \(missing) rows on a page that have no photo id")
        }
        var photos: [FlickrPhoto] = []
        for photo in answer.photos where !isFull {
            guard bounds.contains(photo.details.dateUploaded?.unixSeconds) else { continue }
            if delivered.insert(photo.id).inserted { photos.append(photo) }
        }
        guard !photos.isEmpty else { return }
        try await receive(SourcePage(photos: photos.map(\.details), found: listing.found))
    }

    mutating func noteGap(_ sentence: String) {
        if !listing.gaps.contains(sentence) { listing.gaps.append(sentence) }
    }

    /// Says what a query's passes left open.
    mutating func note(_ outcome: Outcome) {
        if isFull { return }
        if outcome.isShort, outcome.hadTrouble, !outcome.isSettled, let total = outcome.largestTotal
        {
            noteGap(
                "Flickr counts \(total) photos, but its pages held only \(outcome.ids.count): "
                    + "refresh the section later")
        }
    }
}
