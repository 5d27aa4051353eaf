extension RestEndpoint {
    /// One page of `flickr.photos.search`.
    ///
    /// Pages within `total` but beyond the limit repeat the last accessible page; a page beyond
    /// `total` is an empty list, and both are `ok`.
    func searchPage(
        _ arguments: [String: String], fault: FakeFault?
    ) throws(APIFailure) -> JSONValue {
        let search = try PhotoSearch(parameters: arguments)
        try index.check(search)
        if case .emptyPhotos = fault { return .object([]) }
        var all = index.photos(matching: search)
        if case .fewPhotos(let count) = fault { all = Array(all.prefix(max(0, count))) }
        let requested = arguments["per_page"].flatMap { Int($0) } ?? 100
        let limit = search.isGeoQuery ? 250 : 500
        var page = SearchPage(
            number: min(max(1, arguments["page"].flatMap { Int($0) } ?? 1), 1_000_000),
            size: requested < 1 ? 100 : min(requested, limit), total: all.count)
        page.apply(fault)
        let world = index.world
        let last = max(1, (world.resultCap + page.size - 1) / page.size)
        var slice = page.range(of: page.number)
        if slice.lowerBound >= world.resultCap, page.number <= page.count {
            if world.failsPastCap { throw .excessiveOffset }
            slice = page.range(of: last)
        }
        let extras = Set(
            (arguments["extras"] ?? "").split(separator: ",")
                .map { $0.filter { !$0.isWhitespace } })
        let photos = slice.clamped(to: 0..<min(all.count, max(world.resultCap, 0)))
            .map { row(all[$0], extras: extras) }
        return .object([
            ("page", .integer(page.number)), ("pages", .integer(page.count)),
            ("perpage", .integer(page.size)), ("total", total(page, fault: fault)),
            ("photo", .array(page.isEmptied ? [] : photos)),
        ])
    }

    private func total(_ page: SearchPage, fault: FakeFault?) -> JSONValue {
        if case .emptyTotal = fault { return .string("") }
        var number = page.total
        if index.world.totalNoise > 0 {
            var generator = SplitMix64(seed: UInt64(page.number))
            let percent = generator.below(2 * index.world.totalNoise + 1) - index.world.totalNoise
            number += number * percent / 100
        }
        switch index.world.totalStyle {
        case .mixed: return .number(number, asString: page.number % 2 == 1)
        case .string: return .string(String(number))
        case .integer: return .integer(number)
        case .empty: return .string("")
        }
    }
}

/// The position of a page in the list of results, and its shift by faults.
struct SearchPage {
    var number: Int
    var size: Int
    var total: Int
    var isEmptied = false
    /// The number of photos added (positive) or removed (negative) before the list since the first
    /// page.
    private var shift = 0
    private var missing = 0
    private var repeatsEarlier = false
    private var extraPages = 0

    init(number: Int, size: Int, total: Int) {
        self.number = number
        self.size = size
        self.total = total
    }

    /// The number of pages in the response.
    var count: Int { (total + size - missing - 1) / max(1, size - missing) + extraPages }

    mutating func apply(_ fault: FakeFault?) {
        switch fault {
        case .duplicatePages:
            repeatsEarlier = number > 1
            extraPages = total > size ? 1 : 0
        case .shiftedPages(let insert, let remove):
            shift = max(-1000, min(1000, insert - remove)) * (number - 1)
            total = max(0, total + shift)
        case .emptyPage(let page): isEmptied = page == number
        case .shortPages(let fewer): missing = min(max(0, fewer), size - 1)
        default: break
        }
    }

    /// The indexes in the list of the photos on a page, from 0; some may not exist.
    func range(of page: Int) -> Range<Int> {
        let step = size - missing
        let shown = repeatsEarlier ? page - 1 : page
        let (offset, overflows) = (shown - 1).multipliedReportingOverflow(by: step)
        if overflows { return Int.max - 1..<Int.max - 1 }
        let start = max(0, offset - shift)
        return start..<max(start, offset - shift + step)
    }
}
