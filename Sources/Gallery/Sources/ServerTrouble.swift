import Transport

/// What a failed request tells of its server.
enum ServerTrouble: Hashable, Sendable {
    /// Nothing: it answered, or was not asked.
    case none
    /// It has trouble of its own, which may be that of one answer alone.
    case passing
    /// It stopped answering, to each try.
    case stalled
    /// No server answers, so that no other request to it will be answered.
    case away

    /// What an error tells, after its retries.
    init(_ error: (any Error)?) {
        guard let error = error as? TransportError else {
            self = .none
            return
        }
        switch error.code {
        case .connect, .resolve, .tls: self = .away
        case .stalled: self = .stalled
        default: self = error.isTransient ? .passing : .none
        }
    }

    /// Whether no other list needs to be asked for: each would wait as long.
    var endsLists: Bool { self == .away || self == .stalled }
}

/// Ends what a server that does not do its part would hold for hours: each request waits out its retries.
struct ServerPatience: Sendable {
    /// How many failures in a row are enough: as many as requests are under way at a time.
    let requests: Int
    private var inARow = 0

    /// Is patient with as many failures in a row as there are requests at a time.
    init(requests: Int) { self.requests = requests }

    /// Takes what came of a request; whether no further one is worth its while.
    mutating func endsWith(_ trouble: ServerTrouble) -> Bool {
        inARow = trouble == .none ? 0 : inARow + 1
        return inARow >= requests && requests > 0
    }
}
