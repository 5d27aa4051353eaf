import Basics
import Gallery
import GalleryModel
import HTTPTypes
import ServiceLifecycle
import Synchronization

/// A numbered feed of recent changes by this server, its jobs and other programs.
final class ChangeFeed: Service, Sendable {
    /// The subject of an event.
    enum Kind: String {
        /// Photos were added, changed, removed or restored.
        case photos
        /// Sections were added, renamed or removed.
        case sections
        /// A job made progress.
        case job
        /// Another program made an unspecified change.
        case catalog
    }

    /// The maximum number of streams per client, so that one client cannot use them all.
    static let maximumStreamsPerClient = 32

    /// The number of events kept for clients that reconnect.
    private static let kept = 1_024

    private struct State {
        var ring = ChangeRing(capacity: ChangeFeed.kept)
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        /// The clients by listener key; listeners without a client are not counted.
        var clients: [Int: String] = [:]
        var nextKey = 0
        /// The number of heartbeats so far.
        var beats = 0
        var isClosed = false
    }

    /// A random id of this server run, so that event ids of an earlier run are not mistaken for
    /// current ones.
    let run: String
    let gallery: PhotoGallery
    private let options: ServerOptions
    private let state = Mutex(State())
    /// The changes of this process, subscribed in `init` so that none before `run()` is missed.
    private let source: AsyncStream<GalleryChange>
    private let end = AsyncStream<Never>.makeStream()

    /// Creates a feed.
    init(_ gallery: PhotoGallery, _ options: ServerOptions) {
        self.gallery = gallery
        self.options = options
        run = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        source = gallery.changes()
    }

    /// The id of the newest event, for `Last-Event-ID`.
    var position: String { id(state.withLock { $0.ring.last }) }

    /// The number of listeners.
    var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Sends an event to listeners.
    ///
    /// - Parameters:
    ///   - kind: the subject of the event.
    ///   - audience: the listeners that receive it; nil for all.
    ///   - data: a small JSON object.
    ///   - key: identifies a state; the event replaces an earlier one with the same key; nil for an
    ///     independent event.
    func post(
        _ kind: Kind, to audience: ChangeRing.Audience? = nil, _ data: JSONValue,
        replacing key: String? = nil
    ) {
        let text = data.compact
        wake { state in
            state.ring.append(replacing: key, for: audience) { number in
                Array("id: \(id(number))\nevent: \(kind.rawValue)\ndata: ".utf8) + text
                    + Array("\n\n".utf8)
            }
        }
    }

