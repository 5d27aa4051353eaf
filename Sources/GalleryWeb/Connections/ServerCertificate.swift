package import Basics
import Dispatch
package import Gallery
package import Logging
import NIOCore
import Synchronization

/// The server's TLS certificate and key, which are reloaded when either file changes.
package final class ServerCertificate: Sendable {
    /// The interval between checks of the files.
    private static let pause = Duration.seconds(1)

    private struct State {
        var context: TLSContext
        var files: [FileStatus?]
        var looked: ContinuousClock.Instant
    }

    private let chain: BytePath
    private let key: BytePath
    private let state: Mutex<State>
    private let log: Logger

    /// Reads a certificate, followed by its chain, and its private key, all in PEM format.
    ///
    /// - Throws: `configuration` if a file is unreadable or invalid, or if the key does not match
    ///   the certificate.
    package init(chain: BytePath, key: BytePath, log: Logger) throws(GalleryError) {
        self.chain = chain
        self.key = key
        self.log = log
        let files = [chain.status, key.status]
        let context = try ServerCertificate.read(chain, key)
        state = Mutex(State(context: context, files: files, looked: .now))
    }

    /// Returns the TLS context for a new connection.
    ///
    /// Files are read on a background thread; most calls do not read any.
    func current(on loop: any EventLoop) -> EventLoopFuture<TLSContext> {
        let (context, isDue) = state.withLock { state in
            let now = ContinuousClock.now
            let isDue = now - state.looked >= ServerCertificate.pause
            if isDue { state.looked = now }
            return (state.context, isDue)
        }
        guard isDue else { return loop.makeSucceededFuture(context) }
        let promise = loop.makePromise(of: TLSContext.self)
        DispatchQueue.global().async { promise.succeed(self.readAgain()) }
        return promise.futureResult
    }

    private func readAgain() -> TLSContext {
        let files = [chain.status, key.status]
        let (context, isSame) = state.withLock { state in
            defer { state.files = files }
            return (state.context, state.files == files)
        }
        if isSame { return context }
        do throws(GalleryError) {
            let new = try ServerCertificate.read(chain, key)
            state.withLock { $0.context = new }
            log.info("reloaded the certificate '\(chain.escaped)'")
            return new
        } catch {
            log.error("keeping the previous certificate: \(error.message)")
            return context
        }
    }

    private static func read(
        _ chain: BytePath, _ key: BytePath
    ) throws(GalleryError) -> TLSContext {
        let (chainBytes, keyBytes) = (try bytes(chain, "certificate"), try bytes(key, "key"))
        do throws(TLSContext.Invalid) {
            return try TLSContext(chain: chainBytes, key: keyBytes)
        } catch {
            switch error {
            case .certificate(let reason): throw failure(chain, "certificate", reason)
            case .key: throw failure(key, "key", "no unencrypted PEM key found")
            case .pair:
                throw failure(key, "key", "it does not match the certificate '\(chain.escaped)'")
            }
        }
    }

    private static func bytes(_ path: BytePath, _ what: String) throws(GalleryError) -> [UInt8] {
        do throws(FileError) { return try path.contents(atMost: 1 << 20) } catch {
            throw failure(path, what, error.reason)
        }
    }

    private static func failure(_ path: BytePath, _ what: String, _ reason: String) -> GalleryError
    {
        GalleryError(.configuration, "cannot use the \(what) '\(path.escaped)': \(reason)")
    }
}
