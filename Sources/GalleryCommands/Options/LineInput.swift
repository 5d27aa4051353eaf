import Gallery
import Glibc
import Synchronization

/// The lines on standard input, in chunks of whole lines as they come; iterated once, by one thread.
///
/// A chunk holds what one read brought, so that a program that writes a line and waits gets its answer.
final class LineInput: Sequence, Sendable {
    private struct State {
        /// The beginning of a line whose end has not come yet.
        var rest: [UInt8] = []
        var isAtEnd = false
        var failure: GalleryError?
    }

    /// The longest line, in bytes.
    private static let longestLine = 1 << 20
    /// The most bytes of a read.
    private static let readLength = 1 << 15

    private let state = Mutex(State())

    /// What ended the input early; nil at its proper end.
    var failure: GalleryError? { state.withLock(\.failure) }

    func makeIterator() -> AnyIterator<[UInt8]> {
        AnyIterator { [self] in next() }
    }

    private func next() -> [UInt8]? {
        state.withLock { state in
            while !state.isAtEnd {
                var chunk = [UInt8](repeating: 0, count: LineInput.readLength)
                let count = read(STDIN_FILENO, &chunk, chunk.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    state.failure = GalleryError(
                        .inputOutput,
                        "cannot read standard input: \(String(cString: strerror(errno)))")
                    state.isAtEnd = true
                } else if count == 0 {
                    state.isAtEnd = true
                } else {
                    chunk.removeLast(chunk.count - count)
                    guard let end = chunk.lastIndex(of: 0x0A) else {
                        state.rest += chunk
                        guard state.rest.count <= LineInput.longestLine else {
                            state.failure = GalleryError(
                                .badInput,
                                "a line on standard input is longer than 1 MiB: is it a list of positions?"
                            )
                            state.isAtEnd = true
                            state.rest = []
                            continue
                        }
                        continue
                    }
                    let lines = state.rest + chunk[...end]
                    state.rest = Array(chunk[(end + 1)...])
                    return lines
                }
            }
            let last = state.rest
            state.rest = []
            return last.isEmpty ? nil : last
        }
    }
}