    /// Adds a listener.
    ///
    /// - Parameters:
    ///   - id: the last event received; nil to start with the next one.
    ///   - client: identifies the client; nil for the server's own listeners.
    /// - Throws: 503 if there are too many listeners or the server is shutting down.
    func listen(after id: String?, for client: String? = nil) throws(Problem) -> ChangeListener {
        let (wakes, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let start: (key: Int, newest: Int64)? = state.withLock { state in
            let own = client.map { client in state.clients.values.count { $0 == client } } ?? 0
            guard !state.isClosed, own < ChangeFeed.maximumStreamsPerClient,
                state.listeners.count < options.maximumEventStreams
            else { return nil }
            state.nextKey += 1
            state.clients[state.nextKey] = client
            state.listeners[state.nextKey] = continuation
            return (state.nextKey, state.ring.last)
        }
        guard let start else {
            let most = "\(options.maximumEventStreams)"
            throw Problem(
                .serviceUnavailable, say: "error.listeners",
                ["most": most, "each": "\(ChangeFeed.maximumStreamsPerClient)"],
                headers: [.retryAfter: "30"])
        }
        let known = id.map { number(of: $0, newest: start.newest) } ?? start.newest
        return ChangeListener(self, key: start.key, wakes: wakes, known: known)
    }

    /// Reads new events for a listener.
    ///
    /// - Parameters:
    ///   - known: the last event known; nil if events were lost.
    ///   - isOwner: true for the events of owners.
    /// - Returns: the text of the events, nil if nothing is new; and the number of heartbeats so
    ///   far.
    func read(after known: inout Int64?, isOwner: Bool = false) -> (text: [UInt8]?, beats: Int) {
        let (reading, beats) = state.withLock { state in
            (state.ring.read(after: known, isOwner: isOwner), state.beats)
        }
        switch reading {
        case .nothing: return (nil, beats)
        case .events(let text, let last):
            known = last
            return (text.isEmpty ? nil : text, beats)
        case .lost(let last):
            known = last
            return (Array("id: \(id(last))\nevent: reset\ndata: {}\n\n".utf8), beats)
        }
    }

    /// Removes a listener and ends its stream.
    func forget(_ key: Int) {
        state.withLock { state in
            state.clients[key] = nil
            return state.listeners.removeValue(forKey: key)
        }?.finish()
    }

    /// Ends all streams and `run()`.
    func close() {
        let listeners = state.withLock { state in
            state.isClosed = true
            defer { state.listeners.removeAll() }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
        end.continuation.finish()
    }

    // MARK: - Sources

    /// Posts changes until the server ends.
    func run() async throws {
        await withTaskCancellationOrGracefulShutdownHandler {
            await withTaskGroup { group in
                group.addTask {
                    for await change in self.source { try? await offload { self.post(change) } }
                }
                group.addTask { await self.beat() }
                group.addTask { await self.watch() }
                for await _ in self.end.stream {}
                group.cancelAll()
            }
        } onCancelOrGracefulShutdown: {
            self.close()
        }
        // The feed may have been closed earlier, and a service that returns early would shut down
        // the others.
        try? await gracefulShutdown()
    }

    /// Wakes listeners regularly, which keeps connections open in proxies and detects broken ones.
    private func beat() async {
        while (try? await Task.sleep(for: options.heartbeat)) != nil { wake { $0.beats += 1 } }
    }

    /// Checks for changes by other programs while there are listeners.
    private func watch() async {
        let gallery = gallery
        var known = try? await offload { try gallery.mark() }
        while (try? await Task.sleep(for: options.watchInterval)) != nil {
            // A locked catalog is checked again at the next interval.
            guard listenerCount > 0, let mark = try? await offload({ try gallery.mark() }) else {
                continue
            }
            if let known, known != mark { post(.catalog, .object([]), replacing: "catalog") }
            known = mark
        }
    }

    private func wake(_ body: (inout State) -> Void) {
        let listeners = state.withLock { state in
            body(&state)
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield() }
    }

    // MARK: - Ids

    /// Returns the id of an event from its number.
    func id(_ number: Int64) -> String { "\(run)-\(number)" }

    /// Returns the number in an id; nil if it belongs to another run.
    private func number(of id: String, newest: Int64) -> Int64? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == run, let number = Int64(parts[1]),
            (0...newest).contains(number)
        else { return nil }
        return number
    }
}

/// A client's position in the feed; it is removed from the feed when the object is released.
final class ChangeListener: Sendable {
    /// Yields when new events may be available, and finishes when the feed closes.
    let wakes: AsyncStream<Void>
    /// The last event known at the start; nil if events were lost.
    let known: Int64?
    private let feed: ChangeFeed
    private let key: Int

    /// Creates a listener registered under a key.
    init(_ feed: ChangeFeed, key: Int, wakes: AsyncStream<Void>, known: Int64?) {
        (self.feed, self.key, self.wakes, self.known) = (feed, key, wakes, known)
    }

    deinit { feed.forget(key) }

    /// Ends the stream.
    func end() { feed.forget(key) }
}

/// A ring buffer of the latest events, numbered from 1.
struct ChangeRing {
    /// The result for a reader that knows all events up to a number.
    enum Reading {
        /// No new events.
        case nothing
        /// The text of the next events and the number of the last of these.
        case events([UInt8], last: Int64)
        /// Some events the reader has not seen were dropped; contains the number of the newest
        /// event.
        case lost(last: Int64)
    }

    /// The recipients of an event that is not for all listeners.
    enum Audience { case owners, others }

    private struct Entry {
        let number: Int64
        let audience: Audience?
        let key: String?
        let text: [UInt8]
    }

    /// The maximum size of the text of several events, in bytes.
    private static let portion = 64 << 10

