import ArgumentParser
import Basics
import Gallery
import Synchronization

/// The paths on standard input, read lazily; can be iterated once, on one thread.
struct PathInput: Sequence, Sendable {
    let input: LineInput

    func makeIterator() -> AnyIterator<BytePath> {
        let lines = input.lazy.flatMap { [input] in $0.split(separator: input.separator) }
        return AnyIterator(lines.map { BytePath(bytes: $0) }.makeIterator())
    }
}

/// The flag `-0` of commands that read paths from standard input.
struct NulSeparatedFlag: ParsableArguments {
    @Flag(name: .customShort("0"), help: "Paths on standard input are NUL-separated.")
    var isSet = false

    /// Returns the paths, or other lines, on standard input.
    func input(ofPaths containsPaths: Bool = true) -> LineInput {
        LineInput(ofPaths: containsPaths, separator: isSet ? 0x00 : 0x0A)
    }
}

/// The lines on standard input, in chunks of complete lines; can be iterated once, on one thread.
///
/// Each chunk contains the lines completed by one read, so that a program that writes a line and
/// waits receives its answer immediately.
final class LineInput: Sequence, Sendable {
    private struct State {
        /// The beginning of an incomplete line.
        var rest: [UInt8] = []
        var isAtEnd = false
        var failure: GalleryError?
    }

    /// The length above which the rest of a line is dropped, in bytes.
    private static let maximumLineLength = 1 << 16
    /// The maximum number of bytes per read.
    private static let readLength = 1 << 15

    private let containsPaths: Bool
    /// The byte that ends a line.
    let separator: UInt8
    private let state = Mutex(State())

    /// The error that ended the input early; nil if it was read to its end.
    var failure: GalleryError? { state.withLock(\.failure) }

    init(ofPaths containsPaths: Bool, separator: UInt8) {
        self.containsPaths = containsPaths
        self.separator = separator
    }

    func makeIterator() -> AnyIterator<[UInt8]> {
        AnyIterator { [self] in state.withLock { next(&$0) } }
    }

    private func next(_ state: inout State) -> [UInt8]? {
        while !state.isAtEnd {
            do throws(FileError) {
                let chunk = try StandardStream.input.readSome(atMost: LineInput.readLength)
                state.isAtEnd = chunk.isEmpty
                if let end = chunk.lastIndex(of: separator) {
                    defer { state.rest = Array(chunk[(end + 1)...]) }
                    return state.rest + chunk[...end]
                }
                if state.rest.count < LineInput.maximumLineLength {
                    // No position is that long; the kept part suffices for an error message.
                    state.rest += chunk
                } else if containsPaths {
                    // Paths on Linux are at most 4,096 bytes.
                    state = ended("a path is longer than 64 KiB; is it a list of paths?", .badInput)
                }
            } catch {
                // The end of a path can be missing; a text line is reported as it is.
                state = ended(error.reason, .inputOutput, keeping: containsPaths ? [] : state.rest)
            }
        }
        defer { state.rest = [] }
        return state.rest.isEmpty ? nil : state.rest
    }

    private func ended(
        _ reason: String, _ kind: GalleryError.Kind, keeping rest: [UInt8] = []
    ) -> State {
        let items = containsPaths ? "paths from " : ""
        return State(
            rest: rest, isAtEnd: true,
            failure: GalleryError(kind, "cannot read \(items)standard input: \(reason)"))
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
        try refuse(
            if: containsStandardInput && count > 1,
            "'-' cannot be combined with other operands; pass \(items) either as arguments or "
                + "on standard input")
        try refuse(containsStandardInput ? nil : pathFlag) {
            "\($0) requires paths on standard input; add '-'"
        }
        try refuse(if: contains(where: \.text.isEmpty), "'' is not a \(kinds)")
    }
}
