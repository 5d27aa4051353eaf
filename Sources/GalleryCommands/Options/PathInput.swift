import ArgumentParser
import Basics
import Gallery
import Synchronization

/// The paths on standard input, read lazily; can be iterated once, on one thread.
final class PathInput: Sequence, Sendable {
    fileprivate struct State {
        var bytes: [UInt8] = []
        var start = 0
        var isAtEnd = false
        var failure: GalleryError?
    }

    private let separator: UInt8
    private let state = Mutex(State())

    /// The error that ended the input early; nil if it was read to its end.
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
        // Paths on Linux are at most 4,096 bytes: input without a separator is not a list of paths.
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
    @Flag(name: .customShort("0"), help: "Paths on standard input are NUL-separated.")
    var isSet = false

    /// The paths on standard input.
    var paths: PathInput { PathInput(separator: isSet ? 0x00 : 0x0A) }
}

/// The lines on standard input, in chunks of complete lines; can be iterated once, on one thread.
///
/// Each chunk contains the lines completed by one read, so that a program that writes a line and
/// waits receives its answer immediately.
final class LineInput: Sequence, Sendable {
    fileprivate struct State {
        /// The beginning of an incomplete line.
        var rest: [UInt8] = []
        var isAtEnd = false
        var failure: GalleryError?
    }

    /// The length above which the rest of a line is dropped, in bytes.
    fileprivate static let maximumLineLength = 1 << 16
    /// The maximum number of bytes per read.
    private static let readLength = 1 << 15

    private let state = Mutex(State())

    /// The error that ended the input early; nil if it was read to its end.
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
    /// Appends the bytes of a read and returns the complete lines; nil if no line is complete.
    fileprivate mutating func take(_ chunk: [UInt8]) -> [UInt8]? {
        guard let end = chunk.lastIndex(of: 0x0A) else {
            // No position is that long; the kept part of the line suffices for an error message.
            if rest.count < LineInput.maximumLineLength { rest += chunk }
            return nil
        }
        let lines = rest + chunk[...end]
        rest = Array(chunk[(end + 1)...])
        return lines
    }
}

extension [Operand] {
    /// True if one of the operands is `-`, for standard input.
    var containsStandardInput: Bool { contains { $0.text == "-" } }

    /// Checks operands that may consist of a single `-` for standard input.
    ///
    /// - Parameters:
    ///   - items: the contents of standard input, such as `paths`.
    ///   - pathFlag: the given flag that applies only to paths on standard input; nil if none.
    ///   - kinds: the kinds of operands, for the message about an empty one.
    /// - Throws: `ValidationError`.
    func checkStandardInput(of items: String, pathFlag: String?, kinds: String) throws {
        if containsStandardInput, count > 1 {
            throw ValidationError(
                "'-' cannot be combined with other operands; pass \(items) either as arguments or "
                    + "on standard input")
        }
        if let pathFlag, !containsStandardInput {
            throw ValidationError("\(pathFlag) requires paths on standard input; add '-'")
        }
        if contains(where: \.text.isEmpty) {
            throw ValidationError("'' is not a \(kinds)")
        }
    }
}
