/// Says which requests meet which fault.
package struct FaultRule: Sendable, Codable, Equatable {
    /// The door the request must have come to; nil for any.
    package var endpoint: FakeEndpoint?
    /// Text that must occur in the method with path and arguments, as sent or decoded; nil for any.
    package var contains: String?
    /// How many matching requests are let through first.
    package var after: Int
    /// How many requests then meet the fault; -1 for all.
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

    /// Reads a rule; everything but `fault` may be left out.
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

/// Rules together with how often each has matched.
struct FaultScript {
    private var rules: [FaultRule]
    private var matches: [Int]

    init(_ rules: [FaultRule]) {
        self.rules = rules
        matches = rules.map { _ in 0 }
    }

    /// The fault of the first rule that is due for a request.
    ///
    /// Later rules do not see the request then.
    mutating func fault(for request: FakeRequest) -> FakeFault? {
        for (index, rule) in rules.enumerated() where rule.matches(request) {
            let place = matches[index] - rule.after
            matches[index] += 1
            if place >= 0, rule.times < 0 || place < rule.times { return rule.fault }
        }
        return nil
    }
}
