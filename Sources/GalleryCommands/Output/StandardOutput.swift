import Basics
import Gallery
import Glibc
import Synchronization

/// Whoever read standard output has gone, as `head` does: no reason for a complaint.
struct BrokenPipe: Error {}

/// Standard output with a buffer: 64 KiB, or a line at a time on a terminal.
final class StandardOutput: Sendable {
    /// The one standard output of the process.
    static let shared = StandardOutput()

    /// Whether a person looks on.
    let isTerminal = StandardStream.output.isTerminal
    private let buffer = Mutex<[UInt8]>([])

    /// Appends text.
    ///
    /// - Throws: `BrokenPipe`; `inputOutput` where writing fails.
    func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    /// Appends bytes.
    ///
    /// - Throws: `BrokenPipe`; `inputOutput` where writing fails.
    func write(_ bytes: [UInt8]) throws {
        try buffer.withLock { buffer in
            buffer += bytes
            if buffer.count >= 1 << 16 || isTerminal { try drain(&buffer) }
        }
    }

    /// Writes what the buffer holds.
    ///
    /// - Throws: `BrokenPipe`; `inputOutput` where writing fails.
    func flush() throws {
        try buffer.withLock { try drain(&$0) }
    }

    private func drain(_ buffer: inout [UInt8]) throws {
        // What could not be written once is not tried again at the end.
        let bytes = buffer
        buffer = []
        if isTerminal, !bytes.isEmpty {
            try StandardError.shared.withBarAside { try StandardOutput.put(bytes) }
        } else {
            try StandardOutput.put(bytes)
        }
    }

    private static func put(_ bytes: [UInt8]) throws {
        do throws(FileError) {
            try StandardStream.output.write(bytes, waits: true)
        } catch {
            if error.number == EPIPE { throw BrokenPipe() }
            throw GalleryError(
                .inputOutput, "cannot write to standard output: \(error.reason)")
        }
    }
}
