/// Somebody's place in the feed; it ends with the value.
final class ChangeListener: Sendable {
    /// Gives a value when there may be something to read, and ends when there will be no more.
    let wakes: AsyncStream<Void>
    /// The last event that is known at the start; nil where some are lost.
    let known: Int64?
    private let feed: ChangeFeed
    private let key: Int

    /// Makes a listener that the feed knows under a key.
    init(_ feed: ChangeFeed, key: Int, wakes: AsyncStream<Void>, known: Int64?) {
        self.feed = feed
        self.key = key
        self.wakes = wakes
        self.known = known
    }

    deinit { feed.forget(key) }

    /// Ends it.
    func end() { feed.forget(key) }

    /// What is new; see `ChangeFeed.read`.
    func read(after known: inout Int64?) -> (text: [UInt8]?, beats: Int) {
        feed.read(after: &known)
    }
}
