/// Something that was looked up in the catalog, and until when it may be taken for true.
///
/// Programs beside the server change accounts and tokens. That shows in the stamp of the catalog's files, which
/// costs two calls of `stat`, at once; the age is for clocks of file systems that are too coarse to show it.
struct Finding<Value: Sendable>: Sendable {
    /// The oldest that one may be.
    static var longest: Duration { .seconds(1) }

    /// What was found.
    var value: Value
    private let stamp: String
    private let moment = ContinuousClock.now

    /// Notes what was found.
    ///
    /// - Parameter stamp: what the catalog's stamp was before it was looked up.
    init(_ value: Value, at stamp: String) {
        self.value = value
        self.stamp = stamp
    }

    /// Whether it holds while the catalog has a stamp.
    func holds(at stamp: String) -> Bool {
        stamp == self.stamp && ContinuousClock.now - moment < Self.longest
    }
}
