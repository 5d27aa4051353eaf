import Basics
import Gallery
import GalleryModel
import HTTPTypes
import ServiceLifecycle
import Synchronization

/// What changed lately, numbered, for those who listen: through this server, by its jobs, and by other
/// programs.
final class ChangeFeed: Service, Sendable {
    /// What an event is about.
    enum Kind: String {
        /// Photos were added, changed, removed or restored.
        case photos
        /// Sections were added, renamed or removed.
        case sections
        /// A job got on.
        case job
        /// Another program changed something; nobody knows what.
        case catalog
    }

    /// How many streams one client may have, so that nobody takes all of them.
    static let mostByAsker = 32

    /// How many events are kept for those who come back.
    private static let kept = 1_024

    private struct State {
        var ring = ChangeRing(capacity: ChangeFeed.kept)
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        /// Who listens, by the keys of the listeners; nil for who is not counted.
        var askers: [Int: String] = [:]
        var nextKey = 0
        /// How often it was time for a sign of life.
        var beats = 0
        var isClosed = false
    }

    /// Names this run of the server, so that the numbers of another one are not taken for its own.
    let run: String
    private let gallery: PhotoGallery
    private let options: ServerOptions
    private let state = Mutex(State())
    /// What this process changes, listened to from the start, so that nothing is missed before `run()`.
    private let source: AsyncStream<GalleryChange>
    private let end = AsyncStream<Never>.makeStream()

    /// Makes a feed.
    init(_ gallery: PhotoGallery, _ options: ServerOptions) {
        self.gallery = gallery
        self.options = options
        run = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        source = gallery.changes()
    }

    /// The id of the newest event, for `Last-Event-ID`.
    var position: String { id(state.withLock { $0.ring.last }) }

    /// How many listen.
    var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Tells everybody who listens.
    ///
    /// - Parameters:
    ///   - data: an object of few members.
    ///   - key: what the event is the newest state of; nil for what counts by itself.
    func post(_ kind: Kind, _ data: JSONValue, replacing key: String? = nil) {
        let text = data.compact
        wake { state in
            state.ring.append(replacing: key) { number in
                Array("id: \(id(number))\nevent: \(kind.rawValue)\ndata: ".utf8) + text
                    + Array("\n\n".utf8)
            }
        }
    }

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - id: the last event that is known; nil to begin now.
    ///   - asker: names the client; nil for the server's own.
    /// - Throws: 503 where too many listen already, and where the server is about to end.
    func listen(after id: String?, for asker: String? = nil) throws(Problem) -> ChangeListener {
        let (wakes, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let start: (key: Int, newest: Int64)? = state.withLock { state in
            let own = asker.map { asker in state.askers.values.count { $0 == asker } } ?? 0
            guard !state.isClosed, own < ChangeFeed.mostByAsker,
                state.listeners.count < options.maximumEventStreams
            else { return nil }
            state.nextKey += 1
            state.askers[state.nextKey] = asker
            state.listeners[state.nextKey] = continuation
            return (state.nextKey, state.ring.last)
        }
        guard let start else {
            throw Problem(
                .serviceUnavailable,
                say: "error.listeners",
                [
                    "most": "\(options.maximumEventStreams)", "each": "\(ChangeFeed.mostByAsker)",
                ],
                headers: [.retryAfter: "30"])
        }
        let known = id.map { number(of: $0, newest: start.newest) } ?? start.newest
        return ChangeListener(self, key: start.key, wakes: wakes, known: known)
    }

    /// What is new for a listener.
    ///
    /// - Returns: the text, nil for none; and how often it was time for a sign of life.
    func read(after known: inout Int64?) -> (text: [UInt8]?, beats: Int) {
        let (reading, beats) = state.withLock { state in
            (known.map { state.ring.read(after: $0) } ?? .lost(last: state.ring.last), state.beats)
        }
        switch reading {
        case .nothing: return (nil, beats)
        case .events(let text, let last):
            known = last
            return (text, beats)
        case .lost(let last):
            known = last
            return (Array("id: \(id(last))\nevent: reset\ndata: {}\n\n".utf8), beats)
        }
    }

    /// Forgets a listener, whose stream ends.
    func forget(_ key: Int) {
        state.withLock { state in
            state.askers[key] = nil
            return state.listeners.removeValue(forKey: key)
        }?.finish()
    }

    /// Ends all streams, and `run()`.
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

    /// Tells what changes until the server ends.
    func run() async throws {
        await withTaskCancellationOrGracefulShutdownHandler {
            await withTaskGroup { group in
                group.addTask { for await change in self.source { self.post(change) } }
                group.addTask { await self.beat() }
                group.addTask { await self.watch() }
                for await _ in self.end.stream {}
                group.cancelAll()
            }
        } onCancelOrGracefulShutdown: {
            self.close()
        }
        // Where it was closed before: a service that ends by itself would end the others at once.
        try? await gracefulShutdown()
    }

    /// Gives signs of life, so that proxies keep the connections and those that broke are noticed.
    private func beat() async {
        while (try? await Task.sleep(for: options.heartbeat)) != nil { wake { $0.beats += 1 } }
    }

    /// Looks whether another program changed the catalog, while somebody listens.
    private func watch() async {
        let gallery = gallery
        var known = try? await offload { try gallery.mark() }
        while (try? await Task.sleep(for: options.watchInterval)) != nil {
            // A catalog that is locked now is looked at again.
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

    /// The id of the event with a number.
    func id(_ number: Int64) -> String { "\(run)-\(number)" }

    /// The number in an id; nil where it is none of this run's.
    private func number(of id: String, newest: Int64) -> Int64? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == run, let number = Int64(parts[1]),
            (0...newest).contains(number)
        else { return nil }
        return number
    }
}
