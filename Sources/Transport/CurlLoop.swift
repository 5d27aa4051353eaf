internal import CCurl
import Foundation
import GalleryModel
import Synchronization

/// Owns curl's multi handle and the exchanges running on it; used only on curl's thread.
struct CurlLoop: ~Copyable {
    let multi: UnsafeMutableRawPointer
    private let configuration: TransportConfiguration
    private let network: NetworkEnvironment
    private var active: [UnsafeMutableRawPointer: Exchange] = [:]
    /// The interval between checks for stalls, in seconds.
    private let tickSeconds: Double
    private var nextCheck = 0.0

    /// Creates a loop; nil if curl cannot be initialized or memory runs out.
    init?(configuration: TransportConfiguration) {
        guard CurlLoop.isCurlReady, let multi = curl_multi_init() else { return nil }
        self.multi = multi
        self.configuration = configuration
        network = NetworkEnvironment(configuration.environment)
        tickSeconds = min(0.5, configuration.limits.idleTimeoutSeconds / 8)
        let connections = max(1, configuration.maximumConnectionsPerHost)
        _ = gallery_curl_multi_set_long(multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX)
        _ = gallery_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections)
        _ = gallery_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, max(32, connections))
    }

    deinit { curl_multi_cleanup(multi) }

    /// curl is initialized once per process; the initialization of a static constant is
    /// thread-safe.
    private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    /// Begins new exchanges, ends canceled and complete ones, and waits for the next event.
    mutating func perform(_ new: [Exchange]) {
        for exchange in new { begin(exchange) }
        for exchange in Array(active.values) where exchange.isCancelled.load(ordering: .acquiring) {
            finish(exchange, .failure(CancellationError()))
        }
        var count: Int32 = 0
        let result = curl_multi_perform(multi, &count)
        while let message = curl_multi_info_read(multi, &count) {
            guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
                let exchange = active[handle]
            else { continue }
            // The message is freed with the handle, so its result is read first.
            let result = message.pointee.data.result
            finish(exchange, exchange.outcome(of: result))
        }
        if result != CURLM_OK { endAll(.curl(code: Int(result.rawValue))) }
        checkStalls()
        let timeout = active.isEmpty ? 60_000 : Int32(max(1, tickSeconds * 1_000))
        _ = curl_multi_poll(multi, nil, 0, timeout, nil)
    }

    private mutating func begin(_ exchange: Exchange) {
        guard let easy = CurlEasy(exchange, configuration, network) else {
            return exchange.resume(
                .failure(exchange.error(.curl(code: Int(CURLE_OUT_OF_MEMORY.rawValue)))))
        }
        let handle = easy.handle
        let refusal = easy.refusal
        exchange.easy = consume easy
        guard refusal == CURLE_OK, curl_multi_add_handle(multi, handle) == CURLM_OK else {
            exchange.easy = nil
            return exchange.resume(
                .failure(exchange.error(.curl(code: Int(refusal.rawValue)), "set-up")))
        }
        active[handle] = exchange
    }

    private mutating func checkStalls() {
        let now = TransportClock.monotonic()
        guard now >= nextCheck else { return }
        nextCheck = now + tickSeconds
        for exchange in Array(active.values) {
            if let sent = exchange.easy?.byteCount(CURLINFO_SIZE_UPLOAD_T),
                sent > exchange.sentBytes
            {
                exchange.sentBytes = sent
                exchange.stall.touch(at: now)
            }
            if exchange.stall.isStalled(at: now) {
                let limits = configuration.limits
                let detail =
                    "below \(limits.minimumBytesPerSecond) bytes per second for "
                    + "\(limits.idleTimeoutSeconds.formatted()) s"
                finish(exchange, .failure(exchange.error(.stalled, detail)))
            } else if exchange.file == nil, exchange.stall.isOverdue(at: now) {
                // Not transient: a server this slow would take as long again.
                let detail = "the whole response takes too long"
                finish(exchange, .failure(exchange.error(.stalled, detail, isTransient: false)))
            }
        }
    }

    /// Ends every exchange with an error.
    mutating func endAll(_ code: TransportError.Code) {
        for exchange in Array(active.values) { finish(exchange, .failure(exchange.error(code))) }
    }

    /// Removes the exchange from curl first: after that no callback can reach it.
    private mutating func finish(
        _ exchange: Exchange, _ outcome: Result<TransferResponse?, any Error>
    ) {
        if let handle = exchange.easy?.handle {
            active[handle] = nil
            curl_multi_remove_handle(multi, handle)
        }
        exchange.easy = nil
        exchange.resume(outcome)
    }
}
