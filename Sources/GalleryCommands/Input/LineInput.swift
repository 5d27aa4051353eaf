import Basics
import Gallery
import Synchronization

/// The lines on standard input, in chunks of whole lines as they come; iterated once, by one thread.
///
/// A chunk holds what one read brought, so that a program that writes a line and waits gets its answer.
final class LineInput: Sequence, Sendable {
    fileprivate struct State {
        /// The beginning of a line whose end has not come yet.
        var rest: [UInt8] = []
        var isAtEnd = false
        var failure: GalleryError?
    }

    /// How much of a line is kept, in bytes.
    fileprivate static let longestLine = 1 << 16
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
                do throws(FileError) {
                    let chunk = try StandardStream.input.readSome(atMost: LineInput.readLength)
                    state.isAtEnd = chunk.isEmpty
                    if let lines = state.take(chunk) { return lines }
                } catch {
                    state.failure = GalleryError(
                        .inputOutput, "cannot read standard input: \(error.reason)")
                    state.isAtEnd = true
                }
            }
            let last = state.rest
            state.rest = []
            return last.isEmpty ? nil : last
        }
    }
}

extension LineInput.State {
    /// Takes what a read brought and gives the whole lines that are there now; nil where none is.
    fileprivate mutating func take(_ chunk: [UInt8]) -> [UInt8]? {
        guard let end = chunk.lastIndex(of: 0x0A) else {
            // No position is that long: what is kept of the line is enough to name it.
            if rest.count < LineInput.longestLine { rest += chunk }
            return nil
        }
        let lines = rest + chunk[...end]
        rest = Array(chunk[(end + 1)...])
        return lines
    }
}
