import Basics
import Gallery
import Glibc
import Synchronization

/// The reader of standard output has closed the pipe, as `head` does; not reported as an error.
struct BrokenPipe: Error {}

/// Standard output with a buffer of 64 KiB; unbuffered on a terminal.
final class StandardOutput: Sendable {
    /// The shared standard output of the process.
    static let shared = StandardOutput()

    /// True if standard output is a terminal.
    let isTerminal = StandardStream.output.isTerminal
    private let buffer = Mutex<[UInt8]>([])

    /// Appends text.
    ///
    /// - Throws: `BrokenPipe`; `inputOutput` if writing fails.
    func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    /// Appends bytes.
    ///
    /// - Throws: `BrokenPipe`; `inputOutput` if writing fails.
    func write(_ bytes: [UInt8]) throws {
        try buffer.withLock { buffer in
            buffer += bytes
            if buffer.count >= 1 << 16 || isTerminal { try drain(&buffer) }
        }
    }

    /// Appends one JSON object on a separate line.
    ///
    /// - Throws: `BrokenPipe`; `inputOutput` if writing fails.
    func write(object members: [JSONMember]) throws {
        try write(JSONValue(members).compact + [0x0A])
    }

    /// Writes the contents of the buffer.
    ///
    /// - Throws: `BrokenPipe`; `inputOutput` if writing fails.
    func flush() throws {
        try buffer.withLock { try drain(&$0) }
    }

    private func drain(_ buffer: inout [UInt8]) throws {
        // After a failure the bytes are dropped, so that the flush at exit does not retry them.
        let bytes = buffer
        buffer = []
        if isTerminal, !bytes.isEmpty {
            try StandardError.shared.withProgressHidden { try StandardOutput.put(bytes) }
        } else {
            try StandardOutput.put(bytes)
        }
    }

    private static func put(_ bytes: [UInt8]) throws {
        do throws(FileError) {
            try StandardStream.output.write(bytes, waits: true)
        } catch {
            if error.number == EPIPE { throw BrokenPipe() }
            throw GalleryError(.inputOutput, "cannot write to standard output: \(error.reason)")
        }
    }
}

/// The capabilities of the terminal.
enum Terminal {
    /// True if the terminal supports escape sequences.
    static var obeysEscapes: Bool {
        getenv("TERM").map { String(cString: $0) != "dumb" } ?? true
    }

    /// True if the locale's encoding is UTF-8, so that non-ASCII characters can be shown.
    ///
    /// Source: POSIX.1-2017, Base Definitions, 8.2: the first variable that is set and not empty
    /// decides.
    static var showsUnicode: Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.lazy
            .compactMap { name in getenv(name).map { String(cString: $0) } }.first { !$0.isEmpty }
        let folded = locale?.lowercased() ?? ""
        return folded.contains("utf-8") || folded.contains("utf8")
    }

    /// Returns the width in columns; 80 if unknown.
    static func width(of descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
