import ArgumentParser
import Basics
import Gallery
import GalleryModel
import Synchronization

/// The paths on standard input, read as they are asked for; iterated once, by one thread.
final class PathInput: Sequence, Sendable {
    fileprivate struct State {
        var bytes: [UInt8] = []
        var start = 0
        var isAtEnd = false
        var failure: GalleryError?
    }

    private let separator: UInt8
    private let state = Mutex(State())

    /// What ended the input early; nil at its proper end.
    var failure: GalleryError? { state.withLock(\.failure) }

    init(separator: UInt8) {
        self.separator = separator
    }

    func makeIterator() -> AnyIterator<BytePath> {
        AnyIterator { [self] in next() }
    }

    private func next() -> BytePath? {
        state.withLock { state in
            while true {
                if let end = state.bytes[state.start...].firstIndex(of: separator) {
                    let path = BytePath(bytes: state.bytes[state.start..<end])
                    state.start = end + 1
                    if !path.bytes.isEmpty { return path }
                } else if state.isAtEnd {
                    let rest = BytePath(bytes: state.bytes[state.start...])
                    state.start = state.bytes.count
                    return rest.bytes.isEmpty ? nil : rest
                } else {
                    PathInput.fill(&state)
                }
            }
        }
    }

    private static func fill(_ state: inout State) {
        state.bytes.removeFirst(state.start)
        state.start = 0
        // No path on Linux is longer than 4,096 bytes: input without a separator is no list.
        guard state.bytes.count <= 1 << 16 else {
            return state.end("a path is longer than 64 KiB; is it a list of paths?", .badInput)
        }
        do throws(FileError) {
            let chunk = try StandardStream.input.readSome(atMost: 1 << 14)
            state.bytes += chunk
            state.isAtEnd = chunk.isEmpty
        } catch {
            state.end(error.reason, .inputOutput)
        }
    }
}

extension PathInput.State {
    fileprivate mutating func end(_ reason: String, _ kind: GalleryError.Kind) {
        failure = GalleryError(kind, "cannot read paths from standard input: \(reason)")
        bytes = []
        start = 0
        isAtEnd = true
    }
}

/// The flag `-0` of commands that read paths from standard input.
struct NulSeparatedFlag: ParsableArguments {
    @Flag(name: .customShort("0"), help: "Paths on standard input end with NUL, not with a line.")
    var isSet = false

    /// The paths on standard input.
    var paths: PathInput { PathInput(separator: isSet ? 0x00 : 0x0A) }
}
