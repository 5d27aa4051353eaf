import Glibc
package import GalleryModel

/// Says why a picture's bytes could not be read or written.
package enum ImagingError: Error, Hashable, Sendable {
    /// The bytes are no picture whose metadata can be read.
    case unknownType
    /// The file cannot be opened.
    case cannotOpen(BytePath)
    /// There is not enough memory for what the metadata claims to hold.
    case outOfMemory
    /// Metadata could not be read or written, for the reason given.
    case failed(reason: String)
    /// A copy could not be written: the path and the system's error number.
    case cannotWrite(BytePath, errno: Int32)
}

extension ImagingError: CustomStringConvertible {
    /// The message for a person to read.
    package var description: String {
        switch self {
        case .unknownType: "the file is of no known picture type"
        case .cannotOpen(let path):
            "cannot open '\(path.escaped)' to read its metadata; check that it is still there"
        case .outOfMemory: "the metadata claims more memory than there is; the file may be damaged"
        case .failed(let reason): "the metadata cannot be handled: \(reason)"
        case .cannotWrite(let path, let code):
            "cannot write '\(path.escaped)': \(ImagingError.systemMessage(code))"
        }
    }

    private static func systemMessage(_ code: Int32) -> String {
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