    private let capacity: Int
    private var entries: [Entry] = []
    /// The number of the newest event; 0 in an empty ring.
    private(set) var last: Int64 = 0
    /// The number of the last event that was dropped.
    private var lost: Int64 = 0

    /// Creates an empty ring.
    init(capacity: Int) { self.capacity = max(capacity, 1) }

    /// Appends an event.
    ///
    /// - Parameters:
    ///   - key: identifies a state; the event replaces an earlier one with the same key; nil for an
    ///     independent event.
    ///   - audience: the recipients; nil for all listeners.
    ///   - text: returns the event's text for its number.
    mutating func append(
        replacing key: String?, for audience: Audience? = nil, _ text: (Int64) -> [UInt8]
    ) {
        if let key, let old = entries.lastIndex(where: { $0.key == key }) {
            entries.remove(at: old)
        }
        if entries.count == capacity { lost = entries.removeFirst().number }
        last += 1
        entries.append(Entry(number: last, audience: audience, key: key, text: text(last)))
    }

    /// Reads the events after a number; the text is empty if none of them is for the reader.
    ///
    /// - Parameters:
    ///   - number: the last event known; nil if events were lost.
    ///   - isOwner: true if the reader is an owner.
    func read(after number: Int64?, isOwner: Bool = false) -> Reading {
        guard let number, number >= lost else { return .lost(last: last) }
        if number >= last { return .nothing }
        // Searches from the end, since most readers lack only the newest events.
        var first = entries.endIndex
        while first > 0, entries[first - 1].number > number { first -= 1 }
        var text: [UInt8] = []
        var read = number
        for entry in entries[first...] {
            if let audience = entry.audience, (audience == .owners) != isOwner {
                read = entry.number
                continue
            }
            if !text.isEmpty, text.count + entry.text.count > ChangeRing.portion { break }
            text += entry.text
            read = entry.number
        }
        return .events(text, last: read)
    }
}

extension ChangeFeed {
    /// The maximum number of photos listed in an event.
    private static let named = 1_000

    /// Posts a change made by this process.
    func post(_ change: GalleryChange) {
        switch change {
        case .sectionAdded(let section): post(.sections, ChangeFeed.section("added", section))
        case .sectionRemoved(let section): post(.sections, ChangeFeed.section("removed", section))
        case .sectionRenamed(let old, let new):
            post(.sections, ChangeFeed.section("renamed", old, to: new))
        case .photosAdded(let ids, let section): post("added", ids, section)
        case .photosUpdated(let ids): post("updated", ids)
        case .photosRemoved(let ids): post("removed", ids)
        case .photosRestored(let ids): post("restored", ids)
        }
    }

    private static func section(
        _ action: String, _ section: SectionReference, to new: SectionReference? = nil
    ) -> JSONValue {
        JSONValue([("action", action), ("section", section.text), ("to", new?.text)])
    }

    /// Posts to owners and to other users the photos that each of them may see; blocks for a few
    /// hundred microseconds.
    private func post(_ action: String, _ ids: [PhotoID], _ section: SectionReference? = nil) {
        guard let owners = try? gallery.listed(ids),
            let others = try? gallery.seen(by: .anyone).listed(ids)
        else {
            // If visibility is unknown, the event only reports that something changed.
            return post(.catalog, .object([]), replacing: "catalog")
        }
        if others.count == Set(ids).count { return post(action, ids, section, to: nil) }
        post(action, ids.filter(owners.contains), section, to: .owners)
        post(action, ids.filter(others.contains), section, to: .others)
        // When a post is hidden, its photo disappears from the lists of other users.
        if action == "updated", others.count < owners.count {
            post(.catalog, to: .others, .object([]))
        }
    }

    /// Posts a change, with the ids of the photos unless there are so many that clients had better
    /// reload.
    private func post(
        _ action: String, _ ids: [PhotoID], _ section: SectionReference?,
        to audience: ChangeRing.Audience?
    ) {
        if ids.isEmpty { return }
        post(
            .photos, to: audience,
            JSONValue([
                ("action", action), ("count", ids.count),
                ("photos", ids.count > ChangeFeed.named ? nil : ids), ("section", section?.text),
            ]))
    }
}
