import Glibc

/// The system's words for its error numbers.
package enum SystemMessage {
    /// The text for an error number, such as `No such file or directory`.
    package static func text(_ code: Int32) -> String {
        // The thread-safe form; the buffer is large enough for every message of glibc.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress, strerror_r(code, base, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: base)
        }
    }
}
