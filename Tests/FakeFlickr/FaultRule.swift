/// A fault and the requests that it applies to.
package struct FaultRule: Sendable, Codable, Equatable {
    /// The endpoint of the request; nil for any.
    package var endpoint: FakeEndpoint?
    /// Text that must occur in the method with path and arguments, as sent or decoded; nil for any.
    package var contains: String?
    /// The number of matching requests that pass first.
    package var after: Int
    /// The number of requests that then get the fault; -1 for all.
    package var times: Int
    /// The fault.
    package var fault: FakeFault

    /// Makes a rule.
    package init(
        _ fault: FakeFault, endpoint: FakeEndpoint? = nil, contains: String? = nil,
        after: Int = 0, times: Int = -1
    ) {
        self.fault = fault
        self.endpoint = endpoint
        self.contains = contains
        self.after = after
        self.times = times
    }

    /// Decodes a rule; all members except `fault` are optional.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        endpoint = try box.decodeIfPresent(FakeEndpoint.self, forKey: .endpoint)
        contains = try box.decodeIfPresent(String.self, forKey: .contains)
        after = try box.decodeIfPresent(Int.self, forKey: .after) ?? 0
        times = try box.decodeIfPresent(Int.self, forKey: .times) ?? -1
        fault = try box.decode(FakeFault.self, forKey: .fault)
    }

    func matches(_ request: FakeRequest) -> Bool {
        if let endpoint, endpoint != request.endpoint { return false }
        if let contains, !request.searchable.contains(contains) { return false }
        return fault.applies(to: request)
    }
}

/// Rules with the number of matches of each.
struct FaultScript {
    private var rules: [FaultRule]
    private var matches: [Int]

    init(_ rules: [FaultRule]) {
        self.rules = rules
        matches = rules.map { _ in 0 }
    }

    /// The fault of the first rule that applies to a request.
    ///
    /// Later rules then ignore the request.
    mutating func fault(for request: FakeRequest) -> FakeFault? {
        for (index, rule) in rules.enumerated() where rule.matches(request) {
            let place = matches[index] - rule.after
            matches[index] += 1
            if place >= 0, rule.times < 0 || place < rule.times { return rule.fault }
        }
        return nil
    }
}
